// One connection to the daemon, through touchd-web.

/** An error reply of the daemon; `disconnected` if there is no connection, `refused` if the bridge does not serve this page. */
export class TouchdError extends Error {
  constructor(name, parameters = {}) {
    super(`${name} ${JSON.stringify(parameters)}`);
    this.name = name;
    this.parameters = parameters;
  }
}

const lasting = /(^|\.)(PermissionDenied|BadWidget|BadDrawing|InvalidParameter|MethodNotFound|InterfaceNotFound|NoSuchUser|RecordAltered)$/;
/** Whether a retry cannot fix it. */
export const isLasting = ({ name }) => lasting.test(name);
/** Whether a person has to fix it: a lasting error, or a refusal other than for too many connections. */
export const isLoud = error => isLasting(error) || error.name === 'refused' && !['connections', 'pages'].includes(error.parameters.rule);

/** Resolves after a time, or at once when `signal` is aborted. */
export const pause = (milliseconds, signal) => new Promise(done => {
  if (signal?.aborted) return done();
  const end = () => { clearTimeout(timer); signal?.removeEventListener('abort', end); done(); };
  const timer = setTimeout(end, milliseconds);
  signal?.addEventListener('abort', end);
});

/** Why there is no WebSocket: browsers hide that from pages, but a plain request gets the same response. */
async function refusal(url) {
  const plain = new URL(url.replace(/^ws/, 'http')), { origin } = globalThis.location ?? plain;
  // A page of another origin is never served, and may not read why.
  if (origin !== plain.origin) {
    return new TouchdError('refused', { rule: 'origin', why: `touchd-web at ${plain.origin} serves no page of ${origin}: open the page from there` });
  }
  try {
    const answer = await fetch(plain, { cache: 'no-store' });
    const { refused: rule, why } = answer.ok ? {} : await answer.json();
    if (rule) return new TouchdError('refused', { rule, why });
    return new TouchdError('disconnected', { why: `${url} opens no WebSocket, though touchd-web allows it` });
  } catch {
    return gone(`nothing answers at ${url}: is touchd-web running?`);
  }
}

const gone = why => new TouchdError('disconnected', { missing: 'touchd-web', why });
const lost = () => new TouchdError('disconnected', { why: 'touchd-web answers, touchd does not: is touchd running?' });

/**
 * One WebSocket: a text message is a call or a reply, and replies come in the order of the calls. A message with a member
 * `touchd` is from the bridge itself: `connected`, `lost`, `hung`, `answers`. Only `Daemon` uses it; private members would make it larger
 * for older browsers.
 */
export class Connection {
  socket; tell; waiting = []; daemon = 'awaited';
  // Browsers may keep a page that was left, with its connections, for going back: its scenes would stay on the screen.
  leave = () => this.close(new TouchdError('left'));

  constructor(url, tell, Socket = WebSocket) {
    this.tell = tell;
    this.socket = new Socket(url, ['touchd']);
    this.socket.onmessage = ({ data }) => this.hear(JSON.parse(data));
    globalThis.addEventListener?.('pagehide', this.leave);
    this.socket.onclose = async () => this.close(this.daemon === 'awaited' ? await refusal(url) : gone());
  }

  get isClosed() { return this.socket === null; }

  /** Sends a call; `onReply(reply, isLast)` gets every reply, `fail(error)` the error that ends them. */
  send(method, parameters, more, onReply, fail) {
    if (this.isClosed) return fail(new TouchdError('disconnected'));
    if (this.daemon === 'lost') return fail(lost());
    const message = JSON.stringify(more ? { method, parameters, more } : { method, parameters });
    this.waiting.push({ message, onReply, fail });
    if (this.daemon === 'there') this.socket.send(message);
  }

  close(error = new TouchdError('disconnected')) {
    if (this.isClosed) return;
    const socket = this.socket;
    this.socket = null;
    globalThis.removeEventListener?.('pagehide', this.leave);
    socket.onmessage = socket.onclose = null;
    if (socket.readyState < WebSocket.CLOSING) socket.close(1000);
    this.fail(error);
  }

  fail(error) {
    for (const { fail } of this.waiting.splice(0)) fail(error);
  }

  hear(reply) {
    if (reply.touchd) return this.hearBridge(reply.touchd);
    const waiting = this.waiting[0];
    if (!reply.continues) this.waiting.shift();
    if (reply.error) waiting?.fail(new TouchdError(reply.error, reply.parameters));
    else waiting?.onReply(reply.parameters ?? {}, !reply.continues);
  }

  hearBridge(news) {
    if (news === 'connected') {
      this.daemon = 'there';
      for (const { message } of this.waiting) this.socket.send(message);
    } else if (news === 'lost') {
      this.daemon = 'lost';
      this.socket.send('{"touchd":"lost"}');   // messages sent before this are discarded
      this.fail(lost());
    }
    this.tell(news);
  }
}
