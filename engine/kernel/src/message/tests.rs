use super::*;

static EXAMPLES: MessageFile = MessageFile::new(
    "examples",
    "\
## Moves

unit-moved = { $unit } { $turn ->
    [left] turns left and moves
   *[none] moves
 } { $cells ->
    [one] 1 cell
   *[other] { $cells } cells
 }{ $charged ->
    [yes] {\" \"}and charges
   *[no] {\"\"}
 }

## Blows

blows = Order of blows: { $groups }
blows-then = { $before }; then { $next }
nothing = Nothing happens.
",
);

fn moved(turn: &'static str, cells: u8, charged: &'static str) -> Message {
    message!(EXAMPLES, "unit-moved", unit = "Spears", turn, cells, charged)
}

#[test]
fn message_chooses_words_by_its_arguments() {
    assert_eq!(moved("none", 1, "no"), "Spears moves 1 cell");
    assert_eq!(
        moved("left", 3, "yes"),
        "Spears turns left and moves 3 cells and charges"
    );
    assert_eq!(message!(EXAMPLES, "nothing"), "Nothing happens.");
    assert_eq!(message!(EXAMPLES, "missing"), "examples/missing");
}

#[test]
fn lists_read_as_people_say_them_or_as_their_message_joins_them() {
    let list = |count: u8| Argument::list(1..=count).to_string();
    assert_eq!(
        [list(0), list(1), list(2), list(3)],
        ["nobody", "1", "1 and 2", "1, 2 and 3"]
    );
    let groups = joined!(EXAMPLES, "blows-then", ["A1", "B1", "A2"]);
    let message = message!(EXAMPLES, "blows", groups);
    assert_eq!(message, "Order of blows: A1; then B1; then A2");
    assert_eq!(
        message.data().unwrap().arguments["groups"],
        serde_json::json!(["A1", "B1", "A2"])
    );
}

#[test]
fn data_has_the_id_and_nested_messages_with_their_english() {
    let nested = message!(EXAMPLES, "blows", groups = message!(EXAMPLES, "nothing"));
    let data = serde_json::to_value(nested.data()).unwrap();
    let inner = serde_json::json!({ "id": "examples/nothing", "arguments": {}, "text": "Nothing happens." });
    assert_eq!(
        data,
        serde_json::json!({ "id": "examples/blows", "arguments": { "groups": inner } })
    );
    let number = message!(EXAMPLES, "blows", groups = 2.5).data().unwrap();
    assert_eq!(number.arguments["groups"], 2.5);
    assert_eq!(Message::plain("A sentence").data(), None);
}

#[test]
fn printed_file_has_every_branch_once() {
    assert_eq!(
        EXAMPLES.printed(),
        "\
# Moves

unit-moved: {unit} moves {cells} cells
unit-moved: {unit} turns left and moves {cells} cells
unit-moved: {unit} moves 1 cell
unit-moved: {unit} moves {cells} cells and charges

# Blows

blows: Order of blows: {groups}
blows-then: {before}; then {next}
nothing: Nothing happens.
"
    );
    assert_eq!(EXAMPLES.faults(), Vec::<String>::new());
    assert_eq!(
        EXAMPLES
            .variables("unit-moved")
            .unwrap()
            .into_iter()
            .collect::<Vec<_>>(),
        ["cells", "charged", "turn", "unit"]
    );
}

#[test]
fn every_message_of_the_table_is_in_its_file_with_its_arguments() {
    crate::testing::check_messages(
        &[
            env!("CARGO_MANIFEST_DIR"),
            concat!(env!("CARGO_MANIFEST_DIR"), "/.."),
        ],
        &MESSAGES,
    );
    crate::testing::check_printed_messages(env!("CARGO_MANIFEST_DIR"), &MESSAGES);
}

#[test]
fn sentences_stand_in_the_message_file() {
    crate::testing::check_loose_sentences(
        env!("CARGO_MANIFEST_DIR"),
        &[
            ("counted.rs", "descriptions of a schema"),
            ("message/file.rs", "faults of a message file, which a test finds"),
            ("packed_input.rs", "an unknown marker in stored bytes"),
            (
                "rulebook.rs",
                "faults of a table of the program, which a test finds",
            ),
        ],
    );
    crate::testing::check_loose_sentences(concat!(env!("CARGO_MANIFEST_DIR"), "/.."), &[]);
}

#[test]
fn messages_inside_a_message_and_in_its_lists_are_replaced() {
    let spears = || message!(EXAMPLES, "nothing");
    let lancers = |message: &Message| {
        let named = message!(EXAMPLES, "blows", groups = "Lancers");
        (message.name() == "nothing").then_some(named)
    };
    let groups = Argument::list([spears().into(), Argument::text("A1"), spears().into()]);
    let message = message!(EXAMPLES, "blows", groups);
    assert_eq!(
        message.with_others(&lancers),
        "Order of blows: Order of blows: Lancers, A1 and Order of blows: Lancers"
    );
    let inner = message!(EXAMPLES, "blows", groups = spears());
    let outer = message!(EXAMPLES, "blows", groups = inner).with_others(&lancers);
    assert_eq!(outer, "Order of blows: Order of blows: Order of blows: Lancers");
}
