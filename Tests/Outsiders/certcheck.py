#!/usr/bin/env python3
"""Runs org.varlink.certification with PyPI's varlink client and compares every value.

usage: certcheck.py ADDRESS

The package's own certification client compares nothing, so it would pass a server that answers nonsense. Prints one line
per check; exit status 0 only if all of them hold.
"""

import math
import sys

import varlink

INTERFACE = "org.varlink.certification"
RECORD = {"bool": False, "int": 2, "float": math.pi, "string": "a lot of string"}
MAP = {"foo": "Foo", "bar": "Bar"}
SET = {"one", "two", "three"}
MY_TYPE = {
    "object": {"method": f"{INTERFACE}.Test09", "parameters": {"map": MAP}},
    "enum": "two",
    "struct": {"first": 1, "second": "2"},
    "array": ["one", "two", "three"],
    "dictionary": MAP,
    "stringset": SET,
    "nullable": None,
    "nullable_array_struct": None,
    "interface": {
        "foo": [None, {"foo": "foo", "bar": "bar"}, None, {"one": "foo", "two": "bar"}],
        "anon": {"foo": True, "bar": False},
    },
}
# Each simple step: its name, the parameters besides the client id, the expected reply.
STEPS = [
    ("Test01", [], {"bool": True}),
    ("Test02", [True], {"int": 1}),
    ("Test03", [1], {"float": 1.0}),
    ("Test04", [1.0], {"string": "ping"}),
    ("Test05", ["ping"], RECORD),
    ("Test06", list(RECORD.values()), {"struct": RECORD}),
    ("Test07", [RECORD], {"map": MAP}),
    ("Test08", [MAP], {"set": SET}),
    ("Test09", [SET], {"mytype": MY_TYPE}),
]


class Report:
    """Counts failed checks."""

    failures = 0

    def same(self, name, got, wanted):
        # 1, 1.0 and True are equal in Python, but different on the wire.
        if got == wanted and type(got) is type(wanted):
            print(f"ok    {name}")
        else:
            self.failures += 1
            print(f"FAIL  {name}: got {got!r}, wanted {wanted!r}")

    def refused(self, name, call):
        try:
            call()
        except varlink.VarlinkError as error:
            self.same(name, error.error().rpartition(".")[0], INTERFACE)
        else:
            self.failures += 1
            print(f"FAIL  {name}: no error")


def with_absent_nullables(reply):
    """Removes null fields: a nullable field may be absent or null."""
    if "mytype" in reply:
        for name in ("nullable", "nullable_array_struct"):
            reply["mytype"].setdefault(name, None)
    return reply


def flat(value):
    """Types of all values in a fixed order, to check that numbers kept theirs."""
    if isinstance(value, dict):
        return [(key, flat(value[key])) for key in sorted(value)]
    if isinstance(value, list):
        return [flat(element) for element in value]
    return type(value).__name__


def certify(connection, report):
    client = connection.Start()["client_id"]
    report.same("Start returns an id", bool(client) and isinstance(client, str), True)
    for name, sent, wanted in STEPS:
        got = with_absent_nullables(getattr(connection, name)(client, *sent))
        report.same(name, got, wanted)
        report.same(f"{name} types", flat(got), flat(wanted))
    replies = [reply["string"] for reply in connection.Test10(client, MY_TYPE, _more=True)]
    report.same("Test10, ten replies", replies, [f"Reply number {number}" for number in range(1, 11)])
    connection.Test11(client, replies, _oneway=True)
    # A reply to the oneway call would arrive here.
    report.same("End", connection.End(client), {"all_ok": True})
    report.refused("the id of an ended run is unknown", lambda: connection.Test01(client))


def misuse(connection, report):
    report.refused("an unknown id is rejected", lambda: connection.Test01("nobody"))
    client = connection.Start()["client_id"]
    report.refused("Test02 before Test01 is rejected", lambda: connection.Test02(client, True))
    client = connection.Start()["client_id"]
    connection.Test01(client)
    report.refused("a wrong value is rejected", lambda: connection.Test02(client, False))


def main():
    report = Report()
    with varlink.Client.new_with_address(sys.argv[1]) as client:
        with client.open(INTERFACE) as connection:
            certify(connection, report)
            misuse(connection, report)
    return 1 if report.failures else 0


sys.exit(main())
