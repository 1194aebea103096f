// Every widget as an element: <touchd-screen> and its possible children.
export { TouchdScreen } from './elements/screen.js';
export { TouchdPattern } from './elements/pattern.js';
export { TouchdPin } from './elements/pin.js';
export { TouchdCaptcha } from './elements/captcha.js';
export { TouchdGesture } from './elements/gesture.js';
export { TouchdButton } from './elements/button.js';
export { TouchdSlider } from './elements/slider.js';
export { TouchdStepSlider } from './elements/step-slider.js';
export { TouchdConfinedDrag } from './elements/confined-drag.js';
export { TouchdInertialDrag } from './elements/inertial-drag.js';
export { TouchdReorderList } from './elements/reorder-list.js';
export { TouchdToggle } from './elements/toggle.js';
export { TouchdStepper } from './elements/stepper.js';
export { TouchdIdle } from './elements/idle.js';
