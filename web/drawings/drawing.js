import { box, shape } from '../svg.js';

/** What every widget's drawing has: a group, the widget as presented, and where its parts are. */
export class Drawing {
  constructor(svg, widget, layout, say) {
    const className = `touchd-widget touchd-${widget.kind}`;
    // What lies in the page under a widget gets no click: see docs/front-ends.md.
    this.shield = shape(svg, 'rect', { class: 'touchd-shield', ...box(widget) });
    this.group = shape(svg, 'g', { class: className, 'data-widget': widget.id, role: this.role });
    this.widget = widget;
    this.say = say;   // a sentence for eyes and ears: (key, tone, number)
    this.label(widget.draw?.label ?? this.name);
    this.place(layout);
  }

  /** What a screen reader takes it for, and calls it if the page does not say. */
  get role() { return 'img'; }
  get name() { return this.widget.id; }

  /** Whether the page around it is read from the right. */
  get isMirrored() { return getComputedStyle(this.group).direction === 'rtl'; }

  label(text) { this.group.setAttribute('aria-label', text); }
  mood(mood) {
    const shown = this.isAway ? 'away' : mood;
    this.group.setAttribute('data-mood', shown);
    this.say.mood?.(shown);
  }
  /** Nobody hears a finger, or somebody does again; what ends meanwhile changes no mood. */
  away(isAway) {
    this.isAway = isAway;
    this.mood('');
  }
  place(layout) {
    this.layout = layout;
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
  /** The widget with settings that show it as it is now. */
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
