//! Files of any format, detected from the content. A game that can be read can be written in each
//! format that supports it, and is unchanged when read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use outflank_fuzz::shape;
use outflank_othello::format::{Format, GameReader, GameWriter};

fuzz_target!(|data: &[u8]| {
    let Some((&choice, data)) = data.split_first() else {
        return;
    };
    let shape = shape(choice);
    let Ok(reader) = GameReader::new(data, shape) else {
        return;
    };
    for read in reader.take(20) {
        let Ok(read) = read else {
            return;
        };
        let Ok(parsed) = read.game else {
            continue;
        };
        let record = parsed.record;
        for format in Format::ALL {
            let mut writer = GameWriter::new(Vec::new(), format);
            if writer.write(&record).is_err() {
                continue;
            }
            let Ok(written) = writer.finish() else {
                panic!("writing to memory failed");
            };
            let mut bytes = written.output;
            if let Some(header) = written.wthor_header {
                bytes[..header.len()].copy_from_slice(&header);
            }
            let again = match GameReader::new(&bytes[..], record.game.shape()) {
                Ok(mut reader) => {
                    assert_eq!(reader.format(), format, "{bytes:?}");
                    reader.next()
                }
                Err(error) => panic!("{format}: {error}"),
            };
            let Some(Ok(again)) = again else {
                panic!("{format}: no game is read back from {bytes:?}");
            };
            let again = match again.game {
                Ok(parsed) => parsed.record.game,
                Err(error) => panic!("{format}: {error}: {bytes:?}"),
            };
            if format == Format::Obf {
                assert_eq!(again.start(), record.game.position());
            } else {
                assert_eq!(again.moves(), record.game.moves(), "{format}");
            }
        }
    }
});
