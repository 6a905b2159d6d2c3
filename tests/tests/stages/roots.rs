//! Roots: who supplies what, and what is refused.

use std::sync::Arc;

use crate::game::SYSTEM;

use warwright_compiler::roots::{
    FolderRoot, Loaded, MemoryRoot, ReadFault, Request, Root, clean, load,
};

fn library() -> MemoryRoot {
    MemoryRoot::new("library")
        .with("systems/trial/trial.ww", SYSTEM)
        .with("systems/trial/tests/a.ww", "use trial\ndefine spare: int = 1\n")
        .with("systems/trial/conformance.md", "| T-1 | x |")
        .with("factions/trial/huts.ww", "use trial\nfaction \"Huts\" { }\n")
        .with("errata/trial/a.ww", "use trial\ndefine spare: int = 1\n")
        .with("scenarios/trial/a.ww", "use trial\ndefine spare: int = 1\n")
}

fn paths(loaded: &Loaded) -> Vec<(usize, &str)> {
    loaded.files.iter().map(|file| (file.root, &*file.path)).collect()
}

#[test]
fn a_loose_file_gets_the_library_of_its_game() {
    let own = MemoryRoot::new("").with("mine.ww", "use trial\ndefine spare: int = 1\n");
    let loaded = load(&Request {
        roots: vec![Arc::new(own), Arc::new(library())],
        files: vec!["./mine.ww".to_owned()],
        with_library: true,
        ..Request::default()
    });
    assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
    assert_eq!(
        paths(&loaded),
        [
            (1, "systems/trial/trial.ww"),
            (1, "factions/trial/huts.ww"),
            (1, "errata/trial/a.ww"),
            (0, "mine.ww")
        ]
    );
    assert!(loaded.conformance.is_some());
    assert_eq!(loaded.sources.name(loaded.files[0].tree.id), "library/systems/trial/trial.ww");
}

#[test]
fn the_first_root_with_a_system_supplies_it() {
    let own = MemoryRoot::new("")
        .with("systems/trial/trial.ww", SYSTEM)
        .with("factions/trial/mine.ww", "use trial\ndefine spare: int = 1\n");
    let loaded = load(&Request {
        roots: vec![Arc::new(own), Arc::new(library())],
        system: Some("trial".to_owned()),
        with_library: true,
        ..Request::default()
    });
    // The library's army lists belong to the library's rules.
    assert_eq!(paths(&loaded), [(0, "systems/trial/trial.ww"), (0, "factions/trial/mine.ww")]);
}

#[test]
fn a_battle_brings_the_files_that_declare_what_it_names() {
    let side = |name: &str| format!("side A {{ roster \"{name}\" }}");
    let own = MemoryRoot::new("")
        .with("systems/trial/trial.ww", SYSTEM)
        .with("scenarios/trial/a.ww", format!("use trial\nscenario S {{ {} }}\n", side("Few")))
        .with("scenarios/trial/armies.ww", "use trial\nroster \"Few\" { }\n")
        .with("scenarios/trial/b.ww", format!("use trial\nscenario T {{ {} }}\n", side("Many")))
        .with("scenarios/trial/c.ww", "use trial\nscenario U like S { rounds 2 }\n")
        .with("scenarios/trial/deep/many.ww", "use trial\nroster \"Many\" { }\n")
        .with(
            "scenarios/trial/own.ww",
            "use trial\nroster \"Few\" { }\nscenario V { side A { roster \"Few\" } }\n",
        )
        .with("lock.ww", "use trial\ntest \"a\" of \"T\" { expect true }\n");
    let root: Arc<dyn Root> = Arc::new(own);
    let loaded = |file: &str| {
        let request = Request {
            roots: vec![Arc::clone(&root)],
            files: vec![file.to_owned()],
            ..Request::default()
        };
        let loaded = load(&request);
        assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
        let paths = loaded.files.iter().filter(|file| !file.path.starts_with("systems/"));
        paths.map(|file| file.path.replace("scenarios/trial/", "")).collect::<Vec<_>>()
    };
    assert_eq!(loaded("scenarios/trial/a.ww"), ["a.ww", "armies.ww"]);
    assert_eq!(loaded("scenarios/trial/b.ww"), ["b.ww", "deep/many.ww"]);
    assert_eq!(loaded("scenarios/trial/c.ww"), ["a.ww", "armies.ww", "c.ww"]);
    assert_eq!(loaded("scenarios/trial/own.ww"), ["own.ww"]);
    assert_eq!(loaded("lock.ww"), ["lock.ww", "b.ww", "deep/many.ww"]);
}

#[test]
fn a_loose_battle_may_name_armies_of_the_library_but_its_own_go_first() {
    let battle = "use trial\nscenario S { side A { roster \"Few\" } }\n";
    let few = "use trial\nroster \"Few\" { }\n";
    let library = library().with("scenarios/trial/armies.ww", few);
    let own = MemoryRoot::new("").with("mine.ww", battle);
    let request = Request {
        roots: vec![Arc::new(own.clone()), Arc::new(library.clone())],
        files: vec!["mine.ww".to_owned()],
        with_library: true,
        ..Request::default()
    };
    assert!(paths(&load(&request)).contains(&(1, "scenarios/trial/armies.ww")));
    let own = own.with("scenarios/trial/few.ww", few);
    let request = Request { roots: vec![Arc::new(own), Arc::new(library)], ..request };
    let loaded = load(&request);
    assert!(paths(&loaded).contains(&(0, "scenarios/trial/few.ww")));
    assert!(!paths(&loaded).contains(&(1, "scenarios/trial/armies.ww")));
}

#[test]
fn a_file_does_not_stand_in_place_of_a_whole_system() {
    let with = |path: &str| {
        load(&Request {
            roots: vec![
                Arc::new(MemoryRoot::new("").with(path, "use trial\ndefine spare: int = 1\n")),
                Arc::new(library()),
            ],
            files: vec![path.to_owned()],
            with_library: true,
            ..Request::default()
        })
    };
    let rules = with("systems/trial/more.ww");
    assert_eq!(rules.diagnostics.len(), 1, "{:#?}", rules.diagnostics);
    assert!(rules.diagnostics[0].message.contains("systems/trial/more.ww"));
    assert_eq!(rules.system, None);
    let tests = with("systems/trial/tests/more.ww");
    assert!(tests.diagnostics.is_empty(), "{:#?}", tests.diagnostics);
    assert!(paths(&tests).contains(&(1, "systems/trial/trial.ww")));
}

#[test]
fn an_unknown_system_gets_a_suggestion() {
    let own = MemoryRoot::new("").with("mine.ww", "use trail\n");
    let loaded = load(&Request {
        roots: vec![Arc::new(own), Arc::new(library())],
        files: vec!["mine.ww".to_owned()],
        with_library: true,
        ..Request::default()
    });
    assert_eq!(loaded.diagnostics.len(), 1);
    assert_eq!(loaded.diagnostics[0].code.number(), 210);
    assert_eq!(loaded.diagnostics[0].help[0].edits[0].replacement, "trial");
}

#[test]
fn paths_never_lead_out() {
    for bad in ["../a", "a/../../b", "/etc/a", "\\a", "c:/a", "a\u{0}b", "a/.."] {
        assert_eq!(clean(bad), Err(ReadFault::Outside), "{bad}");
    }
    assert_eq!(clean("./a//b").as_deref(), Ok("a/b"));
    assert_eq!(library().read("systems/../factions/trial/huts.ww"), Err(ReadFault::Outside));
    let loaded = load(&Request {
        roots: vec![Arc::new(library())],
        files: vec!["../secret.ww".to_owned()],
        ..Request::default()
    });
    assert_eq!(loaded.diagnostics[0].code.number(), 1010);
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let place = std::env::temp_dir().join(format!("warwright-roots-{}", std::process::id()));
    std::fs::create_dir_all(place.join("systems/trial")).unwrap();
    std::fs::create_dir_all(place.join("outside")).unwrap();
    std::fs::write(place.join("systems/trial/trial.ww"), SYSTEM).unwrap();
    std::fs::write(place.join("outside/a.ww"), "use trial\ndefine spare: int = 1\n").unwrap();
    let link = place.join("systems/trial/b.ww");
    if !link.exists() {
        std::os::unix::fs::symlink(place.join("outside/a.ww"), &link).unwrap();
    }
    let root = FolderRoot::new("", &place);
    assert_eq!(root.read("systems/trial/b.ww"), Err(ReadFault::Link));
    assert!(root.read("systems/trial/trial.ww").is_ok());
    assert_eq!(root.read("systems/none.ww"), Err(ReadFault::Missing));
    let loaded = load(&Request {
        roots: vec![Arc::new(root)],
        system: Some("trial".to_owned()),
        ..Request::default()
    });
    let codes: Vec<u16> = loaded.diagnostics.iter().map(|found| found.code.number()).collect();
    assert_eq!(codes, [1011]);
    std::fs::remove_dir_all(&place).expect("the trial folder");
}

/// Whatever comes along with the project has nothing wrong in it as far as names, errata and rosters go.
#[test]
fn the_library_assembles_clean() {
    let root = FolderRoot::new("", concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    for system in root.list("systems").expect("the library") {
        let loaded = load(&Request {
            roots: vec![Arc::new(root.clone())],
            system: Some(system.name),
            scenarios: true,
            tests: true,
            ..Request::default()
        });
        let shown = crate::game::shown(&loaded, &loaded.diagnostics);
        assert!(loaded.diagnostics.is_empty(), "{shown}");
        crate::game::trial(&loaded).clean();
    }
}

#[test]
fn tests_of_the_library_speak_of_its_game_without_what_is_added() {
    let tests = |own: Option<MemoryRoot>| {
        let mut roots: Vec<Arc<dyn Root>> = Vec::new();
        roots.extend(own.map(|own| Arc::new(own) as Arc<dyn Root>));
        roots.push(Arc::new(library()));
        let loaded = load(&Request {
            roots,
            system: Some("trial".to_owned()),
            tests: true,
            with_library: true,
            ..Request::default()
        });
        assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
        loaded.files.iter().filter(|file| file.path.contains("/tests/")).count()
    };
    assert_eq!(tests(None), 1);
    assert_eq!(tests(Some(MemoryRoot::new(""))), 1, "nothing is added");
    let own =
        MemoryRoot::new("").with("factions/trial/mine.ww", "use trial\ndefine spare: int = 1\n");
    assert_eq!(tests(Some(own)), 0);
}
