export const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
export const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/** The base of simulated models. Places and layouts are in pixels of the widget. */
export class Model {
  constructor(given) { Object.assign(this, given); }
}
