#!/usr/bin/python3
"""A front end in Python with Qt Quick: a user's secret, a captcha and a slider, drawn by kiosk.qml, full screen.

    kiosk-qml.py USER [SOCKET]        exit status 0: unlocked, 1: not unlocked, 3: touchd unavailable

Needs the package touchd (python/), and PySide6 (PyPI) or Debian's python3-pyqt6.qtquick with qml6-module-qtquick,
qml6-module-qtquick-shapes, qml6-module-qtquick-window and qml6-module-qtqml-workerscript.
It draws what touchd reports and handles no touches itself.
"""
import json, os, pathlib, sys, threading
from touchd import Touchd, TouchdError
try:
    from PySide6.QtCore import QObject, QUrl, Signal, Slot
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtQml import QQmlApplicationEngine
except ImportError:
    from PyQt6.QtCore import QObject, QUrl, pyqtSignal as Signal, pyqtSlot as Slot
    from PyQt6.QtGui import QGuiApplication
    from PyQt6.QtQml import QQmlApplicationEngine


class Daemon(QObject):
    """What QML calls. Parameters and replies are JSON, which both bindings pass alike."""
    replied = Signal(str, str)      # a name for the call, a reply
    lost = Signal(str)

    def __init__(self, touchd):
        super().__init__()
        self.touchd, self.status = touchd, 1
        self.lost.connect(self.leave)

    @Slot(str, str, str)
    def stream(self, name, method, parameters):
        """Emits `replied` in the main thread for each reply."""
        threading.Thread(target=self.read, args=(name, method, json.loads(parameters)), daemon=True).start()

    def read(self, name, method, parameters):
        try:
            for reply in self.touchd.stream(method, **parameters):
                self.replied.emit(name, json.dumps(reply))
        except (OSError, TouchdError) as error:
            self.lost.emit(str(error))

    @Slot(str, str, result=str)
    def call(self, method, parameters):
        """The only reply, or null after an error; for quick methods, because the screen waits."""
        try:
            return json.dumps(self.touchd.call(method, **json.loads(parameters)))
        except TouchdError as error:
            print(f"kiosk-qml.py: {error}", file=sys.stderr)
        except OSError as error:
            self.lost.emit(str(error))
        return "null"

    @Slot(str)
    def log(self, text):
        print(text, flush=True)

    def leave(self, why):
        print(f"kiosk-qml.py: {why}", file=sys.stderr)
        QGuiApplication.exit(3)


def main():
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    user, touchd = sys.argv[1], Touchd(sys.argv[2] if len(sys.argv) > 2 else None)
    language = (os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "en").split(".")[0].replace("_", "-")
    try:
        known = touchd.call("io.touchd.unlock.Users", name=user)["users"]
        sentences = touchd.call("io.touchd.scene.Prompts", language=language)["prompts"]
    except (OSError, TouchdError) as error:
        print(f"kiosk-qml.py: {error}", file=sys.stderr)
        return 3
    application, engine, daemon = QGuiApplication(sys.argv[:1]), QQmlApplicationEngine(), Daemon(touchd)
    facts = {"user": user, "secret": known[0]["secrets"][0] if known else "pattern", "sentences": sentences, "standing": known[0] if known else {}}
    engine.rootContext().setContextProperty("daemon", daemon)
    engine.rootContext().setContextProperty("facts", json.dumps(facts))
    engine.load(QUrl.fromLocalFile(str(pathlib.Path(__file__).resolve().with_name("kiosk.qml"))))
    return application.exec() if engine.rootObjects() else 3


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    os._exit(status)      # at once: threads still read, and an interpreter that takes itself apart meanwhile crashes in PySide6 6.12
