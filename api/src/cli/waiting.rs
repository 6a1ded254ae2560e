//! Work of the server done from the command line: waited for, page after page, its problems told as failures.

use hindsight_api::base::error::{ApiError, ApiResult};
use hindsight_openapi::ProblemKind;
use hindsight_store::StreamId;

use super::outcome::{Code, Failure};

/// Does a piece of work to its end.
pub(super) fn wait<T>(work: impl Future<Output = ApiResult<T>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(Code::Defect, error.to_string()))?;
    runtime.block_on(work).map_err(|error| failure(&error))
}

/// Everything of a list that comes in pages. `page` gives what is behind a place, and where the next page begins.
pub(super) fn all<T, F>(page: impl Fn(Option<StreamId>) -> F) -> Result<Vec<T>, Failure>
where
    F: Future<Output = ApiResult<(Vec<T>, Option<StreamId>)>>,
{
    let (mut all, mut after) = (Vec::new(), None);
    loop {
        let (items, further) = wait(page(after))?;
        all.extend(items);
        after = further;
        if after.is_none() {
            return Ok(all);
        }
    }
}

fn failure(error: &ApiError) -> Failure {
    let code = match error.kind() {
        ProblemKind::NoSuchAccount | ProblemKind::NoSuchToken => Code::Missing,
        ProblemKind::InvalidBody | ProblemKind::NameTaken => Code::Usage,
        _ => Code::Store,
    };
    Failure::new(code, error.problem().detail.clone())
}
