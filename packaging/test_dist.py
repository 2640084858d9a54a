#!/usr/bin/env python3
"""Installs and runs what is in dist/ where it will run: a fresh Debian, arm64 by qemu, Windows by wine. A line for each.

`packaging/test_dist.py NAME...` tries some of it. Roots of Debian are made with mmdebstrap and entered with chroot, which
needs an administrator. GAMES=10 makes the match in CheckerBoard's host shorter.
"""

import contextlib
import hashlib
import io
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

from dist import DIST, ROOT, TARGET, environment

# Bytes that an artifact may have.
LIMITS = {".deb": 15_000_000, "-linux-x86_64.tar.xz": 15_000_000, "-linux-arm64.tar.xz": 15_000_000,
          "-windows-x86_64.zip": 15_000_000, "-checkerboard.zip": 15_000_000, "-oci.tar": 30_000_000}
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


def nodes(*program: str | Path, **more) -> int:
    """What a bench looks at, which is the same on every machine."""
    return json.loads(out(*program, *BENCH, "--json", **more))["nodes"]


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


class Guest:
    """Somebody at a server."""

    def __init__(self, address: str):
        self.address, self.cookie, self.token = address, "", ""

    def ask(self, path: str, body: dict | None = None, method: str | None = None):
        headers = {"Content-Type": "application/json", "Origin": self.address, "Cookie": self.cookie}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            self.cookie = answer.headers.get("Set-Cookie", self.cookie).split(";")[0]
            return answer.read()

    def play(self) -> str:
        """Sees the page, and begins a game against a level, which answers the first move."""
        assert b"Crownhead" in self.ask("/"), "there is no page inside"
        self.ask("/api/online/register", {"name": "Marion", "password": "correct horse"})
        self.ask("/api/online/bot", {"bot": True})
        scopes = {"name": "test", "scopes": ["bot:play", "challenge:write"]}
        self.token = json.loads(self.ask("/api/online/tokens", scopes))["token"]
        game = json.loads(self.ask("/api/bot/games", {"level": 1, "settings": {"side": "black"}}))["game"]
        self.ask(f"/api/bot/game/{game}/move/11-15?ply=0", method="POST")
        while (ply := self.ply(game)) < 2:
            time.sleep(0.05)
        assert ply == 2, ply
        return game

    def ply(self, game: str) -> int:
        return json.loads(self.ask(f"/api/online/games/{game}"))["now"]["ply"]


def play_over_http(address: str) -> str:
    return Guest(address).play()


def is_kept(address: str, game: str) -> None:
    assert Guest(address).ply(game) == 2, "the game is not as it was"


@contextlib.contextmanager
def serving(*command: str | Path, env: dict | None = None):
    """A server that runs, with its address."""
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               text=True, env=env, start_new_session=True)
    try:
        line = process.stdout.readline()
        while line and "http" not in line:
            line = process.stdout.readline()
        yield process, re.search(r"http://[\w.:\[\]]+", line)[0]
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def line_mode(*program: str | Path, **more) -> None:
    """A game in line mode, in which the computer answers."""
    said = out(*program, "play", "--plain", "--level", "1", input="11-15\nresign\nquit\n", **more)
    assert re.search(r"^White: \d+[-x]\d+", said, re.M) and "White wins: Black resigned" in said, said[-1000:]


def linux() -> str:
    with unpacked(find("-linux-x86_64.tar.xz")) as folder, tempfile.TemporaryDirectory() as home:
        program = folder / "bin/crownhead"
        assert not dynamic(program), "it needs libraries"
        env = {"HOME": home, "PATH": "/usr/bin:/bin"}
        version = out(program, "--version", env=env).strip()
        line_mode(program, env=env)
        with serving(program, "serve", "--listen", "127.0.0.1:0", "--games", f"{home}/g.db", env=env) as (_, address):
            play_over_http(address)
        return f"{version}, static; {nodes(program, env=env)} nodes; a game in line mode and one over HTTP"


def dynamic(program: Path) -> bool:
    """Does it ask for a loader of libraries?"""
    return b"/lib64/ld-linux" in program.read_bytes() or b"/lib/ld-" in program.read_bytes()[:4096]


def arm() -> str:
    need("qemu-aarch64", "qemu-user")
    with unpacked(find("-linux-arm64.tar.xz")) as folder, unpacked(find("-linux-x86_64.tar.xz")) as other:
        program = ["qemu-aarch64", folder / "bin/crownhead"]
        total = nodes(*program)
        assert total == nodes(other / "bin/crownhead"), total
        line_mode(*program)
        return f"{total} nodes under qemu, as on x86-64; a game in line mode"


@contextlib.contextmanager
def debian(name: str, *options: str, mirror: str = ""):
    """A fresh root of Debian 12, with the system's view of processes."""
    need("mmdebstrap", "mmdebstrap")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / name
        mirrors = [mirror] if mirror else []
        out("mmdebstrap", "--variant=minbase", "--quiet", "--aptopt=APT::Install-Recommends \"false\"", *options,
            "bookworm", root, *mirrors, env=os.environ | {"TMPDIR": folder})
        out("mount", "-t", "proc", "proc", root / "proc")
        try:
            yield root
        finally:
            out("umount", root / "proc")


def deb() -> str:
    """Installed, upgraded and purged, while the server keeps its games."""
    new = find(".deb")
    with debian("root", "--include=systemd") as root, tempfile.TemporaryDirectory() as folder:
        inside = lambda *command: out("chroot", root, *command)
        install = lambda package: (shutil.copy(package, root / "tmp/new.deb"), inside("dpkg", "--install", "/tmp/new.deb"))
        install(older(new, Path(folder)))
        assert inside("dpkg-query", "-W", "-f", "${Version}", "crownhead") == "0.0.1"
        options = root / "etc/default/crownhead"
        options.write_text(options.read_text().replace("127.0.0.1:8340", "127.0.0.1:0"))
        data = root / "var/lib/crownhead"
        data.mkdir()
        os.chown(data, SOMEBODY, SOMEBODY)
        with serving(*unit(root)) as (_, address):
            game = play_over_http(address)
        install(new)
        assert "127.0.0.1:0" in options.read_text(), "an upgrade keeps what the administrator has written"
        for _ in ["after the upgrade", "after a restart"]:
            with serving(*unit(root)) as (_, address):
                is_kept(address, game)
        inside("systemd-analyze", "verify", "/usr/lib/systemd/system/crownhead.service")
        version = inside("crownhead", "--version").strip()
        listed = inside("dpkg-deb", "--contents", "/tmp/new.deb")
        for path in ["man/man1/crownhead.1.gz", "applications/crownhead.desktop", "apps/crownhead.svg", "doc/crownhead/copyright",
                     "bash-completion/completions/crownhead", "zsh/vendor-completions/_crownhead"]:
            assert path in listed, path
        inside("dpkg", "--purge", "crownhead")
        left = [path for path in ["usr/bin/crownhead", "etc/default/crownhead", "var/lib/crownhead"] if (root / path).exists()]
        assert not left, left
        return f"{version} installed, upgraded, purged in a fresh Debian 12; its service kept a game over upgrade and restart"


# No user of the system, as systemd makes one for the service.
SOMEBODY = 61184


def unit(root: Path) -> list[str | Path]:
    """What systemd starts, as a user of its own."""
    words = (root / "usr/lib/systemd/system/crownhead.service").read_text()
    options = re.search(r'^CROWNHEAD_OPTIONS="(.*)"', (root / "etc/default/crownhead").read_text(), re.M)[1]
    command = re.search(r"^ExecStart=(.*)$", words, re.M)[1].replace("$CROWNHEAD_OPTIONS", options)
    return ["chroot", f"--userspec={SOMEBODY}:{SOMEBODY}", root, *command.split()]


def older(deb: Path, folder: Path) -> Path:
    """The same package with a lower version, to be upgraded from."""
    opened, old = folder / "opened", folder / "old.deb"
    out("dpkg-deb", "--raw-extract", deb, opened)
    control = opened / "DEBIAN/control"
    control.write_text(re.sub(r"^Version: .*$", "Version: 0.0.1", control.read_text(), flags=re.M))
    out("dpkg-deb", "--build", "--root-owner-group", opened, old)
    return old


# Of Debian's servers this one alone has all of wine's libraries for 32 bits at all times.
WINE_MIRROR = "deb http://deb.debian.org/debian bookworm main"


class Windows:
    """A fresh Windows, as far as wine is one: programs of 64 and of 32 bits in one root."""

    def __init__(self, root: Path):
        self.root, self.drive = root, root / "root/.wine/drive_c"
        self.environment = {"PATH": "/usr/sbin:/usr/bin:/bin", "HOME": "/root", "WINEDEBUG": "-all", "DISPLAY": ""}
        out("chroot", root, "wine", "wineboot", "--init", env=self.environment)
        # Programs ask for random numbers, and wine before 8.12 does not know where.
        need("x86_64-w64-mingw32-gcc", "gcc-mingw-w64")
        for compiler, system in [("x86_64-w64-mingw32-gcc", "system32"), ("i686-w64-mingw32-gcc", "syswow64")]:
            library = self.drive / f"windows/{system}/bcryptprimitives.dll"
            if not library.exists():
                source = ROOT / "packaging/windows/bcryptprimitives.c"
                out(compiler, "-shared", "-Wl,--kill-at", "-o", library, source, "-ladvapi32")
        for archive, name in [("-windows-x86_64.zip", "crownhead"), ("-checkerboard.zip", "engines")]:
            with unpacked(find(archive)) as folder:
                shutil.copytree(folder, self.drive / name)

    def command(self, *command: str) -> list[str]:
        return ["chroot", str(self.root), "wine", *command]

    def out(self, *command: str, **more) -> str:
        return out(*self.command(*command), env=self.environment, **more)


@contextlib.contextmanager
def wine():
    options = ["--architectures=amd64,i386", "--include=wine,wine64,wine32:i386"]
    with debian("wine", *options, mirror=WINE_MIRROR) as root:
        windows = Windows(root)
        try:
            yield windows
        finally:
            subprocess.run(["chroot", root, "wineserver", "-k"], env=windows.environment)


EXE = "C:\\crownhead\\crownhead.exe"


def windows(there: Windows) -> str:
    total = nodes(*there.command(EXE), env=there.environment)
    with unpacked(find("-linux-x86_64.tar.xz")) as other:
        assert total == nodes(other / "bin/crownhead"), total
    line_mode(*there.command(EXE), env=there.environment)
    games = there.drive / "my games"
    games.mkdir()
    (games / "one.pdn").write_text('[Event "x"]\n\n1. 11-15 23-19 *\n')
    said = there.out(EXE, "pdn", "check", "C:\\my games\\one.pdn")
    assert "1 of 1 game legal" in said, said
    serve = there.command(EXE, "serve", "--listen", "127.0.0.1:0", "--games", "C:\\my games\\games.db")
    with serving(*serve, env=there.environment) as (process, address):
        game = play_over_http(address)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0, "Ctrl-C ends it with an error"
    with serving(*serve, env=there.environment) as (_, address):
        is_kept(address, game)
    return f"{total} nodes under wine, as on Linux; a game in line mode, files by Windows paths, a game over HTTP, Ctrl-C"


def checkerboard(there: Windows) -> str:
    """The engine for CheckerBoard, in a host of our own: games against the program that speaks Hub."""
    games = os.environ.get("GAMES", "100")
    said = []
    for target, dll in [("x86_64-pc-windows-gnu", "crownhead64.dll"), ("i686-pc-windows-gnu", "crownhead.dll")]:
        out("cargo", "build", "--quiet", "--profile", "dist", "--package", "crownhead-checkerboard", "--example", "host",
            "--target", target, cwd=ROOT, env=environment(target))
        shutil.copy(TARGET / target / "dist/examples/host.exe", there.drive / f"{target}.exe")
        host = f"C:\\{target}.exe"
        said.append(f"{dll}: " + "; ".join(there.out(
            host, f"C:\\engines\\{dll}", games, "50", EXE, "hub").strip().splitlines()))
    return "\n  ".join(said)


def oci() -> str:
    with tarfile.open(find("-oci.tar")) as image:
        read = lambda name: image.extractfile(name).read()
        manifest = json.loads(read(f"blobs/sha256/{json.loads(read('index.json'))['manifests'][0]['digest'][7:]}"))
        for part in [manifest["config"], *manifest["layers"]]:
            data = read(f"blobs/sha256/{part['digest'][7:]}")
            assert hashlib.sha256(data).hexdigest() == part["digest"][7:] and len(data) == part["size"]
        config = json.loads(read(f"blobs/sha256/{manifest['config']['digest'][7:]}"))["config"]
        with tempfile.TemporaryDirectory() as root:
            os.chmod(root, 0o755)
            for part in manifest["layers"]:
                with tarfile.open(fileobj=io.BytesIO(read(f"blobs/sha256/{part['digest'][7:]}"))) as layer:
                    layer.extractall(root, filter="tar")
            command = [*config["Entrypoint"], *config["Cmd"]]
            command[command.index("--listen") + 1] = "127.0.0.1:0"
            run = ["chroot", f"--userspec={config['User']}", root, *command]
            env = {"PATH": "/usr/sbin:/usr/bin"} | dict(pair.split("=", 1) for pair in config["Env"])
            with serving(*run, env=env) as (_, address):
                game = play_over_http(address)
            with serving(*run, env=env) as (_, address):
                is_kept(address, game)
    return "digests are right; its layers alone serve a game and keep it"


def page() -> str:
    """Every file that the page names is there."""
    with unpacked(find("-page.tar.gz")) as folder:
        named = re.findall(r'(?:src|href)="\./([^"]+)"', (folder / "index.html").read_text())
        assert named and all((folder / name).is_file() for name in named), named
        modules = {path.name.split("-")[0] for path in folder.glob("assets/*.wasm")}
        assert modules == {"rules", "engine"}, modules
        return f"{len(list(folder.rglob('*.*')))} files, with rules and engine"


def python() -> str:
    """The wheel in an environment of its own, and the source package, which can be built."""
    version = re.search(r"crownhead-([^-]+)-", find(".whl").name)[1]
    with tempfile.TemporaryDirectory() as folder:
        out(sys.executable, "-m", "venv", folder)
        out(f"{folder}/bin/pip", "install", "--quiet", "--no-index", find(".whl"))
        best = out(f"{folder}/bin/python", "-c",
                   "import crownhead as c; print(c.Engine().play(c.Board(), nodes=10_000))").strip()
    with unpacked(DIST / f"crownhead-{version}.tar.gz") as folder:
        crates = json.loads(out("cargo", "metadata", "--locked", "--format-version", "1", "--no-deps", cwd=folder))["packages"]
        assert (folder / "Cargo.lock").is_file()
    return f"the wheel alone plays {best}; the source package has {len(crates)} crates"


def npm() -> str:
    with unpacked(find(".tgz")) as folder:
        code = """import { Checkers, Engine } from './index.js';
            const game = new Checkers(), engine = new Engine();
            game.move('11-15');
            console.log((await engine.play(game, { level: 10 })).text);
            engine.close();"""
        (folder / "try.mjs").write_text(code)
        return f"its engine answers {out('node', folder / 'try.mjs').strip()}"


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


TESTS = {"sums": sums, "linux-x86_64": linux, "linux-arm64": arm, "deb": deb, "oci": oci, "page": page, "python": python, "npm": npm,
         "windows": windows, "checkerboard": checkerboard}
# Those that need a Windows.
UNDER_WINE = (windows, checkerboard)


def tried(name: str, there: list) -> bool:
    began = time.monotonic()
    try:
        said, is_good = TESTS[name](*there), True
    except (AssertionError, OSError, subprocess.TimeoutExpired) as error:
        said, is_good = f"FAILED: {error}", False
    print(f"{name}: {said} ({time.monotonic() - began:.0f} s)", flush=True)
    return is_good


def main() -> None:
    names = sys.argv[1:] or list(TESTS)
    unknown = [name for name in names if name not in TESTS]
    if unknown:
        sys.exit(f"{', '.join(unknown)}: there is no such test; there are {', '.join(TESTS)}")
    under_wine = [name for name in names if TESTS[name] in UNDER_WINE]
    good = [tried(name, []) for name in names if name not in under_wine]
    if under_wine:
        with wine() as there:
            good += [tried(name, [there]) for name in under_wine]
    sys.exit(not all(good))


if __name__ == "__main__":
    main()
