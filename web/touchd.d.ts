// Types of touchd.js. Those of the socket and of each kind's drawing are in wire.d.ts, generated from the files in interfaces/.

import type { Methods, captcha, scene } from './wire.js';

export * from './wire.js';

/** The name of a method, such as `io.touchd.scene.Present`. */
export type Method = keyof Methods;
/** A method that replies several times. */
export type Stream = { [M in Method]: Methods[M]['more'] extends 'none' ? never : M }[Method];
/** A method that can be called for one reply. */
export type Call = { [M in Method]: Methods[M]['more'] extends 'required' ? never : M }[Method];
export type MethodParameters<M extends Method> = Methods[M]['parameters'];
export type Reply<M extends Method> = Methods[M]['reply'];

/**
 * An error reply of the daemon, such as `io.touchd.scene.Busy`; `disconnected` if there is no connection, `refused` with `rule` and
 * `why` if the bridge does not serve this page.
 */
export class TouchdError extends Error {
  constructor(name: string, parameters?: Record<string, unknown>);
  readonly parameters: Record<string, unknown>;
}

export type State = 'connecting' | 'connected' | 'hung' | 'disconnected' | 'refused';

/** Why touches have no effect; also the key of the sentence. */
export type AwayReason = 'not_served' | 'no_bridge' | 'hung' | 'lost' | 'no_panel' | 'cleaning' | 'paused' | 'covered';

/** The daemon, through touchd-web. Fires `state` when `state` changes. */
export class Daemon extends EventTarget {
  /** `url` such as `ws://127.0.0.1:6080/touchd`; by default that of the server that the page came from. */
  constructor(url?: string, options?: { socket?: new (url: string, protocols: string[]) => unknown });
  readonly state: State;
  /** Why the bridge refused this page: the rule's name and a sentence for staff. */
  readonly refusal: { rule: string; why: string } | null;
  /** Why there is no connection while `state` is disconnected or refused, for staff. */
  readonly why: string;
  /** `touchd-web` while not even that answers. */
  readonly missing: string;
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
  /** A stream that restarts when it ends or fails, until it is aborted or `failed` returns false. */
  watch<M extends Stream>(method: M, parameters: MethodParameters<M>, take: (reply: Reply<M>) => void,
    options?: { signal?: AbortSignal; failed?: (error: TouchdError) => boolean | void }): Promise<void>;
}

/** The daemon, with the drawings of all kinds. A page that uses few kinds is smaller with `Daemon` and `Presentation`. */
export class Touchd extends Daemon {
  /** Puts widgets on screen and keeps them there. */
  present(options: PresentOptions): Presentation;
}

export type Kind = scene.Kind;

/** The member with what only one kind has, of widgets, layouts and events: `stepSlider` for `step_slider`. */
export type Member<K extends string> = K extends `${infer Word}_${infer Rest}` ? `${Word}${Capitalize<Member<Rest>>}` : K;
/** Settings by kind. */
export type Settings = { [K in Kind]: Required<scene.Widget>[Member<K> & keyof scene.Widget] };

/** Pictures of a captcha, as `io.touchd.captcha` has them. */
export interface Pictures {
  picture?: captcha.Image;
  piece?: captcha.Image;
}

/** How a widget is drawn; the daemon never sees it. */
export interface Look {
  /** What a screen reader calls it, and the text on a button. */
  label?: string;
  /** What a screen reader calls it instead. */
  name?: string;
  /** Pattern: an arrow on each line shows its direction, to bystanders too; only with 'trail: live'. False by default. */
  arrows?: boolean;
  /** Button: shown as selected, and announced by screen readers as pressed or not. */
  selected?: boolean;
  /** Captcha of profile `given`: where the gap is: along x as a fraction of the travel, its center in picture pixels. */
  gap?: { value: number; y: number };
  /** Captcha with pictures: the reply of `io.touchd.captcha.Create`. */
  images?: Pictures;
  /** Gesture: the `steps` of the reply of `io.touchd.captcha.Create`. */
  steps?: captcha.GestureStep[];
  /** Captcha and gesture: the frame of a button for people who cannot solve it, in the widget's unit. */
  decline?: { x: number; y: number; width: number; height: number };
  /** Button: `primary` for the one that leads on, `danger`, `quiet` without an outline. */
  variant?: 'primary' | 'danger' | 'quiet';
  /** Captcha and gesture: more buttons, by the ends of their names, which are those of the widget and this: `puzzle-hear`. */
  buttons?: Record<string, { label: string; x: number; y: number; width: number; height: number }>;
  /** Slider: a bubble with the value, and marks along the range, of which the first and the last have their values. */
  bubble?: boolean;
  ticks?: number;
  /** Slider: how a value is written, such as `{n} %`. */
  valueText?: string;
  /** List: texts by the names of rows, or also an icon (a character or an address) and a detail at the end, such as a price. */
  rows?: Record<string, string | { label?: string; icon?: string; detail?: string }>;
  /** List: texts of the headers of its sections. */
  sections?: string[];
  /** Whether the page is right-to-left where it is; as the view is, if not given. */
  isMirrored?: boolean;
}

/** A widget of `io.touchd.scene.Present`, with its appearance. */
export interface Widget extends scene.Widget {
  draw?: Look;
}

/** What a finger did, or its effect; data of a single kind is in the member of that name. */
export type WidgetEvent = scene.Event;

/** The kind of a sentence: a request, progress, success, failure, completion. */
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
  /** The widgets, or a function that returns them, called for every presentation, so that challenges are fresh. */
  widgets: Widget[] | (() => Widget[] | Promise<Widget[]>);
  /** Runs during every presentation: the calls that belong to the scene. */
  run?: (stage: Stage) => void | Promise<void>;
  /** Called with every event. */
  event?: (event: WidgetEvent, drawing?: Partial<Drawing>) => void;
  /** Called with sentences for people, in the presentation's language. */
  say?: (sentence: { widget: string; key: string; tone: Tone; sentence: string }) => void;
  /** The layout is in place; the view may have a new size. */
  placed?: (view: { width: number; height: number }, presentation: Presentation) => void;
  /** A frame was drawn: the events it shows and when it was drawn. */
  drawn?: (events: WidgetEvent[], now: DOMHighResTimeStamp) => void;
  /** The scene is gone; the presentation tries to present it again. */
  away?: () => void;
  /** Why touches are ignored (`seat`, `sleep`, `cleaning`; empty if they are not), and the sentence that the kit shows. */
  paused?: (reasons: scene.Pause[], sentence: string) => void;
  /** Touches have no effect, also because the daemon hangs or is gone: the sentence that the kit shows; empty if they have. */
  silenced?: (sentence: string, reason: AwayReason | null, why: string) => void;
  /** Whether another scene is above and gets the touches, and the sentence that the kit shows. */
  covered?: (isCovered: boolean, sentence: string) => void;
  /** A person cannot solve the challenge of this widget: offer staff, or another way. */
  declined?: (widget: string) => void;
  /** An error; those that a retry cannot fix also reach `onerror` and the console. */
  failed?: (error: Error) => void;
  /** Why the page does not cover the panel exactly, after each new layout of the view; empty if it does. */
  misaligned?: (sentences: string[]) => void;
  /** For development: errors are shown on the page. */
  development?: boolean;
  /** Language of sentences; by default that of the document, else English. */
  language?: string;
  /** Sentences that replace those of the language. */
  sentences?: Sentences;
  /** True, the default: announcements reveal neither which nor how many dots are connected. */
  private?: boolean;
  /** Drawings by kind; by default `Touchd.present` has all of the kit. */
  drawings?: Partial<Record<Kind, DrawingClass>> | ((widget: Widget) => DrawingClass);
}

export class Presentation {
  constructor(touchd: Daemon, options: PresentOptions);
  /** Id of the scene while it is on screen. */
  readonly scene: string | null;
  /** Size of the view, in pixels, once it is known. */
  readonly view?: { width: number; height: number };
  /** Why touches have no effect, as the key of a sentence; null if they have. */
  readonly paused: AwayReason | null;
  /** Says a sentence to screen readers; nothing is shown. */
  announce(sentence: string): void;
  /** Resolves after `close`; rejects if the daemon can never accept these widgets. */
  readonly closed: Promise<void>;
  /** The sentence for a key, in the presentation's language: that of a widget's kind, if there is one. */
  words(key: string, number?: number, kind?: Kind): string;
  /**
   * Replaces or adds widgets and removes others, once the scene exists; other widgets are not disturbed.
   * Throws `TouchdError`.
   */
  update(widgets: Widget[], remove?: string[]): Promise<void>;
  /**
   * Another picture for a captcha widget, or another gesture: after a miss, or because a person asks, which is free
   * twice and costs an attempt after that. Throws `TouchdError`.
   */
  refresh(id: string): Promise<void>;
  /** Ends the challenge of a widget because a person cannot solve it. Throws `TouchdError`. */
  decline(id: string): Promise<void>;
  /** The sentence for how long to wait: in seconds, from two minutes on in minutes. */
  waiting(seconds: number, kind?: Kind): string;
  /** The last events of gestures that have begun and not ended, by widget. */
  readonly held: Map<string, WidgetEvent>;
  /** Shows a widget as disabled, or enabled again. */
  disable(id: string, isDisabled: boolean): void;
  /** The widget in its present state, such as a slider's value. */
  restored(widget: Widget): Widget;
  /** Takes the widgets off the screen. */
  close(): Promise<void>;
}

/** Sentences by their keys: those of `io.touchd.scene.Prompts`. `{n}` stands for a number. */
export type Sentences = Record<string, string>;

/** Sentences by language, once `loadWords` has read them; pages may add more. */
export const words: Record<string, Sentences>;

/** Reads `prompts.json` beside the module, once, or takes the kit's own English; sentences that a page has put into `words` stay. */
export function loadWords(): Promise<typeof words>;

type Every<Part> = (Part extends unknown ? (part: Part) => void : never) extends (every: infer All) => void ? All : never;
/** Where parts of a widget are, in pixels from its top left corner, as reported by the daemon; buttons and gestures have none. */
export type Layout = Partial<Every<Required<scene.Layout>[Member<Kind> & keyof scene.Layout]>> & {
  /** Of the widget, in pixels of the view. */
  frame: scene.Rect;
};
/** Shows a sentence, and announces it to screen readers through an aria-live element. */
export interface Say {
  (key: string, tone: Tone | 'dot', number?: number, sentence?: string): void;
  /** The sentence for a key: that of the widget's kind, if there is one. */
  words(key: string, number?: number | string): string;
}

/** The base of every widget's drawing. Your own drawing extends it, or is a class with some of its members. */
export class Drawing {
  constructor(svg: SVGElement, widget: Widget, layout: Layout, say: Say);
  /** In pixels from the widget's top left corner. */
  readonly group: SVGGElement;
  /** Its frame is in pixels of the view. */
  readonly widget: Widget;
  /** The frame as the group has it: `x` and `y` are 0. */
  readonly frame: scene.Rect;
  readonly say: Say;
  layout: Layout;
  /** Makes the parts, in `group`, for `layout`. */
  build(): void;
  /** Shows the newest state; at most once for each frame. */
  draw(): void;
  /** Handles an event of the widget. */
  event(event: WidgetEvent): void;
  /** The widget has another layout. */
  place(layout: Layout): void;
  /** Touches have no effect, or have again. */
  away(isAway: boolean): void;
  /** The widget with settings for its present state, for presenting it again. */
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

/** A drawing of the kit or of your own, which may lack any member. */
export type DrawingClass = new (svg: SVGElement, widget: Widget, layout: Layout, say: Say) => Partial<Drawing>;

/** Drawings by kind; a page may replace them. */
export const drawings: Record<Kind, DrawingClass>;

/** Draws the targets of calibrations over `parent`, which covers the view, until `signal` is aborted. */
export function showCalibrations(
  touchd: Daemon, parent: Element,
  options?: { signal?: AbortSignal; texts?: Partial<Record<string, string>>; failed?: (error: Error) => void },
): Promise<void>;
