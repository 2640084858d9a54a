# The two commands everybody needs are `make play` and `make test`.

.PHONY: help play test test-clients test-slow lint doc package bench fuzz

help:
	@echo "make play       build the game and start it"
	@echo "make test       everything that must pass: style, lints, docs, tests"
	@echo "make test-slow  the tests that take minutes: perft to depth 13, counts by the slow twin"
	@echo "make bench      speed and instruction counts"
	@echo "make fuzz       each fuzz target for a minute (FUZZ_SECONDS=60); needs the nightly toolchain"
	@echo "make package    what 'cargo publish' would check"

# Without the web server, so that the first move is not far.
play: .have-cargo
	@cargo build --quiet --release --bin crownhead --no-default-features
	@target/release/crownhead play $(ARGS)

test: .have-cargo lint doc
	cargo test --workspace
	@$(MAKE) --no-print-directory test-clients

# Real programs as clients of our protocols (pydraughts), a real terminal for the game (pexpect, pyte), and requests
# that the API's description allows or forbids (schemathesis), in a virtual environment of its own.
CLIENTS = target/clients
CLIENT = $(CLIENTS)/bin/python -W ignore

test-clients: .have-cargo $(CLIENTS)/ready
	cargo build --bin crownhead
	$(CLIENT) crates/cli/tests/clients/hub.py target/debug/crownhead
	$(CLIENT) crates/cli/tests/clients/dxp.py target/debug/crownhead
	$(CLIENT) crates/cli/tests/terminal/play.py target/debug/crownhead
	$(CLIENT) crates/server/tests/schemathesis.py target/debug/crownhead

$(CLIENTS)/ready:
	@command -v python3 >/dev/null || { echo "python3 is needed to test with real clients; install it, as with: apt-get install python3 python3-venv"; exit 1; }
	@python3 -m venv --clear $(CLIENTS) >/dev/null 2>&1 || { \
	  echo "installing python3-venv"; \
	  apt-get update >/dev/null && apt-get install -y python3-venv >/dev/null && python3 -m venv --clear $(CLIENTS); \
	}
	$(CLIENTS)/bin/pip install --quiet --disable-pip-version-check pydraughts==0.6.7 pexpect==4.9.0 pyte==0.8.2 schemathesis==4.32.5
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
