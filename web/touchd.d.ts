// Types of touchd.js. What goes over the socket is in wire.d.ts, made from the files in interfaces/.

import type { Methods, captcha, scene } from './wire.js';

/** The name of a method, such as `io.touchd.scene.Present`. */
export type Method = keyof Methods;
/** A method that replies several times. */
export type Stream = { [M in Method]: Methods[M]['more'] extends 'none' ? never : M }[Method];
/** A method that can be called for one reply. */
export type Call = { [M in Method]: Methods[M]['more'] extends 'required' ? never : M }[Method];
export type Parameters<M extends Method> = Methods[M]['parameters'];
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
export class Touchd extends EventTarget {
  /** `url` such as `ws://127.0.0.1:6080/touchd`; left out, it is that of the server that the page came from. */
  constructor(url?: string);
  readonly state: State;
  /** Why the bridge refused this page: the rule's name and a sentence for who looks after the kiosk. */
  readonly refusal: { rule: string; why: string } | null;
  /** One call with one reply. Throws `TouchdError`. */
  call<M extends Call>(
    method: M, ...parameters: {} extends Parameters<M> ? [parameters?: Parameters<M>] : [parameters: Parameters<M>]
  ): Promise<Reply<M>>;
  /** One call with many replies; leaving the loop or aborting ends it. Throws `TouchdError`. */
  stream<M extends Stream>(
    method: M, parameters: Parameters<M>, options?: { signal?: AbortSignal }
  ): AsyncGenerator<Reply<M>, void, void>;
  /** A stream that begins anew when it ends or fails, until it is aborted or `failed` returns false. */
  watch<M extends Stream>(method: M, parameters: Parameters<M>, take: (reply: Reply<M>) => void,
    options?: { signal?: AbortSignal; failed?: (error: TouchdError) => boolean | void }): Promise<void>;
  /** Puts widgets on screen and keeps them there. */
  present(options: PresentOptions): Presentation;
}

export type Kind = scene.Kind;

/** Pictures of a captcha, as `io.touchd.captcha` has them. */
export interface Pictures {
  picture?: captcha.Image;
  piece?: captcha.Image;
}

/** How a widget is drawn; the daemon never sees it. */
export interface Look {
  /** What a screen reader calls it, and the text on a button. */
  label?: string;
  /** Button: shown as chosen. */
  selected?: boolean;
  /** Captcha of profile `given`: where the gap is, along x as a part of the way and its center in picture pixels. */
  gap?: { value: number; y: number };
  /** Captcha with pictures: what `io.touchd.captcha.Create` replied. */
  images?: Pictures;
  /** Gesture: the `steps` that `io.touchd.captcha.Create` replied. */
  steps?: captcha.Step[];
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
export type TouchEvent = scene.Event;

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
  event?: (event: TouchEvent) => void;
  /** Hears sentences for people, in the presentation's language. */
  say?: (sentence: { widget: string; key: string; tone: Tone; sentence: string }) => void;
  /** The layout is in place; the view may have a new size. */
  placed?: (view: { width: number; height: number }, presentation: Presentation) => void;
  /** A frame was drawn: the events it shows and when it was drawn. */
  drawn?: (events: TouchEvent[], now: DOMHighResTimeStamp) => void;
  /** The scene is gone; the presentation tries to bring it back. */
  away?: () => void;
  /** Why no finger is heard (`seat`, `sleep`, `cleaning`; empty: they are), and the sentence that the kit shows. */
  paused?: (reasons: scene.Pause[], sentence: string) => void;
  /** Somebody cannot solve the challenge of this widget: offer a person, or another way. */
  declined?: (widget: string) => void;
  /** Something went wrong that is tried again. */
  failed?: (error: Error) => void;
  /** Language of sentences; that of the document, else English. */
  language?: string;
  /** Sentences that replace those of the language. */
  sentences?: Sentences;
  /** True, the default: announcements tell neither which nor how many dots are connected. */
  private?: boolean;
}

export class Presentation {
  /** Id of the scene while it is on screen. */
  readonly scene: string | null;
  /** Size of the view, in pixels, once it is known. */
  readonly view?: { width: number; height: number };
  /** Resolves after `close`; rejects when the daemon will never take these widgets. */
  readonly closed: Promise<void>;
  /** The sentence for a key, in the presentation's language. */
  words(key: string, number?: number): string;
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
  /** Takes the widgets off the screen. */
  close(): Promise<void>;
}

/** Sentences by their keys: those of `io.touchd.scene.Prompts`. `{n}` stands for a number. */
export type Sentences = Record<string, string>;

/** Sentences by language, read from `prompts.json` beside the module; may be added to. */
export const words: Record<string, Sentences>;

/** Drawings by kind; may be replaced by classes with the same members. */
export const drawings: Record<Kind, new (...parameters: any[]) => any>;

/** Draws the targets of calibrations over `parent`, which covers the view, until `signal` is aborted. */
export function showCalibrations(
  touchd: Touchd, parent: Element,
  options?: { signal?: AbortSignal; texts?: Partial<Record<string, string>>; failed?: (error: Error) => void },
): Promise<void>;
