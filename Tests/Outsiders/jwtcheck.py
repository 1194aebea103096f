"""Checks tokens of a running touchd with PyJWT: jwtcheck.py TOUCHCTL FOLDER, called by jwt.sh."""

import base64
import contextlib
import json
import re
import subprocess
import sys
from pathlib import Path

import jwt

touchctl, folder = sys.argv[1], Path(sys.argv[2])
audience = "https://bank.example"
failures = 0


def say(name, holds, detail=""):
    global failures
    failures += not holds
    print("ok" if holds else "FAILED", name, "" if holds else detail)


def keys(name="jwks.json"):
    return jwt.PyJWKSet.from_dict(json.loads((folder / name).read_text()))


def token(name):
    return (folder / f"{name}.jwt").read_text().strip()


def decode(text, jwks, **options):
    key = jwks[jwt.get_unverified_header(text)["kid"]]
    settings = {"audience": audience, "issuer": "kiosk-7", "algorithms": ["EdDSA"]} | options
    required = ["iss", "sub", "aud", "nonce", "jti", "iat", "exp"]
    return jwt.decode(text, key, options={"require": required} | settings.pop("more", {}), **settings)


def as_documented(text):
    """The claims of a token, as the lines of docs/tokens.md get them."""
    here = {"json": json, "jwt": jwt, "token": text}
    document = (Path(__file__).parents[2] / "docs/tokens.md").read_text()
    (folder / "kiosk-7.jwks").write_text((folder / "later.json").read_text())
    with contextlib.chdir(folder):
        exec("".join(re.findall("^    (.*\n)", document, re.M)), here)
    return here["claims"]


def refused(name, text, error, jwks=None, **options):
    try:
        decode(text, jwks or keys(), **options)
        say(name, False, "was accepted")
    except error:
        say(name, True)
    except Exception as other:  # another reason is a failure, too
        say(name, False, repr(other))


def redeem(text, *options):
    run = subprocess.run([touchctl, "--json", "redeem", *options, "--", text], capture_output=True, text=True, check=False)
    return run.returncode, json.loads(run.stdout or "{}")


def with_claims(text, **changes):
    header, payload, signature = text.split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))) | changes
    changed = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    return f"{header}.{changed}.{signature}"


expired_is_fine = {"verify_exp": False}
used = token("used")
claims = decode(used, keys("later.json"))
say("the lines of docs/tokens.md do the same", claims == as_documented(used))
say("PyJWT verifies a token of an unlock", claims["sub"] == "anna" and claims["prov"] == "virtual", str(claims))
say("it contains the requested nonce", claims["nonce"] == "nonce of used", str(claims))
say("it is valid as long as configured", claims["exp"] - claims["iat"] == 600, str(claims))
begun, ended = (int((folder / f"used.{moment}").read_text()) for moment in ("begun", "ended"))
say("its time is that of the unlock", begun <= claims["iat"] <= ended, f"{begun} {claims} {ended}")
say("after a rotation, the key set still verifies a token of the previous key",
    decode(token("good"), keys("later.json"), more=expired_is_fine)["sub"] == "anna")
say("the key set has both keys, with different ids", len({key.key_id for key in keys("later.json").keys}) == 2)
say("a token after the rotation names the new key",
    jwt.get_unverified_header(token("after"))["kid"] not in [key.key_id for key in keys().keys])
say("no two tokens are alike", len({token(name) for name in ("late", "good", "other", "after", "used")}) == 5)

refused("PyJWT refuses altered claims", with_claims(used, sub="root"), jwt.InvalidSignatureError, keys("later.json"))
refused("PyJWT refuses a token for another audience", used, jwt.InvalidAudienceError, keys("later.json"),
        audience="https://shop.example")
refused("PyJWT refuses another kiosk's token", used, jwt.InvalidIssuerError, keys("later.json"), issuer="kiosk-8")
refused("PyJWT refuses an expired token", token("late"), jwt.ExpiredSignatureError)

def answers(name, text, expected, *options):
    status, reply = redeem(text, *options)
    fits = status == (0 if expected is None else 1) and reply.get("reason") == expected
    say(name, fits and reply.get("passed") == (expected is None), f"{status} {reply}")


# A captcha's token has the same format.
captcha = token("captcha")
whole = {"require": ["iss", "aud", "nonce", "jti", "iat", "exp", "prov", "cid"]}
solved = decode(captcha, keys("later.json"), more=whole)
say("PyJWT verifies a token of a captcha, which names no user",
    solved["nonce"] == "nonce of captcha" and "sub" not in solved and solved["prov"] == "virtual", str(solved))
say("it contains the action and how the piece was moved",
    solved["act"] == "order" and solved["input"] == "drag", str(solved))
refused("PyJWT refuses altered claims of a captcha", with_claims(captcha, sub="anna"), jwt.InvalidSignatureError,
        keys("later.json"))


# A separate key signs heads and checkpoints of the results.
def control(*words):
    run = subprocess.run([touchctl, "--json", "audit", *words], capture_output=True, text=True, check=False)
    return [json.loads(line) for line in run.stdout.splitlines()]


(head,), walk = control("head"), control("verify")
audit = jwt.PyJWK.from_dict(head["key"])


def claim(text):
    return jwt.decode(text, audit, algorithms=["EdDSA"], options={"require": ["head"]})


say("PyJWT verifies the signed head of the results", claim(head["signed"]) == {"head": head["head"]}, str(head))
checkpoint = next((part["checkpoint"] for part in walk if "checkpoint" in part), None)
place, _, link = claim(checkpoint)["head"].partition(":") if checkpoint else ("0", "", "")
say("PyJWT verifies the signed checkpoint of deleted results", int(place) > 0 and len(link) == 64, str(walk))
last = int(head["head"].split(":")[0])
checked = next((part["checked"] for part in walk if "checkpoint" in part), None)
say("the distance from checkpoint to head is the number of kept results", last - int(place) == checked, f"{place} {last} {checked}")
# The oldest are deleted eight at a time, after a second.
say("the kept results are not many more than configured", 3 <= checked <= 3 + 8, str(checked))
for name, text in (("head", head["signed"]), ("checkpoint", checkpoint or "a.b.c")):
    try:
        claim(with_claims(text, head=f"{last + 1}:{link}"))
        say(f"PyJWT refuses an altered {name}", False, "was accepted")
    except jwt.InvalidSignatureError:
        say(f"PyJWT refuses an altered {name}", True)
say("no token key signs heads", audit.key_id not in [key.key_id for key in keys("later.json").keys])

mine = ("--audience", audience)
answers("the daemon accepts a token of a captcha", captcha, None, *mine)
answers("it refuses its replay", captcha, "token_used", *mine)
answers("the daemon refuses altered claims", with_claims(used, sub="root"), "signature_mismatch", *mine)
answers("the daemon refuses an expired token", token("late"), "token_expired", *mine)
answers("the daemon refuses a token for another audience", used, "audience_mismatch", "--audience", "https://shop.example")
answers("the daemon refuses a token if no audience is given", used, "audience_mismatch")
answers("the daemon refuses another nonce", used, "nonce_mismatch", *mine, "--nonce", "x")
answers("the daemon refuses a malformed token", "a.b.c", "bad_request", *mine)
answers("the daemon accepts a token", used, None, *mine, "--nonce", "nonce of used", "--key", "order 1")
answers("it repeats the answer for the same key", used, None, *mine, "--key", "order 1")
answers("it refuses a replay", used, "token_used", *mine)
answers("it refuses a replay under another key", used, "token_used", *mine, "--key", "order 2")

sys.exit(failures > 0)
