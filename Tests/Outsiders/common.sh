# shellcheck shell=bash
# Sourced by checks: goes to the root of the sources, makes the folder $folder, which is removed at the end, and has fail WORDS.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder=$(mktemp -d "${TMPDIR:-/tmp}/touchd-check.XXXXXX")
trap 'rm -rf "$folder"' EXIT
fail() { printf '%s: %s\n' "$(basename "$0" .sh)" "$*" >&2; exit 1; }
