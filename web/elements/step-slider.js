import { StepSlider } from '../drawings/step-slider.js';
import { define } from './screen.js';
import { TouchdWidget } from './widget.js';

/** `<touchd-step-slider>`. */
export class TouchdStepSlider extends TouchdWidget {
  static kind = 'step_slider';
  static drawing = StepSlider;
}

define('touchd-step-slider', TouchdStepSlider);
