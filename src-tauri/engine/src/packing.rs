//! Numbers and stretches of bytes as they are kept: LEB128, and zstd frames with a checksum.

use std::borrow::Cow;

/// Keeps up with any terminal.
pub(crate) const FAST: i32 = 1;
/// For what comes at the pace of a learner: smaller by a tenth, in five times as long.
pub(crate) const SMALL: i32 = 6;

/// Nothing decodes to more than this: a damaged block must not eat the memory.
const LARGEST: usize = 64 * 1024 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the block cannot be read")]
pub(crate) struct Unreadable;

/// What is to be kept, as it came or compressed already: that takes its time, and whoever saves it does it, not whoever
/// has it to hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Data<R = Vec<u8>> {
    Raw(R),
    Packed(Vec<u8>),
}

/// What can be compressed.
pub(crate) trait Raw {
    fn length(&self) -> usize;
    fn compress(&self, packer: &mut Packer, level: i32) -> Vec<u8>;
}

/// Compresses one stretch after the other: what zstd works in is larger than most of them.
#[derive(Default)]
pub(crate) struct Packer {
    zstd: Option<zstd::bulk::Compressor<'static>>,
}

impl Packer {
    pub(crate) fn compress(&mut self, raw: &[u8], level: i32) -> Vec<u8> {
        // Memory to memory, with a valid level and flag: there is nothing that could fail.
        let mut packed = self.try_compress(raw, level).unwrap_or_default();
        // It was given room for what cannot be compressed, and some of them are kept for long.
        packed.shrink_to_fit();
        packed
    }

    fn try_compress(&mut self, raw: &[u8], level: i32) -> std::io::Result<Vec<u8>> {
        let zstd = match &mut self.zstd {
            Some(zstd) => zstd,
            none => none.insert(zstd::bulk::Compressor::default()),
        };
        zstd.set_compression_level(level)?;
        // A flipped bit must read as damage, and not as other output.
        zstd.include_checksum(true)?;
        zstd.compress(raw)
    }
}

impl std::fmt::Debug for Packer {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Packer").finish_non_exhaustive()
    }
}

impl Raw for Vec<u8> {
    fn length(&self) -> usize {
        self.len()
    }

    fn compress(&self, packer: &mut Packer, level: i32) -> Vec<u8> {
        packer.compress(self, level)
    }
}

impl<R: Raw> Data<R> {
    pub(crate) fn pack(&mut self, packer: &mut Packer, level: i32) {
        if let Self::Raw(raw) = self {
            *self = Self::Packed(raw.compress(packer, level));
        }
    }

    /// Compressed, in any case.
    pub(crate) fn packed(&self) -> Cow<'_, [u8]> {
        match self {
            Self::Raw(raw) => Cow::Owned(raw.compress(&mut Packer::default(), FAST)),
            Self::Packed(data) => Cow::Borrowed(data),
        }
    }

    /// Bytes of memory.
    pub(crate) fn weight(&self) -> usize {
        match self {
            Self::Raw(raw) => raw.length(),
            Self::Packed(data) => data.len(),
        }
    }
}

impl Data {
    pub(crate) fn unpacked(&self) -> Result<Cow<'_, [u8]>, Unreadable> {
        match self {
            Self::Raw(raw) => Ok(Cow::Borrowed(raw)),
            Self::Packed(data) => decompress(data).map(Cow::Owned),
        }
    }
}

/// As it comes from the store.
impl<R> From<Vec<u8>> for Data<R> {
    fn from(data: Vec<u8>) -> Self {
        Self::Packed(data)
    }
}

pub(crate) fn decompress(data: &[u8]) -> Result<Vec<u8>, Unreadable> {
    let size = zstd::zstd_safe::get_frame_content_size(data).map_err(|_| Unreadable)?;
    let size = usize::try_from(size.ok_or(Unreadable)?).map_err(|_| Unreadable)?;
    if size > LARGEST {
        return Err(Unreadable);
    }
    zstd::bulk::decompress(data, size).map_err(|_| Unreadable)
}

/// Unsigned LEB128.
pub(crate) fn put_number(mut number: u64, out: &mut Vec<u8>) {
    loop {
        let low = (number & 0x7f) as u8;
        number >>= 7;
        if number == 0 {
            out.push(low);
            return;
        }
        out.push(low | 0x80);
    }
}

pub(crate) fn take_number(from: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = from.split_first()?;
        *from = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// The next so many bytes.
pub(crate) fn take_bytes<'a>(from: &mut &'a [u8], count: u64) -> Option<&'a [u8]> {
    let (taken, rest) = from.split_at_checked(usize::try_from(count).ok()?)?;
    *from = rest;
    Some(taken)
}
