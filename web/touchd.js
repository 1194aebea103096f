// touchd in a browser: talks to the daemon through touchd-web and draws what fingers do on the panel.
// The page only draws. Nothing here handles the page's own touches, so no script can act as the finger.
import { Daemon } from './daemon.js';
import { drawings } from './drawings.js';
import { Presentation } from './presentation.js';

export { showCalibrations } from './calibration.js';
export { TouchdError } from './connection.js';
export { Button } from './drawings/button.js';
export { Captcha } from './drawings/captcha.js';
export { ConfinedDrag } from './drawings/confined-drag.js';
export { Drawing } from './drawings/drawing.js';
export { Gesture } from './drawings/gesture.js';
export { InertialDrag } from './drawings/inertial-drag.js';
export { Pattern } from './drawings/pattern.js';
export { Pin } from './drawings/pin.js';
export { ReorderList } from './drawings/reorder-list.js';
export { Slider } from './drawings/slider.js';
export { StepSlider } from './drawings/step-slider.js';
export { loadWords, words } from './words.js';
export { Daemon, Presentation, drawings };

/** The daemon, with the drawings of all kinds. A page that uses few kinds is smaller with `Daemon` and `Presentation`. */
export class Touchd extends Daemon {
  /** Puts widgets on screen and keeps them there; see `Presentation`. */
  present(options) { return new Presentation(this, { drawings, ...options }); }
}
