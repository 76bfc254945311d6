//! Reading Zstandard frames with the C library or, in WebAssembly, with a decoder in Rust.

use std::io::{self, Read};

/// Returns the content of a frame, cut off after `most + 1` bytes.
///
/// # Errors
///
/// Returns an error if the frame is damaged, or of the kind `OutOfMemory` if the system refuses the memory.
pub fn decompress(frame: &[u8], most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = decoder(frame).and_then(|decoder| {
        let mut limited = decoder.take(most as u64 + 1);
        limited.read_to_end(&mut bytes)
    });
    match read {
        Ok(_) => Ok(bytes),
        // The zstd crate passes on only the text of an error.
        Err(error) if error.to_string().ends_with("not enough memory") => {
            Err(io::ErrorKind::OutOfMemory.into())
        }
        Err(error) => Err(error),
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn decoder(frame: &[u8]) -> io::Result<impl Read> {
    zstd::Decoder::new(frame)
}

#[cfg(target_arch = "wasm32")]
fn decoder(frame: &[u8]) -> io::Result<impl Read> {
    ruzstd::decoding::StreamingDecoder::new(frame).map_err(io::Error::other)
}

/// Splits off the first of several frames.
pub(super) fn split_frame(frames: &[u8]) -> io::Result<(&[u8], &[u8])> {
    frames
        .split_at_checked(frame_length(frames)?)
        .ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
}

#[cfg(not(target_arch = "wasm32"))]
fn frame_length(frames: &[u8]) -> io::Result<usize> {
    zstd::zstd_safe::find_frame_compressed_size(frames)
        .map_err(|_| io::ErrorKind::InvalidData.into())
}

#[cfg(target_arch = "wasm32")]
fn frame_length(frames: &[u8]) -> io::Result<usize> {
    let mut rest = frames;
    let frame = ruzstd::decoding::StreamingDecoder::new(&mut rest);
    io::copy(&mut frame.map_err(io::Error::other)?, &mut io::sink())?;
    Ok(frames.len() - rest.len())
}
