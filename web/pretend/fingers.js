/** The page's pointers as fingers on a panel that lies under the window. */
export class Fingers {
  #ending = new AbortController();

  constructor(service) {
    const on = (names, act) => {
      for (const name of names) addEventListener(name, act, { signal: this.#ending.signal, capture: true });
    };
    const place = ({ clientX, clientY }) => ({ x: clientX * devicePixelRatio, y: clientY * devicePixelRatio });
    on(['pointerdown'], event => { if (event.button === 0) service.landed(event.pointerId, place(event)); });
    on(['pointermove'], event => service.moved(event.pointerId, place(event)));
    on(['pointerup'], event => service.lifted(event.pointerId, place(event), false));
    on(['pointercancel'], event => service.lifted(event.pointerId, place(event), true));
    on(['resize'], () => service.resized());
  }

  remove() { this.#ending.abort(); }
}
