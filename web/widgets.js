// Converts the widgets that a page describes to those that the daemon gets.

/** Kinds that accept no taps by default. */
const dragged = ['pattern', 'captcha', 'inertial_drag', 'reorder_list'];

/** The widget without its appearance. Every kind accepts taps too, unless the page says otherwise. */
export const plain = ({ draw, ...widget }) => {
  if (!dragged.includes(widget.kind)) return widget;
  const own = member(widget.kind);
  return { ...widget, [own]: { input: 'both', ...widget[own] } };
};

/** The member with what only that kind has: settings, parts of a layout, and members of events; and the setting that an attribute is. */
export const member = kind => kind.replace(/[-_](\w)/g, (_, letter) => letter.toUpperCase());

/** Classes by the kinds that they are named after: `StepSlider` is of `step_slider`. */
export const byKind = classes => Object.fromEntries(Object.entries(classes).map(([name, made]) => [name.replace(/\B[A-Z]/g, '_$&').toLowerCase(), made]));

/** The widgets, and the buttons that belong to them: for people who cannot solve it, and what an element adds. No id of an element has a space. */
export const completed = (widgets, label) => widgets.flatMap(widget => {
  const { id, unit, z, disabled, draw: { decline, buttons } = {} } = widget;
  const places = { ...decline && { decline: { label, ...decline } }, ...buttons };
  return [widget, ...Object.entries(places).map(([name, { label, ...place }]) => (
    { id: `${id} ${name}`, kind: 'button', unit, z, disabled, ...place, draw: { label, of: id, declines: name === 'decline' ? id : undefined } }
  ))];
});
