#!/usr/bin/env bash
# The kit's types: mistakes in a page do not type-check.   types.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
tsc --noEmit --strict --target es2022 --module es2022 --moduleResolution node --lib es2022,dom Tests/Outsiders/types.ts
echo 'types: mistakes in methods, parameters, settings and events do not type-check'
