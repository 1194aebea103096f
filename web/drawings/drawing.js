import { box, set, shape } from '../svg.js';

/** The base of every widget's drawing: a group in pixels from the widget's top left corner, and the layout of its parts, in these too. */
export class Drawing {
  constructor(svg, widget, layout, say) {
    const className = `touchd-widget touchd-${widget.kind}`;
    // Parts of the page under a widget get no click: see docs/front-ends.md.
    this.shield = shape(svg, 'rect', { class: 'touchd-shield' });
    this.group = shape(svg, 'g', { class: className, 'data-widget': widget.id, role: this.role });
    this.widget = widget;
    this.say = say;   // shows and announces a sentence: (key, tone, number)
    this.label(widget.draw?.label ?? this.name);
    this.place(layout, widget);
  }

  /** Its role for screen readers, and its name unless the page sets one. */
  get role() { return 'img'; }
  get name() { return this.widget.id; }

  /** The widget's frame in its own pixels. */
  get frame() { const { width, height } = this.widget; return { x: 0, y: 0, width, height }; }

  /** Whether the page around it is right-to-left. */
  get isMirrored() { return getComputedStyle(this.group).direction === 'rtl'; }

  label(text) { this.group.setAttribute('aria-label', text); }
  mood(mood) {
    const shown = this.isAway ? 'away' : mood;
    this.group.setAttribute('data-mood', shown);
    this.say.mood?.(shown);
  }
  /** Touches have no effect, or have again; gestures that end meanwhile do not change the mood. */
  away(isAway) {
    this.isAway = isAway;
    this.mood('');
  }
  place(layout, { x, y, width, height } = this.widget) {
    Object.assign(this, { layout, widget: { ...this.widget, x, y, width, height } });
    set(this.shield, box(this.widget));
    set(this.group, { transform: `translate(${x} ${y})` });
    this.group.replaceChildren();
    this.build();
    this.draw();
  }
  remove() {
    this.shield.remove();
    this.group.remove();
  }
  event() {}
  draw() {}
  /** The widget with settings for its present state. */
  restored(widget) { return widget; }
  text(content, x, y, className = 'touchd-label', anchor = 'middle') {
    const place = { x, y, 'text-anchor': anchor, 'dominant-baseline': 'central' };
    const label = shape(this.group, 'text', { class: className, ...place });
    label.textContent = content;
    return label;
  }

  /** Makes a text of one line smaller until it fits. */
  fit(label, room) {
    const length = label.getComputedTextLength?.() ?? 0;
    if (length > room) label.style.fontSize = `${parseFloat(getComputedStyle(label).fontSize) * room / length}px`;
  }
}
