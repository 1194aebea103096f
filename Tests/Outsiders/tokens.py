"""Tokens and signed heads of the real daemon, as PyJWT reads them: tokens.py FOLDER-OF-PROGRAMS

What the daemon itself accepts and refuses is in RedemptionTests and TokenTests."""
import base64, contextlib, json, re, sys, time

import jwt

from checks import PATIENCE, Checks, read, until
from kiosk import FRAME, PATTERN, ROOT, fails, with_kiosk
from touchd import Touchd

AUDIENCE = "https://bank.example"
check = Checks()


def unlock(kiosk, nonce):
    """The token of an unlock."""
    touchd, (x, y, width, height) = Touchd(kiosk.socket, PATIENCE), map(int, FRAME.split(","))
    lock = {"id": "lock", "kind": "pattern", "x": x, "y": y, "width": width, "height": height}
    with touchd.stream("io.touchd.scene.Present", widgets=[lock]) as scene:
        for reply in touchd.stream("io.touchd.unlock.Verify", user="anna", scene=next(scene)["scene"], widget="lock",
                                   claims={"audience": AUDIENCE, "nonce": nonce}):
            if "ready" in reply:
                kiosk.enter(PATTERN)
            if "token" in reply:
                return reply["token"]
    raise AssertionError("no token")


def keys(kiosk):
    return {key.key_id: key for key in jwt.PyJWKSet.from_dict(kiosk.call("io.touchd.token.Keys")["jwks"]).keys}


def decoded(token, known):
    return jwt.decode(token, known[jwt.get_unverified_header(token)["kid"]].key, algorithms=["EdDSA"], audience=AUDIENCE, issuer="kiosk-7",
                      options={"require": ["iss", "sub", "aud", "nonce", "jti", "iat", "exp"]})


def as_documented(kiosk, token):
    """The claims of a token, as the lines of docs/tokens.md get them."""
    lines, here = re.findall("^    (.*\n)", read(f"{ROOT}/docs/tokens.md"), re.M), {"json": json, "jwt": jwt, "token": token}
    with contextlib.chdir(kiosk.folder):
        with open("kiosk-7.jwks", "w") as file:
            json.dump(kiosk.call("io.touchd.token.Keys")["jwks"], file)
        exec("".join(lines), here)
    return here["claims"]


def altered(token, **changes):
    header, payload, signature = token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))) | changes
    return f"{header}.{base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip('=')}.{signature}"


@check("the key set verifies tokens of an unlock, also of the key before, which have what was asked for; the daemon takes each once")
def tokens(kiosk):
    before = unlock(kiosk, "one")
    kiosk.call("io.touchd.token.RotateKeys")
    began = int(time.time())
    after, known = unlock(kiosk, "two"), keys(kiosk)
    claims = decoded(after, known)
    assert (claims["sub"], claims["prov"], claims["nonce"]) == ("anna", "virtual", "two"), claims
    assert claims["exp"] - claims["iat"] == 600 and began <= claims["iat"] <= time.time(), claims
    assert as_documented(kiosk, after) == claims
    assert decoded(before, known)["nonce"] == "one"
    assert len({jwt.get_unverified_header(token)["kid"] for token in (before, after)}) == len(known) == 2
    fails(jwt.InvalidSignatureError, decoded, altered(after, sub="root"), known)
    redeem = lambda: kiosk.call("io.touchd.token.Redeem", token=after, audience=AUDIENCE).get("reason")
    assert [redeem(), redeem()] == [None, "token_used"]


@check("another key verifies the signed head of the results, and where the kept ones begin")
def heads(kiosk):
    for number in range(16):
        kiosk.call("io.touchd.unlock.Restrict", user="anna", disabled=number % 2 == 0)
    # The oldest are deleted eight at a time, after a second.
    def shortened():
        chain = kiosk.call("io.touchd.result.VerifyChain")
        return chain if "checkpoint" in chain and 3 <= chain["checked"] <= 3 + 8 else None
    chain, head = until(shortened, "results that are too many are deleted"), kiosk.call("io.touchd.result.Head")
    audit = jwt.PyJWK.from_dict(head["key"]).key
    claim = lambda text: jwt.decode(text, audit, algorithms=["EdDSA"], options={"require": ["head"]})["head"]
    assert claim(head["signed"]) == head["head"], head
    place, _, link = claim(chain["checkpoint"]).partition(":")
    last = int(head["head"].split(":")[0])
    assert int(place) > 0 and len(link) == 64 and last - int(place) == chain["checked"], (chain, head)
    for text in (head["signed"], chain["checkpoint"]):
        fails(jwt.InvalidSignatureError, claim, altered(text, head=f"{last + 1}:{link}"))
    assert head["key"]["kid"] not in keys(kiosk)


def prepared(kiosk):
    # The last section of the configuration is [store].
    kiosk.restart(kiosk.configuration + "results=3\n[token]\nissuer=kiosk-7\nunlock-lifetime=600s\n")
    kiosk.enroll("anna")
    return kiosk


sys.exit(with_kiosk(check, prepared))
