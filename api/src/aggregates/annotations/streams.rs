//! Layers from the store and back into it.

use std::sync::Arc;

use hindsight_annotations::{Layer, LayerCommand, LayerEntry, LayerEvent, LayerVisibility, SCHEMA};
use hindsight_kernel::codec;
use hindsight_openapi::ProblemKind;
use hindsight_store::{
    Append, AppendError, CommandStamp, EventStore, Expected, ListOrder, MAX_PAGE, NewEvent, StreamCard,
    StreamFilter, StreamId,
};

use super::{Annotations, Reader, text};
use crate::aggregates::cache::{Aggregate, Entered, command_name};
use crate::base::error::{ApiError, ApiResult};
use crate::base::messages::text;
use crate::games::kinds::{LAYER, is_layer};

/// The id of the command under which a text is read in.
const READ_IN: &str = "text";
/// How often a change is decided again when somebody else's came first.
const TRIES: usize = 8;

/// A layer with its id.
#[derive(Debug, Clone)]
pub struct StoredLayer {
    /// Its id.
    pub id: StreamId,
    /// The layer.
    pub layer: Arc<Layer>,
    /// It is that of the text which the game came in with.
    pub from_text: bool,
}

/// What became of a command.
pub(crate) struct LayerWritten {
    pub(crate) sheet: StoredLayer,
    /// The annotation that it spoke of.
    pub(crate) number: Option<u32>,
    /// It had been given before.
    pub(crate) repeated: bool,
}

impl Aggregate for Layer {
    type Event = LayerEvent;
    const NAME: &'static str = "layer";
    const RULES: &'static str = concat!("annotations/", env!("CARGO_PKG_VERSION"));

    fn is_filed_as(card: &StreamCard) -> bool {
        is_layer(card)
    }

    fn version(&self) -> u64 {
        self.version
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }

    fn load(schema: u16, body: &[u8]) -> Result<LayerEvent, String> {
        LayerEvent::load(schema, body).map_err(|why| why.to_string())
    }

    fn stored(event: &LayerEvent) -> NewEvent {
        NewEvent {
            kind: event.kind().to_owned(),
            schema: SCHEMA,
            body: event.store(),
        }
    }

    fn put(&mut self, at_ms: u64, by: &str, event: LayerEvent) -> Result<(), String> {
        let by = by.to_owned();
        self.evolve(LayerEntry { at_ms, by, event })
            .map_err(|why| why.to_string())
    }
}

/// The ids of a game's layers, oldest first. Blocks on the store.
pub(crate) fn ids(store: &dyn EventStore, game: StreamId) -> ApiResult<Vec<StreamId>> {
    let filter = StreamFilter {
        mark: Some(LAYER.to_owned()),
        tag: Some(game.to_string()),
        order: ListOrder::Ascending,
        ..StreamFilter::default()
    };
    let page = store.streams(&filter, None, MAX_PAGE)?;
    Ok(page.streams.into_iter().map(|listed| listed.stream).collect())
}

pub(crate) fn layer_card(game: StreamId, layer: &Layer) -> StreamCard {
    StreamCard {
        system: LAYER.to_owned(),
        title: layer.title.clone(),
        status: "kept".to_owned(),
        tags: vec![game.to_string()],
        // Whoever may read it finds it by its game: in lists of streams it is nobody's.
        visibility: "private".to_owned(),
        owner: layer.author.clone(),
        marks: vec![LAYER.to_owned()],
        created_ms: layer.created_ms,
        ..StreamCard::default()
    }
}

impl Annotations {
    /// All layers of a game, whoever may read them; that of its text first, if it came in with one.
    pub(super) async fn sheets(&self, reader: Reader<'_>) -> ApiResult<Vec<StoredLayer>> {
        let game = reader.head.id;
        let layers = self.layers.clone();
        let mut sheets = self
            .store
            .work(move |store| {
                let mut sheets = Vec::new();
                for id in ids(store, game)? {
                    let Some(layer) = layers.read(store, id)? else {
                        continue;
                    };
                    let from_text = text::came_with_it(&layer);
                    sheets.push(StoredLayer { id, layer, from_text });
                }
                Ok(sheets)
            })
            .await?;
        if !sheets.iter().any(|sheet| sheet.from_text)
            && let Some(sheet) = self.text_sheet(reader).await?
        {
            sheets.insert(0, sheet);
        }
        Ok(sheets)
    }

    /// The layer of the text that the game came in with, as long as nobody has changed it: made from the notes beside the
    /// game each time, and stored when it is first written to.
    async fn text_sheet(&self, reader: Reader<'_>) -> ApiResult<Option<StoredLayer>> {
        let id = self.text_layer(reader.head.id);
        let sheet = |layer| StoredLayer {
            id,
            layer,
            from_text: true,
        };
        if let Some(layer) = self.layers.remembered(id) {
            return Ok((layer.version > 0).then(|| sheet(layer)));
        }
        let made = text::read_in(&self.store, reader).await?;
        let layer = Layer::fold(made).map_err(|why| ApiError::fault("reading in a text", why))?;
        let layer = Arc::new(layer);
        // A game without a text is remembered as one with an empty layer.
        self.layers.remember(id, &layer);
        Ok((layer.version > 0).then(|| sheet(layer)))
    }

    /// Makes a layer; the same again where it is there already and says the same.
    pub(super) async fn make(
        &self,
        reader: Reader<'_>,
        id: StreamId,
        by: &str,
        made: (&str, LayerVisibility, std::collections::BTreeSet<String>),
    ) -> ApiResult<LayerWritten> {
        let (title, visibility, readers) = made;
        let mut events = vec![LayerEvent::LayerCreated {
            game: reader.head.id.to_string(),
            title: title.to_owned(),
            visibility,
        }];
        if !readers.is_empty() {
            events.push(LayerEvent::ReadersNamed { readers });
        }
        let command = codec::encode(&events);
        let (layer, repeated) = self
            .append(
                reader,
                id,
                Layer::default(),
                Entered {
                    by: by.to_owned(),
                    name: "create".to_owned(),
                    body: command,
                    events,
                },
            )
            .await?;
        Ok(LayerWritten {
            sheet: StoredLayer {
                id,
                layer,
                from_text: false,
            },
            number: None,
            repeated,
        })
    }

    /// Decides a command on a layer as it stands, and stores what happens. `check` is asked each time it is decided.
    pub(crate) async fn give(
        &self,
        reader: Reader<'_>,
        sheet: &StoredLayer,
        by: &str,
        command: LayerCommand,
        key: Option<&str>,
        check: impl Fn(&Layer) -> ApiResult<()>,
    ) -> ApiResult<LayerWritten> {
        let name = command_name(by, key);
        let body = codec::encode(&command);
        let given = |layer, number, repeated| LayerWritten {
            sheet: StoredLayer {
                layer,
                ..sheet.clone()
            },
            number,
            repeated,
        };
        if key.is_some()
            && let Some(event) = self.layers.written_before(sheet.id, &name, by, &body).await?
        {
            let layer = self.present(sheet).await?;
            return Ok(given(layer, event.number(), true));
        }
        for _ in 0..TRIES {
            let layer = self.present(sheet).await?;
            check(&layer)?;
            let request = hindsight_annotations::Request {
                by,
                steward: reader.caller.is_admin(),
                events: reader.head.version(),
            };
            let events = hindsight_annotations::decide(&layer, request, command.clone())
                .map_err(super::shown::refused)?;
            let Some(number) = events.first().map(LayerEvent::number) else {
                let number = match &command {
                    LayerCommand::Edit { number, .. } | LayerCommand::Remove { number } => Some(*number),
                    _ => None,
                };
                return Ok(given(layer, number, false));
            };
            self.settle(reader, sheet).await?;
            let entered = Entered {
                by: by.to_owned(),
                name: name.clone(),
                body: body.clone(),
                events,
            };
            match self.append(reader, sheet.id, Layer::clone(&layer), entered).await {
                Ok((layer, repeated)) => return Ok(given(layer, number, repeated)),
                // Somebody else's change came first: it is decided again after it.
                Err(error) if error.kind() == ProblemKind::StaleVersion => self.layers.forget(sheet.id),
                Err(error) => return Err(error),
            }
        }
        Err(ApiError::new(ProblemKind::Busy, text!("layer-busy")))
    }

    /// A layer as it stands now.
    async fn present(&self, sheet: &StoredLayer) -> ApiResult<Arc<Layer>> {
        let stored = self.layers.present(sheet.id).await?;
        Ok(stored.unwrap_or_else(|| {
            self.layers.remember(sheet.id, &sheet.layer);
            Arc::clone(&sheet.layer)
        }))
    }

    /// Stores the layer of a text before it is changed for the first time.
    async fn settle(&self, reader: Reader<'_>, sheet: &StoredLayer) -> ApiResult<()> {
        if !sheet.from_text {
            return Ok(());
        }
        let id = sheet.id;
        if self.store.work(move |store| Ok(store.head(id)?)).await?.is_some() {
            return Ok(());
        }
        let entries = text::read_in(&self.store, reader).await?;
        let layer = Layer::fold(entries.clone()).map_err(|why| ApiError::fault("reading in a text", why))?;
        let append = Append {
            stream: id,
            expected: Expected::New,
            recorded_at_ms: layer.created_ms,
            command: CommandStamp {
                id: READ_IN.to_owned(),
                actor: layer.author.clone(),
                rules: Layer::RULES.to_owned(),
                body: codec::encode(&READ_IN),
            },
            events: entries.iter().map(|entry| Layer::stored(&entry.event)).collect(),
            card: Some(layer_card(reader.head.id, &layer)),
        };
        match self.store.append(append).await? {
            Ok(_) | Err(AppendError::Conflict { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Appends events to a layer and tells those who follow its game; the layer after them.
    async fn append(
        &self,
        reader: Reader<'_>,
        id: StreamId,
        layer: Layer,
        entered: Entered<LayerEvent>,
    ) -> ApiResult<(Arc<Layer>, bool)> {
        let game = reader.head.id;
        let titled = entered.events.iter().any(|event| {
            matches!(
                event,
                LayerEvent::LayerCreated { .. } | LayerEvent::LayerTitled { .. }
            )
        });
        let filed = |layer: &Layer| titled.then(|| layer_card(game, layer));
        let appended = self.layers.write(id, layer, entered, filed).await?;
        self.hub.touch(game);
        Ok(appended)
    }
}
