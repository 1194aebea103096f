import { Slider } from '../drawings/slider.js';
import { ControlWidget, changed, numeric, within } from './control.js';
import { define } from './screen.js';

/** `<touchd-slider>`; `value` is a number in its range. */
export class TouchdSlider extends ControlWidget {
  static kind = 'slider';
  static drawing = Slider;
  static written = ['value'];
  static looks = ['bubble', 'ticks', 'value-text'];
  get value() { return this.state; }
  set value(value) { this.state = numeric(value); }

  reads({ min = 0, max = 1, value = min }) { return within(value, min, max); }
  applied(settings, value) { return { ...settings, value }; }
  fixed({ value, ...settings }) { return settings; }
  told({ value }) { return value; }

  keys(key, { value, range: { min, max }, widget: { slider = {} } }) {
    const step = (max - min) / 100, page = (max - min) * (slider.page ?? .1);
    const wanted = { more: value + step, less: value - step, PageUp: value + page, PageDown: value - page, Home: min, End: max }[key];
    return wanted === undefined ? null : changed('slider', { value: within(wanted, min, max) });
  }
}

define('touchd-slider', TouchdSlider);
