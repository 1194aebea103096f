"""PAM without a login: pamtester uses a service that calls touchctl through pam_exec, and a finger draws on the lock that
examples/greeter.py shows. pam_wrapper redirects the lookup of services to a temporary folder.   pam.py FOLDER-OF-PROGRAMS"""
import glob, os, socket, subprocess, sys, threading

from checks import PATIENCE, Checks, read, until, write
from kiosk import PATTERN, ROOT, with_kiosk

WRONG, PIN, WRONG_PIN = "1-2-3-6", "73519", "73510"
check = Checks()


class Login:
    """pamtester's service, and the screen on which a front end shows who has to draw what."""

    def __init__(self, kiosk):
        self.kiosk, self.services, self.screen = kiosk, f"{kiosk.folder}/services", f"{kiosk.folder}/screen"
        os.mkdir(self.services)
        # The socket is given here: with --pam, touchctl ignores the environment, which users can influence.
        write(f"{self.services}/touchd", f"auth required pam_exec.so quiet stdout seteuid {kiosk.programs}/touchctl --socket {kiosk.socket} --attempts 1 unlock --pam\n"
              "account required pam_permit.so\n")
        open(self.screen, "w").close()
        kiosk.enroll("anna")
        kiosk.enroll("cara", PIN)

    def serve(self):
        with open(self.screen, "w") as file:
            greeter = subprocess.Popen([sys.executable, f"{ROOT}/examples/greeter.py", self.kiosk.socket], stdout=file, stderr=file)
        until(lambda: "serving the screen" in self.shown(), "the greeter serves the screen")
        return greeter

    def shown(self):
        return read(self.screen)

    def asked(self):
        return sum(line.startswith(("Draw your pattern", "Enter your PIN")) for line in self.shown().splitlines())

    def authenticate(self, user, secret="", **environment):
        """Whether PAM lets a user in, and what it prints. Enters the secret, if there is one, once somebody is asked for it."""
        before = self.asked()
        environment |= {"LD_PRELOAD": glob.glob("/usr/lib/*/libpam_wrapper.so")[0], "PAM_WRAPPER": "1", "PAM_WRAPPER_SERVICE_DIR": self.services}
        tester = subprocess.Popen(["pamtester", "touchd", user, "authenticate"], env=os.environ | environment, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if secret:
            until(lambda: self.asked() > before or tester.poll() is not None, "the screen asks for the secret")
        if secret and tester.poll() is None:
            self.kiosk.enter(secret)
        said = tester.communicate(timeout=PATIENCE)[0]
        return tester.returncode == 0, said


@check("without a front end everybody is kept out")
def nobody(login):
    assert not login.authenticate("anna")[0]


@check("the right pattern or PIN lets in, anything else keeps out; person and screen are told what to do, and for what")
def lets_in(login):
    greeter = login.serve()
    for user, secret, is_right, words, shown in (
            ("anna", PATTERN, True, "Draw the pattern of anna on the screen.", "Draw your pattern, anna: touchd"),
            ("anna", WRONG, False, "", ""),
            ("cara", PIN, True, "Enter the PIN of cara on the screen.", "Enter your PIN, cara: touchd"),
            ("cara", WRONG_PIN, False, "", ""), ("bert", PATTERN, False, "", ""), ("root", PATTERN, False, "", "")):
        is_in, said = login.authenticate(user, secret)
        assert is_in == is_right and words in said and shown in login.shown(), (user, secret, is_in, said, login.shown())
    # Until its requests are over, a front end that has died keeps nobody from being kept out.
    greeter.kill()
    greeter.wait()
    assert not login.authenticate("anna")[0]


@check("a socket that the user names in the environment, where everything is accepted, is not used")
def foreign(login):
    greeter, path = login.serve(), f"{login.kiosk.folder}/yes.sock"

    def accept():
        while True:
            line = listener.accept()[0]
            line.recv(4096)
            line.sendall(b'{"parameters":{"outcome":"passed"}}\0')
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        threading.Thread(target=accept, daemon=True).start()
        assert not login.authenticate("anna", WRONG, TOUCHD_SOCKET=path)[0]
    greeter.kill()
    greeter.wait()


@check("without a daemon everybody is kept out")
def dead(login):
    login.kiosk.stop()
    assert not login.authenticate("anna")[0]


sys.exit(with_kiosk(check, Login))
