#!/usr/bin/env bash
# Installed files checked by the programs that read them: man pages, completions of three shells, the units' exposure, the
# journal's catalog.   packaging.sh FOLDER-WITH-THE-PROGRAMS
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
bin=$1

scripts/man-configuration >"$folder/touchd.conf.5"
cp man/* "$folder"
for name in touchctl touchctl-fleet touchd-tools; do scripts/man-commands "$bin/$name" >"$folder/$name.1"; done
for page in "$folder"/*.[1-8]; do
    complaints=$(mandoc -T lint -W warning "$page" && groff -k -ww -mandoc -T utf8 "$page" 2>&1 >/dev/null || true)
    [[ -z $complaints ]] || fail "$page: $complaints"
done
while read -r key; do
    grep -qF "Cm ${key//-/\\-} " "$folder/touchd.conf.5" || fail "touchd.conf(5) does not describe $key"
done < <(sed -n 's/^#\([a-z-]*\)=.*/\1/p' systemd/touchd.conf)

# Every installed file is named in a man page; every program has its own man page.
while read -r file; do
    name=$(basename "$file")
    case $file in
    */man/* | *completions* | usr/share/doc/*) continue ;;
    *bin/*) compgen -G "man/$name.[18]" >/dev/null || fail "$name has no man page" ;;
    lib/systemd/system/*.d/*) grep -qF "${file#lib/systemd/system/}" man/* || fail "no man page names $file" ;;
    lib/systemd/system/* | usr/lib/touchd/*) grep -qF "$name" man/* || fail "no man page names $file" ;;
    usr/share/touchd/interfaces/\*.*) grep -qF /usr/share/touchd/interfaces man/* || fail "no man page names $file" ;;
    *) grep -qF "/$file" man/* || fail "no man page names $file" ;;
    esac
done < <(cat debian/*.install)

for unit in touchd.service touchd-pepper.service touchd-web.service touchd-fleet.service touchd-operator@.service; do
    exposure=$(systemd-analyze security --offline=true --no-pager "systemd/$unit" 2>/dev/null |
        sed -n 's/.*Overall exposure level.*: *\([0-9.]*\).*/\1/p')
    awk "BEGIN { exit !(\"$exposure\" != \"\" && $exposure <= 1.5) }" || fail "$unit: exposure $exposure, maximum 1.5"
done

# The commands of a program that has a table of them, and explains each.
commands() { "$bin/$1" help --table 2>/dev/null | sed -n 's/^command\t\([^\t]*\)\t[^\t].*/\1/p'; }
for program in touchd touchctl touchd-tools touchsim touchd-web touchd-fleet touchctl-fleet; do
    scripts/completions "$bin/$program" "$folder/share"
    # Every option of the help, or of the pages of the commands.
    pages=$("$bin/$program" --help; for command in $(commands "$program"); do "$bin/$program" help "$command"; done)
    for option in $(grep -oE '(^|[ [])--[a-z-]+' <<<"$pages" | grep -oE '\-\-[a-z-]+' | sort -u); do
        grep -qE "(^|[ \"'])$option([ \"']|$)" "$folder/share/bash-completion/completions/$program" ||
            fail "bash does not complete $program $option"
    done
done
completed=$(bash -c "source '$folder/share/bash-completion/completions/touchctl'
    COMP_WORDS=(touchctl unl) COMP_CWORD=1; _touchctl; echo \"\${COMPREPLY[*]}\"")
[[ $completed == unlock ]] || fail "bash completes touchctl unl to '$completed'"
while read -r command; do
    for file in bash-completion/completions/touchctl fish/vendor_completions.d/touchctl.fish zsh/vendor-completions/_touchctl; do
        grep -qE "(^|[ \"'])$command([ \"':]|$)" "$folder/share/$file" || fail "$file does not complete $command"
    done
done < <(commands touchctl)
# The names of users are those of the daemon; those who have none yet are no rows.
mkdir "$folder/bin"
printf '#!/bin/sh\nprintf "USER  HAS\\nanna  pattern\\nbert: asked\\n"\n' >"$folder/bin/touchctl"
chmod +x "$folder/bin/touchctl"
completed=$(PATH="$folder/bin:$PATH" bash -c "source '$folder/share/bash-completion/completions/touchctl'
    COMP_WORDS=(touchctl unlock '') COMP_CWORD=2; _touchctl; echo \"\${COMPREPLY[*]}\"")
[[ $completed == anna ]] || fail "bash completes the user of touchctl unlock to '$completed'"
completed=$(PATH="$folder/bin:$PATH" HOME=$folder fish --no-config -c "source '$folder/share/fish/vendor_completions.d/touchctl.fish'
    complete -C 'touchctl unlock a'")
[[ $completed == anna ]] || fail "fish completes the user of touchctl unlock to '$completed'"
completed=$(HOME=$folder fish --no-config -c "source '$folder/share/fish/vendor_completions.d/touchctl.fish'
    complete -C 'touchctl unl'" | cut -f1)
[[ $completed == unlock ]] || fail "fish completes touchctl unl to '$completed'"
for file in "$folder"/share/zsh/vendor-completions/_*; do
    zsh -n "$file" || fail "zsh cannot parse $file"
done

promtool check rules examples/monitoring/touchd.rules.yml >/dev/null || fail 'promtool refuses examples/monitoring/touchd.rules.yml'
(cd examples/monitoring && promtool test rules touchd.rules.test.yml) >"$folder/rules" 2>&1 || fail "rules: $(cat "$folder/rules")"
# Rules and dashboard use only series that the daemon exports.
python3 - <<'PYTHON' || fail 'rules or dashboard are wrong'
import json, re, sys
root = "Sources/"
known = set(re.findall(r'"([a-z_]+)"', open(root + "TouchService/PrometheusText.swift").read() + open(root + "TouchScreen/Statistics.swift").read()))
known |= {f"{name}_total" for name in known} | {f"frame_{stage}_seconds_{part}" for stage in ("read", "delivered")
                                               for part in ("bucket", "sum", "count")}
dashboard = json.load(open("examples/monitoring/touchd.dashboard.json"))
expressions = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
assert len(expressions) >= 10, expressions
for text in expressions + [open("examples/monitoring/touchd.rules.yml").read()]:
    for name in re.findall(r"\btouchd_([a-z_]+)", text):
        if name not in known:
            sys.exit(f"no series touchd_{name}")
PYTHON

# The kit on Debian: every module that an installed one imports is installed, beside the entries that package.json names.
make --no-print-directory -n install DESTDIR="$folder/kit" release= TOUCHD_BUILT=1 SWIFT_BUILD=true 2>/dev/null |
    grep -E '/share/touchd/web' >"$folder/install" || fail 'make install installs no kit'
sh -euc "$(cat "$folder/install")"
web=$folder/kit/usr/share/touchd/web
for part in elements drawings pretend; do
    diff <(ls "web/$part") <(ls "$web/$part") >/dev/null || fail "not all of web/$part is installed"
done
while IFS=: read -r file module; do
    [[ -f $(dirname "$file")/$module ]] || fail "$file imports $module, which is not installed"
done < <(grep -roE "(from |import |import\()'\.[^']+'" "$web" --include='*.js' | sed "s/from //; s/import[ (]//; s/'//g")
for entry in $(grep -oE '"\./[^"*]+"' web/package.json | tr -d '"'); do
    [[ -e $web/$entry || -e $web/$entry.js ]] || [[ $entry == ./elements || $entry == ./pretend ]] || fail "package.json names $entry, which is not installed"
done

# A purge leaves nothing, whatever dpkg left beside the configuration.
unshare --map-root-user --mount sh -euc 'for place in /etc /var/lib; do mount -t tmpfs tmpfs $place; done
    mkdir -p /etc/touchd/touchd.conf.d && touch /etc/touchd/touchd.conf.dpkg-dist && sh debian/touchd.postrm purge && [ ! -e /etc/touchd ]' ||
    fail 'a purge leaves files in /etc/touchd'

ids() { grep -oE '[0-9a-f]{32}' "$1" | sort; }
diff <(ids Sources/TouchScreen/MessageID.swift) <(ids systemd/touchd.catalog) >/dev/null ||
    fail 'systemd/touchd.catalog and MessageID.swift have different ids'
mkdir -p "$folder/root/usr/lib/systemd/catalog" "$folder/root/var/lib/systemd/catalog"
cp systemd/touchd.catalog "$folder/root/usr/lib/systemd/catalog/"
journalctl --root="$folder/root" --update-catalog
journalctl --root="$folder/root" --list-catalog >"$folder/catalog" 2>/dev/null
[[ $(grep -c touchd "$folder/catalog") == $(ids systemd/touchd.catalog | wc -l) ]] || fail 'journalctl does not read the whole catalog'
echo 'packaging: man pages, completions, exposure, Prometheus rules and catalog are correct'
