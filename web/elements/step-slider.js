import { StepSlider } from '../drawings/step-slider.js';
import { KeyedWidget } from './keyboard.js';
import { define } from './screen.js';

/** `<touchd-step-slider>`. */
export class TouchdStepSlider extends KeyedWidget {
  static kind = 'step_slider';
  static drawing = StepSlider;
}

define('touchd-step-slider', TouchdStepSlider);
