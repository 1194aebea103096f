// The screen of kiosk-qml.py: an item for each kind of widget, which draws its layout and applies its events.
import QtQuick
import QtQuick.Shapes
import QtQuick.Window

Window {
    id: screen
    width: 1280; height: 800; visible: true; visibility: Window.FullScreen; color: "#0d1429"; title: "touchd"

    readonly property var known: JSON.parse(facts)
    readonly property color ink: "#e8edf7"
    readonly property color quiet: "#8796b0"
    readonly property color face: "#212b4a"
    readonly property var tones: ({ "": "#708fff", right: "#38d49c", wrong: "#ff6b6b" })
    property size view: Qt.size(width, height)
    property string scene
    property string challenge
    property bool isCovered
    /// The item of each widget, by its id.
    readonly property var items: ({ lock: known.secret === "pattern" ? pattern : keypad, captcha: captcha, volume: slider })

    function sentence(key, number) {
        const { sentences, secret } = known;
        return (sentences[`${secret}_${key}`] ?? sentences[key] ?? sentences.refused).replace("{n}", number ?? "");
    }

    /// The widgets, in fractions of the view, so that they need no size of the screen.
    function widgets() {
        const settings = known.secret === "pattern" ? { trail: "live" } : {};
        return [
            { id: "lock", kind: known.secret, unit: "fractions", x: .04, y: .12, width: .44, height: .7, [known.secret]: settings },
            { id: "captcha", kind: "captcha", unit: "fractions", x: .53, y: .12, width: .43, height: .5, captcha: { challengeId: challenge } },
            { id: "volume", kind: "slider", unit: "fractions", x: .53, y: .78, width: .43, height: .1, slider: { max: 100, value: 40, thumbWidth: 52, thumbHeight: 52, trackHeight: 12 } },
        ];
    }

    /// The only reply of a method, or null.
    function call(method, parameters) { return JSON.parse(daemon.call(method, JSON.stringify(parameters))); }

    function puzzle() {
        const made = call("io.touchd.captcha.Create", { profile: "default", timeoutUSec: 600e6 });
        if (!made) return;
        challenge = made.challengeId;
        captcha.pictures = made;
    }

    /// Until when nothing is accepted.
    property real waitsUntil
    property bool isLocked
    function stand({ waitUSec, locked }) {
        waitsUntil = Date.now() + (waitUSec ?? 0) / 1000;
        isLocked = locked ?? false;
    }
    /// What to do now.
    function invitation() {
        const left = (waitsUntil - Date.now()) / 1000;
        if (isLocked) return sentence("ask_staff");
        return left <= 0 ? sentence("draw") : left < 120 ? sentence("wait", Math.ceil(left)) : sentence("wait_minutes", Math.ceil(left / 60));
    }
    Timer { interval: 500; repeat: true; running: items.lock.isResting; onTriggered: prompt.text = screen.invitation() }

    Component.onCompleted: {
        stand(known.standing);
        puzzle();
        daemon.stream("present", "io.touchd.scene.Present", JSON.stringify({ widgets: widgets() }));
    }

    Connections {
        target: daemon
        function onReplied(call, text) { screen[call](JSON.parse(text)); }
    }

    // Replies of Present.
    function present(reply) {
        if (reply.layout) {
            view = Qt.size(reply.viewWidth, reply.viewHeight);
            for (const part of reply.layout) {
                const item = items[part.widget], { x, y, width, height } = part.frame;
                if (!item) continue;
                item.frame = Qt.rect(x, y, width, height);
                item.layout = part[known.secret] ?? part.captcha ?? part.slider ?? {};
            }
        }
        if (reply.scene && !scene) {
            scene = reply.scene;
            daemon.stream("verify", "io.touchd.unlock.Verify", JSON.stringify({ user: known.user, scene, widget: "lock" }));
            daemon.stream("judged", "io.touchd.captcha.Await", JSON.stringify({ challengeId: challenge }));
        }
        if (reply.covered !== undefined) isCovered = reply.covered;
        if (reply.event) items[reply.event.widget]?.hear(reply.event);
    }

    // Replies of Verify.
    function verify(reply) {
        if (reply.ready) {
            items.lock.clear();
            daemon.log("waiting for a finger");
        }
        if (reply.attempt) stand(reply.attempt);
        if (reply.outcome) {
            leaving.status = reply.outcome === "passed" ? 0 : 1;
            leaving.start();
        }
    }
    Timer { id: leaving; property int status: 1; interval: 800; onTriggered: Qt.exit(status) }

    // Replies of Await: another puzzle after each end, another picture after a miss.
    function judged(reply) {
        if (reply.outcome) another.start();
        else if (reply.attempt?.outcome === "failed" && !reply.attempt.waitUSec) renewing.start();
    }
    Timer {
        id: another; interval: 1800
        onTriggered: {
            screen.puzzle();
            screen.call("io.touchd.scene.Update", { scene: screen.scene, widgets: [screen.widgets()[1]] });
            daemon.stream("judged", "io.touchd.captcha.Await", JSON.stringify({ challengeId: screen.challenge }));
        }
    }
    Timer {
        id: renewing; interval: 900
        onTriggered: captcha.pictures = screen.call("io.touchd.captcha.Refresh", { challengeId: screen.challenge }) ?? captcha.pictures
    }

    // What all items have: their frame in the view, the layout of their parts, and a mood.
    component Widget: Item {
        // Parts in pixels of the item, which lies where the daemon puts the widget.
        property var layout: null
        property rect frame
        property string mood
        readonly property color tone: screen.tones[mood] ?? screen.tones[""]
        x: frame.x; y: frame.y; width: frame.width; height: frame.height
        visible: layout !== null; opacity: screen.isCovered ? .35 : 1
        Accessible.role: Accessible.Graphic
    }

    // The base of what takes a secret: progress and result.
    component Secret: Widget {
        id: secret
        property bool isResting: true
        Accessible.name: prompt.text
        function begin() { lingering.stop(); clear(); isResting = false; prompt.text = screen.sentence("drawing"); }
        function clear() { mood = ""; isResting = true; prompt.text = screen.invitation(); }
        // A right entry is cleared just before its result, and stays until this program ends.
        Timer { id: lingering; interval: 500; onTriggered: if (secret.mood !== "right") secret.clear() }
        function listen(event, own) {
            switch (event.name) {
            case "began": begin(); break;
            case "completed": prompt.text = screen.sentence("checking"); break;
            case "too_short": case "too_sparse": mood = "wrong"; prompt.text = screen.sentence(event.name, own.minDots ?? own.minDigits); break;
            case "judged":
                mood = event.judged.passed ? "right" : "wrong";
                prompt.text = screen.sentence(event.judged.passed ? "right" : event.judged.reason ?? "refused");
                break;
            case "cleared": mood === "wrong" ? clear() : lingering.start(); break;
            case "cancelled": clear(); break;
            }
        }
    }

    Item {
        id: canvas
        width: screen.view.width; height: screen.view.height
        transform: Scale { xScale: screen.width / screen.view.width; yScale: screen.height / screen.view.height }

        Text { x: screen.view.width * .04; y: 28; color: screen.ink; font.pixelSize: 30; font.weight: Font.DemiBold; text: screen.known.user }

        Secret {
            id: pattern
            property var dots: []
            property var tail: null
            onIsRestingChanged: { dots = []; tail = null; }
            function hear(event) {
                const own = event.pattern ?? {};
                if (event.name === "dot" && own.dot !== undefined) dots = [...dots, own.dot];
                else if (event.name === "moved") tail = { x: own.x, y: own.y };
                else if (event.name === "placed") layout = Object.assign({}, layout, own);
                else {
                    if (event.name !== "began") tail = null;
                    listen(event, own);
                }
            }
            Repeater {
                model: pattern.layout?.dots ?? []
                Rectangle {
                    readonly property bool isOn: pattern.dots.includes(index)
                    readonly property real radius_: pattern.layout.hitRadius
                    x: modelData.x - radius_; y: modelData.y - radius_; width: 2 * radius_; height: width; radius: radius_
                    color: isOn ? Qt.alpha(pattern.tone, .22) : "transparent"
                    Rectangle { anchors.centerIn: parent; width: parent.radius_ / 2; height: width; radius: width / 2; color: parent.isOn ? pattern.tone : screen.quiet }
                }
            }
            Shape {
                anchors.fill: parent
                ShapePath {
                    strokeColor: pattern.tone; strokeWidth: 10; fillColor: "transparent"; capStyle: ShapePath.RoundCap; joinStyle: ShapePath.RoundJoin
                    PathPolyline {
                        path: [...pattern.dots.map(dot => pattern.layout.dots[dot]), ...pattern.dots.length && pattern.tail ? [pattern.tail] : []].map(({ x, y }) => Qt.point(x, y))
                    }
                }
            }
        }

        Secret {
            id: keypad
            function hear(event) {
                const own = event[screen.known.secret] ?? {};
                if (event.name === "placed") layout = { keys: layout.keys.map((key, index) => Object.assign({}, key, { label: own.labels[index] })) };
                else listen(event, own);
            }
            Repeater {
                model: keypad.layout?.keys ?? []
                Rectangle {
                    readonly property real gap: Math.min(modelData.width, modelData.height) * .06
                    readonly property string label: modelData.label
                    x: modelData.x + gap; y: modelData.y + gap; width: modelData.width - 2 * gap; height: modelData.height - 2 * gap
                    radius: gap * 2; color: screen.face; border { width: 3; color: keypad.mood ? keypad.tone : screen.quiet }
                    Text { anchors.centerIn: parent; color: screen.ink; font.pixelSize: parent.height * .4; text: ({ backspace: "⌫", enter: "✓" })[parent.label] ?? parent.label }
                }
            }
        }

        Widget {
            id: captcha
            property var pictures
            property var moved: null
            readonly property var corner: moved ?? layout?.piece ?? { x: 0, y: 0 }
            Accessible.name: screen.sentence("slide")
            onLayoutChanged: { moved = null; mood = ""; }
            function hear(event) {
                const own = event.captcha ?? {};
                if (own.x !== undefined) moved = { x: own.x, y: own.y };
                if (event.name === "solved") mood = "right";
                if (event.name === "missed") mood = "wrong";
                if (event.name === "began" || event.name === "rearmed") mood = "";
                puzzling.text = screen.sentence({ solved: "solved", missed: "missed" }[event.name] ?? "slide");
            }
            Image {
                readonly property var part: captcha.layout?.picture
                x: part?.x ?? 0; y: part?.y ?? 0; width: part?.width ?? 0; height: part?.height ?? 0
                source: captcha.pictures ? `data:image/png;base64,${captcha.pictures.picture.png}` : ""
            }
            Image {
                x: captcha.corner.x; y: captcha.corner.y; width: captcha.layout?.piece.width ?? 0; height: captcha.layout?.piece.height ?? 0
                source: captcha.pictures ? `data:image/png;base64,${captcha.pictures.piece.png}` : ""
            }
            Rectangle {
                readonly property var bar: captcha.layout?.bar
                visible: bar !== undefined
                x: bar?.x ?? 0; y: bar?.y ?? 0; width: bar?.width ?? 0; height: bar?.height ?? 0; radius: height / 2; color: screen.face; border { width: 2; color: screen.quiet }
                Rectangle {
                    x: captcha.corner.x - parent.x; width: captcha.layout?.piece.width ?? 0; height: parent.height; radius: height / 2
                    color: captcha.tone; border { width: 2; color: screen.ink }
                }
            }
        }

        Widget {
            id: slider
            property real value: 40
            readonly property real from: layout?.minCenter.x ?? 0
            readonly property real middle: from + ((layout?.maxCenter.x ?? 1) - from) * value / 100
            Accessible.role: Accessible.Slider
            Accessible.name: Math.round(value)
            function hear(event) { value = event.slider?.value ?? value; }
            Rectangle {
                readonly property var track: slider.layout?.track
                x: track?.x ?? 0; y: track?.y ?? 0; width: track?.width ?? 0; height: track?.height ?? 0; radius: height / 2; color: screen.face; border { width: 2; color: screen.quiet }
                Rectangle { width: slider.middle - parent.x; height: parent.height; radius: height / 2; color: slider.tone }
            }
            Rectangle {
                readonly property var thumb: slider.layout?.thumb
                x: slider.middle - width / 2; y: thumb?.y ?? 0; width: thumb?.width ?? 0; height: thumb?.height ?? 0; radius: height / 2
                color: slider.tone; border { width: 2; color: screen.ink }
                Text { anchors.centerIn: parent; color: "#0b1020"; font.pixelSize: 20; font.weight: Font.DemiBold; text: Math.round(slider.value) }
            }
        }

        Text {
            id: prompt
            x: screen.view.width * .04; y: screen.view.height * .85; width: screen.view.width * .44; horizontalAlignment: Text.AlignHCenter; wrapMode: Text.Wrap
            font.pixelSize: 26; color: lock.mood ? lock.tone : screen.ink
            readonly property var lock: screen.items.lock
        }
        Text {
            id: puzzling
            x: screen.view.width * .53; y: screen.view.height * .66; width: screen.view.width * .43; horizontalAlignment: Text.AlignHCenter
            font.pixelSize: 24; color: captcha.mood ? captcha.tone : screen.ink; text: screen.sentence("slide")
        }
        Text {
            anchors.centerIn: parent; visible: screen.isCovered
            font.pixelSize: 30; color: screen.ink; text: screen.sentence("covered")
        }
    }
}
