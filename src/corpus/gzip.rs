//! gzip, both ways: the only file that names `flate2`.
//!
//! Reading takes any number of members and tells apart how a file can be damaged: cut short,
//! corrupt, or followed by something that is no gzip. What arrived before the damage is handed on
//! as if the input ended there, and the damage is kept to be said.

use flate2::bufread::GzDecoder;
use flate2::{Compression, GzBuilder};
use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// The two bytes every gzip member begins with.
pub const MAGIC: [u8; 2] = [0x1F, 0x8B];

/// What is wrong with a compressed input. Offsets count compressed bytes from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GzipDamage {
    /// The last member is cut short.
    Truncated {
        /// Number of decompressed bytes that arrived.
        arrived: u64,
    },
    /// A member cannot be decoded, or its checksum does not fit.
    Corrupt {
        /// Number of decompressed bytes that arrived.
        arrived: u64,
        /// The decoder's reason.
        reason: String,
    },
    /// A complete member is followed by zeros only, as tapes and block devices leave them.
    TrailingZeros {
        /// How many.
        count: u64,
    },
    /// A complete member is followed by something that is no gzip.
    TrailingGarbage {
        /// How many bytes.
        count: u64,
    },
}

impl GzipDamage {
    /// Whether data may be missing; trailing bytes after a complete member lose nothing.
    #[must_use]
    pub fn loses_data(&self) -> bool {
        matches!(self, Self::Truncated { .. } | Self::Corrupt { .. })
    }
}

impl fmt::Display for GzipDamage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated { arrived } => write!(
                f,
                "the gzip data ends early, after {arrived} decompressed bytes; what arrived is kept, the rest is missing"
            ),
            Self::Corrupt { arrived, reason } => write!(
                f,
                "the gzip data is corrupt after {arrived} decompressed bytes ({reason}); what arrived is kept"
            ),
            Self::TrailingZeros { count } => write!(
                f,
                "{count} zero bytes follow the complete gzip data; nothing is missing"
            ),
            Self::TrailingGarbage { count } => write!(
                f,
                "{count} bytes that are no gzip follow the complete gzip data; they are ignored"
            ),
        }
    }
}

/// Where a reader leaves what was wrong with its input; shared with whoever reports it.
pub type DamageSlot = Arc<Mutex<Option<GzipDamage>>>;

/// Decompresses every member of a gzip input.
pub struct MemberReader<R: BufRead> {
    stage: Stage<R>,
    arrived: u64,
    damage: DamageSlot,
}

enum Stage<R: BufRead> {
    Member(Box<GzDecoder<R>>),
    Between(R),
    Ended,
}

impl<R: BufRead> MemberReader<R> {
    /// Reads from where a gzip member begins.
    pub fn new(reader: R, damage: DamageSlot) -> Self {
        Self {
            stage: Stage::Between(reader),
            arrived: 0,
            damage,
        }
    }

    fn end(&mut self, damage: Option<GzipDamage>) {
        self.stage = Stage::Ended;
        *self.damage.lock().unwrap_or_else(PoisonError::into_inner) = damage;
    }
}

impl<R: BufRead> Read for MemberReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            match std::mem::replace(&mut self.stage, Stage::Ended) {
                Stage::Ended => return Ok(0),
                Stage::Between(mut reader) => {
                    let ahead = reader.fill_buf()?;
                    if ahead.is_empty() {
                        return Ok(0);
                    }
                    if self.arrived > 0 && ahead[0] != MAGIC[0] {
                        let damage = trailing(reader)?;
                        self.end(Some(damage));
                        return Ok(0);
                    }
                    self.stage = Stage::Member(Box::new(GzDecoder::new(reader)));
                }
                Stage::Member(mut decoder) => match decoder.read(buffer) {
                    Ok(0) => self.stage = Stage::Between(decoder.into_inner()),
                    Ok(count) => {
                        self.arrived += count as u64;
                        self.stage = Stage::Member(decoder);
                        return Ok(count);
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                        self.stage = Stage::Member(decoder);
                    }
                    Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                        self.end(Some(GzipDamage::Truncated {
                            arrived: self.arrived,
                        }));
                        return Ok(0);
                    }
                    Err(error)
                        if matches!(
                            error.kind(),
                            io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData
                        ) =>
                    {
                        let reason = error.to_string();
                        self.end(Some(GzipDamage::Corrupt {
                            arrived: self.arrived,
                            reason,
                        }));
                        return Ok(0);
                    }
                    Err(error) => return Err(error),
                },
            }
        }
    }
}

/// Counts what follows the last complete member.
fn trailing(mut reader: impl BufRead) -> io::Result<GzipDamage> {
    let (mut count, mut only_zeros) = (0, true);
    loop {
        let ahead = reader.fill_buf()?;
        if ahead.is_empty() {
            break;
        }
        only_zeros &= ahead.iter().all(|&byte| byte == 0);
        let length = ahead.len();
        count += length as u64;
        reader.consume(length);
    }
    Ok(if only_zeros {
        GzipDamage::TrailingZeros { count }
    } else {
        GzipDamage::TrailingGarbage { count }
    })
}

/// Compresses into one member with nothing in its header that changes from run to run: no time, no
/// name, a fixed system and level, so that equal bytes give equal files.
pub fn compressor<W: Write>(writer: W) -> impl Write + Finish<W> {
    Compressor(
        GzBuilder::new()
            .mtime(0)
            .operating_system(255)
            .write(writer, Compression::new(6)),
    )
}

/// Ends a compressed stream and gives the writer below it back.
pub trait Finish<W> {
    /// Writes what is left and the checksum.
    ///
    /// # Errors
    /// When the writer below refuses.
    fn finish(self) -> io::Result<W>;
}

struct Compressor<W: Write>(flate2::write::GzEncoder<W>);

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl<W: Write> Finish<W> for Compressor<W> {
    fn finish(self) -> io::Result<W> {
        self.0.finish()
    }
}

/// Compresses bytes in memory; see [`compressor`].
#[must_use]
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut writer = compressor(Vec::new());
    writer
        .write_all(bytes)
        .and_then(|()| writer.finish())
        .expect("writing to memory cannot fail")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (Vec<u8>, Option<GzipDamage>) {
        let slot = DamageSlot::default();
        let mut out = Vec::new();
        MemberReader::new(bytes, Arc::clone(&slot))
            .read_to_end(&mut out)
            .expect("memory reads");
        let damage = slot.lock().expect("no other thread").clone();
        (out, damage)
    }

    #[test]
    fn several_members_read_as_one() {
        let mut bytes = compress(b"one\n");
        bytes.extend(compress(b""));
        bytes.extend(compress(b"two\n"));
        assert_eq!(read(&bytes), (b"one\ntwo\n".to_vec(), None));
    }

    #[test]
    fn a_cut_keeps_what_arrived_and_is_no_trailing_garbage() {
        let text: Vec<u8> = (0..200_000_u32)
            .flat_map(|n| (n.wrapping_mul(2_654_435_761)).to_le_bytes())
            .collect();
        let whole = compress(&text);
        let (out, damage) = read(&whole[..whole.len() / 2]);
        assert!(!out.is_empty() && text.starts_with(&out));
        assert_eq!(
            damage,
            Some(GzipDamage::Truncated {
                arrived: out.len() as u64
            })
        );
        let (out, damage) = read(&whole[..whole.len() - 3]);
        assert_eq!(out.len(), text.len());
        assert_eq!(
            damage,
            Some(GzipDamage::Truncated {
                arrived: text.len() as u64
            })
        );
        let (out, damage) = read(&whole[..5]);
        assert!(out.is_empty());
        assert_eq!(damage, Some(GzipDamage::Truncated { arrived: 0 }));
    }

    #[test]
    fn what_follows_a_complete_member_is_named_as_that() {
        let mut zeros = compress(b"x");
        zeros.extend([0; 1000]);
        assert_eq!(
            read(&zeros),
            (
                b"x".to_vec(),
                Some(GzipDamage::TrailingZeros { count: 1000 })
            )
        );
        let mut garbage = compress(b"x");
        garbage.extend(b"hello");
        assert_eq!(
            read(&garbage),
            (
                b"x".to_vec(),
                Some(GzipDamage::TrailingGarbage { count: 5 })
            )
        );
    }

    #[test]
    fn a_wrong_checksum_is_corruption() {
        let mut bytes = compress(b"some text");
        let crc = bytes.len() - 8;
        bytes[crc] ^= 1;
        let (out, damage) = read(&bytes);
        assert_eq!(out, b"some text");
        assert!(
            matches!(damage, Some(GzipDamage::Corrupt { arrived: 9, .. })),
            "{damage:?}"
        );
    }

    #[test]
    fn equal_bytes_compress_to_equal_files() {
        assert_eq!(compress(b"abc"), compress(b"abc"));
    }
}
