# Everything that is done with this project, by name. `make demo` and `make test` need nothing but Debian and Swift 6.

SWIFT   ?= swift
PREFIX  ?= /usr/local
PYTHON  ?= python3
VERSION := $(shell sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/ImgtuneCLI/Commands/ImgtuneCommand.swift)
ARCH    := $(shell uname -m)
OS      := $(shell uname -s | tr A-Z a-z)
DIST    := imgtune-$(VERSION)-$(OS)-$(ARCH)

# One set of flags for everything, so that demo, tests and distribution share one build. Release, because tests of
# whole pictures take minutes without optimisation.
FLAGS   := -c release
BINARY  := .build/release/imgtune

PACKAGES := libjpeg62-turbo-dev libpng-dev libdeflate-dev libwebp-dev liblcms2-dev libsqlite3-dev libmicrohttpd-dev
MODULES  := libjpeg libpng libdeflate libwebp libwebpmux libwebpdemux lcms2 sqlite3 libmicrohttpd

# What the program says about itself: completions, manual page, JSON Schema.
EXPORTS := .build/exports
VENV    := .build/check-schema

.PHONY: demo test test-browser check check-schema promise reliability gate bench bench-photos lint format build exports install uninstall dist \
  deps clean

demo: build
	$(BINARY) compress Samples/Pictures --set quality=0.7 -o demo/

build: deps
	$(SWIFT) build $(FLAGS) --product imgtune

# The browser has the machine to itself: what a page shows in time is part of its tests.
test: deps
	$(SWIFT) build $(FLAGS) --build-tests
	$(SWIFT) test $(FLAGS) --skip-build --skip LabBrowserTests
	$(SWIFT) test $(FLAGS) --skip-build --filter LabBrowserTests

# The page in a browser, with Debian's Chromium and its driver installed where they are missing.
test-browser: deps
	@command -v chromium >/dev/null && command -v chromedriver >/dev/null || { \
	  sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	  $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends chromium chromium-driver; }
	$(SWIFT) build $(FLAGS) --build-tests
	$(SWIFT) test $(FLAGS) --skip-build --filter LabBrowserTests

# What a developer runs before each commit.
check: lint test

# The measurements that take seconds; those against other programs are in bench/README.md.
bench: build
	$(PYTHON) bench/startup.py
	$(PYTHON) bench/determinism.py
	$(PYTHON) bench/instructions.py

# What was tried, held and lost; `make reliability RELIABILITY="--soak 600"` for the full soak.
reliability: build
	$(PYTHON) bench/reliability/run.py $(RELIABILITY)

# Do the sample pictures still become as small and as good as bench/baseline.json says? After a change that is meant to
# change them: make gate GATE=--update-baseline
GATE ?= --fail-on 'bytes:+1%,ssimulacra2:-0.5'
gate: build
	$(BINARY) bench Samples/Pictures --config bench/gate.json --sweep-file bench/gate.sweep.json \
	  --baseline bench/baseline.json $(GATE) --no-history

# One property in a copy of the project: is it in every interface?
promise: deps
	SWIFT="$(SWIFT)" $(PYTHON) bench/promise.py

# Real photographs for bench/speed.py and bench/batch.py, about 210 MB from Debian's packages.
bench-photos:
	$(PYTHON) bench/photos.py

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Samples

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Samples

# The JSON Schema of imgtune.json held against good and bad files by a validator that is not ours.
check-schema: build
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	  $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends python3-venv; }
	test -x $(VENV)/bin/python || $(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install -q --disable-pip-version-check -r Tests/JSONSchema/requirements.txt
	$(VENV)/bin/python Tests/JSONSchema/check.py $(BINARY)

exports: build
	mkdir -p $(EXPORTS)
	$(BINARY) man > $(EXPORTS)/imgtune.1
	$(BINARY) completions bash > $(EXPORTS)/imgtune.bash
	$(BINARY) completions zsh > $(EXPORTS)/_imgtune
	$(BINARY) completions fish > $(EXPORTS)/imgtune.fish
	$(BINARY) settings schema --json-schema > $(EXPORTS)/imgtune.schema.json

install: exports
	install -D -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/imgtune
	install -D -m 644 README.md $(DESTDIR)$(PREFIX)/share/doc/imgtune/README.md
	install -D -m 644 $(EXPORTS)/imgtune.1 $(DESTDIR)$(PREFIX)/share/man/man1/imgtune.1
	install -D -m 644 $(EXPORTS)/imgtune.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/imgtune
	install -D -m 644 $(EXPORTS)/_imgtune $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_imgtune
	install -D -m 644 $(EXPORTS)/imgtune.fish $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/imgtune.fish

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/imgtune
	rm -f $(DESTDIR)$(PREFIX)/share/man/man1/imgtune.1
	rm -f $(DESTDIR)$(PREFIX)/share/bash-completion/completions/imgtune
	rm -f $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_imgtune
	rm -f $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/imgtune.fish
	rm -rf $(DESTDIR)$(PREFIX)/share/doc/imgtune

# For people without Swift: the binary needs only the picture libraries beside the C library.
dist: exports
	rm -rf dist/$(DIST)
	mkdir -p dist/$(DIST)/Samples
	install -m 755 $(BINARY) dist/$(DIST)/imgtune
	strip dist/$(DIST)/imgtune
	cp README.md CHANGELOG.md $(EXPORTS)/* dist/$(DIST)/
	cp -r Samples/Pictures Samples/SOURCES.md dist/$(DIST)/Samples/
	tar -C dist -czf dist/$(DIST).tar.gz $(DIST)
	@echo dist/$(DIST).tar.gz

# Installs Debian's packages where a library is missing.
deps:
	@pkg-config --exists $(MODULES) 2>/dev/null || { \
	  echo "installing $(PACKAGES)"; \
	  sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	  $$sudo apt-get update -q && \
	  $$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends pkg-config $(PACKAGES); }

clean:
	rm -rf .build demo dist
