#!/usr/bin/env python3
"""Builds the wheel with only the standard library: what pip calls (PEP 517), and a program.

    wheel.py FOLDER        writes FOLDER/touchd-VERSION-py3-none-any.whl and prints its name

The same files give the same wheel: its members are sorted and have the date of 1980.
"""

import base64
import hashlib
import pathlib
import sys
import tomllib
import zipfile

HERE = pathlib.Path(__file__).resolve().parent.parent


def project():
    return tomllib.loads((HERE / "pyproject.toml").read_text())["project"]


def members(facts):
    """The files of the wheel: bytes by name."""
    known = f"{facts['name']}-{facts['version']}.dist-info"
    files = {str(path.relative_to(HERE)): path.read_bytes() for path in sorted((HERE / "touchd").rglob("*"))
             if path.suffix in (".py", ".pyi") or path.name == "py.typed"}
    files[f"{known}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: {facts['name']}\nVersion: {facts['version']}\nSummary: {facts['description']}\n"
        f"License: {facts['license']}\nRequires-Python: {facts['requires-python']}\nDescription-Content-Type: text/markdown\n\n"
        + (HERE / facts["readme"]).read_text()).encode()
    files[f"{known}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: touchd\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{known}/LICENSE"] = (HERE.parent / "LICENSE").read_bytes()
    return known, files


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    facts = project()
    known, files = members(facts)
    record = ""
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(data)}\n"
    files[f"{known}/RECORD"] = f"{record}{known}/RECORD,,\n".encode()
    name = f"{facts['name']}-{facts['version']}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for member, data in files.items():
            entry = zipfile.ZipInfo(member)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o100644 << 16
            wheel.writestr(entry, data)
    return name


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not pathlib.Path(sys.argv[1]).is_dir():
        sys.exit(f"wheel.py: {sys.argv[1]}: no such folder (mkdir -p {sys.argv[1]})")
    print(build_wheel(sys.argv[1]))
