import { Connection, pause } from './connection.js';

/**
 * The daemon. Fires `state` when `state` changes: connecting, connected, hung (it does not answer), disconnected, refused.
 *
 *     const touchd = new Daemon();
 *     const { devices } = await touchd.call('io.touchd.device.List');
 */
export class Daemon extends EventTarget {
  #url; #socket; #shared = null; #state = 'connecting';
  /** Why the bridge refused this page, `{ rule, why }`; for staff. */
  refusal = null;

  /** Why there is no connection while `state` is disconnected or refused, in a sentence for staff. */
  why = '';
  /** `touchd-web` while there is not even that. */
  missing = '';

  /**
   * `url` is the address of touchd-web; by default the server that the page came from.
   * `socket` replaces `WebSocket`, for a simulated daemon.
   */
  constructor(url = `ws://${location.host}/touchd`, { socket } = {}) {
    super();
    this.#url = url;
    this.#socket = socket;
  }

  get state() { return this.#state; }

  #become(state) {
    if (state === this.#state) return;
    if (state === 'connected') this.why = '';
    this.#state = state;
    this.dispatchEvent(new Event('state'));
  }

  #connect() {
    return new Connection(this.#url, news => {
      if (news === 'hung') this.#become('hung');
      else if (news === 'answers') this.#become('connected');
      else if (news === 'lost') this.#become('disconnected');
    }, this.#socket);
  }

  /** A connection ended, or never began. */
  #failed({ name, parameters }) {
    if (!['refused', 'disconnected'].includes(name)) return this.#become('connected');
    if (parameters.why && parameters.why !== this.why) console.error('touchd:', parameters.why);
    this.why = parameters.why ?? this.why;
    this.missing = parameters.missing ?? '';
    if (name === 'refused') this.refusal = parameters;
    this.#become(name);
  }

  /** Ends the connection that calls share; streams end by their signals. Another call opens a new one. */
  close() {
    this.#shared?.close();
    this.#shared = null;
  }

  /** One call with one reply. All such calls share a connection. */
  async call(method, parameters = {}) {
    if (!this.#shared || this.#shared.isClosed) this.#shared = this.#connect();
    try {
      const reply = await new Promise((take, fail) => this.#shared.send(method, parameters, false, take, fail));
      this.#become('connected');
      return reply;
    } catch (error) {
      this.#failed(error);
      throw error;
    }
  }

  /** One call with many replies, on its own connection; leaving the loop or aborting closes it. */
  async *stream(method, parameters = {}, { signal } = {}) {
    if (signal?.aborted) return;
    const connection = this.#connect();
    const replies = [];
    let wake, failure = null, isOver = false;
    const stop = () => connection.close();
    signal?.addEventListener('abort', stop);
    connection.send(method, parameters, true,
      (reply, isLast) => { replies.push(reply); isOver ||= isLast; wake?.(); },
      error => { failure = error; wake?.(); });
    try {
      while (true) {
        if (replies.length) {
          this.#become('connected');
          yield replies.shift();
        } else if (isOver || signal?.aborted) return;
        else if (failure) {
          this.#failed(failure);
          throw failure;
        } else await new Promise(done => { wake = done; });
      }
    } finally {
      signal?.removeEventListener('abort', stop);
      connection.close();
    }
  }

  /** A stream that restarts whenever it ends or the daemon returns, until it is aborted. */
  async watch(method, parameters, take, { signal, failed } = {}) {
    for (let wait = 250; !signal?.aborted; wait = Math.min(wait * 2, 4000)) {
      try {
        for await (const reply of this.stream(method, parameters, { signal })) { wait = 250; take(reply); }
      } catch (error) {
        if (failed?.(error) === false) return;
      }
      await pause(wait, signal);
    }
  }
}
