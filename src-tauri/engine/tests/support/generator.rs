//! Streams as no program would write them, but each part as some program does.

use inglenook_engine::screen::Size;

use super::rng::Rng;
use super::{Step, Stream};

const WORDS: &[&str] =
    &["ls", "hello", "the", "a", "x", "0123456789", "    ", " ", "let me = go;", "~/study", "#@[]{|}~`_^\\"];
const WIDE: &[&str] = &["한", "漢字", "カ", "。", "🙂", "👩", "（", "𠀀"];
const COMBINING: &[&str] =
    &["e\u{301}", "\u{301}", "n\u{303}\u{323}", "\u{200d}", "한\u{301}", "\u{fe0f}", "\u{94d}"];
const OTHER: &[&str] = &["é", "“q”", "─│┌", "…", "ß", "Ω", "\u{a0}", "\u{ad}", "π≤", "�"];

/// Makes a stream of about `items` parts.
pub fn stream(rng: &mut Rng, items: u64) -> Stream {
    generate(rng, items, false)
}

/// The same, by a program that also speaks as a shell does.
pub fn marked_stream(rng: &mut Rng, items: u64) -> Stream {
    generate(rng, items, true)
}

fn generate(rng: &mut Rng, items: u64, marks: bool) -> Stream {
    let size = size(rng);
    let (resizes, wraps) = (rng.chance(40), rng.chance(70));
    let mut generator = Generator {
        rng,
        marks,
        resizes,
        wraps,
        size,
        alternate: false,
        steps: Vec::new(),
        bytes: Vec::new(),
    };
    for _ in 0..items {
        generator.item();
    }
    generator.flush();
    Stream { size, steps: generator.steps }
}

fn size(rng: &mut Rng) -> Size {
    let columns = if rng.chance(90) { rng.range(8, 30) } else { rng.range(2, 90) };
    let rows = if rng.chance(90) { rng.range(3, 10) } else { rng.range(1, 30) };
    Size::new(columns as u16, rows as u16)
}

struct Generator<'a> {
    rng: &'a mut Rng,
    /// Whether there are marks of a shell (OSC 133) in this stream.
    marks: bool,
    size: Size,
    /// Whether the size changes in this stream. Then tab stops do not: those beyond the last column would come back
    /// with a wider size, and no sequence can set them.
    resizes: bool,
    /// Whether DECAWM stays set in this stream.
    wraps: bool,
    /// Roughly: whether the alternate screen may be up.
    alternate: bool,
    steps: Vec<Step>,
    bytes: Vec<u8>,
}

impl Generator<'_> {
    fn flush(&mut self) {
        if !self.bytes.is_empty() {
            self.steps.push(Step::Feed(std::mem::take(&mut self.bytes)));
        }
    }

    fn put(&mut self, text: impl AsRef<[u8]>) {
        self.bytes.extend_from_slice(text.as_ref());
    }

    fn item(&mut self) {
        if self.marks && self.rng.chance(25) {
            let mark =
                self.rng.pick(&["A", "B", "C", "C;cmdline_url=a%20b%3b漢", "D;0", "D;1", "D", "A;k=s"]);
            self.put(format!("\x1b]133;{mark}\x07"));
        }
        match self.rng.range(0, 99) {
            0..=19 => self.text(),
            20..=27 => self.special_text(),
            28..=36 => {
                let end = self
                    .rng
                    .pick(&["\r\n", "\n", "\r", "\r\n\r\n", "\x0b", "\x08", "\x08\x08", "\t", "\r\n"]);
                self.put(end);
            }
            37..=46 => self.rendition(),
            47..=56 => self.movement(),
            57..=63 => self.erasing(),
            64..=68 => self.editing(),
            69..=73 => self.scrolling(),
            74..=79 => self.mode(),
            80..=82 => self.screens(),
            83..=85 => {
                let save =
                    self.rng.pick(&["\x1b7", "\x1b8", "\x1b[s", "\x1b[u", "\x1b[?1048h", "\x1b[?1048l"]);
                self.put(save);
            }
            86..=87 => self.tabs(),
            88..=89 => self.charset(),
            90..=92 => self.command(),
            93 => {
                let count = self.rng.range(1, 3 * u64::from(self.size.rows));
                for n in 0..count {
                    self.put(format!("line {n}\r\n"));
                }
            }
            94 => self.odd(),
            95..=96 => self.truncated(),
            97 if self.resizes => self.resize(),
            _ => {
                let count = self.small();
                self.put(format!("\x1b[{count}b"));
            }
        }
    }

    /// A small number as programs write it: sometimes left out, sometimes too large.
    fn small(&mut self) -> String {
        match self.rng.range(0, 9) {
            0 | 1 => String::new(),
            2 => "0".into(),
            3 => self.rng.range(1, 100).to_string(),
            _ => self.rng.range(1, 6).to_string(),
        }
    }

    fn column(&mut self) -> u64 {
        self.rng.range(0, u64::from(self.size.columns) + 1)
    }

    fn row(&mut self) -> u64 {
        self.rng.range(0, u64::from(self.size.rows) + 1)
    }

    fn text(&mut self) {
        for _ in 0..self.rng.range(1, 4) {
            let word = self.rng.pick(WORDS);
            self.put(word);
        }
        if self.rng.chance(10) {
            let fill = self.column();
            self.put("m".repeat(fill as usize));
        }
    }

    fn special_text(&mut self) {
        // After a wide character that did not fit without wrapping, what combines makes the cell before it wide.
        let combining = if self.wraps { COMBINING } else { OTHER };
        for _ in 0..self.rng.range(1, 5) {
            let from = self.rng.pick(&[WIDE, combining, OTHER, WIDE]);
            let text = self.rng.pick(from);
            self.put(text);
        }
    }

    fn rendition(&mut self) {
        let mut codes = Vec::new();
        for _ in 0..self.rng.range(0, 3) {
            let code = match self.rng.range(0, 13) {
                0 => "0".into(),
                1 | 2 => self.rng.range(30, 37).to_string(),
                3 | 4 => self.rng.range(40, 47).to_string(),
                5 => self.rng.range(90, 107).to_string(),
                6 => format!("{};5;{}", self.rng.pick(&[38, 48]), self.rng.range(0, 255)),
                7 => format!("{};2;{};{};{}", self.rng.pick(&[38, 48]), self.rng.range(0, 255), 3, 4),
                8 => format!("38:2::{}:5:6", self.rng.range(0, 255)),
                9 => format!("4:{}", self.rng.range(0, 5)),
                10 => self.rng.pick(&["58:5:9", "58:2::1:2:3", "58;5;3", "59", "53", "55"]).into(),
                11 => self.rng.range(21, 29).to_string(),
                12 => self.rng.pick(&["39", "49", "38", "48;5", "38;2;1"]).into(),
                _ => self.rng.range(1, 9).to_string(),
            };
            codes.push(code);
        }
        self.put(format!("\x1b[{}m", codes.join(";")));
        if self.rng.chance(5) {
            let protect = self.rng.pick(&["\x1b[1\"q", "\x1b[0\"q", "\x1b[2\"q"]);
            self.put(protect);
        }
    }

    fn movement(&mut self) {
        let (row, column, count) = (self.row(), self.column(), self.small());
        let sequence = match self.rng.range(0, 9) {
            0..=2 => format!("\x1b[{row};{column}H"),
            3 => format!("\x1b[{column}G"),
            4 => format!("\x1b[{row}d"),
            5 => format!("\x1b[{row};{column}f"),
            6 => format!("\x1b[{column}`"),
            _ => format!("\x1b[{count}{}", self.rng.pick(&['A', 'B', 'C', 'D', 'E', 'F', 'a', 'e'])),
        };
        self.put(sequence);
    }

    fn erasing(&mut self) {
        let sequence = match self.rng.range(0, 9) {
            // Up to the last cell of the screen, ED 1 makes xterm.js 6.0.0 throw.
            0 => format!("\x1b[{}J", self.rng.pick(&["", "0", "2", "3", "1"])),
            1 => format!("\x1b[?{}J", self.rng.pick(&["", "2"])),
            2 => format!("\x1b[?{}K", self.rng.pick(&["", "1", "2"])),
            3..=5 => format!("\x1b[{}K", self.rng.pick(&["", "1", "2"])),
            6 => format!("\x1b[{}J", self.rng.pick(&["", "2"])),
            _ => format!("\x1b[{}X", self.small()),
        };
        self.put(sequence);
    }

    fn editing(&mut self) {
        let count = self.small();
        let last = self.rng.pick(&["@", "P", "L", "M", "@", "P", "L", "M", " @", " A", "'}", "'~"]);
        self.put(format!("\x1b[{count}{last}"));
    }

    fn scrolling(&mut self) {
        let (top, bottom, count) = (self.row(), self.row(), self.small());
        let sequence = match self.rng.range(0, 7) {
            0 | 1 => format!("\x1b[{top};{bottom}r"),
            2 => "\x1b[r".into(),
            3 => format!("\x1b[{count}S"),
            4 => format!("\x1b[{count}T"),
            _ => self.rng.pick(&["\x1bD", "\x1bM", "\x1bE", "\u{84}", "\u{85}", "\x1bM"]).into(),
        };
        self.put(sequence);
    }

    fn mode(&mut self) {
        let set = self.rng.pick(&['h', 'l']);
        let sequence = match self.rng.range(0, 9) {
            0..=5 => {
                let modes = [
                    1, 6, 9, 12, 25, 45, 66, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2026, 6,
                    7, 7, 7,
                ];
                let modes = if self.wraps { &modes[..18] } else { &modes[..] };
                format!("\x1b[?{}{set}", self.rng.pick(modes))
            }
            6 => format!("\x1b[{}{set}", self.rng.pick(&[4, 20, 4])),
            7 => "\x1b[?7h\x1b[4l\x1b[20l".into(),
            8 => format!("\x1b[{} q", self.rng.range(0, 6)),
            _ => self
                .rng
                .pick(&["\x1b=", "\x1b>", "\x1b[?6;7h", "\x1b[?2h", "\x1b[?3h", "\x1b[c", "\x1b[6n"])
                .into(),
        };
        self.put(sequence);
    }

    fn screens(&mut self) {
        let mode = self.rng.pick(&[47, 1047, 1049, 1049]);
        let set = self.rng.chance(50);
        self.alternate |= set;
        self.put(format!("\x1b[?{mode}{}", if set { 'h' } else { 'l' }));
        if !set && self.rng.chance(90) {
            self.alternate = false;
        }
    }

    fn tabs(&mut self) {
        let count = self.small();
        let sequence = match self.rng.range(0, 5) {
            0 if !self.resizes => "\x1bH".into(),
            1 if !self.resizes => format!("\x1b[{}g", self.rng.pick(&["", "0", "3"])),
            2 => format!("\x1b[{count}I"),
            3 => format!("\x1b[{count}Z"),
            _ => "\t".to_owned(),
        };
        self.put(sequence);
    }

    fn charset(&mut self) {
        let sequence = match self.rng.range(0, 3) {
            0 => format!(
                "\x1b{}{}",
                self.rng.pick(&['(', ')', '*', '+', '-', '.', '/']),
                self.rng.pick(&['0', 'B', 'A', '4', 'R', 'K', '='])
            ),
            1 => "\x1b(0lqqk\x1b(B".into(),
            _ => self.rng.pick(&["\x0e", "\x0f", "\x1bn", "\x1bo", "\x1b}", "\x1b~", "\x1b%G"]).into(),
        };
        self.put(sequence);
    }

    fn command(&mut self) {
        let end = self.rng.pick(&["\x07", "\x1b\\", "\u{9c}"]);
        let number = self.rng.range(0, 3);
        let command = match self.rng.range(0, 9) {
            0 => format!("0;title {number}"),
            1 => format!("2;{number} – ß"),
            2..=5 => format!("8;;https://example.org/{number}"),
            6 => format!("8;id=n{number};file:///home/{number};a"),
            7 => "8;;".into(),
            8 => self
                .rng
                .pick(&["133;A", "133;D;1", "7;file://h/home/a%20b", "9;4;1;50", "52;c;aGk=", "10;?"])
                .into(),
            _ => format!("4;{number};rgb:11/22/33"),
        };
        self.put(format!("\x1b]{command}{end}"));
        if self.rng.chance(30) {
            let stack = self.rng.pick(&["\x1b[22;2t", "\x1b[23;2t", "\x1b[22t", "\x1b[23t"]);
            self.put(stack);
        }
    }

    fn odd(&mut self) {
        let sequence = self.rng.pick(&[
            "\x1bc",
            "\x1b[!p",
            "\x1b#8",
            "\x1bP$qm\x1b\\",
            "\x1b_app\x1b\\",
            "\x1b^pm\u{9c}",
            "\x1b[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;25;26;27;28;29;30;31;32;33m",
            "\x1b[99999999999C",
            "\u{9b}31m",
            "\x1b[3\x0a1m",
            "\x1b[?>1c",
            "\x7f",
        ]);
        self.put(sequence);
        if self.rng.chance(20) {
            self.put([0xc3, 0x28, 0xff, 0x80, 0xe3, 0x80]);
        }
    }

    fn truncated(&mut self) {
        let sequence: &[u8] = self.rng.pick(&[
            &b"\x1b[38;5;12"[..],
            b"\x1b]0;never ends",
            b"\x1b",
            b"\x1b[",
            b"\x1b[?",
            b"\x1bP$q",
            b"\x1b(",
            "한".as_bytes(),
            b"\xf0\x9f\x99",
            b"\x1b[1;31",
            b"\x1b_apc",
            b"\x1b[ ",
        ]);
        let length = self.rng.range(1, sequence.len() as u64) as usize;
        self.put(&sequence[..length]);
        if self.rng.chance(50) {
            self.put("\x18");
        }
    }

    fn resize(&mut self) {
        self.flush();
        let mut size = size(self.rng);
        if self.rng.chance(40) {
            size.columns = self.size.columns;
        }
        let narrower = size.columns < self.size.columns;
        self.size = size;
        self.steps.push(Step::Resize(size));
        // Full-screen programs draw anew; what xterm.js hides beyond the edge of the alternate screen is then gone.
        if narrower && self.alternate {
            self.put("\x1b[m\x1b[2J");
        }
    }
}
