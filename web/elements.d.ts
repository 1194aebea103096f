// Types of elements.js.

import type { AwayReason, Daemon, DrawingClass, Kind, Look, Member, Presentation, Tone, WidgetEvent, Settings } from './touchd.js';
import type { captcha, scene, unlock } from './wire.js';

/** Events of a `<touchd-screen>`. */
export interface ScreenEvents {
  'touchd-shown': CustomEvent<{ scene: string }>;
  /** Touches have no effect, for this reason; null: they have again. `why` is for staff. */
  'touchd-away': CustomEvent<{ reason: AwayReason | null; sentence: string; why: string }>;
  'touchd-paused': CustomEvent<{ reasons: scene.Pause[]; sentence: string }>;
  /** Whether another scene is above and gets the touches. */
  'touchd-covered': CustomEvent<{ isCovered: boolean; sentence: string }>;
  /** Why the page does not cover the panel exactly; empty if it does. */
  'touchd-misaligned': CustomEvent<string[]>;
  'touchd-error': CustomEvent<Error>;
}

/** Events of a widget's element, which bubble: every event of its kind, and results of calls. */
export type WidgetEvents = { [Name in scene.EventName as `touchd-${Name}`]: CustomEvent<WidgetEvent> } & {
  'touchd-say': CustomEvent<{ widget: string; key: string; tone: Tone; sentence: string }>;
  /** Captcha and gesture: what is to be read out; the kit does so unless this is prevented. */
  'touchd-hear': CustomEvent<{ sentence: string }>;
  /** Secrets with `user`, captcha and gesture. */
  'touchd-attempt': CustomEvent<unlock.Attempt | captcha.Attempt>;
  'touchd-passed': CustomEvent<{ user?: string; token?: string }>;
  'touchd-outcome': CustomEvent<{ user?: string; outcome: unlock.Outcome | captcha.Outcome; reason?: unlock.Reason; secret?: unlock.Secret }>;
};

interface Listening<Events> {
  addEventListener<Name extends keyof Events>(
    name: Name, listener: (event: Events[Name]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(name: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

/** `<touchd-screen url language development>`: the widgets inside it are one scene. */
export class TouchdScreen extends HTMLElement implements Listening<ScreenEvents> {
  /** The daemon; set it before the element is in the page to share a connection, or to simulate one. */
  touchd: Daemon;
  readonly presentation: Presentation | null;
  /** Schedules a check of where the widgets are. */
  review(): void;
  addEventListener: Listening<ScreenEvents>['addEventListener'];
}

/** What a form knows of any control. */
declare class FormElement extends HTMLElement {
  /** Under which a form submits its value. */
  name: string;
  readonly form: HTMLFormElement | null;
  readonly labels: NodeList;
  /** Drawn dim, and no finger acts on it. */
  disabled: boolean;
  /** Drawn as always, and no finger acts on it. */
  readOnly: boolean;
  readonly validity: ValidityState;
  readonly validationMessage: string;
  readonly willValidate: boolean;
  checkValidity(): boolean;
  reportValidity(): boolean;
  /** The page's own rule: with a message, a form is not submitted. */
  setCustomValidity(message: string): void;
}

/** A widget as an element. Attributes are the settings of its kind in words with hyphens; these are the same as an object. */
export class TouchdWidget<K extends Kind = Kind> extends FormElement {
  static kind: Kind;
  /** The class that draws it. */
  static drawing: DrawingClass;
  settings: Partial<Settings[K]>;
  look: Look;
  readonly screen: TouchdScreen | null;
  addEventListener: Listening<WidgetEvents>['addEventListener'];
}

/** Kinds by the classes of their elements. */
type Kinds = { [K in Kind as `Touchd${Capitalize<Member<K>>}`]: K };
export class TouchdPattern extends TouchdWidget<Kinds['TouchdPattern']> {}
export class TouchdPin extends TouchdWidget<Kinds['TouchdPin']> {}
export class TouchdCaptcha extends TouchdWidget<Kinds['TouchdCaptcha']> {}
export class TouchdGesture extends TouchdWidget<Kinds['TouchdGesture']> {}
export class TouchdButton extends TouchdWidget<Kinds['TouchdButton']> {}
export class TouchdSlider extends TouchdWidget<'slider'> {
  /** Within its range; a value beyond it becomes the nearest end. */
  value: number;
}
export class TouchdStepSlider extends TouchdWidget<'step_slider'> {
  /** The node, counted from 0. */
  index: number;
}
/** A button that is on or off; made of a button, so its other attributes are those of one. */
export class TouchdToggle extends TouchdWidget<'button'> {
  checked: boolean;
}
/** An amount, with a button for less and one for more. Fires `touchd-changed` with `{ value }`. */
export class TouchdStepper extends FormElement {
  /** Within its attributes `min` and `max`. */
  value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}
/** A place in CSS pixels from the widget's top left corner. */
export interface Position { x: number; y: number }
export class TouchdConfinedDrag extends TouchdWidget<'confined_drag'> {
  /** The center of the handle. */
  position: Position;
}
export class TouchdInertialDrag extends TouchdWidget<'inertial_drag'> {
  /** The center of the object, or where it flies to. */
  position: Position;
}
export class TouchdReorderList extends TouchdWidget<'reorder_list'> {
  /** The names of the rows from top to bottom; with several sections, a list for each. */
  order: string[] | string[][];
}
/** Inside a screen: fires `touchd-idle` when nobody has touched the kiosk for so many seconds, and `touchd-active` at the first touch after that. */
export class TouchdIdle extends HTMLElement implements Listening<{ 'touchd-idle': CustomEvent; 'touchd-active': CustomEvent }> {
  /** 60 if not set. */
  seconds: number;
  /** Whether nobody has touched for that time. */
  readonly idle: boolean;
  addEventListener: Listening<{ 'touchd-idle': CustomEvent; 'touchd-active': CustomEvent }>['addEventListener'];
}

type Hyphened<K extends string> = K extends `${infer Word}_${infer Rest}` ? `${Word}-${Hyphened<Rest>}` : K;
interface Own { slider: TouchdSlider; step_slider: TouchdStepSlider; confined_drag: TouchdConfinedDrag; inertial_drag: TouchdInertialDrag; reorder_list: TouchdReorderList }
/** Elements by their names. */
type Elements = { [K in Kind as `touchd-${Hyphened<K>}`]: K extends keyof Own ? Own[K] : TouchdWidget<K> };

declare global {
  interface HTMLElementTagNameMap extends Elements {
    'touchd-screen': TouchdScreen;
    'touchd-toggle': TouchdToggle;
    'touchd-stepper': TouchdStepper;
    'touchd-idle': TouchdIdle;
  }
}
