// Shapes of an SVG picture.

const svgSpace = 'http://www.w3.org/2000/svg';

export function shape(parent, tag, attributes = {}) {
  const element = document.createElementNS(svgSpace, tag);
  set(element, attributes);
  // Parts that a style sheet outside a custom element can reach: ::part(dot-core).
  if (attributes.class) element.setAttribute('part', attributes.class.replace(/touchd-/g, ''));
  parent?.append(element);
  return element;
}

export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

export const box = (rect, radius = 0) => ({ x: rect.x, y: rect.y, width: rect.width, height: rect.height, rx: radius });
export const pill = rect => box(rect, Math.min(rect.width, rect.height) / 2);
export const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
export const between = (from, to, part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
