import { add } from '../style.js';
import { shape } from '../svg.js';

add(`
.touchd-fill { stroke: var(--tone); stroke-linecap: round; }
.touchd-thumb { fill: var(--tone); stroke: var(--ink); stroke-width: 2; }
`);

/** The part that a finger drags. */
export const grip = (parent, tag, attributes) => shape(parent, tag, { class: 'touchd-thumb', ...attributes });
