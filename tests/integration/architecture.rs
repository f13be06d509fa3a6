//! The order of the house, kept by a test: a module uses only modules above it.

use std::fs;
use std::path::{Path, PathBuf};

/// Modules in flow order, as `src/lib.rs` lists them.
fn order() -> Vec<String> {
    let lib = fs::read_to_string(source().join("lib.rs")).expect("src/lib.rs is there");
    let name = |line: &str| Some(line.strip_prefix("pub mod ")?.strip_suffix(';')?.to_owned());
    lib.lines().filter_map(name).collect()
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every source file with the module it belongs to.
fn files() -> Vec<(String, PathBuf)> {
    let mut files = Vec::new();
    let mut folders = vec![source()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("src can be listed") {
            let path = entry.expect("src can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let below = path.strip_prefix(source()).expect("below src").to_owned();
                let first = below.components().next().expect("a name").as_os_str();
                let module = first.to_string_lossy().trim_end_matches(".rs").to_owned();
                files.push((module, path));
            }
        }
    }
    files.sort();
    files
}

/// The code of a file without comments and without its test modules at the end.
fn code(path: &Path) -> String {
    let is_test =
        path.ends_with("tests.rs") || path.components().any(|part| part.as_os_str() == "tests");
    if is_test {
        return String::new();
    }
    let text = fs::read_to_string(path).expect("a source file can be read");
    let end = text
        .find("\n#[cfg(test)]\nmod tests {")
        .unwrap_or(text.len());
    let lines = text.get(..end).unwrap_or_default().lines();
    lines
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Names of modules behind `crate::` in some code.
fn uses(code: &str) -> Vec<String> {
    code.split("crate::")
        .skip(1)
        .map(|rest| {
            rest.chars()
                .take_while(|&c| c.is_alphanumeric() || c == '_')
                .collect()
        })
        .collect()
}

#[test]
fn a_module_uses_only_modules_above_it() {
    let order = order();
    let place = |module: &str| order.iter().position(|known| known == module);
    for (module, path) in files() {
        let Some(own) = place(&module) else { continue };
        for used in uses(&code(&path)) {
            let Some(other) = place(&used) else { continue };
            assert!(
                other <= own,
                "{} uses '{used}', which is below '{module}'",
                path.display()
            );
        }
    }
}

#[test]
fn each_outside_crate_has_one_home() {
    let homes: [(&str, &[&str]); 6] = [
        ("ratatui", &["tui", "cli"]),
        ("crossterm", &["tui"]),
        ("arboard", &["tui"]),
        ("fuzzy_matcher", &["query"]),
        ("flate2", &["corpus"]),
        ("clap", &["cli"]),
    ];
    for (module, path) in files() {
        let code = code(&path);
        for (outside, homes) in homes {
            let is_used = code.contains(&format!("{outside}::"));
            assert!(
                !is_used || homes.contains(&module.as_str()),
                "{} uses {outside}, whose home is {homes:?}",
                path.display()
            );
        }
    }
}

#[test]
fn files_are_opened_only_where_the_house_says() {
    let homes = ["corpus", "published", "dissent", "output", "cli", "main"];
    for (module, path) in files() {
        let is_used = code(&path).contains("std::fs");
        assert!(
            !is_used || homes.contains(&module.as_str()),
            "{} opens files",
            path.display()
        );
    }
}

#[test]
fn state_names_nothing_of_the_drawing_library_and_views_change_nothing() {
    for (_, path) in files() {
        let below = path.strip_prefix(source()).expect("below src");
        let code = code(&path);
        if below.starts_with("tui/state") || below == Path::new("tui/state.rs") {
            assert!(
                !code.contains("ratatui"),
                "{} names ratatui",
                path.display()
            );
        }
        if below.starts_with("tui/view") || below == Path::new("tui/view.rs") {
            for state in ["&mut App", "&mut Workspace", "&mut Census"] {
                assert!(!code.contains(state), "{} takes {state}", path.display());
            }
        }
    }
}

#[test]
fn the_project_speaks_only_of_itself() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts: Vec<PathBuf> = files().into_iter().map(|(_, path)| path).collect();
    texts.extend(["README.md", "Cargo.toml", ".ci/run"].map(|name| root.join(name)));
    let outside = [
        concat!("..", "/shared"),
        concat!("/wo", "rk/"),
        concat!("TO", "DO"),
    ];
    for path in texts {
        let text = fs::read_to_string(&path).expect("a file of the project can be read");
        for word in outside {
            assert!(!text.contains(word), "{} mentions {word}", path.display());
        }
    }
}
