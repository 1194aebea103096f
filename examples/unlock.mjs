// A front end in JavaScript (node): shows a pattern lock and waits for the right drawing.
//   node unlock.mjs USER [SOCKET]        exit status 0: unlocked, 1: not
import { connect } from 'node:net';

// Errors are one sentence without a stack trace, for instance if touchd does not run.
process.on('uncaughtException', problem => {
  console.error('unlock.mjs:', problem.message);
  process.exit(1);
});

const [user, path = process.env.TOUCHD_SOCKET ?? '/run/touchd/touchd.sock'] = process.argv.slice(2);
if (!user) {
  console.error('usage: node unlock.mjs USER [SOCKET]');
  process.exit(2);
}

// One connection; a call with several replies keeps it busy, so open one for each.
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
console.log('draw the dots at', layout[0].dots);

(async () => {   // a real front end draws the line here; others could read printed dots
  for await (const { event } of events) if (event?.name === 'began') console.log('somebody draws');
})().catch(() => {});

for await (const reply of replies('io.touchd.unlock.Verify', { user, scene, widget: 'lock' })) {
  if (reply.ready) console.log('waiting for a finger');
  if (reply.attempt) console.log('drawing', reply.attempt.number, reply.attempt.outcome);
  if (reply.outcome) {
    console.log('unlock', reply.outcome);
    process.exit(reply.outcome === 'passed' ? 0 : 1);
  }
}
