import { StepSlider } from '../drawings/step-slider.js';
import { ControlWidget, changed, numeric, within } from './control.js';
import { define } from './screen.js';

/** `<touchd-step-slider>`; `index` is the node, counted from 0. */
export class TouchdStepSlider extends ControlWidget {
  static kind = 'step_slider';
  static drawing = StepSlider;
  static written = ['index'];
  get index() { return this.state; }
  set index(index) { this.state = numeric(index); }

  reads({ nodes = [], index = 0 }) { return within(index, 0, Math.max(nodes.length - 1, 0)); }
  applied(settings, index) { return { ...settings, index }; }
  fixed({ index, ...settings }) { return settings; }
  told({ index }) { return index; }

  keys(key, { index, widget: { stepSlider: { nodes } } }) {
    const last = nodes.length - 1, wanted = { more: index + 1, less: index - 1, PageUp: index + 1, PageDown: index - 1, Home: 0, End: last }[key];
    if (wanted === undefined) return null;
    const next = within(wanted, 0, last), told = { value: next / last, index: next };
    return [...changed('stepSlider', told), ['snapped', { stepSlider: { ...told, node: nodes[next] } }]];
  }
}

define('touchd-step-slider', TouchdStepSlider);
