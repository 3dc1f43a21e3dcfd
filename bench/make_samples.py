#!/usr/bin/env python3
"""Draws the pictures of Samples/ that are the project's own: a screenshot, a graphic with transparency, and a
portrait that lies on its side with an EXIF orientation.

Usage: make_samples.py FOLDER        (needs pillow and numpy)

The same input always gives the same pixels; the bytes depend on Pillow's encoders.
"""
import sys

import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageFont


def font(size):
    return ImageFont.load_default(size)


def screenshot():
    """A window of a settings screen: flat areas, hairlines and small text, as screens have them."""
    picture = Image.new("RGB", (960, 600), "#e9edf2")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, 960, 40), fill="#2b3a4a")
    for x, colour in ((16, "#ff6159"), (40, "#ffbd2e"), (64, "#28c941")):
        draw.ellipse((x, 13, x + 14, 27), fill=colour)
    draw.text((480, 20), "Compression settings", fill="white", font=font(16), anchor="mm")
    rows = [
        ("Quality", "0.70", 0.70), ("Longest side", "1600 px", 0.42), ("Format", "keep", None),
        ("Filter", "lanczos3", None), ("Progressive", "off", None), ("Chroma", "auto", None),
        ("Method", "4", 0.66), ("Level", "6", 0.66),
    ]
    for index, (title, value, share) in enumerate(rows):
        top = 64 + index * 62
        draw.rounded_rectangle((32, top, 560, top + 50), 8, fill="white", outline="#c6ced8")
        draw.text((48, top + 25), title, fill="#1d2733", font=font(15), anchor="lm")
        draw.text((544, top + 25), value, fill="#3867a8", font=font(15), anchor="rm")
        if share is not None:
            draw.line((230, top + 25, 450, top + 25), fill="#c6ced8", width=4)
            draw.line((230, top + 25, 230 + 220 * share, top + 25), fill="#3867a8", width=4)
            draw.ellipse((222 + 220 * share, top + 17, 238 + 220 * share, top + 33), fill="#3867a8")
    draw.rounded_rectangle((592, 64, 928, 548), 8, fill="white", outline="#c6ced8")
    for index in range(24):
        draw.text((608, 80 + index * 19), f"{index:02d}  {(index * 7919) % 9973:5d} kB   saved {(index * 37) % 90 + 5} %",
                  fill="#44515f", font=font(12))
    return picture


def graphic():
    """A badge with soft edges and a half-transparent shadow, drawn large and reduced."""
    picture = Image.new("RGBA", (1600, 1600), (0, 0, 0, 0))
    shadow = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    ImageDraw.Draw(shadow).ellipse((280, 320, 1400, 1440), fill=(0, 0, 0, 150))
    picture.alpha_composite(shadow.filter(ImageFilter.GaussianBlur(40)))
    draw = ImageDraw.Draw(picture)
    draw.ellipse((200, 200, 1320, 1320), fill="#e4572e")
    draw.ellipse((300, 300, 1220, 1220), fill="#fff3e0")
    for index, colour in enumerate(("#17bebb", "#ffc914", "#76b041", "#2e282a")):
        draw.pieslice((400, 400, 1120, 1120), index * 90 + 20, index * 90 + 95, fill=colour)
    draw.ellipse((660, 660, 860, 860), fill=(0, 0, 0, 0))
    return picture.resize((400, 400), Image.LANCZOS)


def portrait():
    """A painted figure before a sky, upright 480 x 640."""
    random = numpy.random.default_rng(7)
    height, width = 640, 480
    y, x = numpy.mgrid[0:height, 0:width].astype(float)
    sky = numpy.stack([120 + 60 * y / height, 160 + 40 * y / height, 220 - 30 * y / height], axis=-1)
    noise = random.normal(size=(height // 8, width // 8))
    clouds = numpy.asarray(Image.fromarray(noise.astype("float32")).resize((width, height), Image.BICUBIC))
    sky += 12 * clouds[..., None]
    picture = Image.fromarray(sky.clip(0, 255).astype("uint8"))
    draw = ImageDraw.Draw(picture)
    draw.ellipse((90, 430, 390, 820), fill="#35506b")
    draw.rectangle((205, 380, 275, 460), fill="#d8a07c")
    draw.ellipse((150, 150, 330, 410), fill="#e8b48f")
    draw.pieslice((135, 120, 345, 400), 180, 360, fill="#4a2f20")
    for left in (195, 265):
        draw.ellipse((left, 265, left + 24, 283), fill="white")
        draw.ellipse((left + 8, 267, left + 20, 281), fill="#2c3e50")
    draw.polygon(((240, 280), (228, 325), (252, 325)), fill="#d29a75")
    draw.arc((205, 310, 275, 370), 20, 160, fill="#a33b3b", width=6)
    picture = picture.filter(ImageFilter.GaussianBlur(1.2))
    grain = random.normal(scale=3, size=(height, width, 3))
    return Image.fromarray((numpy.asarray(picture) + grain).clip(0, 255).astype("uint8"))


def main(folder):
    screenshot().save(f"{folder}/screenshot.png", optimize=True)
    graphic().save(f"{folder}/transparent-badge.png", optimize=True)
    exif = Image.Exif()
    exif[0x0112] = 6  # stored turned to the left, shown upright by turning right
    stored = portrait().transpose(Image.ROTATE_90)
    stored.save(f"{folder}/rotated-portrait.jpg", quality=92, exif=exif)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
