#!/usr/bin/python3
"""Writes the seeds for fuzzing: seeds.py FIXTURES FOLDER creates FOLDER/TARGET/… from the tests' fixtures."""
import io
import json
import pathlib
import re
import sys

from PIL import Image

fixtures, folder = map(pathlib.Path, sys.argv[1:3])


def seed(target, name, data):
    place = folder / target
    place.mkdir(parents=True, exist_ok=True)
    (place / name).write_bytes(data.encode() if isinstance(data, str) else data)


dialects = {".evemu": "evemu", ".yml": "record", ".evtest": "evtest", ".jsonl": "json"}
# Recordings are cut: their ends repeat their beginnings, and short inputs mutate faster.
for file in sorted([*(fixtures / "recordings").iterdir(), *(fixtures / "panels").iterdir()]):
    lines = file.read_text().splitlines(keepends=True)
    seed(dialects[file.suffix], file.name, "".join(lines[:120]))
    seed(dialects[file.suffix], "short-" + file.name, "".join(lines[:45]))

for file in sorted((fixtures / "traces").rglob("*.jsonl")):
    text = file.read_text()
    seed("trace", f"{file.parent.name}-{file.name}", text)
    seed("strict-json", f"{file.parent.name}-{file.name}", text.splitlines()[1])
    for line in text.splitlines():
        piece = json.loads(line).get("settings", {}).get("piece")
        if isinstance(piece, str):
            seed("outline", file.stem, piece)
seed("outline", "square", "M0 0 H60 V60 H0 Z")
seed("outline", "curves", "m10,10 c20,-10 40,-10 60,0 l0,50.5 C50 70 20 70 10 60 z")


def wire(text):
    return re.sub(rb"\\x([0-9a-fA-F]{2})", lambda match: bytes([int(match[1], 16)]), text.encode())


for file in sorted((fixtures / "wire").glob("*.txt")):
    for number, case in enumerate(file.read_text().split("\n\n")):
        sent = [wire(line[2:]) for line in case.splitlines() if line.startswith(">")]
        if sent:
            seed("varlink", f"{file.stem}-{number}", b"".join(message + b"\0" for message in sent))
            seed("strict-json", f"wire-{file.stem}-{number}", sent[0])

for number, path in enumerate(["/", "/touchd.js", "/sub/../../etc/passwd", "/a//b", "/.env", "/a/"]):
    seed("web", f"path-{number}", f"{path}\n127.0.0.1:6080\nhttp://127.0.0.1:6080")
for number, host in enumerate(["localhost:6080", "[::1]:6080", "evil.example:6080"]):
    seed("web", f"host-{number}", f"/touchd\n{host}\nhttp://{host}")

configuration = (fixtures.resolve().parent.parent / "systemd/touchd.conf").read_text()
seed("configuration", "as-shipped", configuration)
seed("configuration", "all-set", re.sub(r"(?m)^#([a-z-]+=)", r"\1", configuration))
seed("configuration", "all-keys", "".join(
    line.lstrip("#") + "\n" for line in configuration.splitlines() if re.match(r"#?[a-z-]+=|\[", line)))

for mode in ["RGB", "RGBA", "L", "P", "1", "LA", "I;16"]:
    picture = Image.linear_gradient("L").resize((150, 130)).convert(mode)
    data = io.BytesIO()
    picture.save(data, "PNG")
    seed("import", f"{mode.replace(';', '')}.png", data.getvalue())
for mode, options in [("RGB", {"subsampling": 0}), ("RGB", {"progressive": True}), ("L", {}), ("CMYK", {})]:
    picture = Image.linear_gradient("L").resize((150, 130)).convert(mode)
    data = io.BytesIO()
    picture.save(data, "JPEG", quality=40, **options)
    seed("import", f"{mode}-{'-'.join(options) or 'plain'}.jpeg", data.getvalue())

seed("raw-picture", "smallest", b"touchpic" + (120).to_bytes(4, "little") * 2 + bytes(range(240)) * 180)
