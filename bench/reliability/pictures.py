"""Pictures made and read without the program under test: PNG by hand, EXIF put into JPEG, PNG and WebP."""
import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, rows, color=2, extra=(), level=6):
    """A PNG of 8 bits; `rows` are bytes of `width` pixels each, `color` is PNG's type 0, 2, 4 or 6."""
    head = struct.pack(">IIBBBBB", width, height, 8, color, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), level)
    return SIGNATURE + chunk(b"IHDR", head) + b"".join(chunk(*one) for one in extra) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def chunks(data):
    offset = 8
    while offset + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, offset)
        yield kind, data[offset + 8:offset + 8 + length]
        offset += 12 + length


def png_size(data):
    return struct.unpack(">II", data[16:24]) if data.startswith(SIGNATURE) else None


def read_png(data):
    """Width, height, channels and rows of a PNG of 8 bits that is not interlaced and has no palette."""
    width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", data[16:29])
    if depth != 8 or interlaced or color not in CHANNELS:
        raise ValueError(f"depth {depth}, colour type {color}, interlaced {interlaced}")
    channels = CHANNELS[color]
    raw = zlib.decompress(b"".join(body for kind, body in chunks(data) if kind == b"IDAT"))
    stride = width * channels
    rows, above = [], bytes(stride)
    for y in range(height):
        start = y * (stride + 1)
        row = bytearray(raw[start + 1:start + 1 + stride])
        unfilter(raw[start], row, above, channels)
        rows.append(bytes(row))
        above = row
    return width, height, channels, rows


def unfilter(kind, row, above, step):
    """PNG specification, clause 9."""
    if kind == 0:
        return
    if kind == 2:
        for x, byte in enumerate(above):
            row[x] = row[x] + byte & 255
        return
    for x in range(len(row)):
        left = row[x - step] if x >= step else 0
        corner = above[x - step] if x >= step else 0
        if kind == 1:
            guess = left
        elif kind == 3:
            guess = left + above[x] >> 1
        else:
            base = left + above[x] - corner
            a, b, c = abs(base - left), abs(base - above[x]), abs(base - corner)
            guess = left if a <= b and a <= c else above[x] if b <= c else corner
        row[x] = row[x] + guess & 255


def exif(orientation, big=False):
    """A TIFF structure with nothing but an orientation."""
    order = ">" if big else "<"
    return (b"MM" if big else b"II") + struct.pack(order + "HIHHHIHHI", 42, 8, 1, 0x112, 3, 1, orientation, 0, 0)


def with_exif(data, block):
    """The same file with an EXIF block: JPEG, PNG or WebP, decided by its content."""
    if data[:2] == b"\xff\xd8":
        body = b"Exif\0\0" + block
        return data[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + data[2:]
    if data.startswith(SIGNATURE):
        return data[:33] + chunk(b"eXIf", block) + data[33:]
    kind, body = data[12:16], data[12:]
    if kind != b"VP8 ":
        raise ValueError("only a simple lossy WebP is extended here")
    width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", data, 26))
    head = b"VP8X" + struct.pack("<IB3x", 10, 0x08) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    tail = b"EXIF" + struct.pack("<I", len(block)) + block + b"\0" * (len(block) % 2)
    return b"RIFF" + struct.pack("<I", 4 + len(head) + len(body) + len(tail)) + b"WEBP" + head + body + tail


def stored(rows, channels, orientation):
    """The rows of an upright picture as a camera stores them that says `orientation`: the inverse of what it asks for."""
    pixels = [[row[x:x + channels] for x in range(0, len(row), channels)] for row in rows]
    if orientation >= 5:
        pixels = [list(column) for column in zip(*pixels)]  # 5 is a transposition; the others follow it
    mirrored, upside = {1: (0, 0), 2: (1, 0), 3: (1, 1), 4: (0, 1), 5: (0, 0), 6: (0, 1), 7: (1, 1), 8: (1, 0)}[orientation]
    if orientation == 6:
        mirrored, upside = 0, 1
    if mirrored:
        pixels = [row[::-1] for row in pixels]
    if upside:
        pixels = pixels[::-1]
    return [b"".join(row) for row in pixels]


def difference(one, other):
    """The mean difference of two pictures' samples; infinite where their shapes differ."""
    if one[:3] != other[:3]:
        return float("inf")
    total = sum(abs(a - b) for rows in zip(one[3], other[3]) for a, b in zip(*rows))
    return total / (one[0] * one[1] * one[2])


def corners(width, height):
    """An upright picture that no turn maps to itself: red, green, blue and white quarters with a dark bar at the left."""
    rows = []
    for y in range(height):
        row = bytearray()
        for x in range(width):
            if x * 8 < width and y * 3 > height:
                row += b"\x10\x10\x10"
            elif y * 2 < height:
                row += b"\xe0\x20\x20" if x * 2 < width else b"\x20\xc0\x20"
            else:
                row += b"\x20\x20\xe0" if x * 2 < width else b"\xf0\xf0\xf0"
        rows.append(bytes(row))
    return rows


def noise(width, height, seed=1, channels=3):
    """A picture that compresses badly, the same for the same seed."""
    value, rows = seed * 2654435761 & 0xFFFFFFFF or 1, []
    for _ in range(height):
        row = bytearray()
        for _ in range(width * channels):
            value ^= value << 13 & 0xFFFFFFFF
            value ^= value >> 17
            value ^= value << 5 & 0xFFFFFFFF
            row.append(96 + (value & 63))
        rows.append(bytes(row))
    return rows
