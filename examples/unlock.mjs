// A front end in JavaScript (node): shows a pattern lock and waits for the right pattern.
//   node unlock.mjs USER [SOCKET]        exit status 0: unlocked, 1: not unlocked
import { connect } from 'node:net';

// Prints errors, for instance if touchd is not running, in one line without a stack trace.
process.on('uncaughtException', problem => {
  console.error('unlock.mjs:', problem.message);
  process.exit(1);
});

const [user, path = process.env.TOUCHD_SOCKET ?? '/run/touchd/touchd.sock'] = process.argv.slice(2);
if (!user) {
  console.error('usage: node unlock.mjs USER [SOCKET]');
  process.exit(2);
}

// A call with several replies keeps its connection busy, so open one connection per call.
async function* replies(method, parameters) {
  const socket = connect(path);
  socket.write(JSON.stringify({ method, parameters, more: true }) + '\0');
  let text = '';
  for await (const data of socket.setEncoding('utf8')) {
    const messages = (text + data).split('\0');
    text = messages.pop();
    for (const message of messages) {
      const reply = JSON.parse(message);
      if (reply.error) throw new Error(reply.error + ' ' + JSON.stringify(reply.parameters));
      yield reply.parameters;
      if (!reply.continues) return socket.end();
    }
  }
  throw new Error('touchd closed the connection');
}

const lock = { id: 'lock', kind: 'pattern', x: 320, y: 80, width: 640, height: 640, pattern: { trail: 'live' } };
const events = replies('io.touchd.scene.Present', { widgets: [lock] });
const { scene, layout } = (await events.next()).value;
console.log('draw the dots at', layout[0].pattern.dots);

(async () => {   // a real front end draws the line here; do not print dots, others could read them
  for await (const { event } of events) if (event?.name === 'began') console.log('drawing');
})().catch(() => {});

for await (const reply of replies('io.touchd.unlock.Verify', { user, scene, widget: 'lock' })) {
  if (reply.ready) console.log('waiting for a finger');
  if (reply.attempt) console.log('attempt', reply.attempt.number, reply.attempt.outcome);
  if (reply.outcome) {
    console.log('unlock', reply.outcome);
    process.exit(reply.outcome === 'passed' ? 0 : 1);
  }
}
