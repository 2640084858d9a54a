#!/usr/bin/env python3
"""Writes what people install into dist/: `make dist`, or `packaging/dist.py NAME...` for some of it.

Everything is made of files with the time of the commit, in a fixed order, with fixed owners, so that the same commit
gives the same bytes.
"""

import functools
import gzip
import hashlib
import io
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
TOOLS = TARGET / "dist-tools"
X86, ARM, WINDOWS = "x86_64-unknown-linux-musl", "aarch64-unknown-linux-musl", "x86_64-pc-windows-gnu"
WINDOWS_32 = "i686-pc-windows-gnu"
# Packages whose code or files are in the page.
PAGE_PACKAGES = ["@fontsource-variable/figtree", "clsx", "esm-env", "svelte"]
# Whom the program runs as in an image, and whose its data are.
IMAGE_USER = 65532


def out(*command: str) -> str:
    return subprocess.run(command, check=True, cwd=ROOT, capture_output=True, text=True).stdout.strip()


def run(*command: str | Path, **more) -> None:
    subprocess.run([str(part) for part in command], check=True, cwd=more.pop("cwd", ROOT), **more)


METADATA = json.loads(out("cargo", "metadata", "--format-version", "1", "--no-deps"))
VERSION = next(p["version"] for p in METADATA["packages"] if p["name"] == "crownhead-cli")
COMMIT, TIME = out("git", "rev-parse", "HEAD"), int(out("git", "log", "-1", "--format=%ct"))


def environment(target: str = "") -> dict[str, str]:
    """What a compiler is told: the paths of this machine are not in what comes out, and no time but that of the commit."""
    home = os.environ.get("CARGO_HOME", Path.home() / ".cargo")
    flags = f"--remap-path-prefix={ROOT}=/crownhead --remap-path-prefix={home}=/cargo"
    if not TARGET.is_relative_to(ROOT):
        flags += f" --remap-path-prefix={TARGET}=/crownhead/target"
    if "windows" in target:
        flags += " -C link-arg=-Wl,--no-insert-timestamp"
    if target == WINDOWS_32:
        # Otherwise a DLL of 32 bits needs another one beside it.
        flags += " -C link-arg=-static-libgcc"
    version = f"{VERSION} ({COMMIT[:10]})"
    return os.environ | {"SOURCE_DATE_EPOCH": str(TIME), "RUSTFLAGS": flags, "CROWNHEAD_VERSION": version}


def build(target: str, package: str = "crownhead-cli") -> Path:
    """Compiles for a target."""
    command, env = "build", environment(target)
    if "musl" in target:
        command, env["PATH"] = "zigbuild", f"{TOOLS / 'bin'}:{env['PATH']}"
    run("cargo", command, "--locked", "--profile", "dist", "--package", package, "--target", target, env=env)
    return TARGET / target / "dist"


# A file of an archive: its name, its bytes, and whether it can be run.
Files = dict[str, tuple[bytes, bool]]


def tar(files: Files, prefix: str = "", owner: int = 0) -> bytes:
    """An archive with its folders."""
    made, buffer = set(), io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.GNU_FORMAT) as archive:

        def add(name: str, kind: bytes, mode: int, data: bytes = b"") -> None:
            info = tarfile.TarInfo(prefix + name)
            info.type, info.mode, info.mtime, info.size = kind, mode, TIME, len(data)
            info.uid = info.gid = owner
            archive.addfile(info, io.BytesIO(data))

        for name, (data, is_program) in sorted(files.items()):
            for folder in [str(parent) for parent in reversed(Path(name).parents)][1:]:
                if folder not in made:
                    made.add(folder)
                    add(folder, tarfile.DIRTYPE, 0o755)
            add(name, tarfile.REGTYPE, 0o755 if is_program else 0o644, data)
    return buffer.getvalue()


def compressed(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=TIME)


def write(name: str, data: bytes) -> None:
    DIST.mkdir(exist_ok=True)
    (DIST / name).write_bytes(data)
    told(name)


def told(pattern: str) -> None:
    """Says what was written."""
    for path in DIST.glob(pattern):
        print(f"{path.name}: {path.stat().st_size:,} bytes", flush=True)


def text(path: str) -> tuple[bytes, bool]:
    return (ROOT / path).read_bytes(), False


def origin() -> bytes:
    """The version and the commit that something was made of."""
    return f"{VERSION} {COMMIT}\n".encode()


@functools.cache
def terms() -> Files:
    """What goes with everything: the licenses, and what it was made of."""
    own = {name: text(name) for name in ["LICENSE-MIT", "LICENSE-APACHE"]}
    return own | {"LICENSES.txt": (licenses().encode(), False), "COMMIT": (origin(), False)}


def documents() -> Files:
    return {name: text(name) for name in ["README.md", "CHANGELOG.md"]} | terms()


def manual() -> Files:
    """Manual pages and completions, which the program writes itself."""
    program = build(X86) / "crownhead"
    folder = TARGET / "dist-man"
    shutil.rmtree(folder, ignore_errors=True)
    run(program, "man", "--dir", folder)
    pages = {f"share/man/man1/{page.name}.gz": (compressed(page.read_bytes()), False) for page in folder.iterdir()}
    places = {
        "bash": "share/bash-completion/completions/crownhead",
        "zsh": "share/zsh/vendor-completions/_crownhead",
        "fish": "share/fish/vendor_completions.d/crownhead.fish",
    }
    complete = {place: (out(str(program), "completions", shell).encode(), False) for shell, place in places.items()}
    return pages | complete


def tarball(target: str, name: str) -> None:
    top = f"crownhead-{VERSION}-{name}/"
    program = {"bin/crownhead": ((build(target) / "crownhead").read_bytes(), True)}
    write(f"crownhead-{VERSION}-{name}.tar.xz", lzma.compress(tar(program | manual() | documents(), top), preset=9))


def deb() -> None:
    """A package for Debian and what is made of it. The program inside needs no library."""
    program = (build(X86) / "crownhead").read_bytes()
    usr = {"bin/crownhead": (program, True)} | manual()
    usr |= {f"share/doc/crownhead/{name}": file for name, file in documents().items()}
    usr["share/doc/crownhead/copyright"] = usr["share/doc/crownhead/LICENSE-MIT"]
    usr["share/applications/crownhead.desktop"] = text("packaging/crownhead.desktop")
    usr["share/icons/hicolor/scalable/apps/crownhead.svg"] = text("web/public/icon.svg")
    files = {f"usr/{name}": file for name, file in usr.items()}
    unit = (ROOT / "packaging/crownhead.service").read_text().replace("/usr/local/bin/", "/usr/bin/")
    files["usr/lib/systemd/system/crownhead.service"] = (unit.encode(), False)
    files["etc/default/crownhead"] = text("packaging/debian/default")
    size = sum(len(data) for data, _ in files.values()) // 1024
    control = (ROOT / "packaging/debian/control").read_text().format(version=VERSION, size=size)
    scripts = {name: ((ROOT / "packaging/debian" / name).read_bytes(), True) for name in ["postinst", "prerm", "postrm"]}
    sums = "".join(f"{hashlib.md5(data).hexdigest()}  {name}\n" for name, (data, _) in sorted(files.items()))
    about = {
        "control": (control.encode(), False),
        "conffiles": (b"/etc/default/crownhead\n", False),
        "md5sums": (sums.encode(), False),
    } | scripts
    parts = {
        "debian-binary": b"2.0\n",
        "control.tar.xz": lzma.compress(tar(about, "./"), preset=9),
        "data.tar.xz": lzma.compress(tar(files, "./"), preset=9),
    }
    write(f"crownhead_{VERSION}_amd64.deb", ar(parts))


def ar(parts: dict[str, bytes]) -> bytes:
    """The outer archive of a package."""
    packed = b"!<arch>\n"
    for name, data in parts.items():
        packed += f"{name:<16}{TIME:<12}{0:<6}{0:<6}{'100644':<8}{len(data):<10}`\n".encode() + data
        packed += b"\n" * (len(data) % 2)
    return packed


def windows() -> None:
    """The program, and a script that opens the page."""
    files = {"crownhead.exe": ((build(WINDOWS) / "crownhead.exe").read_bytes(), True)} | documents()
    files["Open the page.cmd"] = text("packaging/windows/Open the page.cmd")
    write_zip(f"crownhead-{VERSION}-windows-x86_64", files)


def checkerboard() -> None:
    """The engine for CheckerBoard, for 64 bits and for 32."""
    files = {"README.md": text("crates/checkerboard/README.md")} | terms()
    for target, bits in [(WINDOWS, "64"), (WINDOWS_32, "")]:
        dll = build(target, "crownhead-checkerboard") / "crownhead_checkerboard.dll"
        files[f"crownhead{bits}.dll"] = (dll.read_bytes(), False)
    write_zip(f"crownhead-{VERSION}-checkerboard", files)


def write_zip(name: str, files: Files) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, (data, _) in sorted(files.items()):
            info = zipfile.ZipInfo(f"{name}/{path}", (1980, 1, 1, 0, 0, 0))
            info.external_attr = 0o644 << 16
            archive.writestr(info, data, zipfile.ZIP_DEFLATED)
    write(f"{name}.zip", buffer.getvalue())


def page() -> None:
    """The page for any host of plain files."""
    folder = ROOT / "web/dist"
    files = {str(path.relative_to(folder)): (path.read_bytes(), False) for path in folder.rglob("*") if path.is_file()}
    files |= terms()
    write(f"crownhead-{VERSION}-page.tar.gz", compressed(tar(files, f"crownhead-{VERSION}-page/")))


def python() -> None:
    """The wheel, for every Linux since 2014, and the source package."""
    maturin, crate = TOOLS / "bin/maturin", ROOT / "crates/python"
    (crate / "python/crownhead/COMMIT").write_bytes(origin())
    env = environment() | {"PATH": f"{TOOLS / 'bin'}:{os.environ['PATH']}"}
    wheel = ["--zig", "--compatibility", "manylinux2014", "--target", "x86_64-unknown-linux-gnu"]
    run(maturin, "build", "--quiet", "--locked", *wheel, "--out", DIST, cwd=crate, env=env)
    run(maturin, "sdist", "--out", DIST, cwd=crate, env=env, stderr=subprocess.DEVNULL)
    told("crownhead-*.whl")
    told(f"crownhead-{VERSION}.tar.gz")


def npm() -> None:
    """The package for Node and browsers, with the modules of the page."""
    package = ROOT / "packages/npm"
    for name, (data, _) in terms().items():
        (package / name).write_bytes(data)
    (package / "wasm").mkdir(exist_ok=True)
    for module in ["rules", "engine"]:
        shutil.copy(ROOT / f"web/wasm/{module}.wasm", package / "wasm")
    DIST.mkdir(exist_ok=True)
    run("npm", "pack", "--silent", "--pack-destination", DIST, cwd=package, stdout=subprocess.DEVNULL)
    told(f"crownhead-{VERSION}.tgz")


def blob(layout: Files, data: bytes) -> dict:
    digest = hashlib.sha256(data).hexdigest()
    layout[f"blobs/sha256/{digest}"] = (data, False)
    return {"digest": f"sha256:{digest}", "size": len(data)}


def oci() -> None:
    """An image of the program and nothing else, as an OCI archive. No daemon is asked."""
    program = (build(X86) / "crownhead").read_bytes()
    system: Files = {
        "usr/bin/crownhead": (program, True),
        "usr/share/doc/crownhead/LICENSES.txt": terms()["LICENSES.txt"],
        "etc/passwd": (f"crownhead:x:{IMAGE_USER}:{IMAGE_USER}::/data:\n".encode(), False),
    }
    layers = [tar(system), tar({"data/.keep": (b"", False)}, owner=IMAGE_USER)]
    layout: Files = {"oci-layout": (b'{"imageLayoutVersion": "1.0.0"}', False)}
    kind = {"mediaType": "application/vnd.oci.image.layer.v1.tar+gzip"}
    packed = [blob(layout, compressed(layer)) | kind for layer in layers]
    labels = {
        "org.opencontainers.image.title": "Crownhead",
        "org.opencontainers.image.version": VERSION,
        "org.opencontainers.image.revision": COMMIT,
        "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
    }
    config = {
        "architecture": "amd64",
        "os": "linux",
        "config": {
            "Entrypoint": ["/usr/bin/crownhead"],
            "Cmd": ["serve", "--listen", "0.0.0.0:8340", "--games", "/data/games.db"],
            "User": f"{IMAGE_USER}:{IMAGE_USER}",
            "WorkingDir": "/data",
            "ExposedPorts": {"8340/tcp": {}},
            "Volumes": {"/data": {}},
            "Env": ["HOME=/data"],
            "Labels": labels,
        },
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(layer).hexdigest()}" for layer in layers]},
    }
    about = blob(layout, json.dumps(config).encode()) | {"mediaType": "application/vnd.oci.image.config.v1+json"}
    kind = "application/vnd.oci.image.manifest.v1+json"
    manifest = {"schemaVersion": 2, "mediaType": kind, "config": about, "layers": packed}
    entry = blob(layout, json.dumps(manifest).encode()) | {"mediaType": kind}
    entry["annotations"] = {"org.opencontainers.image.ref.name": f"crownhead:{VERSION}"}
    index = {"schemaVersion": 2, "manifests": [entry]}
    layout["index.json"] = (json.dumps(index).encode(), False)
    write(f"crownhead-{VERSION}-oci.tar", tar(layout))


def dependencies() -> list[dict]:
    """The crates that are compiled into the program, on any system."""
    whole = json.loads(out("cargo", "metadata", "--format-version", "1", "--locked"))
    nodes = {node["id"]: node for node in whole["resolve"]["nodes"]}
    packages = {package["id"]: package for package in whole["packages"]}
    wanted = [package["id"] for package in whole["packages"] if package["name"] == "crownhead-cli"]
    seen = set(wanted)
    while wanted:
        for dependency in nodes[wanted.pop()]["deps"]:
            is_normal = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if is_normal and dependency["pkg"] not in seen:
                seen.add(dependency["pkg"])
                wanted.append(dependency["pkg"])
    return sorted((packages[package] for package in seen), key=lambda p: (p["name"], p["version"]))


class Part(NamedTuple):
    """Something of others that is inside, with the folder of its license."""

    name: str
    version: str
    license: str | None
    kind: str
    folder: Path


def parts() -> list[Part]:
    """What the program and the page inside it are made of."""
    crates = [
        Part(p["name"], p["version"], (p["license"] or "").replace("/", " OR ") or None, "cargo", Path(p["manifest_path"]).parent)
        for p in dependencies()
    ]
    lock = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    modules = ROOT / "web/node_modules"
    page = [
        Part(name, lock[f"node_modules/{name}"]["version"], lock[f"node_modules/{name}"]["license"], "npm", modules / name)
        for name in PAGE_PACKAGES
    ]
    return crates + page


def licenses() -> str:
    """Everything inside with its license, and every text of a license once, with those who use it."""
    lines, texts = ["What the program is made of, and under which licenses.\n"], {}
    for part in parts():
        lines.append(f"{part.name} {part.version}: {part.license or 'see its text'}")
        for path in sorted(part.folder.iterdir()):
            if path.is_file() and re.match(r"(LICEN[SC]E|COPYING|UNLICENSE|NOTICE)", path.name, re.I):
                texts.setdefault(path.read_text(errors="replace").strip(), []).append(part.name)
    lines.append("SQLite, which is in libsqlite3-sys: in the public domain")
    lines.append("the standard library of Rust: MIT OR Apache-2.0; musl, in the programs for Linux: MIT")
    for words, names in sorted(texts.items(), key=lambda item: item[1]):
        lines.append(f"\n{'=' * 80}\n{', '.join(dict.fromkeys(names))}\n\n{words}")
    return "\n".join(lines) + "\n"


def sbom() -> None:
    """What the program is made of, as CycloneDX."""
    component = lambda part: {
        "type": "library",
        "name": part.name,
        "version": part.version,
        "purl": f"pkg:{part.kind}/{part.name.replace('@', '%40')}@{part.version}",
        "licenses": [{"expression": part.license}] if part.license else [],
    }
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "name": "crownhead", "version": VERSION},
            "properties": [{"name": "commit", "value": COMMIT}],
        },
        "components": [component(part) for part in parts()],
    }
    write(f"crownhead-{VERSION}.cdx.json", (json.dumps(document, indent=1) + "\n").encode())


def sums() -> None:
    """Checksums of everything."""
    names = sorted(path for path in DIST.iterdir() if path.name != "SHA256SUMS")
    lines = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in names)
    write("SHA256SUMS", "".join(lines).encode())


ARTIFACTS = {
    "deb": deb,
    "linux-x86_64": lambda: tarball(X86, "linux-x86_64"),
    "linux-arm64": lambda: tarball(ARM, "linux-arm64"),
    "windows": windows,
    "checkerboard": checkerboard,
    "page": page,
    "python": python,
    "npm": npm,
    "oci": oci,
    "sbom": sbom,
    "sums": sums,
}


def main() -> None:
    wanted = sys.argv[1:] or list(ARTIFACTS)
    unknown = [name for name in wanted if name not in ARTIFACTS]
    if unknown:
        sys.exit(f"{', '.join(unknown)}: there is no such artifact; there are {', '.join(ARTIFACTS)}")
    if wanted == list(ARTIFACTS):
        shutil.rmtree(DIST, ignore_errors=True)
    for name in wanted:
        ARTIFACTS[name]()


if __name__ == "__main__":
    main()
