// The front end of kiosk-qml.py in C++, drawn by the same kiosk.qml, which lies beside the program.
//
//     /usr/lib/qt6/libexec/moc kiosk-qml.cpp -o kiosk-qml.moc
//     g++ -std=c++17 -fPIC -O2 -I. kiosk-qml.cpp -o kiosk-qml $(pkg-config --cflags --libs Qt6Quick Qt6Network)
//     ./kiosk-qml USER [SOCKET]        exit status 0: unlocked, 1: not unlocked, 3: touchd unavailable
//
// Needs qt6-declarative-dev, and the modules of QML that kiosk-qml.py names. It handles no touches itself.
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalSocket>
#include <QLocale>
#include <QQmlApplicationEngine>
#include <QQmlContext>
#include <cstdio>

static QString text(const QJsonObject &object) { return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact)); }

// What QML calls. Parameters and replies are JSON.
class Daemon : public QObject {
    Q_OBJECT
    QString path;

    // One connection for each call: a message is JSON and a zero byte.
    QLocalSocket *send(const QString &method, const QJsonObject &parameters, bool more, QObject *parent) {
        auto *socket = new QLocalSocket(parent);
        socket->connectToServer(path);
        socket->write((text({{"method", method}, {"parameters", parameters}, {"more", more}})).toUtf8().append('\0'));
        return socket;
    }

    // The next whole message, or an empty object.
    static QJsonObject take(QByteArray &heard) {
        const auto end = heard.indexOf('\0');
        if (end < 0) return {};
        const auto message = QJsonDocument::fromJson(heard.left(end)).object();
        heard.remove(0, end + 1);
        return message;
    }

    void leave(const QString &why) {
        std::fprintf(stderr, "kiosk-qml: %s\n", qPrintable(why));
        QCoreApplication::exit(3);
    }

public:
    explicit Daemon(const QString &path) : path(path) {}

    // The only reply, or nothing after an error; for quick methods, because the screen waits.
    std::optional<QJsonObject> ask(const QString &method, const QJsonObject &parameters) {
        QObject owner;
        auto *socket = send(method, parameters, false, &owner);
        QByteArray heard;
        while (!heard.contains('\0') && socket->waitForReadyRead()) heard += socket->readAll();
        const auto reply = take(heard);
        if (reply.isEmpty() || reply.contains("error")) {
            std::fprintf(stderr, "kiosk-qml: %s\n", qPrintable(reply.isEmpty() ? socket->errorString() : text(reply)));
            return std::nullopt;
        }
        return reply["parameters"].toObject();
    }

    Q_INVOKABLE QString call(const QString &method, const QString &parameters) {
        const auto reply = ask(method, QJsonDocument::fromJson(parameters.toUtf8()).object());
        return reply ? text(*reply) : "null";
    }

    // Emits `replied` for each reply.
    Q_INVOKABLE void stream(const QString &name, const QString &method, const QString &parameters) {
        auto *socket = send(method, QJsonDocument::fromJson(parameters.toUtf8()).object(), true, this);
        auto heard = std::make_shared<QByteArray>();
        connect(socket, &QLocalSocket::readyRead, this, [=] {
            *heard += socket->readAll();
            for (auto reply = take(*heard); !reply.isEmpty(); reply = take(*heard)) {
                if (reply.contains("error")) return leave(text(reply));
                emit replied(name, text(reply["parameters"].toObject()));
                if (reply["continues"].toBool()) continue;
                socket->disconnect(this);
                return socket->deleteLater();
            }
        });
        connect(socket, &QLocalSocket::disconnected, this, [=] { leave("touchd has closed the connection"); });
    }

    Q_INVOKABLE void log(const QString &line) {
        std::puts(qPrintable(line));
        std::fflush(stdout);
    }

signals:
    void replied(const QString &call, const QString &text);
};

int main(int count, char **words) {
    QGuiApplication application(count, words);
    const auto given = application.arguments();
    if (given.size() < 2 || given.size() > 3) {
        std::fputs("usage: kiosk-qml USER [SOCKET]\n", stderr);
        return 2;
    }
    Daemon daemon(given.value(2, qEnvironmentVariable("TOUCHD_SOCKET", "/run/touchd/touchd.sock")));
    const auto users = daemon.ask("io.touchd.unlock.Users", {{"name", given[1]}});
    const auto prompts = daemon.ask("io.touchd.scene.Prompts", {{"language", QLocale::system().name().replace('_', '-')}});
    if (!users || !prompts) return 3;
    const auto known = (*users)["users"].toArray().at(0).toObject();
    const QJsonObject facts{{"user", given[1]}, {"secret", known["secrets"].toArray().at(0).toString("pattern")},
                            {"sentences", (*prompts)["prompts"]}, {"standing", known}};
    QQmlApplicationEngine engine;
    engine.rootContext()->setContextProperty("daemon", &daemon);
    engine.rootContext()->setContextProperty("facts", text(facts));
    engine.load(QUrl::fromLocalFile(QCoreApplication::applicationDirPath() + "/kiosk.qml"));
    return engine.rootObjects().isEmpty() ? 3 : application.exec();
}

#include "kiosk-qml.moc"
