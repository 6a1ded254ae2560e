//! Tables as spreadsheets of every country open them on a double click.

use actix_web::HttpResponse;
use actix_web::body::MessageBody;
use actix_web::http::header;

use super::{Answer, Ctx};
use crate::base::error::{ApiError, ApiResult};

/// Whether the request asks for a table that a spreadsheet opens: `for=spreadsheet`, or `for=spreadsheet-comma` where the
/// decimal sign is a comma.
fn decimal(ctx: &Ctx) -> Option<char> {
    match ctx.query.text("for") {
        Some("spreadsheet") => Some('.'),
        Some("spreadsheet-comma") => Some(','),
        _ => None,
    }
}

/// An answer of a table as the request asks for it. Only a whole answer (200) is changed.
pub(crate) fn for_spreadsheet(ctx: &Ctx, answer: HttpResponse) -> Answer {
    let (Some(decimal), 200) = (decimal(ctx), answer.status().as_u16()) else {
        return Ok(answer);
    };
    let mut fault = None;
    let answer = answer.map_body(|head, body| {
        head.headers_mut().remove(header::CONTENT_LENGTH);
        let written = body
            .try_into_bytes()
            .map_err(|_| ApiError::fault("a table for a spreadsheet", "it is a stream"))
            .and_then(|table| spreadsheet(&table, decimal));
        written
            .unwrap_or_else(|error| {
                fault = Some(error);
                Vec::new()
            })
            .boxed()
    });
    fault.map_or(Ok(answer), Err)
}

/// Writes a table with a byte order mark, by which spreadsheets know UTF-8, and with what separates columns where the decimal
/// sign is a comma.
fn spreadsheet(table: &[u8], decimal: char) -> ApiResult<Vec<u8>> {
    let fault = |why: csv::Error| ApiError::fault("a table for a spreadsheet", why);
    let mut lines = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(table);
    let separator = if decimal == ',' { b';' } else { b',' };
    let mut written = csv::WriterBuilder::new()
        .delimiter(separator)
        .flexible(true)
        .terminator(csv::Terminator::CRLF)
        .from_writer("\u{FEFF}".as_bytes().to_vec());
    for line in lines.records() {
        let line = line.map_err(fault)?;
        let cells = line.iter().map(|cell| {
            let is_number = decimal == ',' && cell.contains('.') && cell.parse::<f64>().is_ok();
            if is_number {
                cell.replace('.', ",")
            } else {
                cell.to_owned()
            }
        });
        written.write_record(cells).map_err(fault)?;
    }
    let written = written.into_inner();
    written.map_err(|why| ApiError::fault("a table for a spreadsheet", why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_open_in_spreadsheets_of_both_decimal_signs() {
        let table = "unit,share\n\"\u{141}uk, the\",0.25\nv1.2,-3.5\n".as_bytes();
        let text = |decimal| String::from_utf8(spreadsheet(table, decimal).unwrap()).unwrap();
        assert_eq!(
            text('.'),
            "\u{FEFF}unit,share\r\n\"\u{141}uk, the\",0.25\r\nv1.2,-3.5\r\n"
        );
        assert_eq!(
            text(','),
            "\u{FEFF}unit;share\r\n\u{141}uk, the;0,25\r\nv1.2;-3,5\r\n"
        );
    }
}
