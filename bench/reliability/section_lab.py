"""H. The lab's server: who is let in, what is served, how names are shown, and clients that mean no good."""
import json
import os
import random
import socket
import threading
import time

import pictures
from program import start, workplace, write

BAD_HOSTS = ["evil.example", "evil.example:PORT", "127.0.0.1", "localhost", "127.0.0.1:1", "127.0.0.1:PORT.evil.example",
             "localhost.evil.example:PORT", "[::1]", "0.0.0.0:PORT", "192.168.0.1:PORT", ""]
BAD_ORIGINS = ["http://evil.example", "null", "https://127.0.0.1:PORT", "http://127.0.0.1:1", "http://localhost:PORT",
               "http://127.0.0.1:PORT.evil.example", "file://", "", "*"]
TRAVERSALS = ["/../secret.txt", "/../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/%2e%2e/etc/passwd",
              "/%252e%252e/secret.txt", "/..\\..\\etc\\passwd", "/%5c..%5c..%5cetc%5cpasswd", "/....//....//etc/passwd",
              "//etc/passwd", "/etc/passwd", "/controls/../../../etc/passwd", "/app.js/../../../etc/passwd",
              "/.%00./etc/passwd", "/app.js%00.png", "/%c0%ae%c0%ae/etc/passwd",
              "/api/pictures/..%2f..%2fsecret.txt/thumbnail", "/api/pictures/../../secret.txt",
              "/api/pictures/%2fetc%2fpasswd/thumbnail", "/api/results/..%2fr1/file", "/reports/../../etc/passwd"]
NAMES = [name.encode() for name in [
    "<script>alert(1)</script>.png", '"><img src=x onerror=alert(1)>.png', "' onload='alert(1).png", "&lt;b&gt;.png",
    "javascript:alert(1).png", "{{7*7}}.png", "${7*7}.png", "a\r\nSet-Cookie: x=1.png", "a\nb.png", "a\tb.png",
    "a\x1b[31mred.png", "\u202egnp.exe.png", "\u200b.png", "a;b.png", 'a"b.png', "a\\b.png", "a%2fb.png", "a%00b.png",
    "a?b#c.png", "-rf.png", "$(touch x).png", "`touch x`.png", "COM1.png", " leading.png", "é.png", "🙂.png",
    "a b.png"]] + [b"\xff\xfe.png"]


class Lab:
    """imgtune lab on a port of its own."""

    def __init__(self, folder):
        self.child = start(["lab", "photos", "-R", "--port", "0", "--isolated"], folder)
        line = self.child.stdout.readline().decode()
        if not line.startswith("http://127.0.0.1:"):
            raise RuntimeError(f"the lab does not start: {line}{self.child.stderr.read().decode()}")
        self.port = int(line.split("/")[2].rsplit(":", 1)[1])
        self.token = json.loads(self.ask("GET", "/api/session")[2])["token"]

    def connect(self, seconds=30):
        return socket.create_connection(("127.0.0.1", self.port), seconds)

    def raw(self, data, seconds=30, ends=False):
        """Status, head and body of what comes back; status 0 where nothing does."""
        try:
            with self.connect(seconds) as connection:
                connection.sendall(data)
                if ends:
                    connection.shutdown(socket.SHUT_WR)
                return answer(connection)
        except OSError:
            return 0, b"", b""

    def ask(self, method, path, body=b"", **headers):
        fields = {"Host": f"127.0.0.1:{self.port}", "Content-Length": str(len(body)), "Connection": "close"}
        if hasattr(self, "token"):
            fields["X-Lab-Token"] = self.token
        if body:
            fields["Content-Type"] = "application/json"
        fields.update({name.replace("_", "-"): value for name, value in headers.items()})
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        return self.raw(head.encode() + b"\r\n" + body)

    @property
    def descriptors(self):
        return len(os.listdir(f"/proc/{self.child.pid}/fd"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.child.terminate()
        self.child.communicate(timeout=10)


def answer(connection):
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(65536)
        if not part:
            return 0, data, b""
        data += part
    head, body = data.split(b"\r\n\r\n", 1)
    length = next((int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")), 0)
    while len(body) < length:
        part = connection.recv(65536)
        if not part:
            break
        body += part
    return int(head.split()[1]), head, body


def test(card, corpus, options):
    random.seed(17)
    with workplace() as folder:
        picture = pictures.png(64, 48, pictures.corners(64, 48))
        write(f"{folder}/photos/a.png", picture)
        write(f"{folder}/secret.txt", "secret")
        write(f"{folder}/outside/private.png", picture)
        os.symlink("../outside/private.png", f"{folder}/photos/link.png")
        with Lab(folder) as lab:
            admission(card, lab)
            traversals(card, lab)
            mixed(card, lab)
            slow(card, lab)
            fuzzed(card, lab)
    hostile_names(card, picture)


def admission(card, lab):
    with card.row("H", "bad Host and Origin headers are sent away") as row:
        for host in BAD_HOSTS:
            host = host.replace("PORT", str(lab.port))
            status, _, body = lab.ask("GET", "/api/state", Host=host)
            row.check(status >= 400 and b"revision" not in body, f"Host: {host}: {status}")
        for origin in BAD_ORIGINS:
            origin = origin.replace("PORT", str(lab.port))
            status, _, _ = lab.ask("PATCH", "/api/state", b'{"edits": []}', Origin=origin)
            row.check(status == 403, f"Origin: {origin}: {status}")


def traversals(card, lab):
    with card.row("H", "paths lead to nothing but what they stand for") as row:
        for path in TRAVERSALS:
            status, _, body = lab.ask("GET", path)
            row.check(status in (0, 400, 404) and b"root:" not in body and b"secret" not in body, f"{path}: {status}")
    with card.row("H", "links that lead out of the folder are not served") as row:
        names = [picture["name"] for picture in json.loads(lab.ask("GET", "/api/pictures")[2])]
        row.check(names == ["a.png"], names)


def hostile_names(card, picture):
    with card.row("H", "hostile file names harm nothing") as row, workplace() as folder:
        for name in NAMES:
            path = os.path.join(f"{folder}/photos".encode(), name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(picture)
        with Lab(folder) as lab:
            shown = json.loads(lab.ask("GET", "/api/pictures")[2])
            for entry in shown:
                body = json.dumps({"picture": entry["id"], "edits": []}).encode()
                status, head, _ = lab.ask("POST", "/api/encode", body)
                harmless = all(32 <= ord(letter) < 127 or ord(letter) >= 160 for letter in entry["name"])
                row.check(status == 200 and harmless and b"set-cookie" not in head.lower(), entry["name"])
            if len(shown) != len(NAMES):
                row.check(False, f"{len(shown)} of {len(NAMES)} are listed")


def mixed(card, lab):
    with card.row("H", "mixed requests of eight clients are all answered as they should be") as row:
        before = lab.descriptors
        lock = threading.Lock()

        def request(index):
            kind = index % 8
            status, wanted = {
                0: lambda: (lab.ask("GET", "/")[0], (200,)),
                1: lambda: (lab.ask("GET", "/api/schema")[0], (200,)),
                2: lambda: (lab.ask("PATCH", "/api/state", json.dumps(
                    {"edits": [{"key": "quality", "json": index % 100 / 100}]}).encode())[0], (200,)),
                3: lambda: (lab.ask("PATCH", "/api/state", b'{"edits": [{"key": "quality", "json": 7}]}')[0], (422,)),
                4: lambda: (lab.ask("GET", f"/api/nothing/{index}")[0], (404,)),
                5: lambda: (lab.ask("POST", "/api/undo", b"{}", X_Lab_Token="no")[0], (401,)),
                6: lambda: (lab.ask("POST", "/api/pictures?name=x.png", os.urandom(index))[0], (422,)),
                7: lambda: (lab.ask("GET", "/" + "a" * index * 20)[0], (404, 414)),
            }[kind]()
            with lock:
                row.check(status in wanted, f"kind {kind}: {status}")

        threads = [threading.Thread(target=lambda first=first: [request(i) for i in range(first, 1000, 8)]) for first in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        row.note = f"descriptors {before} before, {lab.descriptors} after"


def slow(card, lab):
    with card.row("H", "slow clients are ended, and hold up nobody") as row:
        own = f"Host: 127.0.0.1:{lab.port}\r\nX-Lab-Token: {lab.token}\r\n"
        beginnings = ["", "GET", "GET / HTTP/1.1\r\n", f"GET / HTTP/1.1\r\n{own}X-Slow: "]
        held = [lab.connect(40) for _ in range(50)]
        for index, connection in enumerate(held):
            connection.sendall(beginnings[index % len(beginnings)].encode())
        longest = 0
        for _ in range(20):
            began = time.monotonic()
            if lab.ask("GET", "/api/state")[0] != 200:
                longest = 99
            longest = max(longest, time.monotonic() - began)
        closed = [False] * len(held)
        deadline = time.monotonic() + 30
        while not all(closed) and time.monotonic() < deadline:
            for index, connection in enumerate(held):
                if closed[index]:
                    continue
                connection.settimeout(0.01)
                try:
                    connection.sendall(b"a")
                    closed[index] = connection.recv(4096) == b""
                except TimeoutError:
                    pass
                except OSError:
                    closed[index] = True
            time.sleep(0.5)
        for connection in held:
            connection.close()
        for index, was_closed in enumerate(closed):
            row.check(was_closed and longest < 1, f"client {index} is still there" if not was_closed else f"others waited {longest:.1f} s")
        row.note = f"others waited {longest * 1000:.0f} ms at most"


def fuzzed(card, lab):
    with card.row("H", "requests with random mistakes are answered or ended") as row:
        own = f"Host: 127.0.0.1:{lab.port}\r\nX-Lab-Token: {lab.token}\r\n"
        body = '{"edits": [{"key": "quality", "text": "0.5"}]}'
        seeds = [f"GET /api/state?picture=0123456789abcdef HTTP/1.1\r\n{own}\r\n", f"GET /controls/number.js HTTP/1.1\r\n{own}\r\n",
                 f"PATCH /api/state HTTP/1.1\r\n{own}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}",
                 f"POST /api/encode HTTP/1.1\r\n{own}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"]
        pieces = ["..", "%2e", "%00", "%", "/", "\0", "\r\n", ": ", "HTTP/9", "-1", "9" * 30, "{", "]", '"', "chunked", "é", "🙂"]
        requests = []
        for _ in range(5000):
            data = bytearray(random.choice(seeds).encode())
            for _ in range(random.randint(1, 4)):
                place = random.randint(0, len(data))
                kind = random.randint(0, 3)
                if kind == 0:
                    data[place:place] = random.choice(pieces).encode()
                elif kind == 1 and place < len(data):
                    data[place] = random.randint(0, 255)
                elif kind == 2:
                    del data[place:place + random.randint(1, 20)]
                else:
                    data[place:place] = bytes([random.randint(32, 126)]) * 300
            requests.append(bytes(data))
        lock = threading.Lock()

        def send(part):
            for data in part:
                status, _, text = lab.raw(data, ends=True)
                with lock:
                    row.check(status < 600 and b"root:" not in text and lab.child.poll() is None, data)

        threads = [threading.Thread(target=send, args=(requests[first::8],)) for first in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        row.check(lab.ask("GET", "/api/state")[0] == 200, "the server is not well afterwards")
