// Types of sounds.js.

export type Sound = 'press' | 'step' | 'lift' | 'drop' | 'right' | 'wrong';

/** Calls `play` for what happens to the widgets inside an element; by default with the kit's own tones. Returns what ends it. */
export function sounds(around: HTMLElement, play?: (sound: Sound, event: Event) => void): () => void;
/** The sound of an event, or none. */
export function soundOf(event: { name: string; result?: { passed: boolean } }): Sound | undefined;
/** Plays a tone of the kit. */
export function tone(sound: Sound): void;
