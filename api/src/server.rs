//! The application and the server around it.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::{Compress, from_fn};
use actix_web::{App, Error, HttpServer, web};

use crate::app::Services;
use crate::base::blocking::blocking;
use crate::games::packing::Packed;
use crate::http::{self, Mounts, ProblemRenderer, finish};
use crate::jobs::Jobs;
use crate::pages;

/// How long a server that ends goes on packing what was played lately.
const PACK_AT_THE_END: Duration = Duration::from_secs(2);

/// The routes of the API and of the pages.
pub fn mounts() -> Mounts {
    let mut mounts = http::resources::mounts();
    pages::mount(&mut mounts);
    mounts
}

/// The whole application over its services: what the server runs and what tests call.
pub fn create_app(
    services: Arc<Services>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    App::new()
        .app_data(web::Data::from(services))
        .app_data(ProblemRenderer(pages::problem_page))
        .wrap(Compress::default())
        .wrap(from_fn(finish))
        .configure(|app| mounts().configure(app))
}

/// A server that has its address and does not answer yet.
#[derive(Debug)]
pub struct Listening {
    listener: TcpListener,
    address: SocketAddr,
    services: Arc<Services>,
}

impl Listening {
    /// Takes the address of the settings.
    pub fn bind(services: Arc<Services>) -> io::Result<Self> {
        let listener = TcpListener::bind(services.settings.listen)?;
        let address = listener.local_addr()?;
        Ok(Self {
            listener,
            address,
            services,
        })
    }

    /// The address at which it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves on this thread and its workers until a signal to stop. See [`serve`](Self::serve).
    pub fn run(self) -> io::Result<()> {
        actix_web::rt::System::new().block_on(self.serve(stop_signal()))
    }

    /// Serves until `stop`; then ends live streams, lets running requests finish and closes the store, which first
    /// makes everything durable that it has taken.
    pub async fn serve(self, stop: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let Self {
            listener, services, ..
        } = self;
        let settings = services.settings.clone();
        let shared = Arc::clone(&services);
        let mut server = HttpServer::new(move || create_app(Arc::clone(&shared)))
            .keep_alive(settings.keep_alive)
            .client_request_timeout(settings.client_timeout)
            // A body that was refused is read on by its answer (`http/unread.rs`): a little of it. The framework would read as
            // much as comes, and let nobody else on the thread have a turn meanwhile.
            .client_disconnect_timeout(Duration::ZERO)
            // Who has closed the connection takes no answer any more: what only they wanted to read ends.
            .h1_allow_half_closed(false)
            .max_connections(settings.max_connections)
            .shutdown_timeout(settings.shutdown_timeout.as_secs())
            .disable_signals();
        if let Some(workers) = settings.workers {
            server = server.workers(workers);
        }
        let running = server.listen(listener)?.run();
        let handle = running.handle();
        let stopping = Arc::clone(&services);
        tokio::spawn(async move {
            stop.await;
            tracing::info!("stopping: live streams end, running requests finish");
            stopping.hub.close();
            handle.stop(true).await;
        });
        let jobs = Jobs::start(&services);
        let ended = running.await;
        jobs.stop();
        match services.packing.pack_before_the_end(PACK_AT_THE_END).await {
            Ok(Packed { games: 0, .. }) => {}
            Ok(Packed { games, before, after }) => {
                tracing::info!(games, before, after, "packed what was played lately");
            }
            Err(error) => tracing::warn!("what was played lately stays unpacked: {error}"),
        }
        let store = Arc::clone(services.store.events());
        blocking(move || store.close())
            .await
            .map_err(io::Error::other)?
            .map_err(|why| io::Error::other(why.to_string()))?;
        ended
    }
}

/// Waits for a signal to stop.
async fn stop_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
