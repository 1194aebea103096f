import { isLasting } from '../connection.js';
import { Element, adopt, around, define } from './screen.js';

/**
 * `<touchd-idle seconds="60">`, anywhere inside a `<touchd-screen>`: fires `touchd-idle` when nobody has touched for so many seconds, and
 * `touchd-active` at the first touch after that; `idle` says which of them was the last. The daemon says so, for the whole kiosk.
 */
export class TouchdIdle extends Element {
  static observedAttributes = ['seconds'];
  #ending; #isIdle = false;

  get idle() { return this.#isIdle; }
  get seconds() { return Number(this.getAttribute('seconds') ?? 60); }
  set seconds(seconds) { this.setAttribute('seconds', seconds); }

  connectedCallback() {
    adopt(this);
    this.hidden = true;   // takes no place in a layout
    this.#watch();
  }
  disconnectedCallback() { this.#ending?.abort(); }
  attributeChangedCallback() { if (this.#ending && this.isConnected) this.#watch(); }

  #watch() {
    this.#ending?.abort();
    this.#ending = new AbortController();
    const { signal } = this.#ending, screen = around(this);
    if (!screen) return console.error('touchd:', this, 'has to be inside a <touchd-screen>');
    screen.touchd.watch('io.touchd.device.Idle', { afterUSec: Math.round(this.seconds * 1e6) }, ({ idle = this.#isIdle }) => {
      if (idle === this.#isIdle) return;
      this.#isIdle = idle;
      this.dispatchEvent(new CustomEvent(idle ? 'touchd-idle' : 'touchd-active', { bubbles: true, composed: true }));
    }, { signal, failed: error => {
      if (isLasting(error)) console.error(error);
      return !isLasting(error);
    } });
  }
}

define('touchd-idle', TouchdIdle);
