import { box, set, shape } from '../svg.js';

/** The base of every widget's drawing: a group in pixels from the widget's top left corner, as its parts are; only `layout.frame` is in the view. */
export class Drawing {
  constructor(svg, widget, layout, say) {
    // Parts of the page under a widget get no click: see docs/front-ends.md.
    this.widget = widget;
    this.shield = shape(svg, 'rect', { class: 'touchd-shield' });
    this.group = shape(svg, 'g', { class: `touchd-widget touchd-${widget.kind}`, 'data-widget': widget.id, role: this.role });
    this.say = say;   // shows and announces a sentence: (key, tone, number)
    this.label(widget.draw?.name ?? widget.draw?.label ?? this.name);
    this.place(layout);
  }

  /** Its role for screen readers, and its name unless the page sets one. */
  get role() { return 'img'; }
  get name() { return this.widget.id; }

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
  place(layout) {
    const { frame } = this.layout = layout;
    this.widget = { ...this.widget, ...frame };
    this.frame = { ...frame, x: 0, y: 0 };   // in the widget's own pixels
    set(this.shield, box(frame));
    set(this.group, { transform: `translate(${frame.x} ${frame.y})` });
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

  /** Makes a text fit into a width, in two lines if it may be so high. */
  fit(label, width, height) {
    if (label.getComputedTextLength?.() > width) import('./fit.js').then(({ fit }) => fit(label, width, height));
  }
}
