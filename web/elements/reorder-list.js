import { ReorderList } from '../drawings/reorder-list.js';
import { define } from './screen.js';
import { TouchdWidget } from './widget.js';

/** `<touchd-reorder-list>`. */
export class TouchdReorderList extends TouchdWidget {
  static kind = 'reorder_list';
  static drawing = ReorderList;
}

define('touchd-reorder-list', TouchdReorderList);
