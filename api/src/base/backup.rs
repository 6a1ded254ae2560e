//! A backup of the whole store while the server runs.

use std::io::{self, Write};
use std::sync::Arc;

use bytes::Bytes;
use futures_util::Stream;
use futures_util::stream::unfold;
use hindsight_store::StoreError;
use tokio::sync::mpsc;

use crate::base::StoreHandle;
use crate::base::error::{ApiError, ApiResult};

/// Bytes of a piece, and pieces that may wait for who reads them.
const PIECE: usize = 64 << 10;
const WAITING: usize = 8;

impl StoreHandle {
    /// A backup, as it is written. It ends with an error where it cannot be whole; who goes away ends it.
    ///
    /// # Errors
    /// Another backup is being written.
    pub async fn backup(&self) -> ApiResult<impl Stream<Item = ApiResult<Bytes>> + use<>> {
        let (sender, pieces) = mpsc::channel(WAITING);
        let store = Arc::clone(self.events());
        tokio::task::spawn_blocking(move || {
            let mut out = Pieces {
                sender: sender.clone(),
                piece: Vec::with_capacity(PIECE),
            };
            let written = store.backup(&mut out, &mut |_, _| {});
            match written {
                Ok(report) => tracing::info!(?report, "wrote a backup"),
                Err(error) => {
                    tracing::warn!(%error, "a backup was not written to its end");
                    // Who went away is not told.
                    drop(sender.blocking_send(Err(error)));
                }
            }
        });
        // The first piece tells whether there is anything to send.
        let mut pieces = pieces;
        let first = pieces.recv().await;
        if let Some(Err(error)) = first {
            return Err(error.into());
        }
        Ok(unfold((first, pieces), |(first, mut pieces)| async move {
            let piece = match first {
                Some(piece) => piece,
                None => pieces.recv().await?,
            };
            Some((piece.map_err(ApiError::from), (None, pieces)))
        }))
    }
}

/// Sends what is written to it, piece by piece.
struct Pieces {
    sender: mpsc::Sender<Result<Bytes, StoreError>>,
    piece: Vec<u8>,
}

impl Pieces {
    fn send(&mut self) -> io::Result<()> {
        let piece = std::mem::replace(&mut self.piece, Vec::with_capacity(PIECE));
        self.sender
            .blocking_send(Ok(piece.into()))
            .map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(PIECE - self.piece.len());
        self.piece.extend_from_slice(&bytes[..taken]);
        if self.piece.len() == PIECE {
            self.send()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.piece.is_empty() {
            Ok(())
        } else {
            self.send()
        }
    }
}
