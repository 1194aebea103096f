import { Slider } from '../drawings/slider.js';
import { KeyedWidget } from './keyboard.js';
import { define } from './screen.js';

/** `<touchd-slider>`. */
export class TouchdSlider extends KeyedWidget {
  static kind = 'slider';
  static drawing = Slider;
}

define('touchd-slider', TouchdSlider);
