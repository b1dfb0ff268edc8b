//! Numbers of a control sequence, with their limits: at most 32 parameters and 32 sub-parameters, 31 bits each.
//!
//! A port of `common/parser/Params.ts` of xterm.js 6 (MIT).

const MAX: usize = 32;

/// Parameters of a CSI or DCS sequence. There is always at least one; a missing number is 0, a missing
/// sub-parameter −1.
#[derive(Debug, Clone)]
pub(crate) struct Params {
    values: [i32; MAX],
    len: usize,
    subs: [i32; MAX],
    subs_len: usize,
    /// Where the sub-parameters of each parameter start and end.
    ranges: [(u8, u8); MAX],
    reject_digits: bool,
    reject_sub_digits: bool,
    digit_is_sub: bool,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            values: [0; MAX],
            len: 1,
            subs: [0; MAX],
            subs_len: 0,
            ranges: [(0, 0); MAX],
            reject_digits: false,
            reject_sub_digits: false,
            digit_is_sub: false,
        }
    }
}

impl Params {
    pub(crate) fn reset(&mut self) {
        self.values[0] = 0;
        self.ranges[0] = (0, 0);
        self.len = 1;
        self.subs_len = 0;
        self.reject_digits = false;
        self.reject_sub_digits = false;
        self.digit_is_sub = false;
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The parameter, 0 where there is none.
    pub(crate) fn get(&self, index: usize) -> i32 {
        if index < self.len { self.values[index] } else { 0 }
    }

    /// The parameter as a count: 1 where it is missing or 0.
    pub(crate) fn count(&self, index: usize) -> usize {
        usize::try_from(self.get(index)).unwrap_or(0).max(1)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = i32> + '_ {
        self.values[..self.len].iter().copied()
    }

    pub(crate) fn subs(&self, index: usize) -> &[i32] {
        let (start, end) = self.ranges[index];
        &self.subs[usize::from(start)..usize::from(end)]
    }

    /// Takes a byte of `0-9`, `;` or `:`.
    pub(crate) fn put(&mut self, byte: u8) {
        match byte {
            b';' => self.add(),
            b':' => self.add_sub(),
            _ => self.digit(i32::from(byte) - i32::from(b'0')),
        }
    }

    fn add(&mut self) {
        self.digit_is_sub = false;
        if self.len >= MAX {
            self.reject_digits = true;
            return;
        }
        let at = u8::try_from(self.subs_len).unwrap_or(u8::MAX);
        self.ranges[self.len] = (at, at);
        self.values[self.len] = 0;
        self.len += 1;
    }

    fn add_sub(&mut self) {
        self.digit_is_sub = true;
        if self.reject_digits || self.subs_len >= MAX {
            self.reject_sub_digits = true;
            return;
        }
        self.subs[self.subs_len] = -1;
        self.subs_len += 1;
        self.ranges[self.len - 1].1 += 1;
    }

    fn digit(&mut self, digit: i32) {
        if self.reject_digits || (self.digit_is_sub && (self.reject_sub_digits || self.subs_len == 0)) {
            return;
        }
        let value = if self.digit_is_sub {
            &mut self.subs[self.subs_len - 1]
        } else {
            &mut self.values[self.len - 1]
        };
        *value = if *value == -1 { digit } else { value.saturating_mul(10).saturating_add(digit) };
    }
}
