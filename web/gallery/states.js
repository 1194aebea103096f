// What the daemon would send for each element and state, in a view of 320 × 200.
import { Challenge } from '../drawings/challenge.js';
import { Secret } from '../drawings/secret.js';
import { models, samples } from '../pretend/models.js';
import { drawings } from '../touchd.js';
import { motifs, simple } from './puzzles.js';

const frame = { x: 20, y: 15, width: 280, height: 170 };
const own = (kind, name, fields = {}, more = {}) => ({ name, [kind]: fields, ...more });

/** Why touches have no effect. */
export const reasons = ['lost', 'no_bridge', 'not_served', 'hung', 'no_panel', 'cleaning', 'paused', 'covered'];

/** The states of each element; `waiting`: entries are refused for now. */
export function states(kind) {
  if (kind === 'screen') return reasons;
  if (kind === 'captcha') return [...Object.keys(motifs), 'simple', 'active', 'right', 'wrong', 'waiting', 'without a picture'];
  const judged = [Secret, Challenge].some(base => drawings[kind]?.prototype instanceof base);
  const more = {
    button: ['selected', 'primary', 'danger', 'quiet', 'danger active', 'disabled'], reorder_list: ['scrolled', 'with prices'], slider: ['ticks and value', 'vertical'],
    toggle: ['on', 'on, active'], confined_drag: ['edge', 'ring'], pattern: ['arrows', 'numbered'],
  }[kind] ?? [];
  return ['idle', 'active', ...judged ? ['right', 'wrong', 'waiting'] : [], ...more];
}

/** A judged element after its entry. */
const judged = (kind, state, active) => {
  const result = passed => ({ name: 'judged', judged: { passed, reason: passed ? undefined : 'refused' } });
  if (state === 'right') return [...active, own(kind, 'completed'), result(true)];
  if (state === 'wrong') return [...active, own(kind, 'completed'), result(false)];
  return ['active', 'arrows'].includes(state) ? active : [];
};

function pattern(state) {
  const dots = Array.from({ length: 9 }, (_, dot) => ({ x: 70 + 70 * (dot % 3), y: 15 + 70 * Math.floor(dot / 3) }));
  const drawn = [[0], [1, 90], [4, 180], [8, 135]].map(([dot, angle], index) => own('pattern', 'dot', { count: index + 1, dot, angle }));
  return {
    widget: { ...frame, pattern: {}, draw: { label: 'Pattern lock', arrows: state === 'arrows' } },
    layout: { dots, hitRadius: 21, numbered: state === 'numbered' },
    to: judged('pattern', state, [own('pattern', 'began'), ...drawn, own('pattern', 'moved', { x: 175, y: 155 })]),
  };
}

/** Another secret, with the layout of its simulated model. */
const secret = kind => state => {
  const frame = { x: 65, y: 4, width: 192, height: 192 };
  return { widget: { ...frame, [kind]: {} }, layout: new models[kind]({ frame, settings: {} }).layout(), to: judged(kind, state, [own(kind, 'began')]) };
};

/** Puzzles that the daemon's painter has drawn; `scripts/pictures` writes them. */
function captcha(state) {
  if (state === 'without a picture') return drawn();
  const name = motifs[state] || state === 'simple' ? state : 'quilt', { start, target, size, outline } = motifs[name] ?? simple;
  const scale = (name === 'simple' ? 144 : 176) / 268, at = { x: 140 - 200 * scale, y: -3 };
  const place = ([x, y]) => ({ x: at.x + x * scale, y: at.y + y * scale }), corner = place(start), points = [];
  for (let index = 0; index < outline.length; index += 2) points.push(place([start[0] + outline[index], start[1] + outline[index + 1]]));
  const moved = spot => own('captcha', 'moved', place(spot));
  return {
    widget: { ...frame, captcha: {}, draw: { images: { picture: { href: `puzzle-${name}.png` }, piece: { href: `puzzle-${name}-piece.png` } } } },
    layout: {
      picture: { ...at, width: 400 * scale, height: 268 * scale }, piece: { ...corner, width: size[0] * scale, height: size[1] * scale },
      outline: points, ...name === 'simple' && { bar: { x: at.x, y: at.y + 150, width: 400 * scale, height: 26 } },
    },
    to: state === 'right' ? [moved(target), own('captcha', 'solved')] : state === 'wrong' ? [moved([60, 180]), own('captcha', 'missed')]
      : state === 'active' ? [own('captcha', 'began'), moved([100, 150])] : [],
  };
}

/** Where the daemon draws no picture. */
function drawn() {
  const corners = [[0, 9], [18, 9], [24, 0], [30, 9], [48, 9], [48, 48], [0, 48]];
  return {
    widget: { ...frame, captcha: {}, draw: { gap: { value: .6, y: 75 } } },
    layout: {
      picture: { x: 0, y: -5, width: 280, height: 145 }, piece: { x: 10, y: 46, width: 48, height: 48 },
      outline: corners.map(([x, y]) => ({ x: x + 10, y: y + 46 })), bar: { x: 0, y: 145, width: 280, height: 32 },
    },
    to: [],
  };
}

const gesture = state => ({
  widget: { ...frame, gesture: {}, draw: { steps: [{ act: 'tap', count: 2 }, { act: 'hold', count: 1 }, { act: 'tap', count: 1 }] } },
  layout: {},
  to: state === 'idle' ? [] : [own('gesture', 'began'), own('gesture', 'touched', { count: 2 }),
    ...state === 'right' ? [own('gesture', 'solved')] : state === 'wrong' ? [own('gesture', 'missed')] : []],
});

const button = state => ({
  widget: { x: 60, y: 65, width: 200, height: 70, draw: { label: 'Controls', selected: ['idle', 'active', 'selected'].includes(state) ? state === 'selected' : undefined, variant: /primary|danger|quiet/.exec(state)?.[0] } },
  layout: {}, to: state.includes('active') ? [own('button', 'began')] : [],
});

const toggle = state => ({
  widget: { ...frame, y: 70, height: 60, draw: { label: 'Read aloud', checked: state.includes('on') } }, layout: {},
  to: state.includes('active') ? [own('button', 'began')] : [],
});

/** The whole screen while touches have no effect. */
const screen = () => button('idle');

const slider = state => ({
  widget: {
    ...frame, slider: { max: 100, value: 40 },
    draw: { label: 'Volume', ...state === 'ticks and value' && { ticks: 5, bubble: true, valueText: '{n} %' }, ...state === 'vertical' && { ticks: 3, bubble: true } },
  },
  layout: state === 'vertical'
    ? { track: { x: 135, y: 0, width: 10, height: 170 }, thumb: { x: 118, y: 126, width: 44, height: 44 }, minCenter: { x: 140, y: 148 }, maxCenter: { x: 140, y: 22 } }
    : { track: { x: 0, y: 80, width: 280, height: 10 }, thumb: { x: 0, y: 63, width: 44, height: 44 }, minCenter: { x: 22, y: 85 }, maxCenter: { x: 258, y: 85 } },
  to: state === 'active' ? [own('slider', 'changed', { value: 75 })] : [],
});

const step_slider = state => ({
  widget: { ...frame, stepSlider: { nodes: ['Small', 'Medium', 'Large'], index: 1 }, draw: { label: 'Size' } },
  layout: {
    track: { x: 0, y: 55, width: 280, height: 60 }, thumb: { x: 90, y: 62, width: 92, height: 46 }, nodes: [48, 140, 232].map(x => ({ x, y: 85 })),
  },
  to: state === 'active' ? [own('stepSlider', 'changed', { value: .8, index: 2 })] : [],
});

function confined_drag(state) {
  const isRing = state === 'ring', radius = 60;
  const place = state === 'edge' ? { x: 202, y: 127, clamped: true } : { x: 160, y: 60 };
  return {
    widget: { ...frame, confinedDrag: { handleRadius: 24, inset: isRing ? 0 : 24, shape: isRing ? 'ring' : 'disc' }, draw: { label: 'Joystick' } },
    layout: { center: { x: 140, y: 85 }, handle: isRing ? { x: 140, y: 145 } : { x: 140, y: 85 }, radius },
    to: ['active', 'edge'].includes(state) ? [own('confinedDrag', 'moved', place)] : [],
  };
}

const inertial_drag = state => ({
  widget: { ...frame, inertialDrag: {}, draw: { label: 'Puck' } },
  layout: { object: { x: 108, y: 53, width: 64, height: 64 } },
  to: state === 'active' ? [own('inertialDrag', 'moved', { x: 70, y: 60 })] : [],
});

/** A cup in a color. */
const cup = color => `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="${color}" d="M3 8h14v6a6 6 0 0 1-6 6H9a6 6 0 0 1-6-6z"/>
  <path fill="none" stroke="${color}" stroke-width="2" d="M17 10h2a2 2 0 0 1 0 6h-3M8 2v3M12 2v3"/></svg>`)}`;
const priced = {
  tea: { label: 'Tea', icon: cup('#7fd08a'), detail: '2.40 €' }, coffee: { label: 'Coffee', icon: cup('#d2a679'), detail: '2.80 €' },
  cocoa: { label: 'Cocoa', icon: cup('#c58fd6'), detail: '3.00 €' }, water: { label: 'Water', detail: '1.00 €' }, juice: 'Juice',
};

function reorder_list(state) {
  const rows = ['tea', 'coffee', 'cocoa', 'water', 'juice'], height = 48;
  const offset = state === 'scrolled' ? 40 : 0;
  return {
    widget: {
      ...frame, reorderList: { items: rows.map(id => ({ id })) },
      draw: { label: 'Drinks', rows: state === 'with prices' ? priced : { tea: 'Tea', coffee: 'Coffee', cocoa: 'Cocoa', water: 'Water', juice: 'Juice' } },
    },
    layout: {
      rows: rows.map((_, index) => ({ x: 0, y: index * height - offset, width: frame.width, height })), offset,
      contentHeight: rows.length * height,
    },
    to: state === 'active' ? [own('reorderList', 'lifted', { id: 'coffee', index: 1, y: 72, scale: 1.03 }), own('reorderList', 'dragged', { y: 10 })] : [],
  };
}

/** The widget, its layout and the events that bring it into a state. */
const secrets = Object.fromEntries(Object.keys(samples).map(kind => [kind, secret(kind)]));
export const kinds = { screen, ...secrets, pattern, captcha, gesture, button, toggle, slider, step_slider, confined_drag, inertial_drag, reorder_list };
