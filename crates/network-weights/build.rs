//! Packs the network so that a program can unpack it in a few milliseconds.

use std::io::Read as _;
use std::path::Path;
use std::{env, error, fs};

/// Length in bytes of the magic number and the fingerprint of a network file; the length of the
/// description follows.
const HEAD: usize = 24;

/// Length in bytes of the numbers before the rows of the first layer: the error model and the
/// width.
const BEFORE_ROWS: usize = 42;

/// Number of bytes in a block.
const BLOCK: usize = 64;

fn main() -> Result<(), Box<dyn error::Error>> {
    println!("cargo::rerun-if-changed=8x8.network");
    let file = fs::read("8x8.network")?;
    let (length, _) = file[HEAD..].split_first_chunk().ok_or("no description")?;
    let head = HEAD + 4 + u32::from_le_bytes(*length) as usize;
    let mut numbers = Vec::new();
    ruzstd::decoding::StreamingDecoder::new(&file[head..])?.read_to_end(&mut numbers)?;
    let (before, rest) = numbers.split_at(BEFORE_ROWS);

    // For each block: the bits per number without the trailing zeros that all its numbers share,
    // plus 16 times the number of these zeros.
    let mut formats = Vec::new();
    let mut packed = Vec::new();
    for block in rest.chunks(BLOCK) {
        let mut whole = [0; BLOCK];
        whole[..block.len()].copy_from_slice(block);
        // A block of zeros has eight.
        let zeros = whole
            .iter()
            .fold(0, |all, byte| all | byte)
            .trailing_zeros()
            & 7;
        for byte in &mut whole {
            *byte = (*byte as i8 >> zeros) as u8;
        }
        let width = whole
            .iter()
            .map(|&byte| bits(byte as i8))
            .max()
            .unwrap_or(1);
        formats.push((width | zeros << 4) as u8);
        for eight in whole.chunks(8) {
            let half = 1 << (width - 1);
            let number = |(place, &byte): (usize, &u8)| {
                u64::from(byte.wrapping_add(half) & (u8::MAX >> (8 - width)))
                    << (width * place as u32)
            };
            let word: u64 = eight.iter().enumerate().map(number).sum();
            packed.extend(&word.to_le_bytes()[..width as usize]);
        }
    }
    let bytes = [&file[..head], before, &formats, &packed, &[0; 8]].concat();
    fs::write(Path::new(&env::var("OUT_DIR")?).join("8x8.packed"), bytes)?;
    Ok(())
}

/// Returns how many bits a number needs in two's complement.
const fn bits(number: i8) -> u32 {
    9 - if number < 0 {
        number.leading_ones()
    } else {
        number.leading_zeros()
    }
}
