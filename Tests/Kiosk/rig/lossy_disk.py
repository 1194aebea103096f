#!/usr/bin/python3
"""A disk with a volatile write cache, served to QEMU over NBD: a power cut loses part of what was not flushed.

lossy_disk.py FILE SOCKET SEED

Writes stay in memory until the guest flushes or requests a durable write (FUA). If QEMU disconnects without notice, each pending
block survives with a probability that SEED determines, because drives write their cache in any order. A block is 4 KiB, which current
drives write atomically; with smaller blocks, a torn ext4 superblock would fail its checksum, which is not the subject of this
test. Serves one connection and exits.
"""

import os
import random
import socket
import struct
import sys

SECTOR = 512
BLOCK = 4096 // SECTOR
HAS_FLAGS, SENDS_FLUSH, SENDS_FUA, SENDS_ZEROES = 1, 4, 8, 64
READ, WRITE, DISCONNECT, FLUSH, WRITE_ZEROES = 0, 1, 2, 3, 6


class Disk:
    def __init__(self, path):
        self.file = os.open(path, os.O_RDWR)
        self.size = os.fstat(self.file).st_size
        self.waiting = {}

    def read(self, at, count):
        data = bytearray(os.pread(self.file, count, at))
        for number in range(at // SECTOR, (at + count) // SECTOR):
            if number in self.waiting:
                data[number * SECTOR - at:(number + 1) * SECTOR - at] = self.waiting[number]
        return bytes(data)

    def write(self, at, data, durable):
        for offset in range(0, len(data), SECTOR):
            self.waiting[(at + offset) // SECTOR] = data[offset:offset + SECTOR]
            if durable:
                self.settle((at + offset) // SECTOR)

    def settle(self, number):
        os.pwrite(self.file, self.waiting.pop(number), number * SECTOR)

    def flush(self):
        for number in list(self.waiting):
            self.settle(number)

    def lose(self, seed):
        coin = random.Random(seed)
        weight = coin.choice((0, 0.1, 0.5, 0.9))
        surviving = {block for block in sorted({number // BLOCK for number in self.waiting}) if coin.random() < weight}
        for number in [number for number in self.waiting if number // BLOCK in surviving]:
            self.settle(number)


class Link:
    def __init__(self, path):
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(path + ".new")
        listener.listen(1)
        listener.settimeout(60)
        os.rename(path + ".new", path)  # once the path exists, clients may connect
        self.socket, _ = listener.accept()
        self.socket.settimeout(None)

    def take(self, count):
        data = bytearray()
        while len(data) < count:
            part = self.socket.recv(min(count - len(data), 1 << 20))
            if not part:
                raise EOFError
            data += part
        return bytes(data)

    def send(self, layout, *values, data=b""):
        self.socket.sendall(struct.pack(layout, *values) + data)

    def option(self, option, kind, data=b""):
        self.send(">QIII", 0x3E889045565A9, option, kind, len(data), data=data)

    def shake_hands(self, size):
        """Fixed newstyle negotiation; supports EXPORT_NAME, INFO and GO."""
        self.send(">8s8sH", b"NBDMAGIC", b"IHAVEOPT", 3)
        self.take(4)
        flags = HAS_FLAGS | SENDS_FLUSH | SENDS_FUA | SENDS_ZEROES
        while True:
            _, option, length = struct.unpack(">QII", self.take(16))
            self.take(length)
            if option == 1:
                return self.send(">QH", size, flags)
            if option in (6, 7):
                self.option(option, 3, struct.pack(">HQH", 0, size, flags))
                self.option(option, 3, struct.pack(">HIII", 3, SECTOR, 4096, 1 << 25))
                self.option(option, 1)
                if option == 7:
                    return None
            elif option == 2:
                self.option(option, 1)
                raise EOFError
            else:
                self.option(option, (1 << 31) + 1)


def serve(link, disk):
    """Serves requests until the connection ends; returns whether it ended in order."""
    link.shake_hands(disk.size)
    while True:
        _, flags, kind, handle, at, count = struct.unpack(">IHHQQI", link.take(28))
        data = b""
        if kind == READ:
            data = disk.read(at, count)
        elif kind in (WRITE, WRITE_ZEROES):
            disk.write(at, link.take(count) if kind == WRITE else bytes(count), durable=bool(flags & 1))
        elif kind == FLUSH:
            disk.flush()
        elif kind == DISCONNECT:
            return True
        link.send(">IIQ", 0x67446698, 0, handle, data=data)


def main():
    disk, link = Disk(sys.argv[1]), Link(sys.argv[2])
    try:
        orderly = serve(link, disk)
    except (EOFError, ConnectionError):
        orderly = False
    if orderly:
        disk.flush()
    else:
        disk.lose(int(sys.argv[3]))
    os.fsync(disk.file)


main()
