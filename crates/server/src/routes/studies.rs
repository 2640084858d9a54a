//! Studies that accounts keep. Whoever has the link to one may read it, if its owner wants that.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use crownhead_pdn::Reader;
use crownhead_store::studies::{self, ListedStudy};
use crownhead_study::{Study, StudyError};
use serde_json::json;

use crate::App;
use crate::chain::Chain;
use crate::error::{ApiError, Failures, sentence};
use crate::extract::{At, Body};
use crate::guard::Dear;
use crate::online::{self, Caller, Known, Person, is_id, new_id};
use crate::time::clock_ms;
use crate::wire::{ErrorBody, ErrorCode, KeptStudy, NewStudy, StudyChange, StudyInfo, StudyList, Visibility};

/// Studies that an account may have.
const MAX_STUDIES: u32 = 100;
/// The longest title in characters.
const MAX_TITLE: usize = 100;
/// The longest text in bytes.
const MAX_PDN: usize = 512 << 10;

/// Keeps a study. It needs an account, which may have 100 of them.
#[utoipa::path(post, path = "/api/studies", tag = "studies", request_body = NewStudy,
    security(("session" = [])),
    responses((status = 201, body = StudyInfo), Failures))]
pub(super) async fn add(
    State(app): State<App>,
    _: Dear,
    Known(person): Known,
    Body(new): Body<NewStudy>,
) -> Result<(StatusCode, Json<StudyInfo>), ApiError> {
    online::needs_account(&person)?;
    let now = clock_ms();
    let study = studies::Study {
        id: new_id()?,
        owner: person.id,
        title: check_title(&new.title)?,
        visibility: kept_visibility(new.visibility),
        version: 1,
        created: now,
        changed: now,
        pdn: check_pdn(&app, new.pdn).await?,
    };
    let info = study_info(&study);
    match app.studies.add_study(study, MAX_STUDIES).await? {
        true => Ok((StatusCode::CREATED, Json(info))),
        false => Err(ApiError::not_now(format!("You have {MAX_STUDIES} studies already; delete one first."))),
    }
}

/// Your studies.
#[utoipa::path(get, path = "/api/studies", tag = "studies", security(("session" = [])),
    responses((status = 200, body = StudyList), Failures))]
pub(super) async fn own(State(app): State<App>, Known(person): Known) -> Result<Json<StudyList>, ApiError> {
    online::needs_account(&person)?;
    let studies = app.studies.studies_of(person.id).await?;
    Ok(Json(StudyList { studies: studies.into_iter().map(listed_info).collect() }))
}

/// A study of yours, or one to which you have the link.
#[utoipa::path(get, path = "/api/studies/{id}", tag = "studies", params(("id" = String, Path, description = "The id of the study.")),
    security((), ("session" = [])),
    responses((status = 200, body = KeptStudy), Failures))]
pub(super) async fn look(
    State(app): State<App>,
    Caller(person): Caller,
    At(id): At<String>,
) -> Result<Json<KeptStudy>, ApiError> {
    let study = readable(&app, person.as_ref(), &id).await?;
    let by = app.online.store().account(study.owner.clone()).await?.map(|account| account.name);
    let yours = is_owner(person.as_ref(), &study);
    Ok(Json(KeptStudy { study: study_info(&study), by, yours, pdn: study.pdn }))
}

/// The same as a game file.
#[utoipa::path(get, path = "/api/studies/{id}/pdn", tag = "studies", params(("id" = String, Path, description = "The id of the study.")),
    security((), ("session" = [])),
    responses((status = 200, body = String, content_type = "text/plain"), Failures))]
pub(super) async fn pdn(
    State(app): State<App>,
    Caller(person): Caller,
    At(id): At<String>,
) -> Result<Response, ApiError> {
    let study = readable(&app, person.as_ref(), &id).await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], study.pdn).into_response())
}

/// Changes a study of yours.
#[utoipa::path(put, path = "/api/studies/{id}", tag = "studies", params(("id" = String, Path, description = "The id of the study.")),
    request_body = StudyChange, security(("session" = [])),
    responses((status = 200, body = StudyInfo), Failures))]
pub(super) async fn change(
    State(app): State<App>,
    Known(person): Known,
    At(id): At<String>,
    Body(change): Body<StudyChange>,
) -> Result<Json<StudyInfo>, ApiError> {
    let mut study =
        find(&app, &id).await?.filter(|study| is_owner(Some(&person), study)).ok_or_else(no_study)?;
    if change.version != study.version {
        let message =
            format!("This study was changed meanwhile: it has version {}. Reload it.", study.version);
        return Err(ApiError::new(ErrorCode::Stale, message));
    }
    if let Some(title) = change.title {
        study.title = check_title(&title)?;
    }
    if let Some(visibility) = change.visibility {
        study.visibility = kept_visibility(visibility);
    }
    if let Some(pdn) = change.pdn {
        study.pdn = check_pdn(&app, pdn).await?;
    }
    study.version += 1;
    study.changed = clock_ms();
    let info = study_info(&study);
    app.studies.save_study(study).await?;
    Ok(Json(info))
}

/// Deletes a study of yours.
#[utoipa::path(delete, path = "/api/studies/{id}", tag = "studies", params(("id" = String, Path, description = "The id of the study.")),
    security(("session" = [])),
    responses((status = 204), Failures))]
pub(super) async fn delete(
    State(app): State<App>,
    Known(person): Known,
    At(id): At<String>,
) -> Result<StatusCode, ApiError> {
    match is_id(&id) && app.studies.delete_study(person.id, id).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(no_study()),
    }
}

async fn find(app: &App, id: &str) -> Result<Option<studies::Study>, ApiError> {
    if is_id(id) { Ok(app.studies.study(id.to_owned()).await?) } else { Ok(None) }
}

/// A study that somebody may read. One that is not is as if it were not there.
async fn readable(app: &App, person: Option<&Person>, id: &str) -> Result<studies::Study, ApiError> {
    let may_read =
        |study: &studies::Study| study.visibility == studies::Visibility::Link || is_owner(person, study);
    find(app, id).await?.filter(may_read).ok_or_else(no_study)
}

fn is_owner(person: Option<&Person>, study: &studies::Study) -> bool {
    person.is_some_and(|person| person.id == study.owner)
}

fn no_study() -> ApiError {
    ApiError::not_found("study")
}

fn check_title(title: &str) -> Result<String, ApiError> {
    let title = title.trim();
    let fits = !title.is_empty() && title.chars().count() <= MAX_TITLE && !title.contains(char::is_control);
    let bad =
        || ApiError::new(ErrorCode::BadValue, format!("A title is one line of 1 to {MAX_TITLE} characters."));
    if fits { Ok(title.to_owned()) } else { Err(bad()) }
}

/// What is kept can be opened, and nothing of it is left out then.
async fn check_pdn(app: &App, text: String) -> Result<String, ApiError> {
    if text.len() > MAX_PDN {
        let message = format!("A study has at most {} KiB.", MAX_PDN >> 10);
        return Err(ApiError::new(ErrorCode::TooLarge, message));
    }
    // No text has it, and not every database knows it.
    if text.contains('\0') {
        return Err(ApiError::new(ErrorCode::BadPdn, "The text contains a NUL character."));
    }
    let check = move || {
        if Reader::from_text(&text).take(2).count() > 1 {
            return Err(ApiError::new(ErrorCode::BadPdn, "A study is one game, and this text has more."));
        }
        let study: Study = text.parse().map_err(|error| bad_pdn(&error))?;
        study.fault().map_or(Ok(text), |fault| Err(bad_pdn(fault)))
    };
    app.blocking.run(check).await?
}

fn bad_pdn(error: &StudyError) -> ApiError {
    let message = sentence(&Chain(error).to_string());
    ErrorBody::new(ErrorCode::BadPdn, message).with(&json!({"code": error.code()})).into()
}

fn kept_visibility(visibility: Visibility) -> studies::Visibility {
    match visibility {
        Visibility::Private => studies::Visibility::Private,
        Visibility::Link => studies::Visibility::Link,
    }
}

fn told_visibility(visibility: studies::Visibility) -> Visibility {
    match visibility {
        studies::Visibility::Private => Visibility::Private,
        studies::Visibility::Link => Visibility::Link,
    }
}

fn study_info(study: &studies::Study) -> StudyInfo {
    StudyInfo {
        id: study.id.clone(),
        title: study.title.clone(),
        visibility: told_visibility(study.visibility),
        version: study.version,
        created: study.created,
        changed: study.changed,
    }
}

fn listed_info(listed: ListedStudy) -> StudyInfo {
    let ListedStudy { id, title, visibility, version, created, changed } = listed;
    StudyInfo { id, title, visibility: told_visibility(visibility), version, created, changed }
}
