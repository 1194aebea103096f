// The drawings of all kinds; touchd.js has them by kind.
export { Button } from './drawings/button.js';
export { Captcha } from './drawings/captcha.js';
export { ConfinedDrag } from './drawings/confined-drag.js';
export { Gesture } from './drawings/gesture.js';
export { InertialDrag } from './drawings/inertial-drag.js';
export { Pattern } from './drawings/pattern.js';
export { Pin } from './drawings/pin.js';
export { ReorderList } from './drawings/reorder-list.js';
export { Slider } from './drawings/slider.js';
export { StepSlider } from './drawings/step-slider.js';
