// touchd in a browser: talks to the daemon through touchd-web and draws what fingers do on the panel.
// The page only draws. Nothing here handles the page's own touches, so no script can act as the finger.
import { Daemon } from './daemon.js';
import * as all from './drawings.js';
import { Presentation } from './view.js';
import { byKind } from './widgets.js';

export { showCalibrations } from './calibration.js';
export { TouchdError } from './connection.js';
export * from './drawings.js';
export { Drawing } from './drawings/drawing.js';
export { loadWords, words } from './words.js';
export { Daemon, Presentation };

/** Drawings by kind; a front end may replace them. */
export const drawings = /* @__PURE__ */ byKind(all);

/** The daemon, with the drawings of all kinds. A page that uses few kinds is smaller with `Daemon` and `Presentation`. */
export class Touchd extends Daemon {
  /** Puts widgets on screen and keeps them there; see `Presentation`. */
  present(options) { return new Presentation(this, { drawings, ...options }); }
}
