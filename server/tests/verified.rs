//! Only what a manifest names and what fits it is read: by `eval`, `gate`, `verify` and `import version` alike.

use std::path::Path;
use std::process::Command;

use domain::export::{Manifest, ManifestFile};
use domain::scale::Grade;
use serde_json::json;

use crate::touchstone::{Finished, Touchstone};

/// A dozen queries, frozen and exported to `golden` and, as TREC, to `trec`.
fn exported() -> Touchstone {
    let touchstone = Touchstone::sqlite().with_parts(12);
    touchstone.freeze_parts();
    touchstone.export_parts("touchstone", "golden");
    touchstone.export_parts("trec", "trec");
    touchstone
}

/// What each command that reads an export says of this one.
struct Said {
    verify: Finished,
    eval: Finished,
    gate: Finished,
    import: Finished,
}

fn read(touchstone: &Touchstone, folder: &str, more: &[&str]) -> Said {
    let (golden, run) = (touchstone.path(folder), touchstone.path("r.jsonl"));
    let with_more = |arguments: &[&str]| touchstone.run([arguments, more].concat());
    Said {
        verify: with_more(&["verify", &golden]),
        eval: with_more(&["eval", "--golden", &golden, "--run", &run]),
        gate: with_more(&["gate", "--golden", &golden, "--run", &run, "--min", "mrr=0.1"]),
        import: Touchstone::sqlite().run(["import", "version", "--set", "parts", &golden]),
    }
}

/// Writes the manifest again, with a checksum that fits.
fn seal_again(folder: &Path, change: impl FnOnce(&mut Manifest)) {
    let path = folder.join("manifest.json");
    let mut manifest = Manifest::parse(&std::fs::read_to_string(&path).expect("readable")).expect("a manifest");
    change(&mut manifest);
    let Manifest { format, head, erased, files, .. } = manifest;
    std::fs::write(path, Manifest::new(format, head, erased, files).text()).expect("written");
}

fn replace_by_link(file: &Path) {
    let elsewhere = file.with_extension("elsewhere");
    std::fs::rename(file, &elsewhere).expect("moved");
    std::os::unix::fs::symlink(elsewhere, file).expect("linked");
}

fn replace_by_pipe(file: &Path) {
    std::fs::remove_file(file).expect("removed");
    assert!(Command::new("mkfifo").arg(file).status().expect("mkfifo runs").success());
}

fn replace_by_folder(file: &Path) {
    std::fs::remove_file(file).expect("removed");
    std::fs::create_dir(file).expect("made");
}

fn replace_by_socket(file: &Path) {
    std::fs::remove_file(file).expect("removed");
    drop(std::os::unix::net::UnixListener::bind(file).expect("bound"));
}

#[test]
fn an_export_that_is_not_as_it_was_written_is_read_by_no_command() {
    type Spoil = fn(&Path);
    let cases: [(&str, Spoil, &str); 15] = [
        (
            "a link",
            |folder| replace_by_link(&folder.join("golden.jsonl")),
            "golden.jsonl: it is a symbolic link and should be a regular file",
        ),
        ("a linked hash", |folder| replace_by_link(&folder.join("hashes.tsv")), "hashes.tsv: it is a symbolic link"),
        ("a linked manifest", |folder| replace_by_link(&folder.join("manifest.json")), "manifest.json: it is a symbolic link"),
        ("a pipe", |folder| replace_by_pipe(&folder.join("golden.jsonl")), "golden.jsonl: it is a pipe"),
        ("a pipe of a manifest", |folder| replace_by_pipe(&folder.join("manifest.json")), "manifest.json: it is a pipe"),
        ("a folder", |folder| replace_by_folder(&folder.join("golden.jsonl")), "golden.jsonl: it is a folder"),
        ("a socket", |folder| replace_by_socket(&folder.join("golden.jsonl")), "golden.jsonl: it is a socket"),
        ("no file", |folder| std::fs::remove_file(folder.join("hashes.tsv")).expect("removed"), "hashes.tsv"),
        ("no manifest", |folder| std::fs::remove_file(folder.join("manifest.json")).expect("removed"), "has no manifest.json"),
        (
            "a huge manifest",
            |folder| std::fs::write(folder.join("manifest.json"), vec![b' '; 17 << 20]).expect("written"),
            "longer than 16 MB",
        ),
        ("a longer file", |folder| append(&folder.join("golden.jsonl"), "{}\n"), "golden.jsonl: it has"),
        ("a file more", |folder| std::fs::write(folder.join("qrels.txt"), "q 0 c 1").expect("written"), ""),
        ("another cut-off", |folder| seal_again(folder, |manifest| manifest.head.cutoff = Grade(1)), "the root hash is"),
        ("another set", |folder| seal_again(folder, |manifest| manifest.head.set = "other".parse().expect("a name")), "the root hash is"),
        (
            "another file",
            |folder| seal_again(folder, |manifest| manifest.files[0] = named("../golden.jsonl")),
            "the manifest names ../golden.jsonl",
        ),
    ];
    let touchstone = exported();
    for (what, spoil, words) in cases {
        let folder = touchstone.path("golden");
        spoil(Path::new(&folder));
        let said = read(&touchstone, "golden", &[]);
        said.verify.exit(1).prints(words);
        // A file more is only told of: nothing reads it.
        if !words.is_empty() {
            said.eval.exit(2).says(words);
            said.gate.exit(2).prints(words);
            said.import.exit(2).says(words);
        }
        std::fs::remove_dir_all(&folder).expect(what);
        touchstone.export_parts("touchstone", "golden");
    }
}

fn named(path: &str) -> ManifestFile {
    ManifestFile { path: path.into(), sha256: "00".into(), bytes: 1 }
}

fn append(file: &Path, text: &str) {
    let before = std::fs::read_to_string(file).expect("readable");
    std::fs::write(file, before + text).expect("written");
}

#[test]
fn a_golden_set_beside_a_manifest_that_does_not_name_it_is_not_read() {
    let touchstone = exported();
    let bytes = std::fs::read(touchstone.path("golden/golden.jsonl")).expect("readable");
    touchstone.write("trec/golden.jsonl", &bytes);
    for folder in ["trec", "trec/golden.jsonl"] {
        let said = read(&touchstone, folder, &[]);
        said.verify.exit(1).prints("golden.jsonl: the manifest does not name it");
        said.eval.exit(2).says("is an export in the format trec");
        said.gate.exit(2).prints("is an export in the format trec");
    }
    read(&touchstone, "trec", &[]).import.exit(2).says("is an export in the format trec");
    // Nor is one under another name, or with no manifest at all.
    for name in ["golden/other.jsonl", "alone.jsonl"] {
        touchstone.write(name, &bytes);
        let said = read(&touchstone, name, &[]);
        said.eval.exit(2).says("is the golden.jsonl that its manifest.json names");
        said.gate.exit(2).prints("is the golden.jsonl that its manifest.json names");
    }
}

#[test]
fn a_version_is_pinned_by_its_root_hash() {
    let touchstone = exported();
    let manifest = std::fs::read_to_string(touchstone.path("golden/manifest.json")).expect("readable");
    let hash = Manifest::parse(&manifest).expect("a manifest").head.root_hash;
    let said = read(&touchstone, "golden", &["--expect-hash", &hash]);
    for of in [said.verify, said.eval, said.gate] {
        of.exit(0);
    }
    let other = "0".repeat(64);
    let said = read(&touchstone, "golden", &["--expect-hash", &other]);
    said.verify.exit(1).prints(&hash).prints(&other);
    said.eval.exit(2).says(&hash).says(&other);
    assert_eq!(said.gate.exit(1).prints(&hash).prints(&other).json()["verdict"], "fail");
    let of_database = ["eval", "--set", "parts", "--run", &touchstone.path("r.jsonl"), "--expect-hash"];
    touchstone.run([&of_database[..], &[&hash]].concat()).exit(0);
    touchstone.run([&of_database[..], &[&other]].concat()).exit(2).says(&hash);
    for part in [&hash[..12], "latest"] {
        read(&touchstone, "golden", &["--expect-hash", part]).gate.exit(2).says("64 hexadecimal digits");
    }
}

#[test]
fn erased_queries_are_told_and_the_gate_wants_to_be_told_that_they_do_not_matter() {
    let touchstone = exported();
    touchstone.run(["query", "erase", "--set", "parts", "q 3"]).exit(0);
    std::fs::remove_dir_all(touchstone.path("golden")).expect("removed");
    touchstone.export_parts("touchstone", "golden");
    let said = read(&touchstone, "golden", &[]);
    let words = "1 of the version's 12 queries were erased";
    let undecided = said.gate.exit(2).prints(words).prints("--allow-erased").json();
    assert_eq!((&undecided["verdict"], &undecided["checks"]), (&json!("undecidable"), &json!([])));
    said.verify.exit(0);
    said.import.exit(0);
    let golden = touchstone.path("golden");
    let run = touchstone.path("r.jsonl");
    touchstone.run(["gate", "--golden", &golden, "--run", &run, "--min", "mrr=0.1", "--allow-erased"]).exit(0);
    for arguments in
        [vec!["verify", &golden], vec!["eval", "--golden", &golden, "--run", &run], vec!["eval", "--set", "parts", "--run", &run]]
    {
        assert!(touchstone.in_words(arguments).contains(words));
    }
}
