//! Descriptions of operations: everything the document says of each, and everything the server must check.

use schemars::JsonSchema;
use serde_json::Value;

use crate::ProblemKind;

/// The media type of what a plain form of a page sends.
pub const FORM: &str = "application/x-www-form-urlencoded";

/// An HTTP method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// Reads.
    Get,
    /// Does something.
    Post,
    /// Changes some fields.
    Patch,
    /// Takes away.
    Delete,
}

impl Method {
    /// As HTTP writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
        }
    }
}

/// The callers of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Anybody; no token is looked at.
    Open,
    /// Anybody, of what is public; a token shows more.
    Public,
    /// A token with this scope (or `admin`).
    Scope(&'static str),
    /// A token of the game's owner with `game:write`, or a token of the seat that speaks.
    Player,
    /// A token of the game's owner with `game:write` (or `admin`).
    Owner,
}

/// The cost of an operation to the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Cost {
    /// Milliseconds.
    #[default]
    Quick,
    /// Up to a second: it counts against the limit `long-work`.
    Dear,
    /// Up to many seconds: it counts against the limit `long-work`, and waits for its turn among its like.
    Long,
}

/// A query or header parameter.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// `query` or `header`.
    pub place: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: String,
    /// Its JSON Schema.
    pub schema: Value,
    /// A value that works.
    pub example: Option<Value>,
    /// Without it the request is refused.
    pub required: bool,
}

/// The schema of what a type looks like in JSON, as a reference into the components of the document.
///
/// Tests make the document; the program carries it as it is checked in, and with it no code that makes schemas.
#[derive(Debug, Clone, Copy)]
pub struct SchemaOf {
    /// Asks it from a generator.
    #[cfg(test)]
    pub(crate) ask: fn(&mut schemars::SchemaGenerator) -> schemars::Schema,
}

/// The schema of a type.
#[cfg_attr(
    not(test),
    expect(clippy::extra_unused_type_parameters, reason = "tests alone make the schema")
)]
pub(crate) const fn schema_of<T: JsonSchema>() -> SchemaOf {
    SchemaOf {
        #[cfg(test)]
        ask: schemars::SchemaGenerator::subschema_for::<T>,
    }
}

/// A request body.
#[derive(Debug, Clone)]
pub struct Body {
    /// Its media type.
    pub media: &'static str,
    /// Its schema.
    pub schema: SchemaOf,
    /// Bodies that work, by name.
    pub examples: Vec<(&'static str, Value)>,
    /// The most bytes taken.
    pub limit: usize,
    /// Other media types it may come in.
    pub also: Vec<&'static str>,
}

/// A plain form of a page by which an operation is asked for besides its own request. A browser gets a page as its answer.
#[derive(Debug, Clone, Copy)]
pub struct FormSpec {
    /// The address of the form, among those of pages.
    pub path: &'static str,
    /// The words of the field `does` that ask for this operation; none where the form asks for no other.
    pub does: &'static [&'static str],
    /// Its fields.
    pub about: &'static str,
    /// The most bytes of the form, read from the first operation that has it.
    pub limit: usize,
}

/// An answer that is no problem.
#[derive(Debug, Clone)]
pub struct ResponseSpec {
    /// The status.
    pub status: u16,
    /// What it says.
    pub about: &'static str,
    /// Media types with their schema; no schema for text and pictures.
    pub content: Vec<(&'static str, Option<SchemaOf>)>,
    /// Headers that come with it.
    pub headers: Vec<&'static str>,
}

/// One operation of the API.
#[derive(Debug, Clone)]
pub struct Operation {
    /// Its name in the document and in the server.
    pub id: &'static str,
    /// The method.
    pub method: Method,
    /// The path with `{parameters}`.
    pub path: &'static str,
    /// The chapter of the document it stands in.
    pub tag: &'static str,
    /// One line.
    pub summary: &'static str,
    /// More.
    pub about: &'static str,
    /// Who may call it.
    pub access: Access,
    /// Query and header parameters.
    pub parameters: Vec<Parameter>,
    /// The body it takes.
    pub body: Option<Body>,
    /// The form of a page for it.
    pub form: Option<FormSpec>,
    /// Its answers.
    pub answers: Vec<ResponseSpec>,
    /// Its own problems, besides those every operation of its kind has.
    pub problems: Vec<ProblemKind>,
    /// A problem is answered as a page to who asks for one.
    pub html_problems: bool,
    /// Something of it comes into the store, so it is done to its end once it is begun.
    pub stores: bool,
    /// What it costs.
    pub cost: Cost,
    /// It makes a game or a study, which counts against the limit `new-games`.
    pub makes_games: bool,
}

impl Operation {
    /// An operation that reads.
    pub(crate) fn get(
        id: &'static str,
        path: &'static str,
        tag: &'static str,
        summary: &'static str,
    ) -> Self {
        Self {
            id,
            method: Method::Get,
            path,
            tag,
            summary,
            about: "",
            access: Access::Public,
            parameters: Vec::new(),
            body: None,
            form: None,
            answers: Vec::new(),
            problems: Vec::new(),
            html_problems: false,
            stores: false,
            cost: Cost::Quick,
            makes_games: false,
        }
    }

    /// An operation that does something.
    pub(crate) fn post(
        id: &'static str,
        path: &'static str,
        tag: &'static str,
        summary: &'static str,
    ) -> Self {
        Self {
            method: Method::Post,
            stores: true,
            ..Self::get(id, path, tag, summary)
        }
    }

    pub(crate) fn with_method(mut self, method: Method) -> Self {
        self.stores = method != Method::Get;
        self.method = method;
        self
    }

    pub(crate) fn about(mut self, about: &'static str) -> Self {
        self.about = about;
        self
    }

    pub(crate) fn access(mut self, access: Access) -> Self {
        self.access = access;
        self
    }

    pub(crate) fn query(mut self, name: &'static str, schema: Value, about: impl Into<String>) -> Self {
        self.parameters.push(Parameter {
            place: "query",
            name,
            about: about.into(),
            schema,
            example: None,
            required: false,
        });
        self
    }

    pub(crate) fn header(mut self, name: &'static str, about: impl Into<String>) -> Self {
        let schema = serde_json::json!({ "type": "string", "maxLength": 200 });
        self.parameters.push(Parameter {
            place: "header",
            name,
            about: about.into(),
            schema,
            example: None,
            required: false,
        });
        self
    }

    /// The parameter that was added last must be given.
    pub(crate) fn required(mut self) -> Self {
        if let Some(parameter) = self.parameters.last_mut() {
            parameter.required = true;
        }
        self
    }

    /// Nothing of it comes into the store, so a full disk does not hinder it.
    pub(crate) fn stores_nothing(mut self) -> Self {
        self.stores = false;
        self
    }

    /// It may take up to a second.
    pub(crate) fn dear(mut self) -> Self {
        self.cost = Cost::Dear;
        self
    }

    /// It may take up to many seconds.
    pub(crate) fn long(mut self) -> Self {
        self.cost = Cost::Long;
        self
    }

    /// It makes a game or a study.
    pub(crate) fn makes_games(mut self) -> Self {
        self.makes_games = true;
        self
    }

    /// An example of the parameter that was added last.
    pub(crate) fn such_as(mut self, example: impl Into<Value>) -> Self {
        if let Some(parameter) = self.parameters.last_mut() {
            parameter.example = Some(example.into());
        }
        self
    }

    pub(crate) fn body<T: JsonSchema>(mut self, limit: usize, examples: Vec<(&'static str, Value)>) -> Self {
        self.body = Some(Body {
            media: "application/json",
            schema: schema_of::<T>(),
            examples,
            limit,
            also: Vec::new(),
        });
        self
    }

    /// Another media type under which the body is taken.
    pub(crate) fn also_taken(mut self, media: &'static str) -> Self {
        if let Some(body) = &mut self.body {
            body.also.push(media);
        }
        self
    }

    pub(crate) fn text_body(mut self, media: &'static str, also: Vec<&'static str>, limit: usize) -> Self {
        self.body = Some(Body {
            media,
            schema: schema_of::<String>(),
            examples: Vec::new(),
            limit,
            also,
        });
        self
    }

    /// The form of a page for the same operation, with what its fields say. The operation's own address takes it too.
    pub(crate) fn by_form(self, path: &'static str, about: &'static str) -> Self {
        self.by_page_form(path, &[], about).also_taken(FORM)
    }

    /// The form of a page for this operation and others, of which its field `does` names one; or for this one alone, whose
    /// address does not take it.
    pub(crate) fn by_page_form(
        mut self,
        path: &'static str,
        does: &'static [&'static str],
        about: &'static str,
    ) -> Self {
        let limit = self.body.as_ref().map_or(0, |body| body.limit);
        self.form = Some(FormSpec {
            path,
            does,
            about,
            limit,
        });
        self
    }

    /// The most bytes of the form, where they are more than those of the body.
    pub(crate) fn form_limit(mut self, limit: usize) -> Self {
        if let Some(form) = &mut self.form {
            form.limit = limit;
        }
        self
    }

    /// Sends a browser that sent a form on to the page that shows what came of it.
    pub(crate) fn then_redirects(self) -> Self {
        self.answers_as(303, "By a form: the page that shows it.", Vec::new())
            .with_headers(&["Location"])
    }

    /// A body that a plain form of a page sends; its fields are texts.
    pub(crate) fn form<T: JsonSchema>(mut self, limit: usize, examples: Vec<(&'static str, Value)>) -> Self {
        self = self.body::<T>(limit, examples);
        if let Some(body) = &mut self.body {
            body.media = FORM;
        }
        self
    }

    pub(crate) fn answers<T: JsonSchema>(self, status: u16, about: &'static str) -> Self {
        self.answers_as(status, about, vec![("application/json", Some(schema_of::<T>()))])
    }

    pub(crate) fn answers_as(
        mut self,
        status: u16,
        about: &'static str,
        content: Vec<(&'static str, Option<SchemaOf>)>,
    ) -> Self {
        self.answers.push(ResponseSpec {
            status,
            about,
            content,
            headers: Vec::new(),
        });
        self
    }

    pub(crate) fn also<T: JsonSchema>(mut self, media: &'static str) -> Self {
        if let Some(answer) = self.answers.last_mut() {
            answer.content.push((media, Some(schema_of::<T>())));
        }
        self
    }

    pub(crate) fn also_text(mut self, media: &'static str) -> Self {
        if let Some(answer) = self.answers.last_mut() {
            answer.content.push((media, None));
        }
        self
    }

    pub(crate) fn with_headers(mut self, headers: &[&'static str]) -> Self {
        if let Some(answer) = self.answers.last_mut() {
            answer.headers.extend_from_slice(headers);
        }
        self
    }

    /// Answers 304 to `If-None-Match`.
    pub(crate) fn conditional(self) -> Self {
        self.header(
            "If-None-Match",
            "The `ETag` of the copy you have: 304 if nothing changed.",
        )
        .with_headers(&["ETag", "Cache-Control"])
        .answers_as(304, "Your copy is still right.", Vec::new())
    }

    pub(crate) fn problems(mut self, kinds: &[ProblemKind]) -> Self {
        self.problems.extend_from_slice(kinds);
        self
    }

    /// Answers a problem as a page to who asks for one.
    pub(crate) fn html_problems(mut self) -> Self {
        self.html_problems = true;
        self
    }

    /// The names of the path's parameters.
    pub fn path_parameters(&self) -> Vec<&'static str> {
        self.path
            .split('{')
            .skip(1)
            .filter_map(|part| part.split('}').next())
            .collect()
    }

    /// Every problem the operation may answer with, by status.
    pub fn all_problems(&self) -> Vec<ProblemKind> {
        use ProblemKind as P;
        let mut kinds = vec![
            P::InvalidParameter,
            P::AddressTooLong,
            P::TooManyRequests,
            P::HeadersTooLarge,
            P::InternalFault,
            P::Busy,
        ];
        match self.access {
            Access::Open => {}
            Access::Public => kinds.push(P::Unauthorised),
            Access::Scope(_) | Access::Player | Access::Owner => {
                kinds.extend([P::Unauthorised, P::Forbidden]);
            }
        }
        if self.path.contains("{game}") {
            kinds.extend([P::NoSuchGame, P::CorruptGame]);
        }
        if self.path.contains("{system}") {
            kinds.push(P::NoSuchSystem);
        }
        if let Some(body) = &self.body {
            kinds.extend([P::TooLarge, P::UnsupportedMediaType]);
            if body.media == "application/json" || body.media == FORM {
                kinds.extend([P::NotJson, P::InvalidBody, P::UnknownField]);
            }
        }
        if self.form.is_some() {
            kinds.extend([P::InvalidBody, P::UnknownField]);
        }
        if self.method != Method::Get {
            kinds.push(P::CrossSite);
        }
        if self.stores {
            kinds.extend([P::ReadOnly, P::DiskFull]);
        }
        kinds.extend(&self.problems);
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }
}
