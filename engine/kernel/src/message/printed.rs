//! Every sentence of a message file: one line for each branch of each choice.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey};
use fluent_syntax::parser::parse;

/// The entries of a file; what does not parse is left out.
pub(super) fn entries(source: &str) -> Vec<Entry<&str>> {
    parse(source).unwrap_or_else(|(read, _)| read).body
}

/// Shows every simple expression of a pattern.
pub(super) fn walk<'p, 's>(
    pattern: &'p Pattern<&'s str>,
    look: &mut impl FnMut(&'p InlineExpression<&'s str>),
) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else {
            continue;
        };
        match expression {
            Expression::Inline(inline) => walk_inline(inline, look),
            Expression::Select { selector, variants } => {
                walk_inline(selector, look);
                for variant in variants {
                    walk(&variant.value, look);
                }
            }
        }
    }
}

fn walk_inline<'p, 's>(
    inline: &'p InlineExpression<&'s str>,
    look: &mut impl FnMut(&'p InlineExpression<&'s str>),
) {
    look(inline);
    match inline {
        InlineExpression::FunctionReference { arguments, .. } => {
            for argument in &arguments.positional {
                walk_inline(argument, look);
            }
        }
        InlineExpression::Placeable { expression } => {
            if let Expression::Inline(inner) = expression.as_ref() {
                walk_inline(inner, look);
            }
        }
        _ => {}
    }
}

/// Headings, ids and sentences.
pub(super) fn every_sentence(source: &str) -> String {
    let entries = entries(source);
    let messages: BTreeMap<&str, &Pattern<&str>> = entries
        .iter()
        .filter_map(|entry| match entry {
            Entry::Message(message) => Some((message.id.name, message.value.as_ref()?)),
            Entry::Term(term) => Some((term.id.name, &term.value)),
            _ => None,
        })
        .collect();
    let mut printed = String::new();
    for entry in &entries {
        match entry {
            Entry::GroupComment(comment) if comment.content.iter().any(|line| !line.is_empty()) => {
                let _ = write!(printed, "\n# {}\n\n", comment.content.join(" "));
            }
            Entry::Message(message) => {
                let Some(pattern) = &message.value else { continue };
                for sentence in sentences(pattern, &messages) {
                    // A tail that a sentence may go without stands in that sentence.
                    let sentence = sentence.trim();
                    if !sentence.is_empty() {
                        let _ = writeln!(printed, "{}: {sentence}", message.id.name);
                    }
                }
            }
            _ => {}
        }
    }
    printed.trim_start().to_owned()
}

/// The ways in which a pattern can read: first with every choice at its default, then with each other branch.
fn sentences(pattern: &Pattern<&str>, messages: &BTreeMap<&str, &Pattern<&str>>) -> Vec<String> {
    let parts: Vec<Vec<String>> = pattern
        .elements
        .iter()
        .map(|element| match element {
            PatternElement::TextElement { value } => vec![value.replace('\n', " ")],
            PatternElement::Placeable { expression } => readings(expression, messages),
        })
        .collect();
    let firsts: Vec<&str> = parts
        .iter()
        .map(|part| part.first().map_or("", String::as_str))
        .collect();
    let mut all = vec![firsts.concat()];
    for (place, part) in parts.iter().enumerate() {
        for other in part.iter().skip(1) {
            let mut words = firsts.clone();
            words[place] = other;
            all.push(words.concat());
        }
    }
    all
}

fn readings(expression: &Expression<&str>, messages: &BTreeMap<&str, &Pattern<&str>>) -> Vec<String> {
    let Expression::Select { variants, .. } = expression else {
        let Expression::Inline(inline) = expression else {
            return Vec::new();
        };
        return inline_readings(inline, messages);
    };
    let default = variants.iter().filter(|variant| variant.default);
    let others = variants.iter().filter(|variant| !variant.default);
    default
        .chain(others)
        .flat_map(|variant| variant_readings(variant, messages))
        .collect()
}

fn variant_readings(variant: &Variant<&str>, messages: &BTreeMap<&str, &Pattern<&str>>) -> Vec<String> {
    let (VariantKey::Identifier { .. } | VariantKey::NumberLiteral { .. }) = variant.key;
    sentences(&variant.value, messages)
}

fn inline_readings(
    inline: &InlineExpression<&str>,
    messages: &BTreeMap<&str, &Pattern<&str>>,
) -> Vec<String> {
    let one = match inline {
        InlineExpression::StringLiteral { value } | InlineExpression::NumberLiteral { value } => {
            (*value).to_owned()
        }
        InlineExpression::VariableReference { id } => format!("{{{}}}", id.name),
        InlineExpression::MessageReference { id, .. } | InlineExpression::TermReference { id, .. } => {
            return messages
                .get(id.name)
                .map_or_else(Vec::new, |pattern| sentences(pattern, messages));
        }
        InlineExpression::FunctionReference { arguments, .. } => {
            return arguments
                .positional
                .first()
                .map_or_else(Vec::new, |first| inline_readings(first, messages));
        }
        InlineExpression::Placeable { expression } => return readings(expression, messages),
    };
    vec![one]
}
