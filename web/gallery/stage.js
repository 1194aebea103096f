import { Presentation, drawings } from '../touchd.js';

/** A daemon that shows one widget and sends its events, then does what `after` says; the kit draws it as on a kiosk. */
class Stage extends EventTarget {
  state = 'connected'; missing = '';
  #events; #after;

  constructor(events, after) {
    super();
    this.#events = events;
    this.#after = after;
  }

  async watch(_, parameters, tell) { tell({ devices: this.#after === 'no_panel' ? [] : [{ id: 1 }] }); }

  async * stream(_, { widgets: [{ id, x, y, width, height }] }, { signal }) {
    yield { scene: 'gallery', viewWidth: 320, viewHeight: 200, layout: [{ widget: id, frame: { x, y, width, height } }] };
    for (const event of this.#events) yield { event: { widget: id, ...event } };
    if (this.#after === 'covered') yield { covered: true };
    if (this.#after === 'cleaning') yield { paused: ['cleaning'] };
    if (this.#after === 'paused') yield { paused: ['sleep'] };
    const state = { lost: 'disconnected', no_bridge: 'disconnected', hung: 'hung', not_served: 'refused' }[this.#after];
    if (state) {
      this.state = state;
      this.missing = this.#after === 'no_bridge' ? 'touchd-web' : '';
      this.dispatchEvent(new Event('state'));
    }
    await new Promise(done => signal.addEventListener('abort', done));
  }
}

/** Presents a widget to the kit; resolves when its events are drawn and the kit says that touches have no effect. */
export async function presented(view, widget, events, after, language) {
  let undrawn = events.length;
  const drawn = those => { undrawn -= those.length; };
  const presentation = new Presentation(new Stage(events, after), { view, widgets: [widget], drawings, language, drawn });
  while (undrawn || !presentation.paused || view.querySelector('.touchd-pausing').hidden) await new Promise(done => setTimeout(done, 10));
}
