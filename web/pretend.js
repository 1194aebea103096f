// A daemon simulated in the page, for developing pages without a panel: the mouse is the finger, secrets are compared in the
// page, and nothing is proved. It has the same interfaces, and says in a corner of the page that it is simulated.
import { Daemon } from './daemon.js';
import { Fingers } from './pretend/fingers.js';
import { samples } from './pretend/models.js';
import { Service } from './pretend/service.js';

/** Replaces a WebSocket to touchd-web. */
class PretendedSocket {
  #line; #isOpen = true;

  constructor(service) {
    this.#line = service.connect(reply => this.#say(reply));
    this.#say({ touchd: 'connected' });
  }

  get readyState() { return this.#isOpen ? 1 : 3; }
  #say(reply) { queueMicrotask(() => { if (this.#isOpen) this.onmessage?.({ data: JSON.stringify(reply) }); }); }

  send(text) { if (this.#isOpen) this.#line.hear(JSON.parse(text)); }

  close() {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#line.end();
  }
}

/**
 * A daemon in the page. `users` has the secrets of enrolled users by kind, a pattern as a list of dots from 0; a visitor has one of
 * each if it is not given. `parent` gets the note that it is simulated.
 */
export class PretendedDaemon extends Daemon {
  #fingers; #note;

  constructor({ users = { visitor: samples }, parent = document.body } = {}) {
    const service = new Service(users);
    super('ws://pretended/touchd', { socket: function Socket() { return new PretendedSocket(service); } });
    this.#fingers = new Fingers(service);
    this.#note = document.createElement('aside');
    this.#note.textContent = 'pretended touchd: the mouse is the finger';
    this.#note.className = 'touchd-pretended';
    Object.assign(this.#note.style, {
      position: 'fixed', right: 0, bottom: 0, zIndex: 2147483646, padding: '.3em .8em', background: '#f5b94a', color: '#201400',
      font: '600 14px system-ui, sans-serif', pointerEvents: 'none',
    });
    parent.append(this.#note);
  }

  close() {
    super.close();
    this.#fingers.remove();
    this.#note.remove();
  }
}
