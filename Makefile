# The commands everybody needs are `make play`, `make serve` and `make test`.

.PHONY: help play serve page test test-clients test-web test-slow bench-web test-chaos lint doc package bench fuzz

help:
	@echo "make play       build the game and start it"
	@echo "make serve      build the web page and the program, start the server and open the page"
	@echo "make test       everything that must pass: style, lints, docs, tests"
	@echo "make test-slow  the tests that take minutes: perft to depth 13, counts by the slow twin"
	@echo "make test-chaos servers are killed while people play (KILLS=30), and nothing is lost"
	@echo "make bench      speed and instruction counts"
	@echo "make fuzz       each fuzz target for a minute (FUZZ_SECONDS=60); needs the nightly toolchain"
	@echo "make package    what 'cargo publish' would check"

# Without the web server, so that the first move is not far.
play: .have-cargo
	@cargo build --quiet --release --bin crownhead --no-default-features
	@target/release/crownhead play $(ARGS)

serve: .have-cargo page
	@cargo build --quiet --release --bin crownhead
	@$(TARGET)/release/crownhead serve --open $(ARGS)

# Tests see it, if it is set.
export CROWNHEAD_SKIP_SERVICES

test: .have-cargo .have-services page lint doc
	cargo test --workspace
	@$(MAKE) --no-print-directory test-clients test-web

# The web page, which the program carries inside.
TARGET = $(or $(CARGO_TARGET_DIR),target)
PAGE_SOURCES = $(shell find web/src web/public -type f) web/index.html web/vite.config.ts web/svelte.config.js web/tsconfig.json

page: web/dist/index.html

web/dist/index.html: web/node_modules/ready $(PAGE_SOURCES)
	cd web && npm run --silent build

web/node_modules/ready: web/package-lock.json
	@node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null || { \
	  echo "The web page is built with Node 20.19 or newer, and none was found."; \
	  echo "Install it from https://nodejs.org; everything but the page works without it."; \
	  exit 1; \
	}
	cd web && npm ci --loglevel=error --no-audit --no-fund
	@touch $@

# Types, accessibility warnings of the compiler, and everything a person can do, in a real browser.
test-web: .have-cargo .have-chromium page
	cd web && npm run --silent check
	cargo build --bin crownhead
	cd web && CROWNHEAD=$(abspath $(TARGET))/debug/crownhead npm run --silent test

# What the page weighs, and how soon it is there after a cold start.
bench-web: .have-cargo .have-chromium page
	cargo build --release --bin crownhead
	cd web && CROWNHEAD=$(abspath $(TARGET))/release/crownhead npm run --silent budget

# A real PostgreSQL and a real NATS, which tests start for themselves.
.PHONY: .have-services
.have-services:
	@[ "$(CROWNHEAD_SKIP_SERVICES)" = 1 ] || { ls /usr/lib/postgresql/*/bin/postgres && PATH="$$PATH:/usr/sbin" command -v nats-server; } >/dev/null 2>&1 || { \
	  echo "installing postgresql and nats-server for the tests of many machines"; \
	  apt-get -qq -o DPkg::Lock::Timeout=300 update >/dev/null && \
	  apt-get -qq -o DPkg::Lock::Timeout=300 install -y postgresql nats-server >/dev/null 2>&1 || { \
	    echo "PostgreSQL and NATS are needed for the tests of many machines and could not be installed."; \
	    echo "Install them, as with: apt-get install postgresql nats-server; or leave the tests out: make test CROWNHEAD_SKIP_SERVICES=1"; \
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

# Real programs as clients of our protocols (pydraughts, mcp), a real terminal for the game (pexpect, pyte), and requests
# that the API's description allows or forbids (schemathesis), in a virtual environment of its own.
CLIENTS = target/clients
CLIENT = $(CLIENTS)/bin/python -W ignore

test-clients: .have-cargo $(CLIENTS)/ready
	cargo build --bin crownhead
	$(CLIENT) crates/cli/tests/clients/hub.py target/debug/crownhead
	$(CLIENT) crates/cli/tests/clients/dxp.py target/debug/crownhead
	$(CLIENT) crates/cli/tests/clients/agents.py target/debug/crownhead
	$(CLIENT) crates/cli/tests/terminal/play.py target/debug/crownhead
	$(CLIENT) crates/cli/tests/clients/bot.py target/debug/crownhead
	$(CLIENT) crates/cli/tests/terminal/online.py target/debug/crownhead
	$(CLIENT) crates/server/tests/schemathesis.py target/debug/crownhead

$(CLIENTS)/ready: Makefile
	@command -v python3 >/dev/null || { echo "python3 is needed to test with real clients; install it, as with: apt-get install python3 python3-venv"; exit 1; }
	@python3 -m venv --clear $(CLIENTS) >/dev/null 2>&1 || { \
	  echo "installing python3-venv"; \
	  apt-get update >/dev/null && apt-get install -y python3-venv >/dev/null && python3 -m venv --clear $(CLIENTS); \
	}
	$(CLIENTS)/bin/pip install --quiet --disable-pip-version-check pydraughts==0.6.7 mcp==2.3.0 pexpect==4.9.0 pyte==0.8.2 schemathesis==4.32.5
	@touch $@

test-slow: .have-cargo
	cargo test --workspace --release -- --ignored

lint: .have-cargo
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo clippy --package crownhead-board --no-default-features -- -D warnings

doc: .have-cargo
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

package: .have-cargo
	cargo publish --dry-run --workspace --exclude crownhead-cli --allow-dirty

bench: .have-cargo $(CLIENTS)/ready
	cargo bench --workspace
	cargo build --release --bin crownhead
	$(CLIENT) crates/cli/tests/terminal/speed.py target/release/crownhead
	python3 crates/server/benches/requests.py target/release/crownhead
	cargo run --release --bin crownhead-load -- bench --program $(TARGET)/release/crownhead
	@$(MAKE) --no-print-directory bench-web

# Three nodes, PostgreSQL and NATS, killed at random while people play (KILLS=300); and that the checker finds a server
# that is broken on purpose.
KILLS ?= 30
test-chaos: .have-cargo .have-services
	cargo build --release --bin crownhead --features break-acks
	cp $(TARGET)/release/crownhead $(TARGET)/release/crownhead-broken
	cargo build --release --bin crownhead --bin crownhead-load
	$(TARGET)/release/crownhead-load chaos --program $(TARGET)/release/crownhead --kills $(KILLS)
	! $(TARGET)/release/crownhead-load chaos --program $(TARGET)/release/crownhead-broken --kills 6

FUZZ_TARGETS = fen pdn move_text setup_moves endgame
FUZZ_SECONDS ?= 60

fuzz: .have-cargo
	@command -v cargo-fuzz >/dev/null || cargo install cargo-fuzz --locked
	@for target in $(FUZZ_TARGETS); do \
	  cargo +nightly fuzz run $$target -- -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

.PHONY: .have-cargo
.have-cargo:
	@command -v cargo >/dev/null || { \
	  echo "Crownhead is built with Rust, and cargo was not found."; \
	  echo "Install it from https://rustup.rs or with: apt-get install cargo"; \
	  exit 1; \
	}
