#!/bin/bash
# What the sandbox of each service refuses, tried inside it: running written files, the network, other processes, devices.
# seconds: 400
. ./kiosk.sh

# Runs a probe in the unit of each service: what the probe may not do, the service may not do either. It prints "ok CLAIM: error" for
# each attempt that fails for one of the reasons given, "WRONG CLAIM: …" for others. It is in /usr/bin, where programs may run.
cat >/usr/bin/touchd-probe <<'PROBE'
#!/usr/bin/python3 -B
import mmap, os, platform, socket, subprocess, sys

ABSENT, DENIED, FORBIDDEN = "No such file or directory", "Permission denied", "Operation not permitted"
READ_ONLY, NO_FAMILY = "Read-only file system", "Address family not supported by protocol"

def tries(claim, action, *reasons):
    try:
        action()
        told = "did"
    except OSError as error:
        told = error.strerror
    print(f"{'ok' if told in reasons else 'WRONG'} {claim}: {told}", flush=True)

def written(folder):
    path = folder + "/probe"
    with open(path, "wb") as file:
        file.write(open("/bin/true", "rb").read())
    os.chmod(path, 0o700)
    try:
        subprocess.run([path])
    finally:
        os.unlink(path)

def write(path):
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT))

def trace():
    # PTRACE_ATTACH to process 1; the number of ptrace depends on the architecture.
    number = {"x86_64": 101, "aarch64": 117}[platform.machine()]
    if error := subprocess.run(["/usr/bin/perl", "-e", f"exit(syscall({number}, 16, 1, 0, 0) == 0 ? 0 : $!+0)"]).returncode:
        raise OSError(error, os.strerror(error))

def connect():
    link = socket.socket(socket.AF_INET)
    link.connect(("127.0.0.1", 9))

def executable_memory():
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)

write(os.environ["STATE_DIRECTORY"] + "/there")
os.unlink(os.environ["STATE_DIRECTORY"] + "/there")
print("state: can be written")
for place in ("/", "/run", "/usr", "/etc"):
    print("ok" if os.statvfs(place).f_flag & os.ST_RDONLY else "WRONG", f"mount of {place} is read only")
tries("exec of a written file", lambda: written(os.environ["STATE_DIRECTORY"]), DENIED)
tries("exec of a file in /tmp", lambda: written("/tmp"), DENIED)
tries("exec of a program that it does not need", lambda: subprocess.run(["/usr/local/bin/elsewhere"]), DENIED)
tries("executable memory", executable_memory, FORBIDDEN, DENIED)
tries("packets", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW), NO_FAMILY, FORBIDDEN)
tries("ptrace", trace, FORBIDDEN)
tries("writing to /etc", lambda: write("/etc/probe"), READ_ONLY)
tries("writing to /run", lambda: write("/run/probe"), READ_ONLY, DENIED)
tries("writing to the folder of the sockets", lambda: write("/run/touchd/probe"), READ_ONLY, DENIED)
tries("homes", lambda: os.listdir("/home/clerk"), ABSENT, DENIED)
tries("/root", lambda: os.listdir("/root"), ABSENT, DENIED)
tries("kernel settings", lambda: write("/proc/sys/kernel/hostname"), READ_ONLY, DENIED, ABSENT)
tries("uinput", lambda: os.close(os.open("/dev/uinput", os.O_RDWR)), ABSENT, FORBIDDEN, DENIED)
tries("disk", lambda: os.close(os.open("/dev/vda", os.O_RDONLY)), ABSENT, FORBIDDEN, DENIED)
tries("writing to a panel", lambda: os.close(os.open(sys.argv[2], os.O_WRONLY)), ABSENT, FORBIDDEN, DENIED)
if sys.argv[3] == "touchd":
    tries("network", connect, NO_FAMILY)
    tries("keyboard", lambda: os.close(os.open(sys.argv[1], os.O_RDONLY)), DENIED)
print("end", flush=True)
PROBE
chmod 755 /usr/bin/touchd-probe
cp /bin/true /usr/local/bin/elsewhere
with_panel
keyboard=$(readlink -f /dev/input/by-path/*kbd 2>/dev/null | head -n 1)

for service in touchd.service touchd-web.service touchd-fleet.service; do
    systemctl cat "$service" >/dev/null 2>&1 || continue
    name=${service%.service}
    # The same unit under another name; the probe also needs its interpreter.
    systemctl cat "$service" | grep -vE '^(Type|Exec(Start|Reload)|Restart|WatchdogSec|Sockets|Requires|Wants|After|LoadCredential)' |
        sed "s#/var/lib/$name#/var/lib/probe#" >/run/systemd/system/probe.service
    cat >>/run/systemd/system/probe.service <<UNIT
[Service]
Type=oneshot
StateDirectory=
StateDirectory=probe
RuntimeDirectory=
ExecPaths=/usr/bin/touchd-probe /usr/bin/perl /usr/bin/python3 -/usr/bin/python3.11 -/usr/bin/python3.13
ExecStart=/usr/bin/touchd-probe ${keyboard:-/dev/input/event0} $node $name
StandardOutput=file:/run/probe-$name
StandardError=file:/run/probe-$name.errors
UNIT
    systemctl daemon-reload
    check "$name: the probe runs in its sandbox" systemctl start probe.service
    check "$name: the probe runs to its end" grep -qx end "/run/probe-$name"
    sed 's/^/     /' "/run/probe-$name"
    check "$name: its state can be written" grep -q '^state: can be written' "/run/probe-$name"
    untrue "$name: the sandbox refuses every attempt" grep '^WRONG' "/run/probe-$name"
done
check 'the folder of the sockets belongs to root' test "$(stat -c %U:%a /run/touchd)" = root:755

# The socket for monitoring
useradd -m watcher -G touchd-monitor
refused 'a member of touchd-monitor may not open the front ends'"'"' socket' 'Permission denied' as watcher touchctl --socket /run/touchd/touchd.sock status
check 'but may read the status' sh -c "setpriv --reuid=watcher --regid=watcher --init-groups touchctl --json status | grep -F '\"rights\":[]'"
refused 'a member of touchd-monitor may not change anything' 'permission denied' as watcher touchctl clean 60
end
