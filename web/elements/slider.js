import { Slider } from '../drawings/slider.js';
import { define } from './screen.js';
import { TouchdWidget } from './widget.js';

/** `<touchd-slider>`. */
export class TouchdSlider extends TouchdWidget {
  static kind = 'slider';
  static drawing = Slider;
}

define('touchd-slider', TouchdSlider);
