// A presentation of pages that use classes: its widgets are drawn in one element, the view.
import { Presentation as Widgets } from './presentation.js';
import { lend } from './style.js';
import { set, shape } from './svg.js';

const lengths = ['width', 'height', 'transform'];

/** Makes an element a view. The function that this returns restores it; changes by the page stay. */
function viewed(view) {
  const returned = lend(), style = lengths.map(name => view.style[name]);
  const added = ['class', 'style'].filter(name => !view.hasAttribute(name));
  // A long press is a touch of a widget, or of nothing.
  const noMenu = event => { if (event.target.closest('.touchd-shield, .touchd-widget')) event.preventDefault(); };
  view.classList.add('touchd-view');
  view.addEventListener('contextmenu', noMenu);
  return () => {
    returned();
    view.classList.remove('touchd-view');
    view.removeEventListener('contextmenu', noMenu);
    lengths.forEach((name, index) => { view.style[name] = style[index]; });
    for (const name of added) if (!view.getAttribute(name)) view.removeAttribute(name);
  };
}

/** Widgets on screen: drawn in `view`, an element that gets the view's size and is scaled into its parent. */
export class Presentation extends Widgets {
  constructor(touchd, options) {
    const { view } = options, svg = shape(view, 'svg', {});
    let size, leave = viewed(view);
    // One to one on the kiosk's own screen.
    const scale = () => {
      if (!size) return;
      const factor = Math.min(view.parentElement.clientWidth / size.width, view.parentElement.clientHeight / size.height);
      Object.assign(view.style, { width: `${size.width}px`, height: `${size.height}px`, transform: `translate(-50%, -50%) scale(${factor})` });
    };
    const sizes = new ResizeObserver(scale);
    sizes.observe(view.parentElement);
    super(touchd, {
      ...options,
      canvas: () => svg,
      frame: () => view.getBoundingClientRect(),
      fit(found) {
        size = found;
        set(svg, { viewBox: `0 0 ${size.width} ${size.height}` });
        scale();
      },
      cleared(keepsFault) {
        sizes.disconnect();
        svg.remove();
        if (keepsFault) return;
        leave();
        leave = () => {};
      },
    });
  }
}
