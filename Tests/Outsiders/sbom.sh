#!/usr/bin/env bash
# Validates the output of scripts/sbom with CycloneDX's own library.
#   sbom.sh VENV SBOM…
# VENV is a folder for a Python environment, created if missing.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
venv=$1
shift
environment "$venv" 'cyclonedx-python-lib[json-validation]==11.12.0'
for sbom; do
    "$venv/bin/python" - "$sbom" <<'P'
import json, sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

text = open(sys.argv[1]).read()
if error := JsonStrictValidator(SchemaVersion.V1_5).validate_str(text):
    sys.exit(f"FAILED {sys.argv[1]}: {error}")
known = json.loads(text)
names = [component["bom-ref"] for component in known["components"]]
assert len(names) == len(set(names)), "two components have the same name"
refs = {known["metadata"]["component"]["bom-ref"], *names}
for dependency in known["dependencies"]:
    missing = {dependency["ref"], *dependency["dependsOn"]} - refs
    assert not missing, f"undefined references: {missing}"
packages = [one for one in known["components"] if one["type"] == "application"]
libraries = {one["name"]: one for one in known["components"] if one["type"] == "library"}
for name in ("libc6", "libinput10", "libsodium23"):
    assert libraries[name].get("version"), f"{name} has no version"
assert packages and all(one["licenses"] for one in packages), "a package without a license"
print(f"ok {sys.argv[1]} is CycloneDX 1.5: {len(packages)} packages, {len(names) - len(packages)} libraries")
P
done
