//! Weights and networks. What is read is written and read back equal, and gives values. The numbers
//! are compressed here, since the fuzzer cannot change them behind the checksum of the frame.
#![no_main]

use arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;
use outflank_engine::evaluation::{Evaluation, KNOTS, Network, PatternSet, Weights};
use outflank_othello::{Position, Shape};

/// Where a file comes from.
#[derive(Arbitrary)]
enum File<'a> {
    /// The bytes themselves.
    Raw(&'a [u8]),
    /// Weights, whose frames hold these numbers.
    Weights {
        shape: Choice,
        description: &'a [u8],
        errors: Numbers<'a>,
        knots: [Numbers<'a>; KNOTS],
    },
    /// A network, whose frame holds the error model, the width and these numbers.
    Network {
        description: &'a [u8],
        errors: [[u8; 4]; 10],
        width: Width,
        numbers: Numbers<'a>,
    },
}

#[derive(Arbitrary, Clone, Copy)]
enum Choice {
    Standard,
    Small,
    Narrow,
    Wide,
    Holes,
    TooSmall,
}

#[derive(Arbitrary, Clone, Copy)]
enum Width {
    Least,
    Other(u16),
}

/// Numbers, repeated up to the length that the file needs, plus a difference.
#[derive(Arbitrary)]
struct Numbers<'a> {
    difference: Option<i8>,
    pattern: &'a [u8],
}

impl Numbers<'_> {
    fn bytes(&self, length: usize) -> Vec<u8> {
        let difference = self.difference.unwrap_or(0).into();
        let length = length.saturating_add_signed(difference);
        let pattern = if self.pattern.is_empty() {
            &[0]
        } else {
            self.pattern
        };
        pattern.iter().copied().cycle().take(length).collect()
    }

    fn frame(&self, length: usize) -> Vec<u8> {
        frame(&self.bytes(length))
    }
}

fn frame(bytes: &[u8]) -> Vec<u8> {
    let compressed = zstd::bulk::compress(bytes, 1);
    compressed.expect("there is enough memory")
}

impl Choice {
    const fn name(self) -> &'static str {
        match self {
            Self::Standard => "8x8",
            Self::Small => "4x4",
            Self::Narrow => "5x4",
            Self::Wide => "10x3",
            Self::Holes => "6x4-a1f4",
            Self::TooSmall => "3x3",
        }
    }
}

/// Writes the header of a file after its magic number.
fn header(file: &mut Vec<u8>, patterns: &PatternSet, description: &[u8]) {
    file.extend(patterns.fingerprint().to_le_bytes());
    file.extend((description.len() as u32).to_le_bytes());
    file.extend(description);
}

fn weights(
    shape: Choice,
    description: &[u8],
    errors: &Numbers<'_>,
    knots: &[Numbers<'_>],
) -> Vec<u8> {
    let name = shape.name();
    let Ok(Ok(patterns)) = name.parse().map(PatternSet::of) else {
        return [b"OutflankWeights5\x03\0", name.as_bytes()].concat();
    };
    let mut file = if patterns.shape() == Shape::STANDARD {
        b"OutflankWeights4".to_vec()
    } else {
        let length = (name.len() as u16).to_le_bytes();
        [b"OutflankWeights5", &length[..], name.as_bytes()].concat()
    };
    header(&mut file, patterns, description);
    file.extend(errors.frame(40));
    for knot in knots {
        file.extend(knot.frame(2 * patterns.kinds()));
    }
    file
}

fn network(description: &[u8], errors: &[[u8; 4]], width: Width, numbers: &Numbers<'_>) -> Vec<u8> {
    let patterns = PatternSet::standard();
    let width = match width {
        Width::Least => 16,
        Width::Other(width) => width,
    };
    let mut file = b"OutflankNetwork1".to_vec();
    header(&mut file, patterns, description);
    let mut body = errors.concat();
    body.extend(width.to_le_bytes());
    // The rows are zero. They are most of the file, and the rest has the limits.
    let rows = patterns.kinds() * usize::from(width.min(128));
    body.resize(body.len() + rows, 0);
    let pairs = usize::from(width.min(128) / 2);
    let head = 16 * pairs + 4 * 16 + 2 * 16 + 2 * pairs + 4;
    body.extend(numbers.bytes(4 * pairs + 16 * head + 2 * 65));
    file.extend(frame(&body));
    file
}

fuzz_target!(|data: &[u8]| {
    let Ok(file) = File::arbitrary_take_rest(Unstructured::new(data)) else {
        return;
    };
    let file = match file {
        File::Raw(bytes) => bytes.to_vec(),
        File::Weights {
            shape,
            description,
            errors,
            knots,
        } => weights(shape, description, &errors, &knots),
        File::Network {
            description,
            errors,
            width,
            numbers,
        } => network(description, &errors, width, &numbers),
    };
    let Ok(evaluation) = Evaluation::from_bytes(&file) else {
        return;
    };
    let error = "there is enough memory";
    match evaluation.network() {
        Some(network) => {
            let written = network.to_bytes(1).expect(error);
            let again = Network::from_bytes(&written).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(again.parts(), network.parts());
            assert_eq!(again.description(), network.description());
            assert_eq!(again.errors(), network.errors());
        }
        None => {
            let written = evaluation.weights().to_bytes(1).expect(error);
            assert!(Weights::from_bytes(&written).as_ref() == Ok(evaluation.weights()));
        }
    }
    let mut position = Position::start(evaluation.shape());
    while let Some(square) = position.legal_moves().first() {
        assert!(evaluation.value(&position).is_ok());
        position = position.play(square).expect("a legal move");
    }
});
