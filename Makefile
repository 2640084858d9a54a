# The two commands everybody needs are `make play` and `make test`.

.PHONY: help play test test-slow lint doc package bench fuzz

help:
	@echo "make play       build the game and start it"
	@echo "make test       everything that must pass: style, lints, docs, tests"
	@echo "make test-slow  the tests that take minutes: perft to depth 13, counts by the slow twin"
	@echo "make bench      speed and instruction counts"
	@echo "make fuzz       each fuzz target for a minute (FUZZ_SECONDS=60); needs the nightly toolchain"
	@echo "make package    what 'cargo publish' would check"

play: .have-cargo
	@cargo build --quiet --release --bin crownhead
	@target/release/crownhead play

test: .have-cargo lint doc
	cargo test --workspace

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

bench: .have-cargo
	cargo bench --workspace

FUZZ_TARGETS = fen pdn move_text setup_moves
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
