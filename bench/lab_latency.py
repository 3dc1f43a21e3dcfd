#!/usr/bin/env python3
"""Measures, in the browser, how long it takes from an edit on the page of imgtune lab to the new picture.

Usage: lab_latency.py [PHOTO] [-n EDITS]       (IMGTUNE names the program, default .build/release/imgtune; standard
                                                library, and Debian's chromium and chromium-driver)

PHOTO is a 12-megapixel JPEG, by default the one that bench/photos.py derives; the lab shows it at 1600 px. A script in
the page moves the slider of `quality` as a drag does, by an input event, each time to a value that was not tried before,
and waits until the new picture is decoded, in the page, and a frame was drawn. Once with JPEG output, once with WebP
(webp.method 4, the default). Bounds: p50 80 ms and 250 ms. Exit code 1 when a bound is not kept.
"""
import argparse
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

PROGRAM = os.path.abspath(os.environ.get("IMGTUNE", ".build/release/imgtune"))

# Runs in the page: (edits, first value) -> milliseconds of each.
MEASURE = """
const [edits, first, done] = arguments
const slider = document.querySelector('[data-key="quality"] .slider')
const stage = document.querySelector('.stage')
const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
const shown = () => new Promise((resolve) => {
  const watch = new MutationObserver(() => { watch.disconnect(); resolve() })
  watch.observe(stage, { attributes: true, attributeFilter: ['data-attempt'] })
})
const measure = async () => {
  const times = []
  for (let index = 0; index < edits; index += 1) {
    const next = shown()
    const start = performance.now()
    slider.value = (first + index * 0.01).toFixed(2)
    slider.dispatchEvent(new Event('input', { bubbles: true }))
    await next
    await frame()
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, 400))
  }
  return times
}
measure().then(done)
"""


class Browser:
    """Headless Chromium by the WebDriver protocol."""

    def __init__(self):
        self.port = free_port()
        self.driver = subprocess.Popen(["chromedriver", f"--port={self.port}", "--silent"], stdout=subprocess.DEVNULL)
        wait_for(self.port)
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1440,900"]
        answer = self.call("POST", "/session", {
            "capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args": arguments}}}})
        self.session = f"/session/{answer['sessionId']}"
        self.call("POST", f"{self.session}/timeouts", {"script": 120000})

    def call(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=180) as answer:
            return json.load(answer)["value"]

    def open(self, url):
        self.call("POST", f"{self.session}/url", {"url": url})

    def run(self, script, *arguments, to_the_end=False):
        kind = "async" if to_the_end else "sync"
        return self.call("POST", f"{self.session}/execute/{kind}", {"script": script, "args": list(arguments)})

    def wait(self, condition):
        deadline = time.monotonic() + 30
        while not self.run(f"return Boolean({condition})"):
            if time.monotonic() > deadline:
                sys.exit(f"the page never came to: {condition}")
            time.sleep(0.02)

    def close(self):
        try:
            self.call("DELETE", self.session)
        finally:
            self.driver.terminate()
            self.driver.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port):
    deadline = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                sys.exit(f"nobody listens on port {port}")
            time.sleep(0.05)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photo", nargs="?", default="bench/.cache/sources/12mp.jpg")
    parser.add_argument("-n", type=int, default=30, help="edits of each kind (default 30, at most 45)")
    options = parser.parse_args()
    edits = min(options.n, 45)
    good = True
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(f"{folder}/photos")
        shutil.copy(options.photo, f"{folder}/photos/photo.jpg")
        port = free_port()
        lab = subprocess.Popen(
            [PROGRAM, "lab", "photos", "--port", str(port), "--isolated", "--set", "maxDimension=1600"], cwd=folder,
            stdout=subprocess.DEVNULL)
        browser = None
        try:
            wait_for(port)
            browser = Browser()
            for name, bound in (("jpeg", 80), ("webp", 250)):
                browser.open(f"http://127.0.0.1:{port}/")
                browser.wait("document.querySelector('.stage')?.dataset.attempt")
                before = browser.run("return document.querySelector('.stage').dataset.attempt")
                browser.run(f"""document.querySelector('[data-key="format"] input[value="{name}"]').click()""")
                if name != "jpeg":
                    browser.wait(f"document.querySelector('.stage').dataset.attempt !== '{before}'")
                browser.wait("document.querySelector('.pane-before img')?.naturalWidth === 1600")
                time.sleep(3)
                # The first is for the caches.
                times = sorted(browser.run(MEASURE, edits + 1, 0.5, to_the_end=True)[1:])
                half = statistics.median(times)
                high = times[round(0.95 * (len(times) - 1))]
                good &= half <= bound
                print(f"quality, {name}: p50 {half:6.1f} ms, at most {bound} ms   {'ok' if half <= bound else 'MISSED'}"
                      f"   (p95 {high:.1f} ms, n {len(times)})")
        finally:
            if browser:
                browser.close()
            lab.terminate()
            lab.wait()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
