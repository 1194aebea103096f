import { ConfinedDrag } from '../drawings/confined-drag.js';
import { submit } from './form.js';
import { define } from './screen.js';
import { TouchdWidget } from './widget.js';

/** `<touchd-confined-drag>`; `position` is the center of the handle, in CSS pixels from the widget's top left corner; null before it is shown. */
export class TouchdConfinedDrag extends TouchdWidget {
  static kind = 'confined_drag';
  static drawing = ConfinedDrag;
  #position = null;
  get position() { return this.#position; }

  drawn(drawing) {
    super.drawn(drawing);
    const { layout } = drawing, { handle, center } = layout ?? {}, before = this.#position;
    if (!handle) return;
    this.#put(handle.x, handle.y);
    if (!before || before.x === this.#position.x && before.y === this.#position.y) return;
    // The daemon has no setting for its place, so it begins at rest each time.
    const dx = (handle.x - center.x) / layout.radius, place = { ...this.#position, dx, dy: 0, distance: dx, angle: 0, clamped: false };
    this.heard({ widget: this.id, name: 'recentered', timeUSec: Math.round(performance.now() * 1000), confinedDrag: place });
  }

  heard(event) {
    const { x, y } = event.confinedDrag ?? {};
    if (x !== undefined) this.#put(x, y);
    super.heard(event);
  }

  #put(x, y) {
    this.#position = { x, y };
    submit(this, [['.x', x], ['.y', y]]);
  }
}

define('touchd-confined-drag', TouchdConfinedDrag);
