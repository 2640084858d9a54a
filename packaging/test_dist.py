#!/usr/bin/env python3
"""Installs and runs what is in dist/ where it will run: a fresh Debian, arm64 by qemu, Windows by wine. A line for each.

`packaging/test_dist.py NAME...` tries some of it.
"""

import contextlib
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
# Bytes that an artifact may have.
LIMITS = {".deb": 15_000_000, "-linux-x86_64.tar.gz": 15_000_000, "-linux-arm64.tar.gz": 15_000_000,
          "-windows-x86_64.zip": 15_000_000, "-oci.tar": 30_000_000}
BENCH = ["bench", "--depth", "9"]


def need(program: str, package: str) -> None:
    if shutil.which(program):
        return
    print(f"installing {package}")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    done = subprocess.run(["apt-get", "-qq", "install", "-y", "--no-install-recommends", package], **quiet)
    if done.returncode:
        sys.exit(f"{program} is needed and could not be installed; install it, as with: apt-get install {package}")


def find(end: str) -> Path:
    found = sorted(DIST.glob(f"*{end}"))
    if not found:
        sys.exit(f"there is no dist/*{end}; make it with: make dist")
    return found[-1]


def out(*command: str | Path, **more) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=900, **more)
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout


def nodes(text: str) -> str:
    """The total of a bench, which is the same on every machine."""
    return re.findall(r"([\d,]+) nodes", text)[-1]


@contextlib.contextmanager
def unpacked(archive: Path):
    with tempfile.TemporaryDirectory() as folder:
        if archive.suffix == ".zip":
            with zipfile.ZipFile(archive) as opened:
                opened.extractall(folder)
        else:
            with tarfile.open(archive) as opened:
                opened.extractall(folder, filter="tar")
        yield next(Path(folder).iterdir())


def game_over_http(address: str) -> None:
    """The page is there, and a guest begins a game against a level."""
    with urllib.request.urlopen(address) as answer:
        assert b"Crownhead" in answer.read()
    ask = lambda path, body, cookie="": urllib.request.urlopen(urllib.request.Request(
        f"{address}/api/online/{path}", json.dumps(body).encode(),
        {"Content-Type": "application/json", "Origin": address} | ({"Cookie": cookie} if cookie else {})))
    with ask("guest", {}) as guest:
        cookie = guest.headers["Set-Cookie"].split(";")[0]
    with ask("games", {"level": 1}, cookie) as begun:
        assert begun.status in (200, 201), begun.status


@contextlib.contextmanager
def serving(*command: str | Path, env: dict | None = None):
    """A server that runs, with its address."""
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True, env=env, start_new_session=True)
    try:
        line = process.stdout.readline()
        while line and "http" not in line:
            line = process.stdout.readline()
        yield process, re.search(r"http://[\w.:\[\]]+", line)[0]
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def linux() -> str:
    with unpacked(find("-linux-x86_64.tar.gz")) as folder, tempfile.TemporaryDirectory() as home:
        program = folder / "bin/crownhead"
        assert "statically" in out("file", program) or "static-pie" in out("file", program)
        env = {"HOME": home, "PATH": "/usr/bin:/bin"}
        version = out(program, "--version", env=env).strip()
        with serving(program, "serve", "--listen", "127.0.0.1:0", "--games", f"{home}/g.db", env=env) as (_, address):
            game_over_http(address)
        return f"{version}, static; {nodes(out(program, *BENCH, env=env))} nodes; serves a game"


def arm() -> str:
    need("qemu-aarch64", "qemu-user")
    with unpacked(find("-linux-arm64.tar.gz")) as folder, unpacked(find("-linux-x86_64.tar.gz")) as other:
        program = folder / "bin/crownhead"
        total = nodes(out("qemu-aarch64", program, *BENCH))
        assert total == nodes(out(other / "bin/crownhead", *BENCH)), total
        played = out("qemu-aarch64", program, "play", "--plain", "--level", "1", input="11-15\nresign\nyes\nquit\n")
        assert "15" in played
        return f"{total} nodes under qemu, as on x86-64; a game begins"


def debian() -> str:
    """Installed, upgraded and purged in a fresh Debian, where the server keeps its games over a restart."""
    need("mmdebstrap", "mmdebstrap")
    deb = find(".deb")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        out("mmdebstrap", "--variant=minbase", "--quiet", "bookworm", root, env=os.environ | {"TMPDIR": folder})
        inside = lambda *command: out("chroot", root, *command)
        old = older(deb, Path(folder))
        for package in (old, deb):
            shutil.copy(package, root / "tmp/crownhead.deb")
            inside("dpkg", "--install", "/tmp/crownhead.deb")
        assert inside("crownhead", "--version").startswith("crownhead ")
        for path in ["usr/share/man/man1/crownhead.1.gz", "usr/share/applications/crownhead.desktop",
                     "usr/share/bash-completion/completions/crownhead", "usr/lib/systemd/system/crownhead.service"]:
            # minbase leaves manual pages out, as its settings say.
            assert (root / path).exists() or "/man/" in path, path
        serve = ["chroot", str(root), "crownhead", "serve", "--listen", "127.0.0.1:0", "--games", "/var/lib/crownhead/games.db"]
        (root / "var/lib/crownhead").mkdir(parents=True, exist_ok=True)
        with serving(*serve) as (process, address):
            game_over_http(address)
        with serving(*serve) as (process, address):
            with urllib.request.urlopen(f"{address}/api/online/lobby") as answer:
                assert json.load(answer)["live"], "the game is still there"
        inside("dpkg", "--purge", "crownhead")
        left = [path for path in ["usr/bin/crownhead", "etc/default/crownhead", "var/lib/crownhead"] if (root / path).exists()]
        assert not left, left
        return "installed, upgraded, served a game and kept it over a restart, purged; in a fresh Debian 12"


def older(deb: Path, folder: Path) -> Path:
    """The same package with a lower version, to be upgraded from."""
    opened, old = folder / "opened", folder / "old.deb"
    out("dpkg-deb", "--raw-extract", deb, opened)
    control = opened / "DEBIAN/control"
    control.write_text(re.sub(r"^Version: .*$", "Version: 0.0.1", control.read_text(), flags=re.M))
    out("dpkg-deb", "--build", "--root-owner-group", opened, old)
    return old


def wine(home: str) -> dict:
    """A fresh Windows, as far as wine is one."""
    need("wine", "wine wine64")
    env = os.environ | {"WINEPREFIX": f"{home}/wine", "WINEDEBUG": "-all", "WINEARCH": "win64", "DISPLAY": ""}
    subprocess.run(["wineboot", "--init"], env=env, capture_output=True)
    library = Path(home) / "wine/drive_c/windows/system32/bcryptprimitives.dll"
    if not library.exists():
        source = ROOT / "packaging/windows/bcryptprimitives.c"
        out("x86_64-w64-mingw32-gcc", "-shared", "-o", library, source, "-ladvapi32")
    return env


def windows() -> str:
    with unpacked(find("-windows-x86_64.zip")) as folder, tempfile.TemporaryDirectory() as home:
        env, program = wine(home), folder / "crownhead.exe"
        total = nodes(out("wine", program, *BENCH, env=env))
        with unpacked(find("-linux-x86_64.tar.gz")) as other:
            assert total == nodes(out(other / "bin/crownhead", *BENCH)), total
        played = out("wine", program, "play", "--plain", "--level", "1", input="11-15\nresign\nyes\nquit\n", env=env)
        assert "15" in played
        pdn = folder / "game.pdn"
        pdn.write_text('[Event "x"]\n\n1. 11-15 23-19 *\n')
        checked = out("wine", program, "pdn", "check", f"Z:{str(pdn).replace('/', chr(92))}", env=env)
        with serving("wine", program, "serve", "--listen", "127.0.0.1:0", "--games", f"Z:{home}\\g.db".replace("/", "\\"), env=env) as (_, address):
            game_over_http(address)
        subprocess.run(["wineserver", "-k"], env=env)
        assert checked is not None
        return f"{total} nodes under wine, as on Linux; a game in line mode, a file by its Windows path, a game served"


def checkerboard() -> str:
    """The engine for CheckerBoard, in a host of our own: 100 games against the program that speaks Hub."""
    games = os.environ.get("GAMES", "100")
    env = os.environ | {"CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER": "wine"}
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "x86_64-pc-windows-gnu/release/examples/host.exe"
    out("cargo", "build", "--quiet", "--release", "--package", "crownhead-checkerboard", "--example", "host",
        "--target", "x86_64-pc-windows-gnu", cwd=ROOT, env=env)
    with unpacked(find("-windows-x86_64.zip")) as folder, tempfile.TemporaryDirectory() as home:
        env = wine(home)
        said = out("wine", target, folder / "CheckerBoard/crownhead64.dll", games, "50", folder / "crownhead.exe", "hub", env=env)
        symbols = out("i686-w64-mingw32-objdump", "-p", folder / "CheckerBoard/crownhead.dll")
        for name in ["getmove", "enginecommand"]:
            assert re.search(rf"\s{name}\s*$", symbols, re.M), f"the DLL of 32 bits does not export {name}"
        subprocess.run(["wineserver", "-k"], env=env)
        return "; ".join(said.strip().splitlines())


def oci() -> str:
    with tarfile.open(find("-oci.tar")) as image:
        read = lambda name: image.extractfile(name).read()
        manifest = json.loads(read(f"blobs/sha256/{json.loads(read('index.json'))['manifests'][0]['digest'][7:]}"))
        for part in [manifest["config"], *manifest["layers"]]:
            data = read(f"blobs/sha256/{part['digest'][7:]}")
            assert hashlib.sha256(data).hexdigest() == part["digest"][7:] and len(data) == part["size"]
        config = json.loads(read(f"blobs/sha256/{manifest['config']['digest'][7:]}"))
        with tempfile.TemporaryDirectory() as root:
            with tarfile.open(fileobj=__import__("io").BytesIO(read(f"blobs/sha256/{manifest['layers'][0]['digest'][7:]}"))) as layer:
                layer.extractall(root, filter="tar")
            command = [*config["config"]["Entrypoint"], "serve", "--listen", "127.0.0.1:0", "--games", "/data/games.db"]
            with serving("chroot", root, *command) as (_, address):
                game_over_http(address)
    return "digests are right; its layer alone serves a game"


def sums() -> str:
    for line in find("SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((DIST / name).read_bytes()).hexdigest() == digest, name
    sizes = []
    for end, limit in LIMITS.items():
        size = find(end).stat().st_size
        assert size <= limit, f"{find(end).name} has {size:,} bytes, and {limit:,} are allowed"
        sizes.append(f"{find(end).name} {size / 1e6:.1f} MB")
    return "checksums are right; " + ", ".join(sizes)


TESTS = {"sums": sums, "linux-x86_64": linux, "linux-arm64": arm, "deb": debian, "oci": oci, "windows": windows,
         "checkerboard": checkerboard}


def main() -> None:
    failed = False
    for name in sys.argv[1:] or TESTS:
        began = time.monotonic()
        try:
            said = TESTS[name]()
        except (AssertionError, OSError, subprocess.TimeoutExpired) as error:
            failed, said = True, f"FAILED: {error}"
        print(f"{name}: {said} ({time.monotonic() - began:.0f} s)", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
