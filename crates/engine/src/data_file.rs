//! Data files: weights, networks, models and books, built in or provided by the program.

use std::sync::OnceLock;

/// A data file of the program.
///
/// The file is built in, unless the program is compiled with `--cfg external_data`. The program
/// must then provide the content before the first use. The browser build does so, to start before
/// all data has been downloaded.
#[derive(Debug)]
pub struct DataFile {
    name: &'static str,
    content: OnceLock<&'static [u8]>,
    built_in: Option<&'static [u8]>,
}

impl DataFile {
    /// Returns a file that is built in.
    #[must_use]
    pub const fn built_in(name: &'static str, content: &'static [u8]) -> Self {
        Self {
            name,
            content: OnceLock::new(),
            built_in: Some(content),
        }
    }

    /// Returns a file that the program provides.
    #[must_use]
    pub const fn external(name: &'static str) -> Self {
        Self {
            name,
            content: OnceLock::new(),
            built_in: None,
        }
    }

    /// Returns the name of the file.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Provides the content, which is kept until the program ends. Does nothing if the file
    /// already has content.
    pub fn provide(&self, content: Vec<u8>) {
        if self.built_in.is_none() {
            self.content.get_or_init(|| content.leak());
        }
    }

    /// Returns the content.
    ///
    /// # Panics
    ///
    /// Panics if the file is external and its content has not been provided.
    #[must_use]
    pub fn content(&self) -> &'static [u8] {
        let content = self.built_in.or_else(|| self.content.get().copied());
        content.unwrap_or_else(|| panic!("{} has not been provided", self.name))
    }
}

/// Declares a data file that is built in unless the program is compiled with `--cfg external_data`.
#[macro_export]
macro_rules! data_file {
    ($(#[$attribute:meta])* $name:ident, $file:literal, $content:expr) => {
        $(#[$attribute])*
        #[cfg(not(external_data))]
        pub static $name: $crate::DataFile = $crate::DataFile::built_in($file, $content);
        $(#[$attribute])*
        #[cfg(external_data)]
        pub static $name: $crate::DataFile = $crate::DataFile::external($file);
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_content_is_kept() {
        static FILE: DataFile = DataFile::external("a");
        FILE.provide(vec![1]);
        FILE.provide(vec![2]);
        assert_eq!(FILE.content(), [1]);
    }

    #[test]
    #[should_panic(expected = "a has not been provided")]
    fn the_panic_names_the_missing_file() {
        let _ = DataFile::external("a").content();
    }
}
