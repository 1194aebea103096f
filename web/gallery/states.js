// What the daemon would send for each element and state, in a view of 320 × 200.

const frame = { x: 20, y: 15, width: 280, height: 170 };
const own = (kind, name, fields = {}, more = {}) => ({ name, [kind]: fields, ...more });

/** The states of each element; `waiting`: entries are refused for now. */
export function states(kind) {
  const judged = ['pattern', 'pin', 'captcha', 'gesture'].includes(kind);
  const more = { button: ['selected'], reorder_list: ['scrolled'], confined_drag: ['edge', 'ring'], pattern: ['arrows', 'numbered'] }[kind] ?? [];
  return ['idle', 'active', ...judged ? ['right', 'wrong', 'waiting'] : [], ...more, 'covered', 'disconnected'];
}

/** A judged element after its entry. */
const judged = (kind, state, active) => {
  const result = passed => ({ name: 'result', result: { passed, reason: passed ? undefined : 'refused' } });
  if (state === 'right') return [...active, own(kind, 'completed'), result(true)];
  if (state === 'wrong') return [...active, own(kind, 'completed'), result(false)];
  return ['active', 'arrows'].includes(state) ? active : [];
};

function pattern(state) {
  const dots = Array.from({ length: 9 }, (_, dot) => ({ x: 90 + 70 * (dot % 3), y: 30 + 70 * Math.floor(dot / 3) }));
  const drawn = [[0], [1, 90], [4, 180], [8, 135]].map(([dot, angle], index) => own('pattern', 'dot', { count: index + 1, dot, angle }));
  return {
    widget: { ...frame, pattern: {}, draw: { label: 'Pattern lock', arrows: state === 'arrows' } },
    layout: { dots, hitRadius: 21, numbered: state === 'numbered' },
    to: judged('pattern', state, [own('pattern', 'began'), ...drawn, own('pattern', 'moved', { x: 175, y: 155 })]),
  };
}

function pin(state) {
  const labels = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'backspace', '0', 'enter'];
  const keys = labels.map((_, key) => ({ x: 65 + 64 * (key % 3), y: 4 + 48 * Math.floor(key / 3), width: 62, height: 47 }));
  return { widget: { ...frame, pin: {} }, layout: { keys, labels }, to: judged('pin', state, [own('pin', 'began')]) };
}

function captcha(state) {
  const corners = [[0, 0], [18, 0], [24, -9], [30, 0], [48, 0], [48, 48], [0, 48]];
  return {
    widget: { ...frame, captcha: {}, draw: { gap: { value: .6, y: 85 } } },
    layout: {
      picture: { x: 20, y: 10, width: 280, height: 145 }, piece: { x: 30, y: 61, width: 48, height: 48 },
      pieceOutline: corners.map(([x, y]) => ({ x: x + 30, y: y + 61 })), bar: { x: 20, y: 160, width: 280, height: 32 },
    },
    to: state === 'right' ? [own('captcha', 'moved', { x: 139, y: 46 }), own('captcha', 'solved')]
      : state === 'wrong' ? [own('captcha', 'moved', { x: 90, y: 46 }), own('captcha', 'missed')]
        : state === 'active' ? [own('captcha', 'began'), own('captcha', 'moved', { x: 90, y: 46 })] : [],
  };
}

const gesture = state => ({
  widget: { ...frame, gesture: {}, draw: { steps: [{ act: 'tap', count: 2 }, { act: 'hold', count: 1 }, { act: 'tap', count: 1 }] } },
  layout: {},
  to: state === 'idle' ? [] : [own('gesture', 'began'), own('gesture', 'touched', { count: 2 }),
    ...state === 'right' ? [own('gesture', 'solved')] : state === 'wrong' ? [own('gesture', 'missed')] : []],
});

const button = state => ({
  widget: { x: 60, y: 65, width: 200, height: 70, draw: { label: 'Controls', selected: state === 'selected' } }, layout: {},
  to: state === 'active' ? [own('button', 'began')] : [],
});

const slider = state => ({
  widget: { ...frame, slider: { max: 100, value: 40 }, draw: { label: 'Volume' } },
  layout: { track: { x: 20, y: 95, width: 280, height: 10 }, thumb: { x: 20, y: 78, width: 44, height: 44 }, ends: [{ x: 42, y: 100 }, { x: 278, y: 100 }] },
  to: state === 'active' ? [own('slider', 'changed', { value: 75 })] : [],
});

const step_slider = state => ({
  widget: { ...frame, stepSlider: { nodes: ['Small', 'Medium', 'Large'], index: 1 }, draw: { label: 'Size' } },
  layout: {
    track: { x: 20, y: 70, width: 280, height: 60 }, thumb: { x: 110, y: 77, width: 92, height: 46 },
    ends: [{ x: 68, y: 100 }, { x: 252, y: 100 }], nodes: [68, 160, 252].map(x => ({ x, y: 100 })),
  },
  to: state === 'active' ? [own('stepSlider', 'changed', { value: .8, index: 2 })] : [],
});

function confined_drag(state) {
  const isRing = state === 'ring', radius = 60;
  const place = state === 'edge' ? { x: 202, y: 127, clamped: true } : { x: 160, y: 60 };
  return {
    widget: { ...frame, confinedDrag: { handleRadius: 24, inset: isRing ? 0 : 24, shape: isRing ? 'ring' : 'disc' }, draw: { label: 'Joystick' } },
    layout: { center: [{ x: 160, y: 100 }], handle: [isRing ? { x: 160, y: 160 } : { x: 160, y: 100 }], radius },
    to: ['active', 'edge'].includes(state) ? [own('confinedDrag', 'moved', place)] : [],
  };
}

const inertial_drag = state => ({
  widget: { ...frame, inertialDrag: {}, draw: { label: 'Puck' } },
  layout: { object: { x: 128, y: 68, width: 64, height: 64 } },
  to: state === 'active' ? [own('inertialDrag', 'moved', { x: 70, y: 60 })] : [],
});

function reorder_list(state) {
  const rows = ['tea', 'coffee', 'cocoa', 'water', 'juice'], height = 48;
  const offset = state === 'scrolled' ? 40 : 0;
  return {
    widget: {
      ...frame, reorderList: { items: rows.map(id => ({ id })) },
      draw: { label: 'Drinks', rows: { tea: 'Tea', coffee: 'Coffee', cocoa: 'Cocoa', water: 'Water', juice: 'Juice' } },
    },
    layout: {
      rows: rows.map((_, index) => ({ x: frame.x, y: frame.y + index * height - offset, width: frame.width, height })), offset,
      contentHeight: rows.length * height,
    },
    to: state === 'active' ? [own('reorderList', 'lifted', { id: 'coffee', index: 1, y: 72, scale: 1.03 }), own('reorderList', 'dragged', { y: 10 })] : [],
  };
}

/** The widget, its layout and the events that bring it into a state. */
export const kinds = { pattern, pin, captcha, gesture, button, slider, step_slider, confined_drag, inertial_drag, reorder_list };
