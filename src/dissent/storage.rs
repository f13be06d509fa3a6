//! The little that a log asks of a file system, as a seam at which tests can make it fail.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Which file a handle is of, where the system can tell: device and inode.
pub(super) type Stamp = (u64, u64);

/// Where a log is kept.
pub(super) trait Storage: Send {
    /// Opens it as it is; `None` where nothing is.
    fn open_to_read(&self) -> io::Result<Option<Box<dyn Handle>>>;

    /// Opens it for adding, creating it where nothing is, and keeps others from adding until the
    /// handle is dropped.
    fn open_to_append(&self) -> io::Result<Box<dyn Handle>>;

    /// Makes the file's name durable, as [`Handle::sync`] makes its content.
    fn sync_name(&self) -> io::Result<()>;
}

/// A log, open.
pub(super) trait Handle {
    /// Whether others are kept from adding meanwhile.
    fn is_locked(&self) -> bool;
    /// Whether the storage's name still leads to what is open here.
    fn is_current(&self) -> bool;
    /// Which file this is.
    fn stamp(&self) -> Option<Stamp>;
    /// Size in bytes.
    fn size(&mut self) -> io::Result<u64>;
    /// Reads some bytes from an offset; 0 at the end.
    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> io::Result<usize>;
    /// Adds bytes at the end: all, or an error after none or some of them.
    fn add(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Cuts everything from an offset on.
    fn truncate(&mut self, size: u64) -> io::Result<()>;
    /// Returns when the content is on the disk.
    fn sync(&mut self) -> io::Result<()>;
    /// Copies everything from an offset on to a place beside the log, durably, and names it.
    fn set_aside(&mut self, offset: u64) -> io::Result<String>;
}

/// A log in a real file.
pub(super) struct FileStorage {
    path: PathBuf,
}

impl FileStorage {
    pub(super) fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
        }
    }

    fn directory(&self) -> &Path {
        match self.path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        }
    }

    fn handle(&self, file: File, locked: bool) -> Box<dyn Handle> {
        Box::new(FileHandle {
            file,
            path: self.path.clone(),
            locked,
        })
    }
}

impl Storage for FileStorage {
    fn open_to_read(&self) -> io::Result<Option<Box<dyn Handle>>> {
        match File::open(&self.path) {
            Ok(file) => Ok(Some(self.handle(file, false))),
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    fn open_to_append(&self) -> io::Result<Box<dyn Handle>> {
        fs::create_dir_all(self.directory())?;
        loop {
            let file = OpenOptions::new()
                .read(true)
                .append(true)
                .create(true)
                .open(&self.path)?;
            let locked = lock(&file)?;
            let handle = self.handle(file, locked);
            // While this waited for the lock, another may have put a new file in the old one's
            // place; a record added to the old one would be lost.
            if handle.is_current() {
                return Ok(handle);
            }
        }
    }

    fn sync_name(&self) -> io::Result<()> {
        if !cfg!(unix) {
            return Ok(());
        }
        // Some file systems cannot sync a directory and say so in these ways.
        match File::open(self.directory()).and_then(|directory| directory.sync_all()) {
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::InvalidInput
                        | io::ErrorKind::Unsupported
                        | io::ErrorKind::PermissionDenied
                ) =>
            {
                Ok(())
            }
            other => other,
        }
    }
}

/// How long to wait for another program that is writing; one write takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// Takes the exclusive lock. Whether there is one: false on a file system without locks.
fn lock(file: &File) -> io::Result<bool> {
    let start = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(TryLockError::Error(_)) => return Ok(false),
            Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(1));
            }
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(
                    io::ErrorKind::WouldBlock,
                    "another program has kept it locked for 10 seconds; end that program, or choose another file",
                ));
            }
        }
    }
}

struct FileHandle {
    file: File,
    path: PathBuf,
    locked: bool,
}

#[cfg(unix)]
fn stamp_of(metadata: &fs::Metadata) -> Option<Stamp> {
    use std::os::unix::fs::MetadataExt;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn stamp_of(_: &fs::Metadata) -> Option<Stamp> {
    None
}

impl Handle for FileHandle {
    fn is_locked(&self) -> bool {
        self.locked
    }

    fn is_current(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|metadata| stamp_of(&metadata) == self.stamp())
    }

    fn stamp(&self) -> Option<Stamp> {
        self.file.metadata().ok().as_ref().and_then(stamp_of)
    }

    fn size(&mut self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.seek(SeekFrom::Start(offset))?;
        loop {
            match self.file.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => return other,
            }
        }
    }

    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    fn truncate(&mut self, size: u64) -> io::Result<()> {
        self.file.set_len(size)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.sync_all()
    }

    fn set_aside(&mut self, offset: u64) -> io::Result<String> {
        let mut name = self.path.clone().into_os_string();
        name.push(".torn");
        let mut aside = OpenOptions::new().append(true).create(true).open(&name)?;
        self.file.seek(SeekFrom::Start(offset))?;
        io::copy(&mut self.file, &mut aside)?;
        aside.write_all(b"\n")?;
        aside.sync_all()?;
        Ok(name.to_string_lossy().into_owned())
    }
}
