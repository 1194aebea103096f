#!/usr/bin/env python3
"""Calls a Varlink service's standard methods with asyncvarlink, a client that is strict about types and messages.

usage: strictcheck.py PATH_OF_SOCKET
"""

import asyncio
import sys
import typing

import asyncvarlink
import asyncvarlink.serviceinterface

SERVICE = asyncvarlink.serviceinterface.VarlinkServiceInterface


async def main():
    transport, protocol = await asyncvarlink.connect_unix_varlink(
        asyncvarlink.VarlinkClientProtocol, sys.argv[1]
    )
    service = typing.cast(SERVICE, protocol.make_proxy(SERVICE))
    failures = 0

    def check(name, holds):
        nonlocal failures
        failures += not holds
        print(f"{'ok   ' if holds else 'FAIL '} {name}")

    info = await service.GetInfo()
    check("GetInfo lists the interfaces", "org.varlink.service" in info["interfaces"])
    text = await service.GetInterfaceDescription(interface="org.varlink.service")
    check("the description is the interface's text", "interface org.varlink.service" in text["description"])
    try:
        await service.GetInterfaceDescription(interface="org.nope")
        check("an unknown interface is an error", False)
    except asyncvarlink.VarlinkErrorReply as error:
        check("an unknown interface is an error", error.name == "org.varlink.service.InterfaceNotFound")
    answers = await asyncio.gather(*(service.GetInfo() for _ in range(100)))
    check("a hundred pipelined calls get their replies", all(answer == info for answer in answers))
    transport.close()
    return 1 if failures else 0


sys.exit(asyncio.run(main()))
