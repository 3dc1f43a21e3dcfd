# Everything that is done with this project, by name. `make demo` and `make test` need nothing but Debian and Swift 6.

SWIFT   ?= swift
PREFIX  ?= /usr/local
PYTHON  ?= python3
VERSION := $(shell sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/ImgtuneCLI/Commands/Command.swift)
ARCH    := $(shell uname -m)
OS      := $(shell uname -s | tr A-Z a-z)
DIST    := imgtune-$(VERSION)-$(OS)-$(ARCH)

# One set of flags for everything, so that demo, tests and distribution share one build. Release, because tests of
# whole pictures take minutes without optimisation.
FLAGS   := -c release
BINARY  := .build/release/imgtune

PACKAGES := libjpeg62-turbo-dev libpng-dev libdeflate-dev libwebp-dev liblcms2-dev
MODULES  := libjpeg libpng libdeflate libwebp libwebpmux libwebpdemux lcms2

.PHONY: demo test check bench bench-photos lint format build install uninstall dist deps clean

demo: build
	$(BINARY) compress Samples/Pictures --set quality=0.7 -o demo/

build: deps
	$(SWIFT) build $(FLAGS) --product imgtune

test: deps
	$(SWIFT) build $(FLAGS) --build-tests
	$(SWIFT) test $(FLAGS) --skip-build

# What a developer runs before each commit.
check: lint test

# The measurements that take seconds; those against other programs are in bench/README.md.
bench: build
	$(PYTHON) bench/startup.py
	$(PYTHON) bench/determinism.py
	$(PYTHON) bench/instructions.py

# Real photographs for bench/speed.py and bench/batch.py, about 210 MB from Debian's packages.
bench-photos:
	$(PYTHON) bench/photos.py

lint:
	$(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Samples

format:
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests Samples

install: build
	install -D -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/imgtune
	install -D -m 644 README.md $(DESTDIR)$(PREFIX)/share/doc/imgtune/README.md

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/imgtune
	rm -rf $(DESTDIR)$(PREFIX)/share/doc/imgtune

# For people without Swift: the binary needs only the picture libraries beside the C library.
dist: build
	rm -rf dist/$(DIST)
	mkdir -p dist/$(DIST)/Samples
	install -m 755 $(BINARY) dist/$(DIST)/imgtune
	strip dist/$(DIST)/imgtune
	cp README.md CHANGELOG.md dist/$(DIST)/
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
