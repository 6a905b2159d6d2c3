//! Says which folders are embedded, so that a change of content rebuilds the command.

fn main() {
    for folder in ["systems", "factions", "scenarios", "errata", "docs/diagnostics"] {
        println!("cargo:rerun-if-changed=../{folder}");
    }
}
