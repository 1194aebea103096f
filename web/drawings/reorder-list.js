import { box, set, shape } from '../svg.js';
import { add } from '../style.js';
import { Drawing } from './drawing.js';

add(`
.touchd-row { transition: transform .18s; } .touchd-row .touchd-face { fill: var(--row); }
.touchd-scrolling .touchd-row, .touchd-lifted { transition: none; } .touchd-lifted .touchd-face { fill: var(--accent); filter: drop-shadow(-5px 0 5px #0006); }
.touchd-widget:focus-visible .touchd-chosen .touchd-face { stroke: var(--ink); stroke-width: 4; }
.touchd-more path { fill: none; stroke: var(--ink); stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
.touchd-handle { fill: var(--quiet); } .touchd-lifted :is(.touchd-handle, .touchd-detail) { fill: var(--on-accent); }
.touchd-detail { font-variant-numeric: tabular-nums; } .touchd-more[hidden] { display: none; }
.touchd-label.touchd-header { fill: var(--quiet); font-size: .8em; }
`);

let made = 0;

/** Ids of rows by section; items name their section only where it changes. */
export function arranged(items, count) {
  const sections = Array.from({ length: count }, () => []);
  let last = 0;
  for (const { id, section } of items) sections[last = section ?? last]?.push(id);
  return sections;
}

/** An order of all rows, by sections of these sizes. */
export function parted(order, sizes) {
  const rest = [...order];
  return sizes.map(size => rest.splice(0, size));
}

export class ReorderList extends Drawing {
  get role() { return this.heads?.length > 1 ? 'group' : 'list'; }

  build() {
    const { widget, layout, frame } = this, list = widget.reorderList;
    const clip = `touchd-clip-${widget.id}`;
    shape(shape(this.group, 'clipPath', { id: clip }), 'rect', box(frame, 16));
    shape(this.group, 'rect', { class: 'touchd-area', ...box(frame, 16) });
    this.content = shape(this.group, 'g', { 'clip-path': `url(#${clip})`, role: 'none' });
    this.offset = layout.offset ?? 0;
    this.heads = (list.sections ?? [{}]).map(({ header = 0 }) => header);
    this.sections ??= arranged(list.items, this.heads.length);
    const { isMirrored } = this;
    const start = inset => isMirrored ? frame.width - inset : inset;
    set(this.group, { role: this.role });
    // A screen reader has the rows in the order of the list, whatever order they are drawn in.
    this.lists = this.heads.length > 1 ? this.heads.map(() => shape(this.content, 'g', { role: 'list' })) : [this.group];
    this.headers = this.heads.map((_, index) => {
      const place = { class: 'touchd-label touchd-header', x: start(14), 'dominant-baseline': 'central' };
      const header = shape(this.content, 'text', place);
      header.textContent = widget.draw?.sections?.[index] ?? '';
      if (this.heads.length > 1) set(this.lists[index], { 'aria-label': header.textContent });
      return header;
    });
    this.rows = new Map(layout.rows.map((rect, index) => {
      const id = this.sections.flat()[index];
      const row = shape(this.content, 'g', { class: 'touchd-row', role: 'listitem', id: `touchd-row-${++made}` });
      // In place before its text is measured; afterward, it would slide there from the top.
      row.style.transform = `translateY(${rect.y + rect.height / 2}px)`;
      const face = { x: rect.x + 6, y: 4 - rect.height / 2, width: rect.width - 12, height: rect.height - 8 };
      shape(row, 'rect', { class: 'touchd-face', ...box(face, 12) });
      const label = shape(row, 'text', { class: 'touchd-label', x: start(28), y: 0, 'dominant-baseline': 'central' });
      this.fill(row, label, id, rect, start);
      return [id, { row, height: rect.height }];
    }));
    this.markers = [-1, 1].map(way => this.marker(way));
    this.told = null;
    if (this.chosen !== undefined) this.choose(this.chosen);
  }

  /** What is in a row: icon and text at its beginning, a detail such as a price and the handle at its end. */
  fill(row, label, id, rect, start) {
    const said = this.widget.draw?.rows?.[id] ?? id, { label: text = id, icon, detail } = typeof said === 'string' ? { label: said } : said;
    const item = this.widget.reorderList.items.find(other => other.id === id), tall = Math.min(rect.height - 16, 44), canMove = item?.canMove !== false;
    let from = 28, end = rect.width - 22;
    if (icon) {
      const place = { x: start(from) - (this.isMirrored ? tall : 0), y: -tall / 2, width: tall, height: tall };
      if (/[/:.]/.test(icon)) shape(row, 'image', { class: 'touchd-icon', href: icon, ...place });
      else {
        const sign = shape(row, 'text', { class: 'touchd-label touchd-icon', x: place.x + tall / 2, y: 0, 'text-anchor': 'middle', 'dominant-baseline': 'central', 'aria-hidden': true });
        sign.textContent = icon;
      }
      from += tall + 12;
    }
    if (canMove) {
      // Six points: the row can be picked up.
      for (const point of [0, 1, 2, 3, 4, 5]) {
        shape(row, 'circle', { class: 'touchd-handle', cx: start(end - 2 - 9 * (point % 2)), cy: 9 * (Math.floor(point / 2) - 1), r: 2 });
      }
      end -= 30;
    }
    if (detail) {
      const price = shape(row, 'text', { class: 'touchd-label touchd-detail', x: start(end), y: 0, 'text-anchor': 'end', 'dominant-baseline': 'central' });
      price.textContent = detail;
      end -= (price.getComputedTextLength?.() ?? 60) + 16;
    }
    label.textContent = text;
    set(label, { x: start(from) });
    set(row, { 'aria-label': detail ? `${text}, ${detail}` : text });
    this.fit(label, end - from);
  }

  /** The middle of a row, in pixels of the widget. */
  middleOf(id) {
    let y = -this.offset;
    for (const [section, ids] of this.sections.entries()) {
      y += this.heads[section];
      for (const other of ids) {
        const { height } = this.rows.get(other);
        if (other === id) return y + height / 2;
        y += height;
      }
    }
  }

  /** For keys: scrolls the row that they act on into view, and announces it to screen readers. */
  choose(index) {
    const id = this.sections.flat()[index], { row, height } = this.rows.get(id), middle = this.middleOf(id);
    this.chosen = index;
    this.offset += Math.min(middle - height / 2, 0) || Math.max(middle + height / 2 - this.widget.height, 0);
    if (this.lifted) this.lifted.y = this.middleOf(id);
    set(this.group, { role: 'listbox', 'aria-activedescendant': row.id });
    for (const list of this.lists) if (list !== this.group) set(list, { role: 'group' });
    for (const [other, { row }] of this.rows) {
      set(row, { role: 'option', 'aria-selected': other === this.lifted?.id });
      row.classList.toggle('touchd-chosen', other === id);
    }
    this.draw();
  }

  /** An arrow at the top or bottom that shows that there are more rows. */
  marker(way) {
    const { width, height } = this.frame, middle = width / 2, edge = way < 0 ? 2 : height - 2;
    const marker = shape(this.group, 'g', { class: 'touchd-more' });
    shape(marker, 'rect', { class: 'touchd-face', x: middle - 26, y: edge - 12, width: 52, height: 24, rx: 12 });
    shape(marker, 'path', { d: `M${middle - 10} ${edge - 3 * way}L${middle} ${edge + 4 * way}L${middle + 10} ${edge - 3 * way}` });
    return marker;
  }

  /** Gives screen readers the order, and whether rows are out of view. */
  own() {
    const left = this.layout.contentHeight - this.widget.height - this.offset, ends = [this.offset > 1, left > 1];
    const owned = this.sections.map(ids => ids.map(id => this.rows.get(id).row.id).join(' ')), told = [...owned, ...ends].join();
    if (told === this.told) return;
    this.told = told;
    this.lists.forEach((list, index) => set(list, { 'aria-owns': owned[index] }));
    this.markers.forEach((marker, index) => marker.toggleAttribute('hidden', !ends[index]));
    if (ends.some(Boolean)) set(this.group, { 'aria-description': this.say.words('more_rows') });
  }

  /** Moves a row into a section, to an index among all rows. */
  move(id, section, to) {
    this.sections = this.sections.map(rows => rows.filter(row => row !== id));
    const before = this.sections.slice(0, section).flat().length;
    this.sections[section].splice(to - before, 0, id);
  }

  event(event) {
    const own = event.reorderList ?? {};
    if (own.offset !== undefined) this.offset = own.offset;
    this.group.classList.toggle('touchd-scrolling', event.name === 'scrolled');
    switch (event.name) {
      case 'lifted':
        this.lifted = { id: own.id, y: own.y, scale: own.scale };
        this.say('lifted', 'done');
        break;
      case 'dragged': case 'scrolled': if (this.lifted) this.lifted.y = own.y ?? this.lifted.y; break;
      case 'moved': this.move(own.id, own.section ?? 0, own.to); break;
      case 'dropped': this.say('dropped', 'done', own.to + 1); // falls through
      case 'cancelled': {
        const { order = [], sectionSizes = [order.length] } = own;
        if (order.length) this.sections = parted(order, sectionSizes);
        this.lifted = null;
        break;
      }
      case 'rejected': this.say(event.reason, 'wrong'); this.lifted = null; break;
    }
    this.mood(this.lifted ? 'drawing' : '');
  }

  draw() {
    let y = -this.offset;
    for (const [section, ids] of this.sections.entries()) {
      set(this.headers[section], { y: y + this.heads[section] / 2 });
      y += this.heads[section];
      for (const id of ids) {
        const { row, height } = this.rows.get(id);
        const isLifted = this.lifted?.id === id;
        // A lifted row is drawn above the frame, not cut by it; it settles from where it was.
        const parent = isLifted ? this.group : this.content;
        if (row.parentNode !== parent) {
          parent.append(row);
          row.getBoundingClientRect?.();
        }
        const middle = isLifted ? this.lifted.y : y + height / 2;
        row.style.transform = `translateY(${middle}px)` + (isLifted ? ` scale(${this.lifted.scale})` : '');
        row.style.transformOrigin = `${this.frame.width / 2}px 0`;
        row.classList.toggle('touchd-lifted', isLifted);
        y += height;
      }
    }
    this.own();
  }

  restored(widget) {
    const items = new Map(widget.reorderList.items.map(item => [item.id, item])), order = this.sections.flat();
    if (items.size !== order.length || !order.every(id => items.has(id))) return widget;
    if (this.heads.length !== (widget.reorderList.sections ?? [{}]).length) return widget;
    const arranged = this.sections.flatMap((ids, section) => ids.map(id => ({ ...items.get(id), section })));
    return { ...widget, reorderList: { ...widget.reorderList, items: arranged, offset: this.offset } };
  }
}
