//! What every store has to do for studies.

use crate::StoreError;
use crate::studies::{ListedStudy, Study, StudyStore, Visibility};

/// Checks that a store, which is empty, keeps what it promises about studies. It is not empty afterwards.
///
/// # Panics
///
/// When it does not.
pub async fn check_studies(store: &dyn StudyStore) {
    adds_and_finds(store).await;
    saves_only_what_follows(store).await;
    lists_to_an_owner_only_its_own(store).await;
    adds_no_more_than_the_limit(store).await;
    deletes_for_the_owner_alone(store).await;
    keeps_any_text(store).await;
    has_no_old_games(store).await;
}

/// More than the studies of these checks.
const LIMIT: u32 = 50;

fn study(owner: &str, id: &str, version: u64, changed: u64) -> Study {
    Study {
        id: id.to_owned(),
        owner: owner.to_owned(),
        title: format!("title of {id}"),
        visibility: if version == 1 { Visibility::Private } else { Visibility::Link },
        version,
        created: 5,
        changed,
        pdn: format!("text of {id}, version {version}"),
    }
}

async fn add(store: &dyn StudyStore, study: Study) {
    assert!(store.add_study(study, LIMIT).await.expect("a store adds"));
}

async fn find(store: &dyn StudyStore, id: &str) -> Option<Study> {
    store.study(id.to_owned()).await.expect("a store finds")
}

async fn names(store: &dyn StudyStore, owner: &str) -> Vec<String> {
    let found = store.studies_of(owner.to_owned()).await.expect("a store lists");
    found.into_iter().map(|study| study.id).collect()
}

async fn adds_and_finds(store: &dyn StudyStore) {
    assert_eq!(find(store, "nobody").await, None);
    add(store, study("ann", "first", 1, 100)).await;
    assert_eq!(find(store, "first").await, Some(study("ann", "first", 1, 100)));
}

async fn saves_only_what_follows(store: &dyn StudyStore) {
    let new = study("ann", "first", 2, 300);
    store.save_study(new.clone()).await.expect("the next version is saved");
    assert_eq!(find(store, "first").await.as_ref(), Some(&new));
    let refused = [
        study("ann", "first", 1, 999),
        study("ann", "first", 2, 999),
        study("ann", "first", 4, 999),
        study("bob", "first", 3, 999),
        study("ann", "nobody", 2, 999),
    ];
    for study in refused {
        let (id, owner, version) = (study.id.clone(), study.owner.clone(), study.version);
        let saved = store.save_study(study).await;
        assert!(
            matches!(saved, Err(StoreError::Stale { .. })),
            "version {version} of {id} by {owner}: {saved:?}"
        );
    }
    assert_eq!(find(store, "first").await, Some(new));
    // When it was made and whose it is stay as they were.
    let later = Study { created: 999, ..study("ann", "first", 3, 300) };
    store.save_study(later).await.expect("the next version is saved");
    assert_eq!(find(store, "first").await, Some(study("ann", "first", 3, 300)));
}

async fn lists_to_an_owner_only_its_own(store: &dyn StudyStore) {
    for (owner, id, changed) in
        [("ann", "second", 200), ("bob", "fourth", 400), ("ann", "third", 300), ("bob", "fifth", 1)]
    {
        add(store, study(owner, id, 1, changed)).await;
    }
    assert_eq!(names(store, "ann").await, ["third", "first", "second"], "the newest first, then by name");
    assert_eq!(names(store, "bob").await, ["fourth", "fifth"]);
    assert!(names(store, "nobody").await.is_empty());
    let listed = store.studies_of("bob".to_owned()).await.expect("a store lists");
    let fourth = ListedStudy {
        id: "fourth".to_owned(),
        title: "title of fourth".to_owned(),
        visibility: Visibility::Private,
        version: 1,
        created: 5,
        changed: 400,
    };
    assert_eq!(listed[0], fourth);
}

async fn adds_no_more_than_the_limit(store: &dyn StudyStore) {
    let sixth = study("bob", "sixth", 1, 1);
    assert!(!store.add_study(sixth.clone(), 2).await.expect("a store answers"), "bob has two");
    assert_eq!(find(store, "sixth").await, None);
    assert!(store.add_study(sixth, 3).await.expect("a store adds"));
}

async fn deletes_for_the_owner_alone(store: &dyn StudyStore) {
    let delete = async |owner: &str, id: &str| {
        store.delete_study(owner.to_owned(), id.to_owned()).await.expect("a store deletes")
    };
    assert!(!delete("ann", "sixth").await, "it is another's");
    assert!(delete("bob", "sixth").await);
    assert!(!delete("bob", "sixth").await);
    assert_eq!(find(store, "sixth").await, None);
    assert_eq!(names(store, "bob").await, ["fourth", "fifth"]);
}

async fn keeps_any_text(store: &dyn StudyStore) {
    let text = "quotes ' \" ; -- DROP TABLE studies; \u{1F3C1} \u{0} \r\n".to_owned();
    let odd = Study { pdn: text.clone(), title: text, ..study("ann", "odd'); --", 1, u64::from(u32::MAX)) };
    // Some databases know no NUL in texts; what is saved comes back, or is refused.
    if store.add_study(odd.clone(), LIMIT).await.is_ok() {
        assert_eq!(find(store, &odd.id).await, Some(odd));
    }
}

async fn has_no_old_games(store: &dyn StudyStore) {
    assert_eq!(store.n_old_games().await.expect("a store counts"), 0);
    assert!(store.old_games(None, 9).await.expect("a store lists").is_empty());
}
