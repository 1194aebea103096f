import { ReorderList } from '../drawings/reorder-list.js';
import { KeyedWidget } from './keyboard.js';
import { define } from './screen.js';

/** `<touchd-reorder-list>`. */
export class TouchdReorderList extends KeyedWidget {
  static kind = 'reorder_list';
  static drawing = ReorderList;
}

define('touchd-reorder-list', TouchdReorderList);
