//! `touchstone serve`.

use std::net::SocketAddr;
use std::time::Duration;

use domain::invitation::Invited;
use domain::role::Role;
use store::Store;
use tokio::net::TcpListener;

use crate::Error;
use crate::config::{ServeConfig, Storage};
use crate::edge::Edge;
use crate::http::{App, router};
use crate::invitation::invite;
use crate::services::ServerServices;
use crate::{demo, telemetry};

/// How long requests that are being answered may take after the signal to stop.
const DRAIN: Duration = Duration::from_secs(10);

pub(super) async fn serve(storage: Storage, config: ServeConfig, edge: Edge) -> Result<(), Error> {
    telemetry::start(config.log_json);
    config.check()?;
    let store = Store::open(&storage.location()).await?;
    let services = ServerServices::new(store.clone(), storage.data, edge);
    if config.demo {
        demo::prepare(&services).await?;
    }
    let (jobs, changes) = (services.jobs.clone(), services.changes.clone());
    jobs.start().await?;
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|error| Error::Environment(format!("cannot listen on {}: {error}", config.listen)))?;
    let failed = |error: std::io::Error| Error::Environment(format!("serving failed: {error}"));
    let address = listener.local_addr().map_err(failed)?;
    greet(&store, edge, &config, address).await?;
    let app = router(App::new(services, config)).into_make_service_with_connect_info::<SocketAddr>();
    let (stop, stopping) = tokio::sync::watch::channel(());
    let server = axum::serve(listener, app).with_graceful_shutdown(async move {
        stop_signal().await;
        tracing::info!("stopping");
        changes.stop();
        drop(stop);
    });
    let mut stopping = stopping;
    tokio::select! {
        ended = server.into_future() => ended.map_err(failed)?,
        () = async { let _ = stopping.changed().await; tokio::time::sleep(DRAIN).await } => tracing::warn!("some requests were cut off"),
    }
    jobs.stop().await?;
    store.close().await;
    Ok(())
}

/// Says where to go; on the very first start, with the link that makes the admin.
async fn greet(store: &Store, edge: Edge, config: &ServeConfig, address: SocketAddr) -> Result<(), Error> {
    say(&format!("Touchstone serves http://{address}/"));
    if config.demo {
        say(&format!("Demo: open http://{address}/sets/guide/label and label. Everybody on this machine is its admin."));
    } else if store.count_users_with_password().await? == 0 {
        let invited = Invited { id: edge.new_id(), role: Role::Admin, set: None };
        let path = invite(store, edge, invited, store::Inviter::FirstStart).await?;
        say(&format!("Nobody can sign in yet. This link makes the admin, once, within 72 hours: http://{address}{path}"));
    }
    Ok(())
}

/// Writes a line for who started the server; whether anybody reads it does not matter.
fn say(line: &str) {
    let _ = std::io::Write::write_fmt(&mut std::io::stdout(), format_args!("{line}\n"));
}

async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = interrupt => {}
        () = terminate => {}
    }
}
