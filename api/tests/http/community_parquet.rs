//! The community's figures as Parquet, read back by the reader of the crate and held against the JSON answer cell by
//! cell.

use bytes::Bytes;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::{Map, Value, json};

use crate::community::FINISHED;
use crate::table::Server;

/// The columns of a figure with an interval, and the member of the JSON that each holds.
const PARTS: [(&str, &str); 4] = [("", "value"), ("_low", "low"), ("_high", "high"), ("_n", "n")];

async fn scene() -> Server {
    let server = Server::new();
    for text in FINISHED {
        server.recorded(text).await;
    }
    server
}

/// A row of a file: the name and the value of each column.
type Row = Vec<(String, Field)>;

/// The rows of a file, and what it says of itself.
fn read(bytes: Vec<u8>) -> (Vec<Row>, Map<String, Value>) {
    let reader = SerializedFileReader::new(Bytes::from(bytes)).unwrap();
    let about = reader.metadata().file_metadata().key_value_metadata().unwrap();
    let about = about
        .iter()
        .map(|pair| (pair.key.clone(), json!(pair.value)))
        .collect();
    let rows = reader
        .get_row_iter(None)
        .unwrap()
        .map(|row| row.unwrap().into_columns())
        .collect();
    (rows, about)
}

/// The columns that the JSON of a cell asks for. What it leaves out has no column here and must be null in the file.
fn expected(answer: &Value, cell: &Value) -> Map<String, Value> {
    let mut columns = Map::new();
    for (place, dimension) in answer["query"]["by"].as_array().unwrap().iter().enumerate() {
        let dimension = dimension.as_str().unwrap();
        columns.insert(dimension.to_owned(), cell["group"][place].clone());
        columns.insert(format!("{dimension}_name"), cell["names"][place].clone());
    }
    for name in ["games", "sides"] {
        columns.insert(name.to_owned(), cell[name].clone());
    }
    for (name, figure) in cell["figures"].as_object().into_iter().flatten() {
        match name.as_str() {
            "unit" | "order" => {
                for (part, figure) in figure.as_object().unwrap() {
                    measured(&mut columns, &format!("{name}_{part}"), figure);
                }
            }
            _ => measured(&mut columns, name, figure),
        }
    }
    columns
}

fn measured(columns: &mut Map<String, Value>, name: &str, figure: &Value) {
    if figure.is_object() {
        for (suffix, member) in PARTS {
            columns.insert(format!("{name}{suffix}"), figure[member].clone());
        }
    } else {
        columns.insert(name.to_owned(), figure.clone());
    }
}

/// A column holds one type, whatever stands in it: so a name ends in what it is.
fn told(name: &str, field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Str(text) => json!(text),
        Field::ULong(count) => json!(count),
        Field::Double(figure) => json!(figure),
        other => panic!("{name} holds {other:?}"),
    }
}

/// Whether two numbers or texts are the same, to the last bit; a figure that is whole is a figure all the same.
fn same(one: &Value, other: &Value) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => one.to_bits() == other.to_bits(),
        _ => one == other,
    }
}

#[actix_web::test]
async fn every_cell_of_the_file_is_that_of_the_answer() {
    let server = scene().await;
    let mut shown = 0;
    for query in [
        "group=faction,first&minimum_games=1",
        "group=result&minimum_games=1&draws=left_out",
        "group=unit&minimum_games=1",
        "group=order&minimum_games=1&result=won",
        "group=system",
        "group=faction&faction=nobody%27s",
    ] {
        let answer = server
            .get(&format!("/v1/community/figures?{query}"))
            .await
            .is(200)
            .json();
        let heard = server
            .get(&format!("/v1/community/figures.parquet?{query}"))
            .await
            .is(200);
        assert_eq!(
            heard.header("content-type"),
            Some("application/vnd.apache.parquet")
        );
        assert_eq!(
            heard.header("content-disposition"),
            Some("attachment; filename=\"community-figures.parquet\"")
        );
        let (rows, _) = read(heard.body.clone());
        let cells = answer["cells"].as_array().unwrap();
        assert_eq!(rows.len(), cells.len(), "{query}");
        for (row, cell) in rows.iter().zip(cells) {
            let mut expected = expected(&answer, cell);
            for (name, field) in row {
                let should = expected.remove(name).unwrap_or_default();
                let is = told(name, field);
                assert!(
                    same(&is, &should),
                    "{query}, {name}: {is} for {should} in {cell:#}"
                );
                shown += usize::from(is.is_f64());
            }
            // Nothing of the answer is missing from the file.
            assert!(expected.is_empty(), "{query}: no column for {expected:?}");
        }
    }
    assert!(shown > 100, "only {shown} figures were compared");
}

#[actix_web::test]
async fn what_a_small_sample_hides_is_null_and_every_column_keeps_its_type() {
    let server = scene().await;
    let path = "/v1/community/figures.parquet?group=system";
    let (hidden, _) = read(server.get(path).await.is(200).body);
    let (shown, _) = read(server.get(&format!("{path}&minimum_games=4")).await.is(200).body);
    assert_eq!((hidden.len(), shown.len()), (1, 1));
    for ((name, hidden), (_, shown)) in hidden[0].iter().zip(&shown[0]) {
        match name.as_str() {
            "system" | "system_name" => assert!(matches!(hidden, Field::Str(_)), "{name}"),
            // How few there are is no secret.
            "games" | "sides" => assert!(matches!(hidden, Field::ULong(4 | 8)), "{name}: {hidden:?}"),
            _ => {
                assert_eq!(hidden, &Field::Null, "{name}");
                let counted =
                    ["won", "drawn", "lost", "unplayed"].contains(&name.as_str()) || name.ends_with("_n");
                match shown {
                    Field::Null => {}
                    Field::ULong(_) => assert!(counted, "{name}"),
                    Field::Double(_) => assert!(!counted, "{name}"),
                    other => panic!("{name} holds {other:?}"),
                }
            }
        }
    }
}

#[actix_web::test]
async fn the_file_says_what_was_asked_when_and_that_it_is_free() {
    let server = scene().await;
    let asked = "group=faction,first&draws=not_won&minimum_games=2&system=before-battle&since=2001-01";
    let heard = server
        .get(&format!("/v1/community/figures.parquet?{asked}"))
        .await
        .is(200);
    let (rows, about) = read(heard.body);
    assert_eq!(about["licence"], "CC0-1.0");
    assert_eq!(about["left_out"], "0");
    let made_at: jiff::Timestamp = about["made_at"].as_str().unwrap().parse().unwrap();
    let age = jiff::Timestamp::now().duration_since(made_at);
    assert!(age.as_secs() < 600 && !age.is_negative(), "{made_at}");
    // The query of the file is one that the same address takes, and asks the same.
    let query = about["query"].as_str().unwrap();
    let again = server
        .get(&format!("/v1/community/figures.parquet?{query}"))
        .await
        .is(200);
    let (rows_again, about_again) = read(again.body);
    assert_eq!((&rows, &about["query"]), (&rows_again, &about_again["query"]));
    for part in asked.split('&') {
        let name = part.split('=').next().unwrap();
        assert!(query.contains(&format!("{name}=")), "{query} has no {name}");
    }
    for wrong in ["group=colour", "minimum_games=0", "since=2001", "colour=red"] {
        server
            .get(&format!("/v1/community/figures.parquet?{wrong}"))
            .await
            .is_problem("invalid-parameter");
    }
    let page = server
        .get("/community?group=faction,first&minimum_games=1")
        .await
        .is(200)
        .text();
    assert!(
        page.contains("/v1/community/figures.parquet?group=faction,first&amp;minimum_games=1"),
        "{page}"
    );
}
