//! Message files: the English of a package, as Project Fluent writes it.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use fluent_syntax::ast;

use super::printed;
use crate::Argument;

type Bundle = FluentBundle<FluentResource>;

/// The messages of a package: `engine/<game>/messages/en.ftl`. It is read when its first message is written.
pub struct MessageFile {
    name: &'static str,
    source: &'static str,
    read: OnceLock<ReadFile>,
}

struct ReadFile {
    bundle: Bundle,
    faults: Vec<String>,
}

impl MessageFile {
    /// A file by the name that begins its messages' ids, with its text.
    pub const fn new(name: &'static str, source: &'static str) -> Self {
        Self {
            name,
            source,
            read: OnceLock::new(),
        }
    }

    /// The name that begins the ids: `before-battle`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Every message with each branch of its choices, an id and a sentence a line, under the headings of the file. Arguments
    /// stand in braces.
    pub fn printed(&self) -> String {
        printed::every_sentence(self.source)
    }

    /// Faults of the file: what does not parse, what is there twice, references to what is not there.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = self.read().faults.clone();
        for id in self.ids() {
            self.variables_into(id, &mut BTreeSet::new(), &mut faults);
        }
        faults
    }

    /// The ids of all messages, without the file's name, in the order of the file.
    pub fn ids(&self) -> Vec<&'static str> {
        printed::entries(self.source)
            .iter()
            .filter_map(|entry| match entry {
                ast::Entry::Message(message) => Some(message.id.name),
                _ => None,
            })
            .collect()
    }

    /// The arguments that a message needs, those of what it refers to included; nothing where there is no such message.
    pub fn variables(&self, id: &str) -> Option<BTreeSet<String>> {
        let mut found = BTreeSet::new();
        self.read().bundle.get_message(id)?;
        self.variables_into(id, &mut found, &mut Vec::new());
        Some(found)
    }

    /// The messages that other messages of the file refer to.
    pub fn referenced(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for id in self.ids() {
            let message = self.read().bundle.get_message(id);
            let Some(pattern) = message.and_then(|message| message.value()) else {
                continue;
            };
            printed::walk(pattern, &mut |part| {
                if let ast::InlineExpression::MessageReference { id, .. } = part {
                    found.insert(id.name.to_owned());
                }
            });
        }
        found
    }

    fn variables_into(&self, id: &str, found: &mut BTreeSet<String>, faults: &mut Vec<String>) {
        let mut waiting = vec![id.to_owned()];
        let mut done = BTreeSet::new();
        while let Some(id) = waiting.pop() {
            if !done.insert(id.clone()) {
                continue;
            }
            let Some(message) = self.read().bundle.get_message(&id) else {
                faults.push(format!("{}: there is no message {id}", self.name));
                continue;
            };
            let Some(pattern) = message.value() else {
                faults.push(format!("{}: {id} has no sentence", self.name));
                continue;
            };
            printed::walk(pattern, &mut |part| match part {
                ast::InlineExpression::VariableReference { id } => {
                    found.insert(id.name.to_owned());
                }
                ast::InlineExpression::MessageReference { id, .. } => waiting.push(id.name.to_owned()),
                _ => {}
            });
        }
    }

    /// Writes a message in English. One that is not in the file is written as its id: a test has not been run.
    pub(super) fn write(
        &self,
        id: &str,
        arguments: &[(&'static str, Argument)],
        to: &mut impl fmt::Write,
    ) -> fmt::Result {
        let bundle = &self.read().bundle;
        let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else {
            return write!(to, "{}/{id}", self.name);
        };
        if let [ast::PatternElement::TextElement { value }] = pattern.elements[..] {
            return to.write_str(value);
        }
        let mut values = FluentArgs::with_capacity(arguments.len());
        for (name, argument) in arguments {
            values.set(*name, argument.value());
        }
        bundle.write_pattern(to, pattern, Some(&values), &mut Vec::new())
    }

    fn read(&self) -> &ReadFile {
        self.read.get_or_init(|| {
            let mut faults = Vec::new();
            let resource =
                FluentResource::try_new(self.source.to_owned()).unwrap_or_else(|(read, errors)| {
                    faults.extend(errors.iter().map(|error| format!("{}: {error}", self.name)));
                    read
                });
            // ERR: "en" is the tag of a language.
            let mut bundle = Bundle::new_concurrent(vec!["en".parse().unwrap_or_default()]);
            // Marks around arguments would turn up in texts that are compared, searched and stored.
            bundle.set_use_isolating(false);
            if let Err(errors) = bundle.add_resource(resource) {
                faults.extend(errors.iter().map(|error| format!("{}: {error}", self.name)));
            }
            ReadFile { bundle, faults }
        })
    }
}

impl fmt::Debug for MessageFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MessageFile").field(&self.name).finish()
    }
}
