//! Bodies that a request was answered without reading. Closing a connection on which bytes wait unread can lose the answer on
//! its way, so a little of the body is read after it and thrown away; then the connection is closed.

use std::cell::RefCell;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::error::PayloadError;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use bytes::Bytes;
use futures_util::Stream;
use tokio::time::{Sleep, sleep};

/// Bytes of a refused body that are read and thrown away: as many as the largest body that any operation takes, so that a
/// client that reads only after it has sent all gets its answer.
const THROWN_AWAY: usize = 32 << 20;
/// Time that a client has to take the answer, while its body waits.
const PATIENCE: Duration = Duration::from_secs(1);

/// The body of a request, shared by its handler and by the answer that may come before its end.
#[derive(Clone)]
pub(super) struct Incoming(Rc<RefCell<Unfinished>>);

struct Unfinished {
    payload: web::Payload,
    ended: bool,
}

impl Incoming {
    pub(super) fn new(payload: web::Payload) -> Self {
        Self(Rc::new(RefCell::new(Unfinished {
            payload,
            ended: false,
        })))
    }

    /// The next piece; none at the end.
    pub(super) async fn next(&self) -> Option<Result<Bytes, PayloadError>> {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    fn poll_next(&self, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, PayloadError>>> {
        let mut unfinished = self.0.borrow_mut();
        let next = Pin::new(&mut unfinished.payload).poll_next(cx);
        if matches!(next, Poll::Ready(None | Some(Err(_)))) {
            unfinished.ended = true;
        }
        next
    }

    fn has_ended(&self) -> bool {
        self.0.borrow().ended
    }
}

/// The answer to a request, which reads on in a body that is not read to its end.
pub(super) fn read_on(answer: HttpResponse, req: &HttpRequest, incoming: Incoming) -> HttpResponse {
    let headers = req.headers();
    let is_empty = headers
        .get(header::CONTENT_LENGTH)
        .is_some_and(|length| length == "0");
    let has_body = headers.contains_key(header::TRANSFER_ENCODING)
        || headers.contains_key(header::CONTENT_LENGTH) && !is_empty;
    if !has_body || incoming.has_ended() || answer.body().size() == BodySize::Stream {
        return answer;
    }
    let mut answer = answer.map_body(|_, body| {
        BoxBody::new(ReadsOn {
            body: Some(body),
            incoming,
            left: THROWN_AWAY,
            until: Box::pin(sleep(PATIENCE)),
        })
    });
    // Packed, the end of the answer would come only with the end of this.
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("identity"));
    answer
}

/// The body of an answer, followed by nothing: it ends once enough of the request's body was read, or time is up.
struct ReadsOn {
    /// Until all of it was given.
    body: Option<BoxBody>,
    incoming: Incoming,
    /// Bytes that may still be thrown away.
    left: usize,
    until: Pin<Box<Sleep>>,
}

impl MessageBody for ReadsOn {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.as_ref().map_or(BodySize::None, MessageBody::size)
    }

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if let Some(body) = &mut self.body {
            match Pin::new(body).poll_next(cx) {
                Poll::Ready(None) => self.body = None,
                given => return given,
            }
        }
        // Who sends without end is held up by what waits: at most `left` bytes are taken from the connection.
        while self.left > 0 && !self.incoming.has_ended() {
            match self.incoming.poll_next(cx) {
                Poll::Ready(Some(Ok(piece))) => self.left = self.left.saturating_sub(piece.len()),
                Poll::Ready(Some(Err(_)) | None) => {}
                Poll::Pending => break,
            }
        }
        if self.incoming.has_ended() {
            return Poll::Ready(None);
        }
        self.until.as_mut().poll(cx).map(|()| None)
    }
}
