//! Where a table lies: in memory, or in a file that the system keeps in memory as far as there is room.

use std::ops::{Deref, DerefMut};

#[cfg(feature = "files")]
pub(crate) use file::{StoredFile, seal};

/// The units of a table.
#[derive(Debug)]
pub(crate) enum Storage<T> {
    Memory(Vec<T>),
    #[cfg(feature = "files")]
    File(StoredFile),
}

impl<T: bytemuck::Pod> Storage<T> {
    pub(crate) fn in_memory(n_units: usize) -> Storage<T> {
        Storage::Memory(vec![T::zeroed(); n_units])
    }
}

impl<T: bytemuck::Pod> Deref for Storage<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Storage::Memory(units) => units,
            #[cfg(feature = "files")]
            Storage::File(file) => bytemuck::cast_slice(file.content()),
        }
    }
}

impl<T: bytemuck::Pod> DerefMut for Storage<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        match self {
            Storage::Memory(units) => units,
            #[cfg(feature = "files")]
            Storage::File(file) => bytemuck::cast_slice_mut(file.content_mut()),
        }
    }
}

#[cfg(feature = "files")]
mod file {
    use std::fs::{self, File, OpenOptions};
    use std::io;
    use std::path::Path;

    use memmap2::MmapMut;
    use xxhash_rust::xxh3::xxh3_64;

    use super::Storage;

    /// A checksum, then the units.
    const HEAD_BYTES: usize = size_of::<u64>();

    /// A mapped file.
    #[derive(Debug)]
    pub(crate) struct StoredFile(MmapMut);

    impl StoredFile {
        /// A new file, all zeros; it has no checksum until it is sealed.
        pub(crate) fn create(path: &Path, n_bytes: usize) -> io::Result<StoredFile> {
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path)?;
            file.set_len((HEAD_BYTES + n_bytes) as u64)?;
            StoredFile::map(&file)
        }

        /// A file that was sealed: `None` if it has another length or its checksum is wrong.
        pub(crate) fn open(path: &Path, n_bytes: usize) -> io::Result<Option<StoredFile>> {
            let file = OpenOptions::new().read(true).write(true).open(path)?;
            if file.metadata()?.len() != (HEAD_BYTES + n_bytes) as u64 {
                return Ok(None);
            }
            let file = StoredFile::map(&file)?;
            Ok((file.0[..HEAD_BYTES] == file.checksum()).then_some(file))
        }

        fn map(file: &File) -> io::Result<StoredFile> {
            // SAFETY: the file must not be changed by others while it is mapped. It is private to this
            // build, under a name that no other program uses.
            unsafe { MmapMut::map_mut(file) }.map(StoredFile)
        }

        pub(super) fn content(&self) -> &[u8] {
            &self.0[HEAD_BYTES..]
        }

        pub(super) fn content_mut(&mut self) -> &mut [u8] {
            &mut self.0[HEAD_BYTES..]
        }

        fn checksum(&self) -> [u8; HEAD_BYTES] {
            xxh3_64(self.content()).to_le_bytes()
        }

        fn seal(&mut self) -> io::Result<()> {
            let checksum = self.checksum();
            self.0[..HEAD_BYTES].copy_from_slice(&checksum);
            self.0.flush()
        }
    }

    /// Writes the units, or only their checksum where they are in the file, and gives the file its
    /// final name.
    pub(crate) fn seal<T: bytemuck::Pod>(
        storage: &mut Storage<T>,
        unfinished: &Path,
        path: &Path,
    ) -> io::Result<()> {
        match storage {
            Storage::Memory(units) => {
                let bytes = bytemuck::cast_slice(units);
                let mut file = StoredFile::create(unfinished, bytes.len())?;
                file.content_mut().copy_from_slice(bytes);
                file.seal()?;
            }
            Storage::File(file) => file.seal()?,
        }
        fs::rename(unfinished, path)
    }
}
