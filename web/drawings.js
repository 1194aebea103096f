import { Button } from './drawings/button.js';
import { Captcha } from './drawings/captcha.js';
import { ConfinedDrag } from './drawings/confined-drag.js';
import { Gesture } from './drawings/gesture.js';
import { InertialDrag } from './drawings/inertial-drag.js';
import { Pattern } from './drawings/pattern.js';
import { Pin } from './drawings/pin.js';
import { ReorderList } from './drawings/reorder-list.js';
import { Slider } from './drawings/slider.js';
import { StepSlider } from './drawings/step-slider.js';

/** Drawings by kind; a front end may replace them. */
export const drawings = {
  pattern: Pattern, pin: Pin, captcha: Captcha, gesture: Gesture, button: Button, slider: Slider, step_slider: StepSlider,
  confined_drag: ConfinedDrag, inertial_drag: InertialDrag, reorder_list: ReorderList,
};
