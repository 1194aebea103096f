// Keys as an alternative for people who cannot touch the panel: a keyboard, or switches that act as one. Opt-in, and never for secrets or proofs.
import { TouchdWidget } from './widget.js';

/** What a key does to a widget of a kind: the events that a finger would have caused, or null. */
const acts = {
  button: ({ key }) => key === 'Enter' || key === ' ' ? [['began'], ['pressed']] : null,

  slider({ key }, { value, range: { min, max } }, { slider = {} }) {
    const step = (max - min) / 100, page = (max - min) * (slider.page ?? .1);
    const wanted = { more: value + step, less: value - step, PageUp: value + page, PageDown: value - page, Home: min, End: max }[key];
    return wanted === undefined ? null : moved('slider', { value: Math.min(Math.max(wanted, min), max) });
  },

  step_slider({ key }, { index }, { stepSlider: { nodes } }) {
    const last = nodes.length - 1, wanted = { more: index + 1, less: index - 1, PageUp: index + 1, PageDown: index - 1, Home: 0, End: last }[key];
    if (wanted === undefined) return null;
    const next = Math.min(Math.max(wanted, 0), last), told = { value: next / last, index: next };
    return [...moved('stepSlider', told), ['snapped', { stepSlider: { ...told, node: nodes[next] } }]];
  },

  /** Enter lifts and drops the selected row, arrows move the lifted row, or else the selection; Escape puts the row back. */
  reorder_list({ key }, drawing, { reorderList: { sections } }) {
    const order = drawing.sections.flat(), chosen = drawing.chosen ?? 0, id = order[chosen], to = chosen + ({ more: -1, less: 1 }[key] ?? 0);
    const own = (name, part) => [name, { reorderList: { id, ...part } }], y = drawing.middleOf(id);
    const sizes = of => ({ order: of.flat(), ...sections?.length > 1 && { sectionSizes: of.map(ids => ids.length) } });
    if (key === 'Enter' || key === ' ') {
      if (!drawing.lifted) {
        drawing.liftedFrom = { chosen, sections: drawing.sections };
        return [own('began', { index: chosen }), own('lifted', { index: chosen, y, scale: 1.03 })];
      }
      return [own('dropped', { from: drawing.liftedFrom.chosen, to: chosen, ...sizes(drawing.sections) })];
    }
    if (key === 'Escape' && drawing.lifted) {
      const { chosen: first, sections: before } = drawing.liftedFrom;
      drawing.chosen = first;
      return [['cancelled', { reason: 'put_back', reorderList: { id, ...sizes(before) } }]];
    }
    if (to === chosen || to < 0 || to >= order.length) return null;
    drawing.chosen = to;
    if (!drawing.lifted) return [];
    const section = drawing.sections.findIndex(ids => ids.includes(order[to]));
    return [own('moved', { from: chosen, to, ...sections?.length > 1 && { section } })];
  },
};
const moved = (member, told) => [['began', { [member]: told }], ['changed', { [member]: told }], ['ended', { [member]: told }]];

/** The meaning of arrows: up, or forward in the direction of the text, is more. */
const meanings = isMirrored => ({ ArrowUp: 'more', ArrowDown: 'less', ArrowRight: isMirrored ? 'less' : 'more', ArrowLeft: isMirrored ? 'more' : 'less' });

/** A widget that, with the attribute `keyboard`, can be focused and accepts keys in addition to fingers on the panel. */
export class KeyedWidget extends TouchdWidget {
  #timer = null;

  build() {
    super.build();
    this.shadowRoot.addEventListener('keydown', event => this.#press(event));
  }

  /** Called when the widget is drawn: makes the part with the role focusable. */
  drawn(drawing) {
    super.drawn(drawing);
    if (!this.hasAttribute('keyboard')) return;
    drawing.group?.setAttribute('tabindex', 0);
    drawing.choose?.(0);
  }

  #press(event) {
    const drawing = this.shown, { group } = drawing ?? {};
    // Synthetic events of a script have no effect; and keys cannot press a widget that no finger could.
    if (!event.isTrusted || !this.hasAttribute('keyboard') || event.repeat && this.kind === 'button' || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!group || drawing.isAway || group.getAttribute('aria-disabled') === 'true' || !this.screen?.presentation?.scene) return;
    const key = meanings(drawing.isMirrored)[event.key] ?? event.key, done = acts[this.kind]({ key }, drawing, drawing.widget);
    if (!done) return;
    event.preventDefault();
    const { presentation } = this.screen, timeUSec = Math.round(performance.now() * 1000);
    for (const [name, part] of done) presentation.act({ widget: this.id, name, timeUSec, input: 'key', ...part });
    drawing.choose?.(drawing.chosen);
    // The daemon continues from this state with the next finger.
    clearTimeout(this.#timer);
    if (this.kind !== 'button' && !drawing.lifted) this.#timer = setTimeout(() => presentation.keep(this.id).catch(() => {}), 250);
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    super.disconnectedCallback();
  }
}
