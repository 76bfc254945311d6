//! The nodes of the main line.

use crate::format::omission::{Omission, OmissionList};
use crate::format::property_scanner::{Property, Scanner, Token};
use crate::notation::ParseError;

/// The properties of a node.
pub(super) type Node<'a> = Vec<Property<'a>>;

/// Returns the nodes of the main line.
pub(super) fn main_line<'a>(
    scanner: &mut Scanner<'a>,
    omissions: &mut OmissionList,
) -> Result<Vec<Node<'a>>, ParseError> {
    let mut nodes: Vec<Node<'_>> = Vec::new();
    let mut depth = 0_usize;
    let mut on_main_line = true;
    loop {
        let Some(token) = scanner.next()? else {
            return Err(scanner.unexpected(scanner.at(), ") at the end of the game"));
        };
        match token {
            Token::Open => {
                depth += 1;
                if !on_main_line {
                    omissions.add(Omission::Variations);
                }
            }
            Token::Close => {
                on_main_line = false;
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    break;
                }
            }
            _ if depth == 0 => {
                return Err(scanner.unexpected(scanner.at(), "( before the game"));
            }
            Token::Node if on_main_line => nodes.push(Vec::new()),
            Token::Property(property) if on_main_line => match nodes.last_mut() {
                Some(node) => node.push(property),
                None => {
                    let expected = format!("; before {}", property.id);
                    return Err(scanner.unexpected(property.at, &expected));
                }
            },
            Token::Node | Token::Property(_) => {}
        }
    }
    scanner.expect_end()?;
    Ok(nodes)
}
