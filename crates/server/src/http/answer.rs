//! The response to a request.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{RawPathParams, Request};
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};
use outflank_api::{Answer, ApiError, Context, Cost, Endpoint, ErrorKey, Event, Input, Source};
use tokio::sync::{mpsc, oneshot};

use super::body::{check_json, read_body};
use super::client::client;
use super::error::HttpError;
use super::events;
use crate::app_state::AppState;
use crate::engine::EngineSession;

/// Responds to a request within a time limit, unless it waits for the engine, which has its own
/// limits.
pub(super) async fn answer(
    endpoint: &'static Endpoint,
    app: AppState,
    path: RawPathParams,
    request: Request,
) -> Result<Response, HttpError> {
    let limits = &app.settings.limits;
    let patience = match endpoint.cost {
        Cost::Search => Duration::MAX,
        Cost::OwnSearch => app.settings.resources.limits.time,
        Cost::Little | Cost::Reading | Cost::Tree => limits.body_time + limits.answer_time,
    };
    let answer = answer_at_last(endpoint, app, path, request);
    match tokio::time::timeout(patience, answer).await {
        Ok(answer) => answer,
        Err(_) => {
            let message = "the server is too busy to respond in time";
            Err(ApiError::general(ErrorKey::Unavailable, message).into())
        }
    }
}

async fn answer_at_last(
    endpoint: &'static Endpoint,
    app: AppState,
    path: RawPathParams,
    request: Request,
) -> Result<Response, HttpError> {
    let client = client(&request)?;
    let mut input = Input::new(request.uri().query().unwrap_or_default(), Vec::new());
    let fields = path.iter();
    input
        .query
        .extend(fields.map(|(name, value)| (name.to_owned(), value.to_owned())));
    if endpoint.source == Source::Json {
        check_json(request.headers())?;
    }
    if endpoint.source != Source::Query {
        let time = app.settings.limits.body_time;
        let body = read_body(request, app.settings.resources.limits.body_bytes, time).await?;
        input.body = body.into();
    }
    let session = Arc::new(app.engine.session(&client));
    let guard = CloseOnDrop(Arc::clone(&session));
    let (reply, replied) = oneshot::channel();
    let work = Work {
        endpoint,
        input,
        session,
        reply,
    };
    match app.place(endpoint.cost).await? {
        None if endpoint.cost == Cost::Little => work.run(&app),
        place => drop(tokio::task::spawn_blocking(move || {
            // Held until the work ends, even if nobody is waiting for it.
            let _place = place;
            work.run(&app);
        })),
    }
    match replied.await {
        Ok(Ok(Reply::Response(response))) => Ok(response),
        Ok(Ok(Reply::Events(events))) => Ok(events::stream(events, guard).into_response()),
        Ok(Err(error)) => Err(error.into()),
        Err(_) => Err(ApiError::internal(&"a request panicked").into()),
    }
}

/// Closes a session once nobody is waiting for its response.
#[derive(Debug)]
struct CloseOnDrop(Arc<EngineSession>);

impl Drop for CloseOnDrop {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A request to respond to.
struct Work {
    endpoint: &'static Endpoint,
    input: Input,
    session: Arc<EngineSession>,
    reply: oneshot::Sender<Result<Reply, ApiError>>,
}

enum Reply {
    Response(Response),
    Events(mpsc::Receiver<Event>),
}

impl Work {
    fn run(self, app: &AppState) {
        let context = Context {
            resources: &app.settings.resources,
            search: &*self.session,
            stop: self.session.stop_flag(),
            seed: rand::random(),
        };
        let response = match self.endpoint.answer(self.input, &context) {
            Ok(Answer::Stream(run)) => {
                let (sender, receiver) = mpsc::channel(events::WAITING);
                // This fails if the client is gone. In that case, `events::send` fails too and ends
                // the stream.
                let _ = self.reply.send(Ok(Reply::Events(receiver)));
                let ended = run(&mut |event| events::send(&sender, event));
                if let Err(error) = ended {
                    let _ = events::send(&sender, Event::failed(&error));
                }
                self.session.close();
                return;
            }
            Ok(Answer::Json(json)) => {
                Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
            }
            Ok(Answer::Page(page)) => {
                let policy = format!("{}; frame-ancestors 'self'", page.policy);
                let headers = [(header::CONTENT_SECURITY_POLICY, policy)];
                Ok((headers, Html(page.html)).into_response())
            }
            Err(error) => Err(error),
        };
        // Close the session before the client can learn that it may open another.
        self.session.close();
        let _ = self.reply.send(response.map(Reply::Response));
    }
}
