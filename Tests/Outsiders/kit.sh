#!/usr/bin/env bash
# The kit as a package: its files, loading it without a page, and the size of a lock and a button.   kit.sh
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
root=$PWD

tgz=$(scripts/kit "$folder")
mkdir -p "$folder/page/node_modules/touchd"
tar -xzf "$folder/$tgz" -C "$folder/page/node_modules/touchd" --strip-components 1
kit=$folder/page/node_modules/touchd
cd "$folder/page"

# The package contains everything that the kit imports, and nothing else from web/.
for name in LICENSE README.md touchd.js touchd.d.ts wire.d.ts elements.js elements.d.ts pretend.js pretend.d.ts prompts.json; do
    [ -s "$kit/$name" ] || fail "$name is not packed"
done
for name in demo.js labels.js pointer.js start.js index.html; do
    [ ! -e "$kit/$name" ] || fail "$name of the demonstration is packed"
done
for link in $(grep -oE '\]\([^#)]+\)' "$kit/README.md" | tr -d '()]'); do
    [ -e "$kit/$link" ] || fail "README.md links to $link, which is not packed"
done
(cd "$kit" && find . -name '*.js' | xargs grep -ohE "from '[^']+'|import '[^']+'" | grep -v "'\./\|'\.\./") && fail 'the kit depends on something else'

# Without a page: it loads, adds no globals, and has the entry points of package.json, and a drawing of each kind of the interface. Elements:
# elements.py, simulated models: pretend.mjs.
kinds=$(sed -n '/^type Kind (/,/^)/p' "$root/interfaces/io.touchd.scene.varlink" | sed '1d; s/#.*//' | grep -oE '[a-z_]+')
cat >load.mjs <<'END'
const before = new Set(Reflect.ownKeys(globalThis));
const [kit, elements, button, pretend] = await Promise.all(
  ['touchd', 'touchd/elements', 'touchd/elements/button', 'touchd/pretend'].map(name => import(name)));
const added = Reflect.ownKeys(globalThis).filter(name => !before.has(name));
if (added.length) throw new Error(`globals: ${added}`);
const daemon = new kit.Touchd('ws://127.0.0.1:1/touchd');
const kinds = process.argv.slice(2);
if (!kinds.length || !kinds.every(kind => kit.drawings[kind])) throw new Error('a kind has no drawing');
if (daemon.state !== 'connecting' || !elements.TouchdScreen || !button.TouchdButton || !pretend.PretendedDaemon) throw new Error('exports');
END
node load.mjs $kinds || fail 'it does not load in Node.js'

# Windows that are not aligned with the panel.
node "$root/Tests/Outsiders/alignment.mjs" "$kit/alignment.js" >alignment.log || { cat alignment.log; fail 'alignment'; }

# The simulated daemon follows the traces of the real models.
node "$root/Tests/Outsiders/pretend.mjs" "$root/web" "$root/Tests/Fixtures/traces" >pretend.log 2>&1 || { cat pretend.log; fail 'the simulated daemon differs'; }

# ES2020 syntax, and no later functions.
(cd "$kit" && find . -name '*.js' | xargs tsc --noEmit --allowJs --checkJs --target es2020 --module es2020 --lib es2020,dom,dom.iterable 2>&1 || :) >types.log
grep -E 'TS(2550|2583|1378|18028|2569)' types.log && fail 'it needs more than ES2020'
(cd "$kit" && find . -name '*.js' | xargs grep -nE '^\s*(static )?#\w+|\?\?=|\|\|=|&&=|\.toSorted\(|Object\.hasOwn|replaceAll\(|AbortSignal\.any') && fail 'it needs more than ES2020'

# What a page loads first; modules that are imported on demand are separate files.
size() {
    printf '%s\n' "$2" >"$1.js"
    esbuild "$1.js" --bundle --splitting --minify --format=esm --target=es2020 --log-level=error --outdir="$1"
    cat $(printf '%s\n' "$1/$1.js" $(grep -ohE 'from"\./[^"]+"' "$1/$1.js" | sed "s|from\"\./|$1/|; s|\"||")) >"$1.min.js"
    gzip -9 -c "$1.min.js" | wc -c
}
lock=$(size lock "import { Daemon, Presentation, Pattern, Button } from 'touchd';
new Presentation(new Daemon(), { view: document.body, widgets: [], drawings: { pattern: Pattern, button: Button } });")
elements=$(size elements "import 'touchd/elements/pattern'; import 'touchd/elements/button';")
calls=$(size calls "import { Daemon } from 'touchd'; new Daemon();")
all=$(size all "import { Touchd } from 'touchd'; new Touchd();")
# The limit of 10000 applies to the classes of a lock and a button. The elements also measure and follow the page.
[ "$elements" -le 16000 ] || fail "lock and button as elements have $elements bytes gzipped, more than 16000"
[ "$lock" -le 10000 ] || fail "lock and button have $lock bytes gzipped, more than 10000"
[ "$calls" -lt 3000 ] || fail "calls alone have $calls bytes gzipped: unused modules are included"
grep -q hitRadius lock.min.js && ! grep -q sectionSizes lock.min.js || fail 'the bundle of a lock and a button contains the list'
echo "kit: $tgz loads in Node.js and is ES2020; gzipped: lock and button $lock bytes, as elements $elements, all kinds $all, calls alone $calls"
