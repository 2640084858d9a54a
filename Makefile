# The commands everybody needs are `make play`, `make serve` and `make test`.

.PHONY: help play serve page site api dist test-dist wasm test test-all test-clients test-web test-npm test-python test-slow test-features test-wasm bench-web bench-python test-chaos lint doc package bench fuzz

TARGET = $(or $(CARGO_TARGET_DIR),target)
DEBUG = $(abspath $(TARGET))/debug/crownhead
RELEASE = $(abspath $(TARGET))/release/crownhead

help:
	@echo "make play       build the game and start it"
	@echo "make serve      build the web page and the program, start the server and open the page"
	@echo "make site       write the page into site/, for any host of plain files"
	@echo "make test       everything that must pass: style, lints, docs, tests"
	@echo "make test-all   make test and the rest: slow tests, feature combinations, fuzzing, packages, killed servers"
	@echo "make wasm       rules and engine as WebAssembly modules, which the page loads"
	@echo "make test-npm   the npm package: its types, in Node and in Chromium"
	@echo "make test-python the Python package: its wheel, types, tests and examples"
	@echo "make test-slow  the tests that take minutes: perft to depth 13, counts by the slow twin"
	@echo "make test-chaos servers are killed while people play (KILLS=30), and nothing is lost"
	@echo "make api        write down the types of the API for the page, after a change in crates/wire"
	@echo "make bench      speed and instruction counts"
	@echo "make fuzz       each fuzz target for a minute (FUZZ_SECONDS=60); needs the nightly toolchain"
	@echo "make dist       packages for every system, in dist/"
	@echo "make test-dist  installs and runs them: a fresh Debian, arm64 by qemu, Windows by wine"
	@echo "make package    what 'cargo publish' would check"

# Only what one machine needs, so that the first move is not far: no server to play, no PostgreSQL, NATS, MCP and encryption
# to serve. `cargo build --release --bin crownhead` builds everything.
play: .have-cargo
	@cargo build --quiet --release --package crownhead-cli --no-default-features
	@$(RELEASE) play $(ARGS)

serve: .have-cargo page
	@cargo build --quiet --release --package crownhead-cli --no-default-features --features serve
	@$(RELEASE) serve --open $(ARGS)

# The program with what all tests share, so that after `cargo test` nothing is compiled again.
PROGRAM = cargo test --quiet --workspace --no-run

# Tests see it, if it is set.
export CROWNHEAD_SKIP_SERVICES

test: .have-cargo .have-services page lint doc
	cargo test --workspace
	@$(MAKE) --no-print-directory test-clients test-python test-npm test-web

# And what `make test` leaves out.
test-all: test test-slow test-features test-wasm fuzz package test-chaos

# The web page, which the program carries inside.
PAGE_SOURCES = $(shell find web/src web/service web/public -type f ! -name wire.d.ts) web/index.html web/vite.config.ts web/svelte.config.js web/tsconfig.json

page: web/dist/index.html

# The same files for a host that knows nothing but files.
site: page
	@rm -rf site
	@cp -r web/dist site
	@echo "site/ is ready: $$(find site -type f ! -name '*.br' ! -name '*.gz' | wc -l) files, each also compressed; docs/web.md says how to serve them"

# The rules and the engine as WebAssembly modules, which the page loads. Each is the crate `browser` with other features;
# cargo says beside it what it was made of.
WASM = web/wasm/rules.wasm web/wasm/engine.wasm
WASM_BUILD = $(TARGET)/wasm32-unknown-unknown/$(WASM_PROFILE)/crownhead_browser
WASM_CARGO = CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128" cargo

wasm: $(WASM)

web/wasm/rules.wasm: WASM_PROFILE = wasm-rules
web/wasm/engine.wasm: WASM_PROFILE = wasm
web/wasm/engine.wasm: WASM_FEATURES = --features engine
# One after the other: cargo gives both the same name.
web/wasm/engine.wasm: | web/wasm/rules.wasm
web/wasm/%.wasm: Cargo.toml Cargo.lock $(wildcard crates/*/Cargo.toml) | .have-cargo .have-wasm
	$(WASM_CARGO) build --profile $(WASM_PROFILE) --target wasm32-unknown-unknown --package crownhead-browser --no-default-features $(WASM_FEATURES)
	@mkdir -p $(@D)
	@sed 's,^[^:]*:,$@:,; p; s,^[^:]*:,,; s,$$,:,' $(WASM_BUILD).d > $(@:.wasm=.d)
	@cp $(WASM_BUILD).wasm $@

-include $(WASM:.wasm=.d)

.PHONY: .have-wasm
.have-wasm:
	@[ -d "$$(rustc --print target-libdir --target wasm32-unknown-unknown)" ] || rustup target add wasm32-unknown-unknown || { \
	  echo "The page needs Rust's target wasm32-unknown-unknown, and rustup, which adds it, was not found or failed."; \
	  echo "Install Rust from https://rustup.rs, or the target as with: apt-get install libstd-rust-dev-wasm32"; \
	  exit 1; \
	}

web/dist/index.html: web/node_modules/ready $(WASM) $(PAGE_SOURCES)
	cd web && npm run --silent build

web/node_modules/ready: web/package-lock.json
	@node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null || { \
	  echo "The web page is built with Node 20.19 or newer, and none was found."; \
	  echo "Install it from https://nodejs.org; everything but the page works without it."; \
	  exit 1; \
	}
	cd web && npm ci --loglevel=error --no-audit --no-fund
	@touch $@

# The types that the page shares with the server; a test says so when they are out of date.
api: .have-cargo
	CROWNHEAD_WRITE_API=1 cargo test --quiet --package crownhead-server --package crownhead-browser --test description

# Types, accessibility warnings of the compiler, what needs no browser, and everything a person can do, in a real one.
test-web: .have-cargo .have-chromium page
	cd web && npm run --silent check
	$(PROGRAM)
	cd web && CROWNHEAD=$(DEBUG) npm run --silent test

# The npm package: the modules of the page with a face for programs, in Node and in Chromium.
test-npm: .have-cargo .have-chromium web/node_modules/ready $(WASM)
	@mkdir -p packages/npm/wasm && cp $(WASM) packages/npm/wasm/
	web/node_modules/.bin/tsc --project packages/npm/test
	cd packages/npm && node --test --test-reporter=dot test/*.test.mjs

# What the page weighs, and how soon it is there after a cold start.
bench-web: .have-cargo .have-chromium page
	cargo build --release --bin crownhead
	cd web && CROWNHEAD=$(RELEASE) npm run --silent budget
	cd web && node tests/speed.js

# A real PostgreSQL, NATS and nginx, which tests start for themselves.
.PHONY: .have-services
.have-services:
	@[ "$(CROWNHEAD_SKIP_SERVICES)" = 1 ] || { ls /usr/lib/postgresql/*/bin/postgres && PATH="$$PATH:/usr/sbin" command -v nats-server && PATH="$$PATH:/usr/sbin" command -v nginx && command -v sqlite3; } >/dev/null 2>&1 || { \
	  echo "installing postgresql, nats-server and nginx for the tests of many machines"; \
	  apt-get -qq -o DPkg::Lock::Timeout=300 update >/dev/null && \
	  apt-get -qq -o DPkg::Lock::Timeout=300 install -y postgresql nats-server nginx-light sqlite3 >/dev/null 2>&1 || { \
	    echo "PostgreSQL, NATS and nginx are needed for the tests of many machines and could not be installed."; \
	    echo "Install them, as with: apt-get install postgresql nats-server nginx-light sqlite3; or leave the tests out: make test CROWNHEAD_SKIP_SERVICES=1"; \
	    exit 1; \
	  }; \
	}

.PHONY: .have-chromium
.have-chromium:
	@[ -n "$(CHROMIUM)" ] || command -v chromium >/dev/null || command -v google-chrome >/dev/null || { \
	  echo "installing chromium for the browser tests"; \
	  apt-get -qq -o DPkg::Lock::Timeout=300 update >/dev/null && \
	  apt-get -qq -o DPkg::Lock::Timeout=300 install -y chromium >/dev/null 2>&1 || { \
	    echo "Chromium is needed for the browser tests and could not be installed."; \
	    echo "Install it, as with: apt-get install chromium; or name one: make test CHROMIUM=/path/to/chrome"; \
	    exit 1; \
	  }; \
	}

# The shells whose completions are tested.
.PHONY: .have-shells
.have-shells:
	@command -v bash >/dev/null && command -v fish >/dev/null && command -v zsh >/dev/null || { \
	  echo "installing bash, fish and zsh to test their completions"; \
	  apt-get -qq -o DPkg::Lock::Timeout=300 update >/dev/null && \
	  apt-get -qq -o DPkg::Lock::Timeout=300 install -y bash fish zsh >/dev/null 2>&1 || { \
	    echo "Bash, fish and Zsh are needed to test their completions and could not be installed."; \
	    echo "Install them, as with: apt-get install bash fish zsh"; \
	    exit 1; \
	  }; \
	}

# Real programs as clients of our protocols and files (pydraughts, mcp), a client generated from the API's description, a real terminal for the game (pexpect, pyte), and requests
# that the API's description allows or forbids (schemathesis), in a virtual environment of its own.
CLIENTS = $(TARGET)/clients
CLIENT = $(CLIENTS)/bin/python -W ignore

test-clients: .have-cargo .have-shells $(CLIENTS)/ready
	$(PROGRAM)
	$(CLIENT) crates/cli/tests/clients/hub.py $(DEBUG)
	$(CLIENT) crates/cli/tests/clients/dxp.py $(DEBUG)
	$(CLIENT) crates/cli/tests/clients/agents.py $(DEBUG)
	$(CLIENT) crates/cli/tests/clients/pdn.py $(DEBUG)
	$(CLIENT) crates/cli/tests/clients/openapi.py $(DEBUG)
	$(CLIENT) crates/cli/tests/terminal/play.py $(DEBUG)
	$(CLIENT) crates/cli/tests/terminal/completions.py $(DEBUG)
	$(CLIENT) crates/cli/tests/terminal/styles.py $(DEBUG)
	$(CLIENT) crates/cli/tests/clients/bot.py $(DEBUG)
	$(CLIENT) crates/cli/tests/terminal/online.py $(DEBUG)
	$(CLIENT) crates/server/tests/schemathesis.py $(DEBUG)

$(CLIENTS)/ready: Makefile
	@command -v python3 >/dev/null || { echo "python3 is needed to test with real clients; install it, as with: apt-get install python3 python3-venv"; exit 1; }
	@python3 -m venv --clear $(CLIENTS) >/dev/null 2>&1 || { \
	  echo "installing python3-venv"; \
	  apt-get update >/dev/null && apt-get install -y python3-venv >/dev/null && python3 -m venv --clear $(CLIENTS); \
	}
	$(CLIENTS)/bin/pip install --quiet --disable-pip-version-check pydraughts==0.6.7 mcp==2.3.0 pexpect==4.9.0 pyte==0.8.2 schemathesis==4.32.5 \
	  openapi-spec-validator==0.9.0 openapi-python-client==0.29.1
	@touch $@

# The Python package: its wheel, in a virtual environment with the packages it is measured against and checked by.
PYTHON = $(TARGET)/python
PYTHON_RUN = cd crates/python && $(abspath $(PYTHON))/bin
MAX_WHEEL = 6000000

test-python: .have-cargo $(PYTHON)/wheel
	cargo clippy --package crownhead-python --features module --all-targets -- -D warnings
	$(PYTHON_RUN)/mypy python examples
	$(PYTHON_RUN)/stubtest crownhead._crownhead --mypy-config-file pyproject.toml
	$(PYTHON_RUN)/pyright --pythonpath $(abspath $(PYTHON))/bin/python
	$(PYTHON_RUN)/pytest --quiet

bench-python: $(PYTHON)/wheel
	$(PYTHON_RUN)/python benches/speed.py

# Cargo knows what has changed, so it is always asked.
.PHONY: $(PYTHON)/wheel
$(PYTHON)/wheel: .have-cargo $(PYTHON)/ready
	@rm -rf $@
	$(PYTHON_RUN)/maturin build --quiet --out $(abspath $@)
	@size=$$(stat -c %s $@/*.whl) && echo "the wheel has $$size bytes" && [ $$size -le $(MAX_WHEEL) ]
	$(PYTHON)/bin/pip install --quiet --disable-pip-version-check --no-deps --force-reinstall $@/*.whl

$(PYTHON)/ready: Makefile
	@python3 -m venv --clear $(PYTHON) || { echo "python3 with venv is needed to test the Python package; install it, as with: apt-get install python3 python3-venv"; exit 1; }
	$(PYTHON)/bin/pip install --quiet --disable-pip-version-check maturin==1.16.0 numpy==2.4.6 gymnasium==1.4.0 pettingzoo==1.27.0 \
	  open-spiel==2.0.2 pydraughts==0.6.7 pytest==9.2.0 mypy==2.4.1 pyright==1.1.414
	@touch $@

# The modules of the page, in Node: the same search to the same depth, and what a page asks.
test-wasm: $(WASM)
	WASM=web/wasm node --test --test-reporter=dot crates/browser/tests/modules.mjs
	$(WASM_CARGO) clippy --target wasm32-unknown-unknown --package crownhead-browser --package crownhead-engine --no-deps -- -D warnings
	$(WASM_CARGO) clippy --target wasm32-unknown-unknown --package crownhead-collection --no-default-features --no-deps -- -D warnings
	$(WASM_CARGO) clippy --target wasm32-unknown-unknown --package crownhead-puzzles --features make --no-deps -- -D warnings

# The databases of six and seven pieces, with which won endings must be won too.
ENDGAMES = $(abspath $(TARGET))/endgames

$(ENDGAMES)/%/ready:
	cargo build --release --package crownhead-cli --no-default-features
	$(RELEASE) endgame build --pieces $* --dir $(@D)
	@touch $@

test-slow: .have-cargo $(ENDGAMES)/6/ready $(ENDGAMES)/7/ready
	CROWNHEAD_ENDGAMES=$(ENDGAMES)/6:$(ENDGAMES)/7 cargo test --workspace --release -- --ignored

# Every combination of a library's features compiles, and each part that the program may be built without. The lowest versions
# of what we depend on fit together: they are those that all other tests run with.
test-features: .have-cargo
	@command -v cargo-hack >/dev/null || cargo install cargo-hack --locked
	cargo hack check --workspace --exclude crownhead-cli --no-dev-deps --feature-powerset
	cargo hack check --package crownhead-cli --no-dev-deps --each-feature
	cargo +nightly update --quiet --dry-run -Z direct-minimal-versions

lint: .have-cargo
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo clippy --package crownhead-board --no-default-features -- -D warnings

doc: .have-cargo
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# The page goes with its server.
package: .have-cargo page
	@rm -rf crates/server/page && cp -r web/dist crates/server/page
	cargo publish --dry-run --workspace --exclude crownhead-cli --allow-dirty

bench: .have-cargo $(CLIENTS)/ready
	cargo bench --workspace
	cargo build --release --bin crownhead
	$(CLIENT) crates/cli/tests/terminal/speed.py $(RELEASE)
	python3 crates/server/benches/requests.py $(RELEASE)
	cargo run --release --bin crownhead-load -- bench --program $(RELEASE)
	@$(MAKE) --no-print-directory bench-python bench-web

# What people install, for every system, in dist/: packaging/dist.py says how. ARTIFACTS="deb windows" makes some of it.
DIST_TOOLS = $(TARGET)/dist-tools

dist: .have-cargo .have-mingw $(DIST_TOOLS)/ready page
	python3 packaging/dist.py $(ARTIFACTS)

$(DIST_TOOLS)/ready: Makefile
	@python3 -m venv --clear $(DIST_TOOLS) || { echo "python3 with venv is needed to make packages; install it, as with: apt-get install python3 python3-venv"; exit 1; }
	$(DIST_TOOLS)/bin/pip install --quiet --disable-pip-version-check cargo-zigbuild==0.24.0 ziglang==0.17.0 maturin==1.16.0
	rustup target add x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-pc-windows-gnu i686-pc-windows-gnu
	@touch $@

.PHONY: .have-mingw
.have-mingw:
	@command -v x86_64-w64-mingw32-gcc >/dev/null && command -v i686-w64-mingw32-gcc >/dev/null || { \
	  echo "installing mingw-w64 to build for Windows"; \
	  apt-get -qq -o DPkg::Lock::Timeout=300 update >/dev/null && \
	  apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends gcc-mingw-w64 >/dev/null 2>&1 || { \
	    echo "The programs for Windows are built with mingw-w64, which could not be installed."; \
	    echo "Install it, as with: apt-get install gcc-mingw-w64; or make the rest: make dist ARTIFACTS=\"deb linux-x86_64\""; \
	    exit 1; \
	  }; \
	}

# The packages where they will run: a fresh Debian, arm64 by qemu, Windows by wine.
test-dist: .have-cargo .have-mingw $(DIST_TOOLS)/ready
	python3 packaging/test_dist.py

# Three nodes, PostgreSQL and NATS, killed at random while people play (KILLS=300); that the checker finds a server that is
# broken on purpose; and that 200 people do not feel it when one address attacks.
KILLS ?= 30
test-chaos: .have-cargo .have-services
	cargo build --release --bin crownhead --features break-acks
	cp $(RELEASE) $(RELEASE)-broken
	cargo build --release --bin crownhead --bin crownhead-load
	$(RELEASE)-load chaos --program $(RELEASE) --kills $(KILLS)
	! $(RELEASE)-load chaos --program $(RELEASE)-broken --kills 6
	$(RELEASE)-load attack --program $(RELEASE)

FUZZ_TARGETS = $(basename $(notdir $(wildcard fuzz/fuzz_targets/*.rs)))
FUZZ_SECONDS ?= 60

fuzz: .have-cargo
	@command -v cargo-fuzz >/dev/null || cargo install cargo-fuzz --locked
	@for target in $(FUZZ_TARGETS); do \
	  mkdir -p fuzz/corpus/$$target; \
	  cargo +nightly fuzz run $$target fuzz/corpus/$$target $$(ls -d fuzz/seeds/$$target 2>/dev/null) \
	    -- -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

.PHONY: .have-cargo
.have-cargo:
	@command -v cargo >/dev/null || { \
	  echo "Crownhead is built with Rust, and cargo was not found."; \
	  echo "Install it from https://rustup.rs or with: apt-get install cargo"; \
	  exit 1; \
	}
