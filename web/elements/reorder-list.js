import { ReorderList, arranged, parted } from '../drawings/reorder-list.js';
import { ControlWidget } from './control.js';
import { define } from './screen.js';

/** `<touchd-reorder-list>`; `order` has the names of its rows from top to bottom, with several sections a list for each. */
export class TouchdReorderList extends ControlWidget {
  static kind = 'reorder_list';
  static drawing = ReorderList;
  static written = ['items'];
  get order() { return this.state; }
  set order(order) { this.state = order; }

  reads({ items = [], sections = [{}] }) {
    const order = arranged(items, sections.length);
    return order.length > 1 ? order : order[0];
  }

  /** Rows that are not the same as before have the order of the settings. */
  applied(settings, order) {
    const rows = new Map(settings.items?.map(item => [item.id, item])), sections = Array.isArray(order[0]) ? order : [order];
    const items = sections.flatMap((ids, section) => ids.map(id => rows.has(id) && { ...rows.get(id), section }));
    const isWhole = items.length === rows.size && items.every(Boolean) && sections.length === (settings.sections ?? [{}]).length;
    return isWhole ? { ...settings, items } : settings;
  }

  entries(order) { return order.flat().map(id => ['', id]); }

  fixed({ items = [], ...settings }) {
    return { ...settings, items: items.map(({ section, ...item }) => item).sort((one, other) => one.id < other.id ? -1 : 1) };
  }

  told({ order, sectionSizes }) { return order && sectionSizes ? parted(order, sectionSizes) : order; }

  /** Enter lifts and drops the selected row, arrows move the lifted row, or else the selection; Escape puts the row back. */
  keys(key, drawing) {
    const { sections } = drawing.widget.reorderList, order = drawing.sections.flat(), chosen = drawing.chosen ?? 0;
    const id = order[chosen], to = chosen + ({ more: -1, less: 1 }[key] ?? 0);
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
  }
}

define('touchd-reorder-list', TouchdReorderList);
