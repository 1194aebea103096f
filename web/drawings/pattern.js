import { shape } from '../svg.js';
import { Secret } from './secret.js';

export class Pattern extends Secret {
  build() {
    this.dots ??= [];
    this.angles ??= [];
    this.line = shape(this.group, 'polyline', { class: 'touchd-line' });
    this.arrows = shape(this.group, 'g', { class: 'touchd-arrows' });
    const { dots, hitRadius, numbered } = this.layout;
    this.marks = dots.map(({ x, y }, dot) => {
      const mark = shape(this.group, 'g', { class: 'touchd-dot' });
      shape(mark, 'circle', { class: 'touchd-dot-halo', cx: x, cy: y, r: hitRadius });
      shape(mark, 'circle', { class: 'touchd-dot-core', cx: x, cy: y, r: hitRadius / 4 });
      const aside = hitRadius / 2 + 5;
      if (numbered) this.text(`${dot + 1}`, x + aside, y - aside);
      return mark;
    });
  }

  event(event) {
    const own = event.pattern;
    switch (event.name) {
      case 'dot':
        this.count = own.count;
        if (own.dot !== undefined) this.dots.push(own.dot);
        if (own.angle !== undefined) this.angles.push(own.angle);
        this.say('dots', 'dot', this.count);
        break;
      case 'moved': this.tail = own; break;
      default: super.event(event);
    }
  }

  end(mood) { this.tail = null; this.mood(mood); }
  clear() { this.dots = []; this.angles = []; this.count = 0; this.tail = null; this.mood(''); }

  draw() {
    const line = this.dots.map(dot => this.layout.dots[dot]);
    if (this.widget.draw?.arrows) this.point(line);
    if (line.length && this.tail) line.push(this.tail);
    this.line.setAttribute('points', line.map(({ x, y }) => `${x},${y}`).join(' '));
    this.marks.forEach((mark, dot) => mark.classList.toggle('touchd-on', this.dots.includes(dot)));
  }

  /** An arrow in the middle of each line, in the direction that the daemon reports: for pages that show the direction. */
  point(line) {
    const size = this.layout.hitRadius / 3;
    this.arrows.replaceChildren();
    this.angles.slice(0, line.length - 1).forEach((angle, index) => {
      const [from, to] = [line[index], line[index + 1]];
      shape(this.arrows, 'path', {
        class: 'touchd-arrow', d: `M0 ${-size}L${size} ${size}L${-size} ${size}Z`,
        transform: `translate(${(from.x + to.x) / 2} ${(from.y + to.y) / 2}) rotate(${angle})`,
      });
    });
  }
}
