// Types of touchd.js. What goes over the socket is in wire.d.ts, made from the files in interfaces/.

import type { Methods, captcha, scene } from './wire.js';

/** The name of a method, such as `io.touchd.scene.Present`. */
export type Method = keyof Methods;
/** A method that replies several times. */
export type Stream = { [M in Method]: Methods[M]['more'] extends 'none' ? never : M }[Method];
/** A method that can be called for one reply. */
export type Call = { [M in Method]: Methods[M]['more'] extends 'required' ? never : M }[Method];
export type MethodParameters<M extends Method> = Methods[M]['parameters'];
export type Reply<M extends Method> = Methods[M]['reply'];

/**
 * An error that the daemon replied, such as `io.touchd.scene.Busy`; `disconnected` when nobody is there, `refused` with `rule` and
 * `why` when the bridge does not serve this page.
 */
export class TouchdError extends Error {
  constructor(name: string, parameters?: Record<string, unknown>);
  readonly parameters: Record<string, unknown>;
}

export type State = 'connecting' | 'connected' | 'hung' | 'disconnected' | 'refused';

/** The daemon, through touchd-web. Fires `state` when `state` changes. */
export class Daemon extends EventTarget {
  /** `url` such as `ws://127.0.0.1:6080/touchd`; left out, it is that of the server that the page came from. */
  constructor(url?: string, options?: { socket?: new (url: string, protocols: string[]) => unknown });
  readonly state: State;
  /** Why the bridge refused this page: the rule's name and a sentence for who looks after the kiosk. */
  readonly refusal: { rule: string; why: string } | null;
  /** Why nothing is heard while `state` is disconnected or refused, for who looks after the kiosk. */
  readonly why: string;
  /** Ends the connection that calls share; streams end by their signals. */
  close(): void;
  /** One call with one reply. Throws `TouchdError`. */
  call<M extends Call>(
    method: M, ...parameters: {} extends MethodParameters<M> ? [parameters?: MethodParameters<M>] : [parameters: MethodParameters<M>]
  ): Promise<Reply<M>>;
  /** One call with many replies; leaving the loop or aborting ends it. Throws `TouchdError`. */
  stream<M extends Stream>(
    method: M, parameters: MethodParameters<M>, options?: { signal?: AbortSignal }
  ): AsyncGenerator<Reply<M>, void, void>;
  /** A stream that begins anew when it ends or fails, until it is aborted or `failed` returns false. */
  watch<M extends Stream>(method: M, parameters: MethodParameters<M>, take: (reply: Reply<M>) => void,
    options?: { signal?: AbortSignal; failed?: (error: TouchdError) => boolean | void }): Promise<void>;
}

/** The daemon, and whatever it can put on screen. A page that uses few kinds is smaller with `Daemon` and `Presentation`. */
export class Touchd extends Daemon {
  /** Puts widgets on screen and keeps them there. */
  present(options: PresentOptions): Presentation;
}

export type Kind = scene.Kind;

/** Settings by kind. */
export interface Settings {
  pattern: scene.Pattern;
  pin: scene.Pin;
  captcha: scene.Captcha;
  gesture: scene.Gesture;
  button: scene.Button;
  slider: scene.Slider;
  step_slider: scene.StepSlider;
  confined_drag: scene.ConfinedDrag;
  inertial_drag: scene.InertialDrag;
  reorder_list: scene.ReorderList;
}

/** Pictures of a captcha, as `io.touchd.captcha` has them. */
export interface Pictures {
  picture?: captcha.Image;
  piece?: captcha.Image;
}

/** How a widget is drawn; the daemon never sees it. */
export interface Look {
  /** What a screen reader calls it, and the text on a button. */
  label?: string;
  /** Pattern: an arrow on each line tells its direction, which others can read, too; only with 'trail: live'. False by default. */
  arrows?: boolean;
  /** Button: shown as chosen, and told to screen readers as pressed or not. */
  selected?: boolean;
  /** Captcha of profile `given`: where the gap is, along x as a part of the way and its center in picture pixels. */
  gap?: { value: number; y: number };
  /** Captcha with pictures: what `io.touchd.captcha.Create` replied. */
  images?: Pictures;
  /** Gesture: the `steps` that `io.touchd.captcha.Create` replied. */
  steps?: captcha.GestureStep[];
  /** Captcha and gesture: where the button goes for whoever cannot solve it, in the widget's unit. */
  decline?: { x: number; y: number; width: number; height: number };
  /** List: texts by the names of rows. */
  rows?: Record<string, string>;
  /** List: texts of the headers of its sections. */
  sections?: string[];
}

/** A widget as `io.touchd.scene.Present` takes it, with a look. */
export interface Widget extends scene.Widget {
  draw?: Look;
}

/** What a finger did, or what became of it; what only a kind has is in the member of that name. */
export type WidgetEvent = scene.Event;

/** What kind of sentence is shown: a request, something under way, success, failure, something done. */
export type Tone = 'prompt' | 'busy' | 'right' | 'wrong' | 'done';

export interface Stage {
  scene: string;
  /** Aborted when the scene leaves the screen. */
  signal: AbortSignal;
  presentation: Presentation;
}

export interface PresentOptions {
  /** The element that becomes the view: it gets the view's size in pixels and is scaled into its parent. */
  view: HTMLElement;
  /** The widgets, or who makes them; called for every presentation, so that challenges are fresh. */
  widgets: Widget[] | (() => Widget[] | Promise<Widget[]>);
  /** Runs beside every presentation: the calls that belong to the scene. */
  run?: (stage: Stage) => void | Promise<void>;
  /** Hears every event. */
  event?: (event: WidgetEvent) => void;
  /** Hears sentences for people, in the presentation's language. */
  say?: (sentence: { widget: string; key: string; tone: Tone; sentence: string }) => void;
  /** The layout is in place; the view may have a new size. */
  placed?: (view: { width: number; height: number }, presentation: Presentation) => void;
  /** A frame was drawn: the events it shows and when it was drawn. */
  drawn?: (events: WidgetEvent[], now: DOMHighResTimeStamp) => void;
  /** The scene is gone; the presentation tries to bring it back. */
  away?: () => void;
  /** Why no finger is heard (`seat`, `sleep`, `cleaning`; empty: they are), and the sentence that the kit shows. */
  paused?: (reasons: scene.Pause[], sentence: string) => void;
  /** No finger is heard now, also because the daemon hangs or is gone, and the sentence that the kit shows; empty: they are heard. */
  silenced?: (sentence: string) => void;
  /** Another scene is above and gets the touches, or none is any more; and the sentence that the kit shows. */
  covered?: (isCovered: boolean, sentence: string) => void;
  /** Somebody cannot solve the challenge of this widget: offer a person, or another way. */
  declined?: (widget: string) => void;
  /** Something went wrong; what somebody has to mend also reaches `onerror` and the console. */
  failed?: (error: Error) => void;
  /** Why the page does not lie over the panel, whenever the view has a new layout; empty if it does. */
  misaligned?: (sentences: string[]) => void;
  /** While a page is being made: what is wrong is shown on it. */
  development?: boolean;
  /** Language of sentences; that of the document, else English. */
  language?: string;
  /** Sentences that replace those of the language. */
  sentences?: Sentences;
  /** True, the default: announcements tell neither which nor how many dots are connected. */
  private?: boolean;
  /** Drawings by kind; those of `Touchd.present` are all that the kit has. */
  drawings?: { [K in Kind]?: DrawingClass };
}

export class Presentation {
  constructor(touchd: Daemon, options: PresentOptions);
  /** Id of the scene while it is on screen. */
  readonly scene: string | null;
  /** Size of the view, in pixels, once it is known. */
  readonly view?: { width: number; height: number };
  /** Why no finger is heard, as the key of a sentence; null: fingers are heard. */
  readonly paused: 'lost' | 'cleaning' | 'paused' | 'covered' | null;
  /** Resolves after `close`; rejects when the daemon will never take these widgets. */
  readonly closed: Promise<void>;
  /** The sentence for a key, in the presentation's language: that of a widget's kind, if there is one. */
  words(key: string, number?: number, kind?: Kind): string;
  /**
   * Replaces or adds widgets and removes others, once the scene is there; the rest goes on undisturbed.
   * Throws `TouchdError`.
   */
  update(widgets: Widget[], remove?: string[]): Promise<void>;
  /**
   * Another picture for a captcha widget, or another gesture: after a miss, or because a person asks, which is free
   * twice and costs an attempt after that. Throws `TouchdError`.
   */
  refresh(id: string): Promise<void>;
  /** Ends the challenge of a widget, since somebody cannot solve it. Throws `TouchdError`. */
  decline(id: string): Promise<void>;
  /** The sentence for how long to wait: in seconds, from two minutes on in minutes. */
  waiting(seconds: number, kind?: Kind): string;
  /** Shows that a widget is of no use for now, or is again. */
  disable(id: string, isDisabled: boolean): void;
  /** The widget as a person left it. */
  restored(widget: Widget): Widget;
  /** Takes the widgets off the screen. */
  close(): Promise<void>;
}

/** Sentences by their keys: those of `io.touchd.scene.Prompts`. `{n}` stands for a number. */
export type Sentences = Record<string, string>;

/** Sentences by language, once `loadWords` has read them; may be added to. */
export const words: Record<string, Sentences>;

/** Reads `prompts.json` beside the module, once; what a page has put into `words` stays. */
export function loadWords(): Promise<typeof words>;

/** Where parts of a widget are, in pixels of the view, as the daemon tells. */
export type Layout = scene.Layout;
/** Says a sentence: for eyes and, through an aria-live element, for ears. */
export interface Say {
  (key: string, tone: Tone | 'dot', number?: number, sentence?: string): void;
  /** The sentence for a key. */
  words(key: string, number?: number | string): string;
}

/** What every widget's drawing has. A drawing of your own extends it, or is a class that has any of its members. */
export class Drawing {
  constructor(svg: SVGElement, widget: Widget, layout: Layout, say: Say);
  readonly group: SVGGElement;
  readonly widget: Widget;
  readonly say: Say;
  layout: Layout;
  /** Makes the parts, in `group`, for `layout`. */
  build(): void;
  /** Shows the newest state; at most once for each frame. */
  draw(): void;
  /** Hears an event of the widget. */
  event(event: WidgetEvent): void;
  /** The widget has another layout. */
  place(layout: Layout): void;
  /** Nobody hears a finger, or somebody does again. */
  away(isAway: boolean): void;
  /** The widget with settings that show it as it is now, for when it is presented again. */
  restored(widget: Widget): Widget;
  /** Takes the parts off the screen. */
  remove(): void;
  /** Sets the attribute `data-mood` of `group`, for style sheets. */
  mood(mood: string): void;
  /** What a screen reader calls the widget. */
  label(text: string): void;
  /** Adds a text to `group`. */
  text(content: string, x: number, y: number, className?: string, anchor?: string): SVGTextElement;
}
export class Pattern extends Drawing {}
export class Pin extends Drawing {}
export class Captcha extends Drawing {}
export class Gesture extends Drawing {}
export class Button extends Drawing {}
export class Slider extends Drawing {}
export class StepSlider extends Drawing {}
export class ConfinedDrag extends Drawing {}
export class InertialDrag extends Drawing {}
export class ReorderList extends Drawing {}

/** A drawing of the kit or of your own, which may lack any member. */
export type DrawingClass = new (svg: SVGElement, widget: Widget, layout: Layout, say: Say) => Partial<Drawing>;

/** Drawings by kind; a page may put its own in. */
export const drawings: Record<Kind, DrawingClass>;

/** Draws the targets of calibrations over `parent`, which covers the view, until `signal` is aborted. */
export function showCalibrations(
  touchd: Daemon, parent: Element,
  options?: { signal?: AbortSignal; texts?: Partial<Record<string, string>>; failed?: (error: Error) => void },
): Promise<void>;
