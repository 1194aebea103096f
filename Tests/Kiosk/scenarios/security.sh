#!/bin/bash
# What the sandbox of each service refuses, tried inside it: running written files, the network, other processes, devices.
# seconds: 400
. ./kiosk.sh
score() { systemd-analyze security "$1" --no-pager | sed -n 's/.*Overall exposure level.*: *\([0-9.]*\).*/\1/p'; }

# Runs a probe in the unit of each service: what the probe may not do, the service may not do either. It prints "CLAIM: error" for
# each attempt, or "CLAIM: did" if it succeeded. It is in /usr/bin, where programs may run.
cat >/usr/bin/touchd-probe <<'PROBE'
#!/usr/bin/python3 -B
import mmap, os, platform, socket, sys

def tries(claim, action):
    try:
        action()
        print(f"{claim}: did", flush=True)
    except OSError as error:
        print(f"{claim}: {error.strerror}", flush=True)

def run(path, *words):
    child = os.fork()
    if child == 0:
        try:
            os.execv(path, [path, *words])
        except OSError as error:
            os._exit(error.errno)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status:
        raise OSError(status, os.strerror(status))

def written(folder):
    path = folder + "/probe"
    with open(path, "wb") as file:
        file.write(open("/bin/true", "rb").read())
    os.chmod(path, 0o700)
    try:
        run(path)
    finally:
        os.unlink(path)

def write(path):
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT))

def trace():
    # PTRACE_ATTACH to process 1; the number of ptrace depends on the architecture.
    number = {"x86_64": 101, "aarch64": 117}[platform.machine()]
    run("/usr/bin/perl", "-e", f"exit(syscall({number}, 16, 1, 0, 0) == 0 ? 0 : $!+0)")

def connect():
    link = socket.socket(socket.AF_INET)
    link.connect(("127.0.0.1", 9))

def executable_memory():
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)

write(os.environ["STATE_DIRECTORY"] + "/there")
os.unlink(os.environ["STATE_DIRECTORY"] + "/there")
print("state: can be written")
for place in ("/", "/run", "/usr", "/etc"):
    print(f"mount of {place}: {'read only' if os.statvfs(place).f_flag & os.ST_RDONLY else 'writable'}")
tries("exec of a written file", lambda: written(os.environ["STATE_DIRECTORY"]))
tries("exec of a file in /tmp", lambda: written("/tmp"))
tries("exec of a program of another folder", lambda: run("/usr/local/bin/elsewhere"))
tries("executable memory", executable_memory)
tries("network", connect)
tries("packets", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
tries("ptrace", trace)
tries("/etc", lambda: write("/etc/probe"))
tries("/run", lambda: write("/run/probe"))
tries("/run/touchd", lambda: write("/run/touchd/probe"))
tries("/home", lambda: os.listdir("/home/clerk"))
tries("/root", lambda: os.listdir("/root"))
tries("kernel", lambda: write("/proc/sys/kernel/hostname"))
tries("keyboard", lambda: os.close(os.open(sys.argv[1], os.O_RDONLY)))
tries("uinput", lambda: os.close(os.open("/dev/uinput", os.O_RDWR)))
tries("disk", lambda: os.close(os.open("/dev/vda", os.O_RDONLY)))
tries("writing to a panel", lambda: os.close(os.open(sys.argv[2], os.O_WRONLY)))
print("end", flush=True)
PROBE
chmod 755 /usr/bin/touchd-probe
cp /bin/true /usr/local/bin/elsewhere
with_panel
keyboard=$(readlink -f /dev/input/by-path/*kbd 2>/dev/null | head -n 1)

for service in touchd.service touchd-web.service touchd-fleet.service; do
    systemctl cat "$service" >/dev/null 2>&1 || continue
    name=${service%.service}
    exposure=$(score "$service")
    echo "     exposure of $service: $exposure"
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
ExecStart=/usr/bin/touchd-probe ${keyboard:-/dev/input/event0} $node
StandardOutput=file:/run/probe-$name
StandardError=file:/run/probe-$name.errors
UNIT
    systemctl daemon-reload
    check "$name: the probe runs in its sandbox" systemctl start probe.service
    check "$name: the probe runs to its end" grep -qx end "/run/probe-$name"
    tried() { grep -qE "^$2: ($3)\$" "/run/probe-$1" || { grep "^$2:" "/run/probe-$1"; return 1; }; }
    check "$name: its state can be written" grep -q '^state: can be written' "/run/probe-$name"
    for place in / /run /usr /etc; do
        check "$name: $place is mounted read only" grep -qx "mount of $place: read only" "/run/probe-$name"
    done
    check "$name: cannot run a file that it wrote" tried "$name" 'exec of a written file' 'Permission denied'
    check "$name: cannot run a file in /tmp" tried "$name" 'exec of a file in /tmp' 'Permission denied'
    check "$name: cannot run a program that it does not need" tried "$name" 'exec of a program of another folder' 'Permission denied'
    check "$name: cannot map writable and executable memory" tried "$name" 'executable memory' 'Operation not permitted|Permission denied'
    check "$name: cannot trace other processes" tried "$name" ptrace 'Operation not permitted'
    check "$name: cannot send raw packets" tried "$name" packets 'Address family not supported by protocol|Operation not permitted'
    check "$name: /etc is read only" tried "$name" /etc 'Read-only file system'
    check "$name: /run is read only" tried "$name" /run 'Read-only file system|Permission denied'
    check "$name: the folder of the sockets is read only" tried "$name" /run/touchd 'Read-only file system|Permission denied'
    check "$name: cannot read homes" tried "$name" /home 'No such file or directory|Permission denied'
    check "$name: cannot read /root" tried "$name" /root 'No such file or directory|Permission denied'
    check "$name: cannot change kernel settings" tried "$name" kernel 'Read-only file system|Permission denied|No such file or directory'
    check "$name: cannot create input devices" tried "$name" uinput 'No such file or directory|Operation not permitted|Permission denied'
    check "$name: cannot read disks" tried "$name" disk 'No such file or directory|Operation not permitted|Permission denied'
    check "$name: cannot write to a panel" tried "$name" 'writing to a panel' 'No such file or directory|Operation not permitted|Permission denied'
done
check 'touchd: cannot use the network' tried touchd network 'Address family not supported by protocol'
check 'touchd: cannot read a keyboard' tried touchd keyboard 'Permission denied'
check 'the folder of the sockets belongs to root' test "$(stat -c %U:%a /run/touchd)" = root:755
memory=$(systemctl show -P MemoryMax touchd.service)
check 'memory has a limit' test "$memory" != infinity
pid=$(systemctl show -P MainPID touchd)
check 'touchd has no capabilities' grep -q '^CapEff:.*0000000000000000' "/proc/$pid/status"
check 'touchd has a system call filter' grep -q '^Seccomp:[[:space:]]*2' "/proc/$pid/status"
check 'touchd cannot gain privileges' grep -q '^NoNewPrivs:[[:space:]]*1' "/proc/$pid/status"

# The socket for monitoring
useradd -m watcher -G touchd-monitor
refused 'a member of touchd-monitor may not open the front ends'"'"' socket' 'Permission denied' as watcher touchctl --socket /run/touchd/touchd.sock status
check 'but may read the status' sh -c "setpriv --reuid=watcher --regid=watcher --init-groups touchctl --json status | grep -F '\"rights\":[]'"
check 'the monitor socket is read-only, even for root' sh -c "touchctl --socket /run/touchd/monitor.sock --json status | grep -F '\"rights\":[]'"
refused 'a member of touchd-monitor may not change anything' 'permission denied' as watcher touchctl clean 60
check 'touchctl doctor --icinga prints one line' sh -c "setpriv --reuid=watcher --regid=watcher --init-groups touchctl doctor --icinga | grep -c '^TOUCHD ' | grep -x 1"
end
