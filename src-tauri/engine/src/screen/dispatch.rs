//! From sequences to what they do. `vte` reads them; their meanings are in ECMA-48, the VT510 manual and xterm's
//! "Control Sequences".

use alacritty_terminal::vte::{Params, Perform};

use super::Signal;
use super::charset::Charset;
use super::state::State;

/// Numbers that `vte` reads of one sequence.
const PARAMS_MAX: usize = 32;

impl State {
    /// A C0 or C1 control.
    pub(crate) fn control_character(&mut self, control: u8) {
        match control {
            0x07 => self.signal(Signal::Bell),
            0x08 => self.backspace(),
            0x09 => self.tab(1),
            0x0a..=0x0c => self.line_feed(),
            0x0d => self.carriage_return(),
            0x0e => self.invoke(1),
            0x0f => self.invoke(0),
            0x84 => self.index(),
            0x85 => self.next_line(),
            0x88 => self.set_tab_here(),
            _ => {}
        }
        self.preceding = None;
    }

    /// NEL.
    fn next_line(&mut self) {
        self.carriage_return();
        self.index();
    }

    /// Sequences with `?`.
    fn private_sequence(&mut self, action: char, numbers: &Numbers<'_, '_>) {
        match action {
            'h' | 'l' => numbers.each(|mode| self.set_private_mode(mode, action == 'h')),
            'J' => self.erase_in_display(numbers.at(0), true),
            'K' => self.erase_in_line(numbers.at(0), true),
            'n' => self.answer_status(numbers.at(0), true),
            _ => {}
        }
    }

    /// Sequences with nothing but numbers and a letter.
    fn plain_sequence(&mut self, action: char, numbers: &Numbers<'_, '_>) {
        let count = numbers.count(0);
        match action {
            '@' => self.insert_characters(count),
            'A' => self.up(count),
            'B' => self.down(count),
            'C' | 'a' => self.forward(count),
            'D' => self.back(count),
            'E' => {
                self.down(count);
                self.carriage_return();
            }
            'F' => {
                self.up(count);
                self.carriage_return();
            }
            'G' | '`' => self.go_to_column(count - 1),
            'H' | 'f' => self.go(numbers.count(1) - 1, count - 1),
            'I' => self.tab(count),
            'J' => self.erase_in_display(numbers.at(0), false),
            'K' => self.erase_in_line(numbers.at(0), false),
            'L' => self.shift_lines(count, true),
            'M' => self.shift_lines(count, false),
            'P' => self.delete_characters(count),
            'S' => self.scroll_up(count),
            'T' => self.scroll_down(count),
            'X' => self.erase_characters(count),
            'Z' => self.back_tab(count),
            'b' => self.repeat(count),
            'c' if numbers.at(0) == 0 => self.answer_attributes(None),
            'd' => self.go_to_row(count - 1),
            'e' => self.down_freely(count),
            'g' => self.clear_tabs(numbers.at(0)),
            'h' | 'l' => numbers.each(|mode| self.set_mode(mode, action == 'h')),
            'm' => {
                self.rendition.select(numbers.params);
                self.dip();
            }
            'n' => self.answer_status(numbers.at(0), false),
            'r' => self.set_region(usize::from(numbers.at(0)), usize::from(numbers.at(1))),
            's' => self.save_cursor(),
            't' => self.window(numbers.at(0), numbers.at(1)),
            'u' => self.restore_cursor(),
            _ => {}
        }
    }

    /// Sequences with an intermediate byte.
    fn marked_sequence(&mut self, marks: &[u8], action: char, numbers: &Numbers<'_, '_>) {
        let count = numbers.count(0);
        let x = self.page().x;
        match (marks, action) {
            (b" ", '@') => self.shift_columns(0, count, false),
            (b" ", 'A') => self.shift_columns(0, count, true),
            (b"'", '}') => self.shift_columns(x, count, true),
            (b"'", '~') => self.shift_columns(x, count, false),
            (b" ", 'q') => self.set_cursor_style(numbers.at(0)),
            (b"\"", 'q') => {
                match numbers.at(0) {
                    1 => self.rendition.protect(true),
                    0 | 2 => self.rendition.protect(false),
                    _ => {}
                }
                self.dip();
            }
            (b"!", 'p') => self.soft_reset(),
            (b"$", 'p') => self.answer_mode(numbers.at(0), false),
            (b"?$", 'p') => self.answer_mode(numbers.at(0), true),
            (b">" | b"=", 'c') if numbers.at(0) == 0 => self.answer_attributes(marks.first().copied()),
            (b">", 'q') if numbers.at(0) == 0 => self.answer_version(),
            _ => {}
        }
    }

    /// Carries out `CSI … m` with nothing but numbers in it, as `vte` would read it: half of all sequences are that.
    /// `false`: it is another.
    pub(crate) fn select_rendition(&mut self, sequence: &[u8]) -> bool {
        let Some(text) = sequence.strip_prefix(b"\x1b[").and_then(|rest| rest.strip_suffix(b"m")) else {
            return false;
        };
        let mut numbers = [0_u16; PARAMS_MAX];
        let mut count = 0;
        for &byte in text {
            match byte {
                b'0'..=b'9' => {
                    let number = &mut numbers[count];
                    *number = number.saturating_mul(10).saturating_add(u16::from(byte - b'0'));
                }
                b';' if count + 1 < PARAMS_MAX => count += 1,
                _ => return false,
            }
        }
        let mut slots: [&[u16]; PARAMS_MAX] = [&[]; PARAMS_MAX];
        slots.iter_mut().zip(numbers.chunks(1)).take(count + 1).for_each(|(slot, number)| *slot = number);
        self.rendition.select(&slots[..=count]);
        self.dip();
        self.preceding = None;
        true
    }

    fn escape(&mut self, last: u8) {
        match last {
            b'7' => self.save_cursor(),
            b'8' => self.restore_cursor(),
            b'=' => self.modes.application_keypad = true,
            b'>' => self.modes.application_keypad = false,
            b'D' => self.index(),
            b'E' => self.next_line(),
            b'H' => self.set_tab_here(),
            b'M' => self.reverse_index(),
            b'c' => self.reset(),
            b'n' | b'}' => self.invoke(2),
            b'o' | b'|' => self.invoke(3),
            b'~' => self.invoke(1),
            _ => {}
        }
    }

    fn marked_escape(&mut self, mark: u8, last: u8) {
        let slot = match mark {
            b'(' => 0,
            b')' | b'-' => 1,
            b'*' | b'.' => 2,
            b'+' => 3,
            b'#' if last == b'8' => return self.align(),
            b'%' if matches!(last, b'@' | b'G') => {
                self.invoke(0);
                return self.designate(0, Charset::Ascii);
            }
            _ => return,
        };
        if let Some(charset) = Charset::designated_by(last) {
            self.designate(slot, charset);
        }
    }
}

/// The numbers of a sequence.
struct Numbers<'a, 'b> {
    params: &'b [&'a [u16]],
}

impl Numbers<'_, '_> {
    /// A number, or 0 where there is none.
    fn at(&self, index: usize) -> u16 {
        self.params.get(index).and_then(|param| param.first()).copied().unwrap_or(0)
    }

    /// A number of which 0 and none mean 1.
    fn count(&self, index: usize) -> usize {
        usize::from(self.at(index).max(1))
    }

    fn each(&self, mut act: impl FnMut(u16)) {
        (0..self.params.len()).for_each(|index| act(self.at(index)));
    }
}

impl Perform for State {
    // Beyond 32 numbers the rest is left out, not the sequence.
    fn csi_dispatch(&mut self, params: &Params, intermediates: &[u8], _ignore: bool, action: char) {
        let mut slots: [&[u16]; PARAMS_MAX] = [&[]; PARAMS_MAX];
        let count = slots.iter_mut().zip(params.iter()).map(|(slot, param)| *slot = param).count();
        let numbers = Numbers { params: &slots[..count] };
        match intermediates {
            [] => self.plain_sequence(action, &numbers),
            [b'?'] => self.private_sequence(action, &numbers),
            marks => self.marked_sequence(marks, action, &numbers),
        }
        self.preceding = None;
    }

    fn esc_dispatch(&mut self, intermediates: &[u8], _ignore: bool, last: u8) {
        match intermediates {
            [] => self.escape(last),
            [mark] => self.marked_escape(*mark, last),
            _ => {}
        }
        self.preceding = None;
    }
}

#[cfg(test)]
mod tests {
    use alacritty_terminal::vte::Parser;
    use proptest::prelude::*;

    use super::*;
    use crate::screen::Size;

    proptest! {
        #[test]
        fn a_rendition_is_the_same_whoever_reads_it(sequences in proptest::collection::vec("[0-9;:]{0,12}(38;[25];)?[0-9;]{0,90}", 1..6)) {
            let mut ours = State::new(Size::new(10, 2));
            let mut theirs = State::new(Size::new(10, 2));
            let (mut of_ours, mut of_theirs) = (Parser::new(), Parser::new());
            for numbers in sequences {
                let sequence = format!("\x1b[{numbers}m");
                if !ours.select_rendition(sequence.as_bytes()) {
                    of_ours.advance(&mut ours, sequence.as_bytes());
                }
                of_theirs.advance(&mut theirs, sequence.as_bytes());
                prop_assert_eq!(&ours.rendition, &theirs.rendition, "after {}", numbers);
            }
        }
    }
}
