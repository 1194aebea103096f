// What the daemon gets of the widgets that a page describes.

/** The id of the button for who cannot solve the captcha of a widget. */
export const declining = id => `${id}-decline`;

/** Where the settings of kinds lie that by themselves take no taps. */
const dragged = { pattern: 'pattern', captcha: 'captcha', inertial_drag: 'inertialDrag', reorder_list: 'reorderList' };

/** Without its look. Nobody has to drag: every kind takes taps too unless the page says otherwise. */
export const plain = ({ draw, ...widget }) => {
  const member = dragged[widget.kind];
  return member ? { ...widget, [member]: { input: 'both', ...widget[member] } } : widget;
};

/** With its place in pixels of the view. */
export const inPixels = (widget, view) => widget.unit !== 'fractions' ? widget : {
  ...widget, x: widget.x * view.width, y: widget.y * view.height,
  width: widget.width * view.width, height: widget.height * view.height,
};

/** The widgets, and the button of each that may be declined. */
export const completed = (widgets, label) => widgets.flatMap(widget => {
  const { id, unit, z, draw } = widget;
  if (!draw?.decline) return [widget];
  return [widget, { id: declining(id), kind: 'button', unit, z, ...draw.decline, draw: { label, declines: id } }];
});
