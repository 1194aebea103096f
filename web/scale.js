// The daemon counts in pixels of the panel, elements in CSS pixels. Where these differ, this is between them.
import { member } from './widgets.js';

/** Settings that are lengths, and those of events. All numbers of a layout are lengths. */
const settings = new Set(['thumbWidth', 'thumbHeight', 'margin', 'trackHeight', 'hitMargin', 'centerX', 'centerY', 'radius', 'inset', 'inner', 'outer',
  'handleRadius', 'tapSlop', 'positionX', 'positionY', 'objectWidth', 'objectHeight', 'minSpeed', 'maxSpeed', 'height', 'header', 'rowHeight', 'offset',
  'scrollSpeed', 'edgeZone', 'releaseMargin']);
const events = new Set(['x', 'y', 'targetX', 'targetY', 'velocityX', 'velocityY', 'offset', 'hitRadius', 'pixels']);

/** The daemon's defaults that are lengths (interfaces/io.touchd.scene.varlink). */
const defaults = {
  button: () => ({ releaseMargin: 10 }),
  slider: (width, height) => ({ thumbWidth: Math.min(31, width), thumbHeight: Math.min(31, height), trackHeight: 2, hitMargin: 12 }),
  stepSlider: () => ({ hitMargin: 12 }),
  confinedDrag: () => ({ handleRadius: 22, tapSlop: 10 }),
  inertialDrag: () => ({ tapSlop: 10, minSpeed: 20, maxSpeed: 20000 }),
  reorderList: () => ({ rowHeight: 80, tapSlop: 10, scrollSpeed: 240 }),
};

/** A value in which the numbers with such names are multiplied, at any depth. */
function times(value, factor, isLength, name) {
  if (typeof value === 'number') return isLength(name) ? value * factor : value;
  if (Array.isArray(value)) return value.map(part => times(part, factor, isLength, name));
  if (!value || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, times(part, factor, isLength, name)]));
}

/** A widget, with its place in fractions of the window, in pixels of the panel. */
function enlarged(widget, ratio) {
  const { width, height, hitMargin } = widget, made = { ...widget, hitMargin: hitMargin && hitMargin * ratio };
  const part = member(widget.kind), own = defaults[part]?.(width * innerWidth, height * innerHeight);
  if (own || widget[part]) made[part] = times({ ...own, ...widget[part] }, ratio, name => settings.has(name));
  return made;
}

/** The daemon as elements see it: in CSS pixels, of which each is `ratio` pixels of the panel wide. */
export function scaled(touchd, ratio) {
  const sent = ({ widgets, ...rest }) => ({ ...rest, widgets: widgets?.map(widget => enlarged(widget, ratio)) });
  const heard = reply => ({
    ...reply, ...reply.layout && { viewWidth: reply.viewWidth / ratio, viewHeight: reply.viewHeight / ratio },
    layout: times(reply.layout, 1 / ratio, () => true), event: times(reply.event, 1 / ratio, name => events.has(name)),
  });
  const own = {
    call: (method, parameters) => touchd.call(method, method === 'io.touchd.scene.Update' ? sent(parameters) : parameters),
    async *stream(method, parameters, options) {
      const isScene = method === 'io.touchd.scene.Present';
      for await (const reply of touchd.stream(method, isScene ? sent(parameters) : parameters, options)) yield isScene ? heard(reply) : reply;
    },
  };
  return new Proxy(touchd, {
    get: (_, name) => own[name] ?? (typeof touchd[name] === 'function' ? touchd[name].bind(touchd) : touchd[name]),
  });
}
