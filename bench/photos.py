#!/usr/bin/env python3
"""Fetches real photographs from Debian's packages and derives the pictures that the other scripts measure with.

Usage: photos.py [FOLDER]        (default bench/.cache; needs pillow, apt-get and dpkg-deb; fetches about 210 MB)

FOLDER/photos/   85 JPEG files: the photographs as their packages hold them, filled up by crops of the largest
FOLDER/sources/  the single pictures of bench/speed.py, and the 100-megapixel ones of bench/batch.py
FOLDER/small/    10,000 files, copies of 64 distinct JPEGs of 160 x 120

Nothing is installed: packages are downloaded and unpacked into FOLDER/packages. Files that exist are kept, so a
second run does nothing. The same packages and the same Pillow give the same bytes. Each package states the licences of its
pictures in usr/share/doc/PACKAGE/copyright.
"""
import os
import shutil
import subprocess
import sys

from PIL import Image

Image.MAX_IMAGE_PIXELS = None

# Debian 12. Drawings and renderings, which these packages hold too, are left out: file names, without the extension
# where the package keeps them in one folder, else the name of the folder that holds them.
PHOTOGRAPHS = {
    "mate-backgrounds": (
        "Aqua Blinds Dune FreshFlower Garden GreenMeadow LadyBird RainDrops Storm TwoWings Wood YellowFlower"),
    "lomiri-wallpapers-16.04": (
        "Bridge_by_Sander_Klootwijk Dragonfly_by_Bolly Picture_0B_by_freespace Picture_1A_by_freespace "
        "Wine_by_Jakkub_Mede aitzgorri_by_Aitzol_Berasategi free_by_Peter_Nerlich friends_by_Aitzol_Berasategi "
        "greentock_by_Peter_Nerlich life_by_Aitzol_Berasategi picosdeeuropa_by_Aitzol_Berasategi "
        "seeding_by_Clements_Engelhardt sunset_by_Aitzol_Berasategi"),
    "lomiri-wallpapers-20.04": "Kleiber_by_Lukas_Baubkus",
    "plasma-workspace-wallpapers": (
        "BytheWater ColdRipple ColorfulCups DarkestHour EveningGlow FallenLeaf Grey Kite OneStandsOut Path summer_1am"),
    "lxqt-themes": "Butterfly-Kenneth-Wimer after-the-rain fog this-is-not-windows",
    "palapeli-data": (
        "castle-maintenon cincinnati-bridge citrus-fruits european-honey-bee panther-chameleon-female"),
}
CORPUS_FILES = 85
# The 12-megapixel picture: four detailed photographs side by side, each at its own pixels, because none of the corpus
# is both as large and as detailed as a phone's picture, and enlarging one would leave no detail to lose.
QUADRANTS = ("life_by_Aitzol_Berasategi", "picosdeeuropa_by_Aitzol_Berasategi", "Kleiber_by_Lukas_Baubkus",
             "OneStandsOut")
WIDTH, HEIGHT = 4032, 3024


def fetch(folder):
    """Downloads and unpacks; returns the path of each photograph by its name."""
    packages = os.path.join(folder, "packages")
    os.makedirs(packages, exist_ok=True)
    found = {}
    for package, names in PHOTOGRAPHS.items():
        unpacked = os.path.join(packages, package)
        if not os.path.isdir(unpacked):
            subprocess.run(["apt-get", "download", "-q", package], cwd=packages, check=True)
            archive = next(name for name in os.listdir(packages) if name.startswith(package + "_"))
            subprocess.run(["dpkg-deb", "-x", os.path.join(packages, archive), unpacked + ".part"], check=True)
            os.rename(unpacked + ".part", unpacked)
            os.remove(os.path.join(packages, archive))
        wanted = set(names.split())
        for parent, _, files in os.walk(unpacked):
            for name in files:
                path = os.path.join(parent, name)
                stem, extension = os.path.splitext(name)
                if extension != ".jpg" or os.path.islink(path):
                    continue
                own = wanted.intersection([stem, *parent.split(os.sep)])
                if own and os.path.getsize(path) > 70_000:
                    found[own.pop()] = path
        missing = wanted.difference(found)
        if missing:
            sys.exit(f"{package} no longer holds {', '.join(sorted(missing))}")
    return found


def save(picture, path, **options):
    """Writes under another name first, so that an interrupted run leaves nothing that looks finished."""
    partial = f"{path}.part"
    picture.save(partial, **options)
    os.rename(partial, path)
    print(f"{path}  {picture.width}x{picture.height}  {os.path.getsize(path) / 1e6:.2f} MB")


def corpus(found, folder):
    """The photographs themselves, then crops of the largest: four fifths of each side, mirrored, quality 93."""
    target = os.path.join(folder, "photos")
    os.makedirs(target, exist_ok=True)
    for name, path in found.items():
        if not os.path.exists(f"{target}/{name}.jpg"):
            shutil.copyfile(path, f"{target}/{name}.jpg")
    pixels = {name: Image.open(path).width * Image.open(path).height for name, path in found.items()}
    largest = sorted(found, key=lambda name: (-pixels[name], name))
    for name in largest[:CORPUS_FILES - len(found)]:
        output = f"{target}/{name}-crop.jpg"
        if os.path.exists(output):
            continue
        picture = Image.open(found[name])
        width, height = picture.width * 4 // 5, picture.height * 4 // 5
        part = picture.crop((0, 0, width, height)).transpose(Image.FLIP_LEFT_RIGHT)
        save(part, output, format="JPEG", quality=93, subsampling=2 if part.mode == "RGB" else -1)
    files = os.listdir(target)
    print(f"{target}: {len(files)} files, {sum(os.path.getsize(f'{target}/{name}') for name in files) / 1e6:.1f} MB")


def twelve_megapixels(found):
    picture = Image.new("RGB", (WIDTH, HEIGHT))
    for index, name in enumerate(QUADRANTS):
        part = Image.open(found[name]).convert("RGB")
        left, top = (part.width - WIDTH // 2) // 2, (part.height - HEIGHT // 2) // 2
        part = part.crop((left, top, left + WIDTH // 2, top + HEIGHT // 2))
        picture.paste(part, (index % 2 * WIDTH // 2, index // 2 * HEIGHT // 2))
    return picture


def tiled(picture, width, height):
    """The picture side by side with its mirror images, so that no seam shows."""
    tile = Image.new("RGB", (picture.width * 2, picture.height * 2))
    across = picture.transpose(Image.FLIP_LEFT_RIGHT)
    for x, part in ((0, picture), (picture.width, across)):
        tile.paste(part, (x, 0))
        tile.paste(part.transpose(Image.FLIP_TOP_BOTTOM), (x, picture.height))
    whole = Image.new("RGB", (width, height))
    for y in range(0, height, tile.height):
        for x in range(0, width, tile.width):
            whole.paste(tile, (x, y))
    return whole


def cut_out(picture):
    """The picture's bright areas as a soft-edged shape: most of it opaque or transparent, some in between."""
    coarse = picture.convert("L").resize((picture.width // 40, picture.height // 40), Image.BOX)
    alpha = coarse.resize(picture.size, Image.BICUBIC).point(lambda value: max(0, min(255, (value - 70) * 8)))
    picture = picture.copy()
    picture.putalpha(alpha)
    return picture


def translucent(picture):
    """The picture's own brightness as its transparency: hardly a pixel is opaque, the hard case for an alpha plane."""
    picture = picture.copy()
    picture.putalpha(picture.convert("L").point(lambda value: max(0, min(255, (value - 40) * 2))))
    return picture


def sources(found, folder):
    target = os.path.join(folder, "sources")
    os.makedirs(target, exist_ok=True)
    photo = twelve_megapixels(found)

    def once(name, make, **options):
        if not os.path.exists(f"{target}/{name}"):
            save(make(), f"{target}/{name}", **options)

    def smaller():
        return photo.resize((2400, 1800), Image.LANCZOS)

    jpeg = {"format": "JPEG", "quality": 94, "subsampling": 2}
    once("12mp.jpg", lambda: photo, **jpeg)
    once("12mp-progressive.jpg", lambda: photo, progressive=True, **jpeg)
    once("12mp.webp", lambda: photo, format="WEBP", quality=90, method=4)
    once("4mp.png", smaller, format="PNG")
    once("4mp-alpha.png", lambda: cut_out(smaller()), format="PNG")
    once("4mp-translucent.png", lambda: translucent(smaller()), format="PNG")
    once("100mp.jpg", lambda: tiled(photo, 11_600, 8_700), **jpeg)
    once("100mp.png", lambda: tiled(photo, 11_600, 8_700), format="PNG", compress_level=1)
    once("1x1.png", lambda: Image.new("RGB", (1, 1), "#808080"), format="PNG")


def small(found, folder):
    target = os.path.join(folder, "small")
    if os.path.isdir(target):
        return
    partial = target + ".part"
    shutil.rmtree(partial, ignore_errors=True)
    os.makedirs(partial)
    photo = twelve_megapixels(found)
    for index in range(64):
        x, y = index % 8 * 480, index // 8 * 360
        photo.crop((x, y, x + 480, y + 360)).resize((160, 120), Image.LANCZOS).save(
            f"{partial}/{index:05d}.jpg", quality=90)
    for index in range(64, 10_000):
        shutil.copyfile(f"{partial}/{index % 64:05d}.jpg", f"{partial}/{index:05d}.jpg")
    os.rename(partial, target)
    print(f"{target}: 10,000 files")


def main(folder):
    found = fetch(folder)
    corpus(found, folder)
    sources(found, folder)
    small(found, folder)


if __name__ == "__main__":
    if len(sys.argv) > 2 or sys.argv[1:] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    main(sys.argv[1] if len(sys.argv) == 2 else os.path.join(os.path.dirname(os.path.abspath(__file__)), ".cache"))
