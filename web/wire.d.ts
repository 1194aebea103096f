// Made by scripts/interfaces from interfaces/*.varlink: what goes over the socket.

/** Calibration of a panel by touches on targets. */
export namespace calibration {
  /** How far a calibration is */
  type Stage = 'aiming' | 'verifying' | 'trial' | 'kept' | 'reverted' | 'refused' | 'cancelled';
  /** A place in the view, in pixels */
  interface Point {
    x: number;
    y: number;
  }
  /** A calibration that was kept */
  interface Calibration {
    /** The panel */
    panel: string;
    /** The turn that it holds with, in degrees */
    rotation: number;
    /** From what the panel reports to where it is meant to be, as in LIBINPUT_CALIBRATION_MATRIX */
    matrix: number[];
    /** The matrix that it replaces: with another one in udev or the configuration it does not hold */
    replaces: number[];
    /** How far the verification was off, in millimeters; missing for panels that do not tell their size */
    missMm?: number;
    /** Vendor and product */
    vendor: number;
    product: number;
    /** What udev calls ID_PATH, if it tells */
    path?: string;
    /** When it was made, in microseconds since 1970 */
    wallTimeUSec: number;
  }
}

/**
 * Captchas that a finger solves on a physical panel: slide a piece into its gap, or tap and hold in the order on screen.
 * Profile 'given' is for administrators only. No message contains the target of a slide, a tolerance or how close a miss was.
 * The front end that shows a gesture gets its steps, since a person has to read them.
 */
export namespace captcha {
  /** What a person has to do */
  type ChallengeKind = 'slide' | 'gesture';
  /** What to do in one step */
  type Act = 'tap' | 'hold';
  /** One step of a gesture; between two steps of taps is a pause */
  interface Step {
    act: Act;
    /** How many taps, 1 to 3; 1 with 'hold' */
    count: number;
  }
  /** How a challenge is made */
  type Profile = 'given' | 'simple' | 'default';
  /** How the finger moves the piece */
  type Drive = 'bar' | 'piece';
  /** What profile 'given' asks for */
  interface Given {
    /** Slide: where the gap is along x, as a part of the way that the piece can go, 0 to 1 */
    targetValue?: number;
    /** Height of the center of the gap, in pixels from the top of the picture; half the picture if not given */
    gapCenterY?: number;
    /** Gesture: what to do, 1 to 12 steps */
    steps?: Step[];
  }
  /** A picture to draw */
  interface Image {
    /** Its size, in pixels; it may be drawn in any other, see io.touchd.scene */
    width: number;
    height: number;
    /** A PNG file in base64 (RFC 4648), at most 512 KiB of text */
    png: string;
  }
  /** A place in the picture, in its pixels, from its top left corner */
  interface PicturePoint {
    x: number;
    y: number;
  }
  /** How a challenge ended. Treat a value you do not know as failed. */
  type Outcome = 'passed' | 'failed' | 'cancelled' | 'expired' | 'declined';
  /** One judged attempt */
  interface Attempt {
    /** Id for io.touchd.result.Get; missing if it could not be stored */
    result?: string;
    /** Number of the attempt, counted from 1 */
    number: number;
    outcome: Outcome;
    /**
     * Why it did not pass: missed, untrusted_device, locked_out, track_rejected, refreshed (Refresh was called too often),
     * storage_failed. While the panel is locked out an attempt counts for nothing. The screen hears of a track only that it
     * missed
     */
    reason?: string;
    /**
     * Why no finger made the track: track_too_short, track_too_early (lifted within 250 ms of being shown), track_broken_time,
     * track_teleport, track_superhuman, track_even (constant speed or equal steps), track_rhythm (quicker than its panel
     * reports), track_no_area, track_replay. By taps: track_too_early (also: handed in within 250 ms of the last tap that moved
     * the piece), track_superhuman, track_broken_time, track_even (the same touch again to the millisecond),
     * track_replay (the touches of one that passed again, wherever)
     */
    flaw?: string;
    /** How it was made */
    input?: Input;
    /**
     * How much the drag that passed is like a person's, 0 to 100; below 50 it is like a program's, see io.touchd.token.
     * Missing where nothing was dragged, and for misses: a program could be tuned by it
     */
    score?: number;
    /** How long this panel solves no captcha because too many were missed, in microseconds */
    waitUSec?: number;
    /** Rounds of a study only, which tell 'score' and 'flaw' of misses too: what was measured */
    facts?: Facts;
  }
  /** What was measured of an attempt: no place that a finger was at */
  interface Facts {
    /** From the moment it was shown to the last lifting, in microseconds */
    sinceShownUSec: number;
    /** Taps: how many touches there were */
    touches?: number;
    /**
     * Drags: from landing to lifting; how many movements it was made of; the farthest way from the landing; how far it went
     * beyond its end; how long the finger rested before it lifted
     */
    durationUSec?: number;
    movements?: number;
    travelMm?: number;
    overshootMm?: number;
    restUSec?: number;
  }
  /** How an attempt was made */
  type Input = 'drag' | 'tap';
  /** How far a challenge is. Treat a value you do not know as open if 'outcome' is missing. */
  type State = 'issued' | 'shown' | 'active' | 'judged' | 'redeemed' | 'expired' | 'cancelled' | 'declined';
}

/** The touch panels that the daemon reads. */
export namespace device {
  /**
   * Where a device comes from: decided by its place in sysfs, never by what it reports.
   * Treat a value you do not know like 'unknown'.
   */
  type Provenance = 'physical' | 'uhid' | 'virtual' | 'remote' | 'unknown';
  /** Why touches are ignored. Treat a value you do not know as one more reason */
  type Pause = 'seat' | 'sleep' | 'cleaning';
  /** A rectangle in the view, in pixels */
  interface Rect {
    x: number;
    y: number;
    width: number;
    height: number;
  }
  /** One touch panel */
  interface Device {
    /** Number of the panel until it is unplugged; a replugged panel gets a new one */
    id: number;
    /**
     * Stable name of the panel: of its section [panel NAME] in the configuration, else where it is plugged in (udev's
     * ID_PATH), else the kernel's name
     */
    panel?: string;
    /** Name that the kernel gives */
    name: string;
    /** Event node, such as /dev/input/event5; it may change with every plug */
    node: string;
    /** Where it comes from */
    provenance: Provenance;
    /** Bus, vendor, product and version numbers of the kernel */
    bus: number;
    vendor: number;
    product: number;
    version: number;
    /** Physical connection as the driver names it */
    phys?: string;
    /** Width in millimeters, unrotated, if the panel tells */
    widthMm?: number;
    /** Height in millimeters, unrotated, if the panel tells */
    heightMm?: number;
    /** True while the kernel ignores the panel because somebody said so (its attribute 'inhibited' in sysfs) */
    inhibited?: boolean;
    /**
     * What the panel is and where it is plugged in, for pinned-panels= of the configuration: another panel, or this one at
     * another port, has another pin
     */
    pin?: string;
    /** How many fingers it can track; missing for a single-touch panel */
    slots?: number;
    /** The part of the view that it is mapped to */
    area: Rect;
    /** How far the panel is turned clockwise behind the picture, in degrees: 0, 90, 180 or 270 */
    rotation: number;
  }
  /** An event node of the machine */
  interface Candidate {
    /** The node, such as /dev/input/event5 */
    node: string;
    /** Name that the kernel gives; empty if it gives none */
    name: string;
    /** Whether it is read as a panel */
    taken: boolean;
    /** Why it is, or why not, in words */
    why: string;
    /** Name of the panel, as in Device; missing if it is none */
    panel?: string;
    /** Who else than root may write to the node of a panel, and so inject touches, in words; missing if nobody may */
    exposure?: string;
  }
}

/** The daemon: status, view, cleaning, configuration. */
export namespace manage {
  /** Who a peer is */
  type Role = 'observer' | 'frontend' | 'administrator';
  /**
   * What is wrong with the vault as a whole. Every pattern is then locked until an administrator enrolls the user again or a
   * recovery key is used, tokens are not accepted, and every panel waits its longest time for captchas. Treat a value you do
   * not know as an alarm.
   */
  type VaultAlarm = 'missing' | 'damaged' | 'rolled_back' | 'altered' | 'guard_missing' | 'guard_altered' |
    'counter_replaced' | 'counter_unreadable' | 'removed';
  /** What detects an older copy of the whole state directory */
  type RollbackProtection = 'none' | 'tpm2';
  /** Why touches are ignored. Treat a value you do not know as one more reason */
  type Pause = 'seat' | 'sleep' | 'cleaning';
  /** Whether a pattern is good for anything, as in io.touchd.unlock */
  type State = 'active' | 'disabled' | 'expired' | 'recovering';
  /** The attempts of a user; members as in io.touchd.unlock */
  interface Standing {
    name: string;
    failedAttempts: number;
    state: State;
    waitUSec?: number;
    attemptsLeft?: number;
    attemptsUntilLocked?: number;
    locked?: boolean;
  }
  /** The scene that keeps other users' off the screen */
  interface Holder {
    /** Its id, for io.touchd.scene.Dismiss */
    scene: string;
    /** The user and the process that presented it */
    uid: number;
    pid: number;
  }
  /** The panels */
  interface PanelsStatus {
    /** How many are plugged in */
    count: number;
    /** Frames read from them since the start */
    frames: number;
    /** What is wrong with them, in words; missing if nothing is */
    problem?: string;
  }
  /** The screen */
  interface ScreenStatus {
    /** Number of scenes */
    scenes: number;
    /** The scene that keeps other users' off the screen; missing if none does, and for others than administrators */
    holder?: Holder;
  }
  /** Who may do what */
  interface AccessStatus {
    /** Role of the caller */
    role: Role;
    /** Number of open connections */
    connections: number;
    /** Panels that may unlock and solve captchas, by provenance */
    allowProvenance: string[];
    /** Whether of these only pinned panels may (pinned-panels= of the configuration) */
    pinned: boolean;
    /** Users who have wrong drawings against them or are kept out; for front ends and administrators only */
    standing?: Standing[];
  }
  /** Whether touches are ignored */
  interface PauseStatus {
    /** Why; empty: they are not */
    paused: Pause[];
    /** Time until cleaning ends by itself; missing while nothing is cleaned */
    cleaningUSec?: number;
  }
  /** The vault */
  interface VaultStatus {
    /**
     * What is wrong with it, and the same in words; missing if nothing is. With words alone the disk does not take what the
     * daemon writes: nobody is let in and nothing is proved until it does, which needs no restart
     */
    alarm?: VaultAlarm;
    problem?: string;
    /** Whether an older copy of the whole state directory would be noticed */
    rollbackProtection: RollbackProtection;
  }
  /** A key that changed when the configuration was read again */
  interface Change {
    /** The section, without brackets */
    section: string;
    /** The key */
    key: string;
    /** The old value, as written, or the default */
    before: string;
    /** The new value */
    after: string;
    /** True if it takes effect with the next start of the daemon */
    needsRestart: boolean;
  }
  /** A key of the configuration */
  interface Key {
    /** The section, without brackets */
    section: string;
    /** The name of the key */
    name: string;
    /** Its value, as it is or would be written; missing if it may not leave the machine */
    value?: string;
    /** Whether a file sets it */
    set: boolean;
  }
}

/**
 * What the daemon sees and counts: fingers, touches that reached no widget, latencies, the last seconds as a recording.
 * What fingers do to widgets is in io.touchd.scene.
 */
export namespace monitor {
  /** One finger on a panel */
  interface Contact {
    /** Counted up, never used twice while the daemon runs */
    id: number;
    /** The panel, as in io.touchd.device */
    device: number;
    /** Where it is in the view, in pixels, to the thousandth */
    x: number;
    y: number;
    /** Where it is on the panel, in millimeters, to the thousandth; missing if the panel does not tell its size */
    xMm?: number;
    yMm?: number;
  }
  /** Why a landing reached no widget. Treat a value you do not know as one more reason */
  type UnheardReason = 'held_elsewhere' | 'inhibited' | 'held_since_start' | 'lost' | 'palm' | 'unknown_place' |
    'edge_zone' | 'dead_zone' | 'ghost' | 'bounce' | 'seat' | 'sleep' | 'cleaning' | 'still_finger' | 'calibration' |
    'no_scene' | 'covered' | 'no_widget' | 'busy' | 'not_here' | 'not_now';
  /** A finger that landed and reached no widget */
  interface UnheardLanding {
    /** Counted up from 1; a number that is left out was not sent, as the reader lagged */
    number: number;
    reason: UnheardReason;
    /** The panel, as in io.touchd.device */
    device: number;
    /** Its name (Device.panel); missing if it was gone */
    panel?: string;
    /** Where it landed in the view, in pixels; missing if that is not known */
    x?: number;
    y?: number;
    /** Where it landed on the panel as built, in fractions of its axes; missing if that is not known */
    panelX?: number;
    panelY?: number;
    /** When, in microseconds of CLOCK_MONOTONIC */
    timeUSec: number;
  }
  /** A step of a histogram */
  interface Step {
    /** Its upper end in microseconds, inclusive; missing in the last step, which has none */
    upToUSec?: number;
    /** How many frames fell into it: longer than the step before, not longer than this */
    count: number;
  }
  /** How long frames took since the start of the daemon */
  interface Latency {
    /**
     * From the kernel's stamp of the frame to: 'read' (the daemon had it), 'delivered' (everything that it caused was handed
     * to the sockets of front ends)
     */
    stage: 'read' | 'delivered';
    /** How many frames */
    count: number;
    /** The sum and the longest, in microseconds */
    sumUSec: number;
    maxUSec: number;
    steps: Step[];
  }
  /** Something that is counted since the start of the daemon */
  interface Counter {
    /**
     * What: frames, panels_added, panels_removed, losses_of_events (reports that the kernel dropped because the daemon read
     * too late), connections, connections_refused (by a limit), connections_dropped (garbage, or a slow reader), reloads,
     * reloads_refused, results, results_left_out (those that no finger caused beyond 20 of a user, and one in 10 min; they
     * are not kept), lines_left_out (of the log, beyond 30 of a user on one topic and one in 5 s), unheard (landings that no
     * widget heard, filters of panels among the reasons)
     */
    name: string;
    /** Kind and outcome of 'results', as in io.touchd.result; missing for all others */
    kind?: string;
    outcome?: string;
    /**
     * Reason (UnheardReason) and panel (Device.panel) of 'unheard'; missing for all others, the panel also if it was gone or
     * one of too many
     */
    reason?: string;
    panel?: string;
    /** How many */
    value: number;
  }
}

/**
 * Outcomes of unlocks, enrollments, removals and captchas. No result contains a secret.
 * Whoever has the unguessable id can read that result. List and Watch return the results of the caller's uid, and all results
 * to administrators and members of group-backend. Of results without a finger (cancelled, expired, declined, refreshed) 20
 * of a user are stored, and one more in 10 min; the others are only counted (results_left_out of io.touchd.monitor).
 */
export namespace result {
  /**
   * What was tried
   * clearing: an administrator cleared a user's wrong drawings, or an alarm
   * recovery: a recovery key was made or tried
   * change: a user drew a new pattern after the old one, or a duress pattern
   * restriction: an administrator disabled or enabled a user, or set when the pattern expires
   * lock: the daemon locked something; the reason says why: exhausted (a user has no guess left), vault_ and a word of
   * io.touchd.manage.VaultAlarm
   */
  type Kind = 'unlock' | 'enrollment' | 'removal' | 'captcha' | 'clearing' | 'recovery' | 'change' | 'restriction' |
    'lock';
  /** How it ended. Treat a value you do not know as failed. */
  type Outcome = 'passed' | 'failed' | 'cancelled' | 'expired';
  /** Where the panel came from, as in io.touchd.device */
  type Provenance = 'physical' | 'uhid' | 'virtual' | 'remote' | 'unknown';
  /** What a captcha asked for */
  interface Challenge {
    /** slide or gesture, as in io.touchd.captcha */
    kind: string;
    /** How it was made, as in io.touchd.captcha */
    profile: string;
    /** Size of its picture, in pixels; missing where there was none */
    width?: number;
    height?: number;
    /** How many others had been asked for beside the first one and those after a miss */
    refreshes: number;
  }
  /** One outcome */
  interface Result {
    /** Unguessable name */
    id: string;
    /** Place in the order of results, growing; use it as 'after' in List */
    sequence: number;
    kind: Kind;
    outcome: Outcome;
    /** Why it did not pass; or duress, if it passed with the duress pattern: only for callers that see all results */
    reason?: string;
    /** The user of an unlock, enrollment or removal */
    user?: string;
    /** The scene and the widget it was made on */
    scene?: string;
    widget?: string;
    /** Where the panel came from; missing if no finger was involved */
    provenance?: Provenance;
    /** Name of the panel (Device.panel in io.touchd.device); missing as above */
    panel?: string;
    /** Which try in its call it was, counted from 1 */
    attempt: number;
    /** The attempts of the user after an unlock, as in io.touchd.unlock */
    waitUSec?: number;
    attemptsLeft?: number;
    attemptsUntilLocked?: number;
    locked?: boolean;
    /** What a captcha asked for */
    challenge?: Challenge;
    /** True if the caller itself chose the target: proves nothing */
    demo?: boolean;
    /** When it was decided, in microseconds of CLOCK_MONOTONIC; only comparable within one boot */
    timeUSec: number;
    /** The same moment for people, in microseconds since 1970 */
    wallTimeUSec: number;
  }
  /** What is wrong with the stored results. Treat a value you do not know as wrong. */
  type Break = 'edited' | 'inserted' | 'reordered' | 'deleted' | 'checkpoint' | 'rewritten' | 'truncated';
}

/**
 * What is on screen: widgets in the view, and what fingers do to them.
 * Coordinates are view pixels, origin top left, y down. touchd handles rotation and calibration.
 */
export namespace scene {
  /** Kind of a widget */
  type Kind = 'pattern' | 'captcha' | 'gesture' | 'button' | 'slider' | 'step_slider' | 'confined_drag' |
    'inertial_drag' | 'reorder_list';
  /** How a widget may be driven. Every kind can be driven by taps alone; end events say which way was used */
  type Input = 'drag' | 'tap' | 'both';
  /** What happens when a contact is lost in the middle of a drag */
  type CancelRule = 'keep' | 'roll_back';
  /** How a finger holds what it drags */
  type Grab = 'keep_offset' | 'center';
  /** What a pattern widget is for */
  type PatternPurpose = 'verify' | 'enroll';
  /** Why touches are ignored. Treat a value you do not know as one more reason */
  type Pause = 'seat' | 'sleep' | 'cleaning';
  /** How much of the line is reported */
  type Trail = 'count' | 'live';
  /** How samples become dots */
  type Decoder = 'points' | 'swept' | 'turn';
  /** Settings of a pattern widget; whatever is missing has its default */
  interface Pattern {
    /** Rows of dots, 2 to 6; 3 if not given */
    rows?: number;
    /** Columns of dots, 2 to 6; 3 if not given */
    columns?: number;
    /** Fewest dots of a drawing, 4 to all; 4 if not given */
    minDots?: number;
    /** Hit radius as a part of the pitch, 0.05 to 0.44; 0.30 if not given */
    hitRadiusFraction?: number;
    /** 'verify' if not given */
    purpose?: PatternPurpose;
    /** 'count' if not given */
    trail?: Trail;
    /** 'turn' if not given */
    decoder?: Decoder;
    /** Report only the number of dots, whatever 'trail' says; false if not given */
    stealth?: boolean;
    /** 'drag' if not given. By taps: each tap connects a dot, and a second tap on the last dot submits the drawing */
    input?: Input;
    /**
     * How the grid varies from one drawing to the next; only with purpose 'verify'. False if not given, unless the
     * administrator sets [unlock] vary-grid=. Draw the dots where the layout and the event 'placed' put them; the pattern
     * stays the same. Touches are ignored while a wrong drawing is shown.
     * The grid is smaller than the widget and lies in another place each time
     */
    moved?: boolean;
    /** The grid has another size each time; its dots are at least 12 mm apart if the panel reports its size */
    scaled?: boolean;
    /** The grid is mirrored at random. Draw the number of each dot, from 1 in the order of the layout */
    mirrored?: boolean;
  }
  /** Settings of a captcha widget */
  interface Captcha {
    /** The challenge, from io.touchd.captcha.Create; missing if the widget is shown for a request */
    challenge?: string;
    /**
     * 'drag' if not given. By taps: the first tap moves the piece there, a tap within 40 pixels of the piece nudges it by 2
     * pixels, a tap on the piece (or its knob) submits it
     */
    input?: Input;
    /**
     * Shape of the piece as SVG path data in pixels: one closed path of M, L, H, V, C and Z, upper or lower case, at most 32
     * segments and 2048 bytes, such as 'M0 0 H48 V48 H0 Z'. Its bounding box is the piece: sides of 40 to 512 pixels, at most
     * half the picture's width, at least a quarter of it covered by the shape. If not given, a jigsaw piece of 40 by 40.
     * Only for a challenge without pictures; with pictures, Create takes the shape
     */
    piece?: string;
  }
  /** Settings of a gesture widget; the whole widget takes touches */
  interface Gesture {
    /** The challenge, from io.touchd.captcha.Create with kind 'gesture'; missing if the widget is shown for a request */
    challenge?: string;
    /** 'tap' or 'both', which mean the same here */
    input?: Input;
  }
  /** Settings of a button */
  interface Button {
    /** How far off the widget the finger may stray, 0 to 200 pixels; 10 if not given */
    tapSlop?: number;
    /** A press this long is a long press, 100000 to 10000000 microseconds; if not given there is none */
    longPressUSec?: number;
    /** 'tap' or 'both', which mean the same here */
    input?: Input;
  }
  /** How a track lies */
  type Orientation = 'horizontal' | 'vertical';
  /** Where a track lies across its widget */
  type Alignment = 'center' | 'start' | 'end' | 'fill';
  /** What a tap on a track does */
  type TapOnTrack = 'jump' | 'page' | 'ignore';
  /** Settings of a slider */
  interface Slider {
    /** The ends, -1e12 to 1e12, min below max; 0 and 1 if not given */
    min?: number;
    max?: number;
    /** The value to begin with, clamped to the ends; 'min' if not given */
    value?: number;
    /** What 'page' moves by, 0.001 to 1 of the range; 0.1 if not given */
    page?: number;
    /** True: 'changed' while the finger moves. False: 'moved' while it moves, one 'changed' at the end. True if not given */
    continuous?: boolean;
    /** 'horizontal' if not given */
    orientation?: Orientation;
    /** 'center' if not given */
    alignment?: Alignment;
    /** Size of the thumb, in pixels, at most the widget's; 31 if not given */
    thumbWidth?: number;
    thumbHeight?: number;
    /** From the end of the widget to the thumb's center at an end, in pixels; half the thumb if not given, never less */
    margin?: number;
    /** Thickness of the track, in pixels; 2 if not given */
    trackHeight?: number;
    /** How far beside thumb and track a finger may land, 0 to 200 pixels; 12 if not given */
    hitMargin?: number;
    /** 'keep_offset' if not given */
    grab?: Grab;
    /** 'jump' if not given */
    tapOnTrack?: TapOnTrack;
    /** 'both' if not given: the thumb is dragged, the track is tapped */
    input?: Input;
    /** 'keep' if not given */
    onCancel?: CancelRule;
  }
  /** Settings of a step slider; H is the height of the widget, or its width if vertical */
  interface StepSlider {
    /** Names of the nodes, 2 to 64 */
    nodes: string[];
    /** The node to begin with, counted from 0; 0 if not given */
    index?: number;
    /** The thumb goes from node to node while it is dragged; false if not given */
    liveSnap?: boolean;
    /** 'horizontal' if not given */
    orientation?: Orientation;
    /** 'center' if not given */
    alignment?: Alignment;
    /** Size of the thumb, in pixels; 0.7 H if not given */
    thumbWidth?: number;
    thumbHeight?: number;
    /** From the end of the widget to the first node, in pixels; H / 2 if not given */
    margin?: number;
    /** Thickness of the track, in pixels; H if not given */
    trackHeight?: number;
    /** How far beside thumb and track a finger may land, 0 to 200 pixels; 12 if not given */
    hitMargin?: number;
    /** 'keep_offset' if not given */
    grab?: Grab;
    /** 'jump' if not given */
    tapOnTrack?: TapOnTrack;
    /** 'both' if not given */
    input?: Input;
    /** 'keep' if not given: it snaps to the nearest node */
    onCancel?: CancelRule;
  }
  /** What a handle is confined to */
  type ConfinedShape = 'disc' | 'ring';
  /** What a finger must hit to drag the handle */
  type ConfinedGrab = 'anywhere' | 'handle' | 'keep_offset';
  /** What a landing outside the area does */
  type StartOutside = 'ignore' | 'clamp';
  /** Where the handle goes when the finger lifts */
  type Release = 'stay' | 'recenter';
  /** Settings of a confined drag */
  interface ConfinedDrag {
    /** 'disc' if not given */
    shape?: ConfinedShape;
    /** The center, in pixels from the widget's top left corner; the middle of the widget if not given */
    centerX?: number;
    centerY?: number;
    /** In pixels; half the shorter side of the widget if not given */
    radius?: number;
    /** How far the handle's center stays inside the rim, in pixels, below the radius; 0 if not given */
    inset?: number;
    /** Ring: how near to and how far from the center a finger may land, in pixels; 0.75 and 1.25 of the radius if not given */
    inner?: number;
    outer?: number;
    /** 'anywhere' if not given */
    grab?: ConfinedGrab;
    /** Grab 'handle': radius of the handle, 1 to 1000 pixels; 22 if not given */
    handleRadius?: number;
    /** 'ignore' if not given */
    startOutside?: StartOutside;
    /** 'stay' if not given */
    onRelease?: Release;
    /** Part of the radius, 0 to 0.9, within which dx, dy and distance are 0; 0 if not given */
    deadZone?: number;
    /** 'both' if not given: a tap puts the handle there */
    input?: Input;
    /** 'keep' if not given */
    onCancel?: CancelRule;
    /** How far a finger may stray and still tap, 0 to 200 pixels; 10 if not given */
    tapSlop?: number;
  }
  /** What a finger must hit to drag the thing */
  type InertialGrab = 'anywhere' | 'object';
  /** How the speed at the release is taken */
  type VelocityRule = 'seed' | 'least_squares';
  /** Settings of an inertial drag */
  interface InertialDrag {
    /** Where its center is, in pixels from the widget's top left corner; the middle if not given */
    positionX?: number;
    positionY?: number;
    /** Its size, in pixels, kept within the widget; 0 if not given: only its center is */
    objectWidth?: number;
    objectHeight?: number;
    /** 'anywhere' if not given */
    grab?: InertialGrab;
    /** 'least_squares' if not given */
    velocity?: VelocityRule;
    /** How long it flies, 50000 to 10000000 microseconds; 1000000 if not given */
    durationUSec?: number;
    /** It flies speed times duration divided by this, 0.1 to 100; 5 if not given */
    damping?: number;
    /** The four numbers of CSS cubic-bezier(), each 0 to 1; 0.1, 0.9, 0.2, 1 if not given */
    curve?: number[];
    /** Velocity 'seed': 1000 to 200000 microseconds; 20000 if not given. A finger silent for longer is at rest */
    sampleIntervalUSec?: number;
    /** Velocity 'least_squares': 5000 to 500000 microseconds; 40000 if not given */
    windowUSec?: number;
    /** Slower than this it stays, faster counts as this, in pixels per second; 20 and 20000 if not given */
    minSpeed?: number;
    maxSpeed?: number;
    /** Keep it within the widget while it is dragged; true if not given */
    clampWhileDragging?: boolean;
    /** Events 'animating' per second of flight, 0 to 240; 0 if not given */
    tickRate?: number;
    /** 'drag' if not given. By taps it flies to where a finger taps */
    input?: Input;
    /** How far a finger may stray and still tap, 0 to 200 pixels; 10 if not given */
    tapSlop?: number;
  }
  /** When the other rows of a list make room for the lifted one */
  type SwapRule = 'leading_edge' | 'enter';
  /** How fast a list scrolls by itself while a row is held at an edge */
  type ScrollRule = 'steady' | 'depth';
  /** One row of a list */
  interface ListItem {
    /** Its name, unique in the list */
    id: string;
    /** In pixels, 1 to 10000; rowHeight if not given */
    height?: number;
    /** Its section, counted from 0; that of the row before if not given. Items are listed section by section */
    section?: number;
    /** Whether it can be lifted; true if not given */
    canMove?: boolean;
    /** Whether another row can take its place; true if not given */
    canDrop?: boolean;
  }
  /** One section of a list */
  interface ListSection {
    /** Height of the header above its rows, in pixels; 0 if not given */
    header?: number;
    /** Whether rows can be put into it; true if not given */
    canDrop?: boolean;
  }
  /** Settings of a list; the widget shows as much of the rows as it is high */
  interface ReorderList {
    /** The rows from top to bottom, 1 to 512; all lists of a scene have at most 2048 together */
    items: ListItem[];
    /** The sections, 1 to 64; one without a header if not given */
    sections?: ListSection[];
    /** Height of rows that do not say theirs, in pixels; 80 if not given */
    rowHeight?: number;
    /** How far the list is scrolled, in pixels; 0 if not given */
    offset?: number;
    /** How long a finger must rest to lift a row, 100000 to 10000000 microseconds; 500000 if not given */
    pressUSec?: number;
    /** How far it may stray meanwhile, 0 to 200 pixels; 10 if not given */
    tapSlop?: number;
    /** 'leading_edge' if not given */
    swapRule?: SwapRule;
    /** Speed of scrolling at an edge, 1 to 10000 pixels per second; 240 if not given */
    scrollSpeed?: number;
    /** 'steady' if not given */
    scrollRule?: ScrollRule;
    /**
     * Scroll while the finger is nearer than this to the top or bottom, in pixels; if not given, while the lifted row,
     * drawn 1.03 times as large, reaches over it
     */
    edgeZone?: number;
    /** 'keep_offset' if not given */
    grab?: Grab;
    /** 'roll_back' if not given */
    onCancel?: CancelRule;
    /** 'drag' if not given. By taps: the first lifts a row, the second puts it down */
    input?: Input;
  }
  /** What the numbers of a widget's frame count */
  type Unit = 'pixels' | 'fractions';
  /** One widget */
  interface Widget {
    /** Name of the widget, unique in its scene, 1 to 64 bytes */
    id: string;
    kind: Kind;
    /**
     * Kinds 'pattern', 'captcha' and 'gesture': the id of the request (Requests) that the widget is shown for. Of a pattern,
     * 'purpose', 'rows' and 'columns' are then as the request says; a captcha or gesture has no 'challenge' of its own
     */
    request?: string;
    /** Top left corner */
    x: number;
    y: number;
    /** Size, above 0; the whole frame lies within the view */
    width: number;
    height: number;
    /** 'pixels' if not given */
    unit?: Unit;
    /** Which of two overlapping widgets is on top: the higher one, and of equal ones the later one; 0 if not given */
    z?: number;
    /** How far beside the frame a landing still counts where no other widget is, in pixels, 0 to 100; 0 if not given */
    hitMargin?: number;
    /** Set for kind 'pattern' only */
    pattern?: Pattern;
    /** Set for kind 'captcha' only */
    captcha?: Captcha;
    /** Set for kind 'gesture' only */
    gesture?: Gesture;
    /** Set for kind 'button' only */
    button?: Button;
    /** Set for kind 'slider' only */
    slider?: Slider;
    /** Set for kind 'step_slider' only */
    stepSlider?: StepSlider;
    /** Set for kind 'confined_drag' only */
    confinedDrag?: ConfinedDrag;
    /** Set for kind 'inertial_drag' only */
    inertialDrag?: InertialDrag;
    /** Set for kind 'reorder_list' only */
    reorderList?: ReorderList;
  }
  /** A place in the view, in pixels */
  interface Point {
    x: number;
    y: number;
  }
  /** A rectangle in the view, in pixels */
  interface Rect {
    x: number;
    y: number;
    width: number;
    height: number;
  }
  /** Where the parts of a widget are, in view pixels */
  interface Layout {
    /** The widget */
    widget: string;
    /** Pattern: centers of the dots, row by row; those of a mirrored row from right to left */
    dots?: Point[];
    /** Pattern: hit radius in pixels */
    hitRadius?: number;
    /** Pattern: set if the grid may be mirrored: draw the number of each dot, from 1 in the order of 'dots' */
    numbered?: boolean;
    /** Captcha: where the picture is */
    picture?: Rect;
    /** Captcha: where the piece is now */
    piece?: Rect;
    /** Captcha: corners of the piece's outline where it is now, in order; 'moved' moves all by the same way */
    pieceOutline?: Point[];
    /** Captcha: where the bar is, if it has one */
    bar?: Rect;
    /** Sliders: the track */
    track?: Rect;
    /** Sliders: the thumb now */
    thumb?: Rect;
    /** Sliders: the thumb's center at the least and at the greatest value */
    ends?: Point[];
    /** Step slider: centers of the nodes */
    nodes?: Point[];
    /** Confined drag: the center (one point) */
    center?: Point[];
    /** Confined drag: the handle now (one point) */
    handle?: Point[];
    /** Confined drag: how far from the center the handle gets, in pixels */
    radius?: number;
    /** Inertial drag: the thing now */
    object?: Rect;
    /** List: the rows from top to bottom, also those that are scrolled out */
    rows?: Rect[];
    /** List: pixels that are scrolled out at the top */
    offset?: number;
    /** List: height of all rows and headers, in pixels */
    contentHeight?: number;
  }
  /** How an event is played */
  type HintKind = 'lift' | 'settle' | 'shake' | 'wrong' | 'flash';
  /** Feedback to play for an event */
  interface Hint {
    kind: HintKind;
    /** How long to play it */
    durationUSec: number;
    /** 'shake': how far to either side, in pixels of the view, and how often it goes there and back in that time */
    pixels?: number;
    times?: number;
  }
  /** What a finger did, or what became of it; Event says which kind of widget has which */
  type EventName = 'animating' | 'began' | 'cancelled' | 'caught' | 'changed' | 'cleared' | 'completed' | 'declined' |
    'dot' | 'dragged' | 'dropped' | 'ended' | 'enrolled' | 'first_recorded' | 'held' | 'lifted' | 'long_pressed' |
    'mismatch' | 'missed' | 'moved' | 'placed' | 'pressed' | 'rearmed' | 'recentered' | 'rejected' | 'released' |
    'result' | 'scrolled' | 'settled' | 'snapped' | 'solved' | 'too_short' | 'too_sparse' | 'touched';
  /** Why a gesture came to nothing */
  type Reason = 'contact_lost' | 'empty' | 'hardly_moved' | 'reset' | 'moved_away' | 'not_held' | 'cannot_move' |
    'cannot_drop' | 'put_back' | 'timed_out';
  /** What a finger got hold of */
  type Grabbed = 'thumb' | 'track';
  /** A drawing or an attempt was judged */
  interface Judged {
    passed: boolean;
    /** Why it did not pass, as in the Attempt of unlocks and captchas */
    reason?: string;
    /** Id for io.touchd.result.Get; missing if it could not be stored */
    id?: string;
    /** Captcha: how long this panel solves none because too many were missed */
    waitUSec?: number;
  }
  /** Of a pattern */
  interface PatternEvent {
    /** How many dots are connected */
    count?: number;
    /** too_short: how many are needed */
    minDots?: number;
    /**
     * placed: centers of the dots for the next drawing, in the order of the layout, in pixels from the widget's top left
     * corner, and the hit radius in pixels
     */
    dots?: Point[];
    hitRadius?: number;
    /** dot, trail 'live': the dot, counted from 0, row by row */
    dot?: number;
    /** dot, trail 'live': direction from the dot before, in degrees: up 0, right 90, down 180, left 270 */
    angle?: number;
    /** moved: free end of the line */
    x?: number;
    y?: number;
  }
  /** Of a captcha: moved and rearmed */
  interface CaptchaEvent {
    /** Upper left corner of the piece */
    x: number;
    y: number;
    /** moved: how far the piece went, 0 to 1 */
    value?: number;
  }
  /** Of a gesture: touched */
  interface GestureEvent {
    /** How many touches there were */
    count: number;
  }
  /** Of a slider */
  interface SliderEvent {
    value: number;
    /** began */
    grabbed?: Grabbed;
  }
  /** Of a step slider */
  interface StepSliderEvent {
    /** How far along the thumb is, 0 to 1 */
    value: number;
    /** The nearest node, counted from 0 */
    index: number;
    /** snapped: name of the node */
    node?: string;
    /** began */
    grabbed?: Grabbed;
  }
  /** Of a confined drag */
  interface ConfinedDragEvent {
    /** Center of the handle */
    x: number;
    y: number;
    /** Its place as parts of the radius, -1 to 1, and its distance from the center, 0 to 1, without the dead zone */
    dx: number;
    dy: number;
    distance: number;
    /** Its direction from the center, in degrees: right 0, down 90, -180 to 180 */
    angle: number;
    /** Whether the finger is somewhere else than the handle may be */
    clamped: boolean;
  }
  /** Of an inertial drag */
  interface InertialDragEvent {
    /** Center of the thing */
    x: number;
    y: number;
    /** released: where it will come to rest */
    targetX?: number;
    targetY?: number;
    /** released: speed, in pixels per second */
    velocityX?: number;
    velocityY?: number;
    /** released: length of the flight; 0 if it stays */
    durationUSec?: number;
    /** released: the four numbers for CSS cubic-bezier() */
    curve?: number[];
    /** animating: part of the time that has passed, 0 to 1 */
    progress?: number;
  }
  /** Of a list */
  interface ReorderListEvent {
    /** Name of the row; not of dragged and scrolled */
    id?: string;
    /** began and lifted: the row, counted from 0 */
    index?: number;
    /** moved and dropped: index of the row before and after, among all rows */
    from?: number;
    to?: number;
    /** With several sections: that of the row */
    section?: number;
    /** dropped and cancelled: names of all rows from top to bottom */
    order?: string[];
    /** dropped and cancelled, with several sections: how many rows each has */
    sectionSizes?: number[];
    /** lifted, dragged and scrolled: middle of the lifted row */
    y?: number;
    /** dragged and scrolled: pixels that are scrolled out at the top */
    offset?: number;
    /** lifted: how much larger to draw the row */
    scale?: number;
  }
  /**
   * Something a finger did, or what became of it. Ignore names and members you do not know.
   *
   * Every gesture has one 'began' and exactly one end. A gesture is one contact from landing to lifting; by taps, several.
   *   pattern        began, dot, moved; ends: completed, too_short, too_sparse, first_recorded, mismatch, enrolled,
   *                  cancelled; then cleared, and placed if the grid varies
   *   captcha        began, moved; ends: completed, cancelled; then solved or missed, and rearmed; declined
   *   gesture        began, touched, held (long enough for a hold); ends: completed, cancelled; then solved or missed, and
   *                  rearmed; declined
   *   button         began; ends: pressed, long_pressed, cancelled
   *   slider         began, changed, moved; ends: ended, cancelled
   *   step_slider    began, changed, snapped (once, if anything changed); ends: ended, cancelled
   *   confined_drag  began, moved; ends: ended, cancelled; then recentered, if asked for
   *   inertial_drag  caught, began, moved; ends: released, cancelled; then animating, if asked for, and settled
   *   reorder_list   began, lifted, dragged, moved, scrolled; ends: dropped, rejected, cancelled
   * Pattern, captcha and gesture also: 'result' when the drawing or drag was judged.
   *
   * What only a kind has is in the member of that name. Its 'x' and 'y' are pixels from the widget's top left corner, told to
   * the thousandth.
   */
  interface Event {
    /** The widget */
    widget: string;
    /** What happened */
    name: EventName;
    /** When, in microseconds of CLOCK_MONOTONIC, as stamped by the kernel */
    timeUSec: number;
    /** Ends: 'drag' or 'tap', the way the gesture was made */
    input?: Input;
    /** Why, of cancelled and rejected */
    reason?: Reason;
    /** Feedback to play */
    hint?: Hint;
    /** result: how the drawing or attempt was judged */
    result?: Judged;
    pattern?: PatternEvent;
    captcha?: CaptchaEvent;
    gesture?: GestureEvent;
    slider?: SliderEvent;
    stepSlider?: StepSliderEvent;
    confinedDrag?: ConfinedDragEvent;
    inertialDrag?: InertialDragEvent;
    reorderList?: ReorderListEvent;
  }
  /** A scene on screen */
  interface ShownScene {
    /** Its id */
    scene: string;
    /** The user and the process that presented it; behind touchd-web the bridge */
    uid: number;
    pid: number;
    /** The kinds of its widgets, lower ones first */
    kinds: Kind[];
    /** Whether it keeps other users' scenes off the screen */
    guarded: boolean;
    /** How long it has been there, in microseconds */
    shownUSec: number;
  }
  /** What a request wants on screen */
  type RequestKind = 'unlock' | 'enrollment' | 'captcha' | 'gesture' | 'calibration';
  /** An interaction that a caller without a scene waits for */
  interface Request {
    /** Its id, for the member 'request' of a widget; of a captcha or gesture also its challenge, for Refresh */
    id: string;
    kind: RequestKind;
    /** The user id of the program that asks */
    uid: number;
    /** Whose pattern it is about; not for captchas */
    user?: string;
    /** Unlock: rows and columns that the grid of the pattern widget must have */
    rows?: number;
    columns?: number;
    /** What it is for, in the words of the program that asks. Show it as plain text */
    prompt?: string;
    /** How long the caller still waits, in microseconds */
    timeLeftUSec: number;
  }
}

/**
 * Tokens: signed verdicts that prove a passed unlock or captcha to a server elsewhere.
 * A token is a compact JWT, signed with Ed25519 (alg EdDSA), from io.touchd.unlock.Verify or io.touchd.captcha.Await. Any JWT
 * library can check it against the key set; only Redeem knows whether it was used before.
 * Claims: iss (the kiosk), sub (the user of an unlock), cid and act (challenge and action of a captcha), aud and nonce
 * (as asked for), jti, iat, exp, prov (provenance of the panel), res (id of the result). Of a captcha also input and score (how
 * it was solved), kind (slide or gesture), profile, size (of its picture, such as 480x300), attempts (how many it took) and
 * refreshes (how many others were asked for without a miss).
 */
export namespace token {
  /** What was proved */
  type Kind = 'unlock' | 'captcha';
  /** Where the panel came from, as in io.touchd.device */
  type Provenance = 'physical' | 'uhid' | 'virtual' | 'remote' | 'unknown';
  /** How a captcha was solved */
  type Input = 'drag' | 'tap';
  /** What a captcha asked for */
  interface Captcha {
    /** slide or gesture, as in io.touchd.captcha. Treat one that you do not know as unproved */
    kind: string;
    /** How it was made, as in io.touchd.captcha */
    profile: string;
    /** Size of its picture, in pixels; missing where there was none */
    width?: number;
    height?: number;
    /** How many others were asked for beside the first one and those after a miss */
    refreshes: number;
  }
  /** What an accepted token says */
  interface Claims {
    kind: Kind;
    /** Name of the kiosk */
    issuer: string;
    /** The user of an unlock */
    user?: string;
    /** The challenge of a captcha */
    challenge?: string;
    /** What the captcha was for, as its caller said */
    action?: string;
    /** As the caller asked for */
    audience?: string;
    nonce?: string;
    provenance: Provenance;
    /** Id for io.touchd.result.Get */
    result: string;
    /** How a captcha was solved */
    input?: Input;
    /**
     * How much the drag that solved a captcha is like a person's, 0 to 100; below 50 it is like a program's. Tuned on
     * synthetic tracks, not on people: a hint for what you do next, no proof. Missing where nothing was dragged
     */
    score?: number;
    /** What the captcha asked for; missing for an unlock */
    captcha?: Captcha;
    /** How many attempts the captcha took, misses and costly refreshes included */
    attempts?: number;
    /** When it was made, by the wall clock, in microseconds since 1970 */
    issuedWallTimeUSec: number;
  }
  /** A public key in the members of RFC 7517 and 8037 */
  interface Key {
    /** Always OKP */
    kty: string;
    /** Always Ed25519 */
    crv: string;
    /** Always sig */
    use: string;
    /** Always EdDSA */
    alg: string;
    /** Thumbprint of the key (RFC 7638); tokens name it */
    kid: string;
    /** The key, in base64url */
    x: string;
  }
  /** A JWK set; as JSON it is what JWT libraries read */
  interface KeySet {
    /** The key that signs first, then those whose tokens may still be under way */
    keys: Key[];
  }
}

/**
 * Unlocking by a pattern that is drawn on the panel and checked by the daemon.
 * Administrators enroll and remove users; users change and remove their own pattern by drawing the old one.
 * Only the front end that shows a drawing can get it, and only with trail 'live' (io.touchd.scene.Pattern).
 */
export namespace unlock {
  /** How an attempt ended. Treat a value you do not know as failed. */
  type Outcome = 'passed' | 'failed' | 'cancelled' | 'expired';
  /** Whether a pattern can unlock, apart from wrong drawings */
  type State = 'active' | 'disabled' | 'expired' | 'recovering';
  /** A user with a pattern */
  interface User {
    /** Name of the user */
    name: string;
    /** When the pattern was stored, in microseconds since 1970 */
    enrolledWallTimeUSec: number;
    /** When it expires, in microseconds since 1970; missing if never */
    expiresWallTimeUSec?: number;
    /**
     * Whether it can unlock. Every drawing of a user who is not active fails with the reason disabled, pattern_expired or
     * recovering, whatever was drawn, and does not count
     */
    state: State;
    /** Whether there is a duress pattern too; for administrators only */
    duress?: boolean;
    /**
     * True if the user was removed with the duress pattern: the everyday pattern still passes, but only administrators see
     * the user; missing if not
     */
    hidden?: boolean;
    /** Wrong drawings since the last right one */
    failedAttempts: number;
    /** How long drawings are refused, in microseconds from now; missing if they are not */
    waitUSec?: number;
    /** Wrong drawings until the next wait; 0 during one */
    attemptsLeft?: number;
    /** Wrong drawings until the user is locked; missing if that never happens */
    attemptsUntilLocked?: number;
    /** True if the user is locked: an administrator (ClearWait), the recovery key or a new enrollment helps */
    locked?: boolean;
  }
  /** One finished drawing */
  interface Attempt {
    /** Id for io.touchd.result.Get; missing if it could not be stored */
    result?: string;
    /** Number of the drawing in this call, counted from 1 */
    number: number;
    outcome: Outcome;
    /**
     * Why it did not pass: wrong_pattern, already_tried (equal to a recent wrong one; does not count), locked (not checked),
     * disabled, pattern_expired, recovering (not checked either), superseded, untrusted_device, not_exclusive, busy,
     * storage_failed
     */
    reason?: string;
    /** Whether no other program could see the drawing, if the configuration keeps others from the panels (exclusive) */
    exclusive?: boolean;
    /** How the user stands after it, as in User */
    waitUSec?: number;
    attemptsLeft?: number;
    attemptsUntilLocked?: number;
    locked?: boolean;
  }
  /** Which of a user's two patterns */
  type Slot = 'pattern' | 'duress';
  /** How strong a first drawing looks (meter of Song et al., 2015; on 3 x 3 dots only). Nothing is refused by it */
  type Strength = 'weak' | 'medium' | 'strong';
}

/** Every method: what it takes, what it replies, and whether it replies several times. */
export interface Methods {
  /**
   * Calibrates a panel: a person touches five or nine targets and one more for verification, then the new calibration is
   * on trial for 15 s, and what held before holds again unless it is confirmed, by a touch on the mark or by
   * Confirm. It holds with the present turn of the panel only, and as long as udev (or the configuration) asks for the
   * calibration that it replaces. Replies with each stage; closing the connection ends it without effect, also the
   * trial. While targets wait no scene hears of the panel.
   */
  'io.touchd.calibration.Calibrate': {
    parameters: {
      /** Which panel (Device.panel); may be missing if there is only one */
      panel?: string;
      /** How many targets: 5 (if not given) or 9 */
      targets?: number;
      /** Have the front end that serves the screen draw the targets (io.touchd.scene.Requests); else the caller draws at 'place' */
      onScreen?: boolean;
    };
    reply: {
      stage?: calibration.Stage;
      /** The panel */
      panel?: string;
      /** Which target is waited for, from 1; missing in other stages than 'aiming' */
      target?: number;
      /** How many there are; not in replies with 'alive' */
      targets?: number;
      /** Where to touch, in view pixels; missing when it is over */
      place?: calibration.Point;
      /**
       * How far the targets are missed with the new calibration, root mean square, in millimeters; missing before it is found
       * and for panels that do not tell their size
       */
      residualMm?: number;
      /** The same for the verification */
      missMm?: number;
      /** The new calibration as in LIBINPUT_CALIBRATION_MATRIX, once it is found */
      matrix?: number[];
      /** Why it was refused, in words */
      reason?: string;
      /** Sent at least every 20 s when nothing else is */
      alive?: boolean;
    };
    more: 'required';
  };
  /** Keeps the calibration that is on trial: it holds from now on, also after a restart. */
  'io.touchd.calibration.Confirm': {
    parameters: {};
    reply: {};
    more: 'none';
  };
  /**
   * Forgets the calibrations that were kept: panels are calibrated as udev and the configuration say. Ends one that is under
   * way. A finger that is down on a panel when the daemon starts, and stays for 10 s, does the same for that panel.
   */
  'io.touchd.calibration.Reset': {
    parameters: {
      /** Only this panel (Device.panel); all if not given */
      panel?: string;
    };
    reply: {
      /** How many were forgotten */
      removed: number;
    };
    more: 'none';
  };
  /** The calibrations that are kept. */
  'io.touchd.calibration.List': {
    parameters: {};
    reply: {
      calibrations: calibration.Calibration[];
    };
    more: 'none';
  };
  /**
   * For a front end that shows a request of kind 'calibration': what to draw. Cover the whole screen, and draw a mark exactly
   * at 'place', whatever is shown around it. While targets wait scenes hear nothing of that panel; during the trial they do.
   * Ends when the calibration is over.
   */
  'io.touchd.calibration.Show': {
    parameters: {
      request: string;
    };
    reply: {
      stage?: calibration.Stage;
      /** Which target is waited for, from 1; missing in other stages than 'aiming' */
      target?: number;
      /** How many there are */
      targets?: number;
      /** Where to draw the mark, in view pixels; missing when it is over */
      place?: calibration.Point;
      /** Why it was refused, in words */
      reason?: string;
      /** Sent at least every 20 s when nothing else is */
      alive?: boolean;
    };
    more: 'required';
  };
  /**
   * Creates a challenge. Show it once, in a captcha or gesture widget of io.touchd.scene.Present: the layout says where to draw
   * picture and piece, and the events say where the piece goes. Or let the front end that serves the screen show it
   * ('onScreen'): then this call waits at most 5 s until one listens, and that front end gets the pictures by Refresh.
   */
  'io.touchd.captcha.Create': {
    parameters: {
      /** 'slide' if not given. With 'gesture' none of drive, pictures, width, height and shape is taken */
      kind?: captcha.ChallengeKind;
      profile: captcha.Profile;
      /** 'bar' with 'given' and 'simple' if not given, 'piece' with 'default' */
      drive?: captcha.Drive;
      /** Set for profile 'given' only */
      given?: captcha.Given;
      /** How many attempts are allowed, 1 to 10; 3 if not given */
      attempts?: number;
      /** How long the challenge lives, in microseconds, 1 s to 10 min; 60 s if not given */
      timeoutUSec?: number;
      /** For whom the token of a solved challenge is, and a random text of the caller's own; 1 to 256 bytes each */
      audience?: string;
      nonce?: string;
      /** What the solution is for, 1 to 64 bytes. All three stand in the token */
      action?: string;
      /**
       * Whether pictures come. True if not given, but with 'given'. Without, the picture is as large as the widget, for a
       * front end that draws its own; not for 'default'
       */
      pictures?: boolean;
      /**
       * Size of the picture, 160 to 560 and 120 to 360 pixels, and at least as wide as three of the largest piece beside each
       * other (with 'default' 84 in 100 of the height); 400 by 268 if not given. Another size is refused with
       * org.varlink.service.InvalidParameter, which has a member 'allowed' with what can be drawn ("300 to 560")
       */
      width?: number;
      height?: number;
      /**
       * Shape of the piece, as path data of SVG; see 'piece' of the captcha widget in io.touchd.scene. It is scaled to the
       * piece's size, and with 'default' mirrored or turned. If not given, a piece of a jigsaw
       */
      shape?: string;
      /** Ask the front end that serves the screen to show it (io.touchd.scene.Requests); false if not given */
      onScreen?: boolean;
      /** With 'onScreen': what it is for, as text for the person at the screen, 1 to 256 bytes */
      prompt?: string;
      /**
       * True: a round of a study, for administrators. It proves nothing and costs nothing, nothing is refused but a wrong answer,
       * and its attempts tell what was measured, also which flaw would have refused it. False if not given
       */
      study?: boolean;
    };
    reply: {
      /** Name of the challenge, unguessable */
      challenge: string;
      /** The picture with its gap */
      picture?: captcha.Image;
      /** The piece, clear around its shape; drawn over the picture */
      piece?: captcha.Image;
      /** Where the piece lies at first: at the left edge, right of which its gap is; with a bar as high as the gap */
      start?: captcha.PicturePoint;
      /** Gesture: what to show, in order */
      steps?: captcha.Step[];
      /** How long the challenge lives at most, in microseconds from now */
      timeLeftUSec?: number;
    };
    more: 'none';
  };
  /**
   * Returns another picture, or another sequence of a gesture, for the same challenge. Call it
   *   after a miss: touches are ignored until then (not with 'given' or without pictures, where 'rearmed' comes by itself);
   *   when a person asks for another one: free twice, then each costs an attempt and counts as a miss of the panel;
   *   for the first picture of a challenge that another caller created with 'onScreen'.
   * An open gesture is cancelled. On screen, 'rearmed' says where the piece is now.
   */
  'io.touchd.captcha.Refresh': {
    parameters: {
      challenge: string;
    };
    reply: {
      picture?: captcha.Image;
      piece?: captcha.Image;
      start?: captcha.PicturePoint;
      steps?: captcha.Step[];
    };
    more: 'none';
  };
  /**
   * Ends a challenge because the person at the screen cannot solve it. Its outcome is 'declined', and so is the event of its
   * widget. Offer somebody to talk to, or another way.
   */
  'io.touchd.captcha.Decline': {
    parameters: {
      challenge: string;
    };
    reply: {};
    more: 'none';
  };
  /**
   * Returns how a challenge ended. With the 'more' flag it waits for the end and reports every attempt; without, it replies at
   * once, and 'outcome' is missing while the challenge is open.
   */
  'io.touchd.captcha.Await': {
    parameters: {
      challenge: string;
    };
    reply: {
      /** A drag was judged */
      attempt?: captcha.Attempt;
      /** How far the challenge is */
      state?: captcha.State;
      /** Set when the challenge is over */
      outcome?: captcha.Outcome;
      /** Set when an attempt decided it: id for io.touchd.result.Get */
      result?: string;
      /** True if the target came from the caller: the outcome proves nothing */
      demo?: boolean;
      /** Set when it passed and is no demo: proof for io.touchd.token.Redeem; missing if it could not be stored */
      token?: string;
      /** Sent at least every 20 s when nothing else is */
      alive?: boolean;
    };
    more: 'supported';
  };
  /** Gives an open challenge more time. No challenge lives longer than 10 minutes. */
  'io.touchd.captcha.Extend': {
    parameters: {
      challenge: string;
      /** How much more, in microseconds, 1 s to 10 min */
      timeoutUSec: number;
    };
    reply: {
      /** How long it lives now, in microseconds from now; missing if it is over already */
      timeLeftUSec?: number;
    };
    more: 'none';
  };
  /** Lists the panels that are plugged in now. */
  'io.touchd.device.List': {
    parameters: {};
    reply: {
      devices: device.Device[];
    };
    more: 'none';
  };
  /** Says of every event node why it is read as a panel or not. */
  'io.touchd.device.Explain': {
    parameters: {};
    reply: {
      candidates: device.Candidate[];
    };
    more: 'none';
  };
  /** Reports the panels that are plugged in, then every change. Never ends by itself. */
  'io.touchd.device.Watch': {
    parameters: {};
    reply: {
      /** Set in the first reply only: all panels */
      devices?: device.Device[];
      /** A panel was plugged in, or is read again after the kernel had taken its node away */
      added?: device.Device;
      /** A panel is turned, covers another part of the view, or is inhibited or not any more */
      changed?: device.Device;
      /** The panel with this id is gone, or its node cannot be read any more */
      removed?: number;
      /** Why touches are ignored; empty: they are not. Set in the first reply, and when it changes */
      paused?: device.Pause[];
      /** Sent at least every 20 s when nothing else is, so that clients with a time-out stay */
      alive?: boolean;
    };
    more: 'required';
  };
  /** Returns how the daemon is. */
  'io.touchd.manage.Status': {
    parameters: {};
    reply: {
      /** Version of the daemon */
      version: string;
      /** Time since it started */
      uptimeUSec: number;
      /** The seat whose panels are read */
      seat: string;
      /** Size of the view that widgets are placed in, in pixels */
      viewWidth: number;
      viewHeight: number;
      panels: manage.PanelsStatus;
      screen: manage.ScreenStatus;
      access: manage.AccessStatus;
      pause: manage.PauseStatus;
      vault: manage.VaultStatus;
    };
    more: 'none';
  };
  /**
   * Clears the alarm of the vault: names without a pattern are no longer locked, and panels no longer wait for captchas because
   * of it. Users whom the alarm locked stay locked: each needs a recovery key or a new enrollment. Stored as a result of kind
   * clearing.
   */
  'io.touchd.manage.ClearAlarm': {
    parameters: {};
    reply: {
      /** Id for io.touchd.result.Get */
      result?: string;
    };
    more: 'none';
  };
  /**
   * Ignores touches for some time, so that the screen can be wiped: contacts are cancelled, front ends are told, other programs
   * are kept from the panels. Ends after its time, by StopCleaning, when one finger rests for five seconds, or with the daemon.
   * A second call replaces the time of the first.
   */
  'io.touchd.manage.StartCleaning': {
    parameters: {
      /** How long, in microseconds, 1 s to 600 s */
      durationUSec: number;
    };
    reply: {};
    more: 'none';
  };
  /** Ends cleaning before its time. */
  'io.touchd.manage.StopCleaning': {
    parameters: {};
    reply: {
      /** False if nothing was being cleaned */
      ended: boolean;
    };
    more: 'none';
  };
  /**
   * Changes the view while the daemon runs, until it ends: the size of the screen or how panels are turned behind it.
   * Contacts are cancelled, scenes are laid out anew.
   */
  'io.touchd.manage.SetView': {
    parameters: {
      /** Size in pixels as a person sees it after the rotation, 1 to 16384 each; as it is if not given */
      width?: number;
      height?: number;
      /** How far the panel is turned clockwise behind the picture: 0, 90, 180 or 270 degrees; as it is if not given */
      rotation?: number;
      /** Turn only this panel (Device.panel); width and height are not allowed with it */
      panel?: string;
    };
    reply: {};
    more: 'none';
  };
  /** Reads the configuration files again, like SIGHUP. Files with errors change nothing. */
  'io.touchd.manage.Reload': {
    parameters: {};
    reply: {
      /** False if the files have errors */
      taken: boolean;
      /** Every error with file, line and key; empty if there is none */
      problems: string[];
      /** What changed; empty if nothing did */
      changes: manage.Change[];
    };
    more: 'none';
  };
  /** Returns the configuration in force, for bug reports, without paths, groups, pins and serial numbers. */
  'io.touchd.manage.Configuration': {
    parameters: {};
    reply: {
      keys: manage.Key[];
    };
    more: 'none';
  };
  /**
   * Reports where fingers are, at once and whenever that changes. While a pattern or a captcha is on screen nothing is
   * reported, nor afterward until the fingers that were down then have lifted. A slow reader gets the newest state.
   */
  'io.touchd.monitor.Contacts': {
    parameters: {};
    reply: {
      /** All fingers that are down, the newest last; empty while hidden */
      contacts?: monitor.Contact[];
      /** True while nothing is told */
      hidden?: boolean;
      /**
       * When it changed, in microseconds of CLOCK_MONOTONIC, as stamped by the kernel; missing in the first reply and while
       * hidden
       */
      timeUSec?: number;
      /** Sent at least every 20 s when nothing else is */
      alive?: boolean;
    };
    more: 'required';
  };
  /**
   * Reports which touches reached no widget, and why: at once the last ones, up to 16, then each as it happens. A touch while
   * Contacts reports nothing is only counted (Statistics). A slow reader misses the older ones.
   */
  'io.touchd.monitor.Unheard': {
    parameters: {};
    reply: {
      /** The oldest first */
      landings?: monitor.UnheardLanding[];
      /** Sent at least every 20 s when nothing else is */
      alive?: boolean;
    };
    more: 'required';
  };
  /** Returns what was counted since the start. */
  'io.touchd.monitor.Statistics': {
    parameters: {};
    reply: {
      /** Microseconds since the daemon started */
      uptimeUSec: number;
      latencies: monitor.Latency[];
      counters: monitor.Counter[];
    };
    more: 'none';
  };
  /**
   * Tells what fingers did in the last seconds, as a recording that touchctl replay and convert read: lines of touchd
   * --dump=json. While a pattern or a captcha is on screen nothing is kept, nor afterward of the fingers that were down then;
   * a line of type gap stands for it. How much is kept says [input] keep-frames=.
   */
  'io.touchd.monitor.Recording': {
    parameters: {
      /** Where to go on: next of the reply before; not given: from the oldest frame on */
      from?: number;
    };
    reply: {
      /** Some lines, each with its end. The first reply also describes the panels */
      lines: string;
      /** Where to go on; missing if these were the last */
      next?: number;
    };
    more: 'none';
  };
  /** Gets one result by its id. */
  'io.touchd.result.Get': {
    parameters: {
      id: string;
    };
    reply: {
      result: result.Result;
    };
    more: 'none';
  };
  /** Lists results, oldest first. */
  'io.touchd.result.List': {
    parameters: {
      /** Only results after this place in the order; from the oldest kept one if not given */
      after?: number;
      /** At most this many, 1 to 1000; 100 if not given */
      limit?: number;
    };
    reply: {
      results: result.Result[];
    };
    more: 'none';
  };
  /** Reports results from now on. The first reply has 'ready' only. Never ends by itself. */
  'io.touchd.result.Watch': {
    parameters: {};
    reply: {
      ready?: boolean;
      result?: result.Result;
      /** With 'result': spaces that make it as long as any other. Ignore it */
      padding?: string;
      /** Sent at least every 20 s when nothing else is */
      alive?: boolean;
    };
    more: 'required';
  };
  /**
   * Returns where the chain of results ends. Keep it outside the kiosk: VerifyChain can then tell whether anything up to there
   * was changed or removed.
   */
  'io.touchd.result.Head': {
    parameters: {};
    reply: {
      /** Place of the last result and its link, SEQUENCE:HEX */
      head: string;
      /** The same as a compact JWS (EdDSA) with the claim 'head' */
      signed?: string;
      /** The public key that heads and checkpoints are signed with, as a JSON Web Key; it signs no verdicts */
      key?: Record<string, unknown>;
    };
    more: 'none';
  };
  /**
   * Checks the stored results, each of which is chained to the one before by a hash keyed with the vault's key, and reports the
   * first place where they are not as they were stored. A checkpoint vouches for results that are no longer stored. A missing
   * end, or a chain made anew by somebody with the vault's key, shows only against a head from outside, and only up to that
   * head. It replies once; with the 'more' flag clients wait for that however long it takes.
   */
  'io.touchd.result.VerifyChain': {
    parameters: {
      /** A head that was kept outside */
      head?: string;
    };
    reply: {
      intact: boolean;
      /** How many results were in order */
      checked: number;
      /** The last of them */
      head: string;
      /** Whether a given head could be compared: false for one from before the oldest result that is kept */
      compared: boolean;
      /** What is wrong, and at which place in the order of results, the first time */
      broken?: result.Break;
      sequence?: number;
      /**
       * Where the kept results begin, as a compact JWS with the claim 'head', signed when older ones were let go; the key is
       * that of Head. Missing if nobody can tell any more
       */
      checkpoint?: string;
    };
    more: 'supported';
  };
  /**
   * Puts widgets on screen. The first reply has 'scene' and 'layout', sent once the scene is in place; events follow until the
   * connection closes or the scene is dismissed. Closing the connection removes the scene and cancels its gestures.
   * The newest scene gets all new touches. While somebody waits for a drawing or a challenge on a scene, and for 5 s before
   * and after, no other user can present above it. A user gets those 5 s again after each wait, and after 5 s with nothing to
   * draw or solve on its scenes.
   */
  'io.touchd.scene.Present': {
    parameters: {
      widgets: scene.Widget[];
    };
    reply: {
      /** Set in the first and the last reply, and with each new layout: id of the scene */
      scene?: string;
      /** Size of the view, in pixels. Set in the first reply, and when the scene or the view changed */
      viewWidth?: number;
      viewHeight?: number;
      /** Parts of each widget, set likewise. Gestures of widgets that changed were cancelled before */
      layout?: scene.Layout[];
      /** Set when the view changed and widgets given in pixels do not fit into it: they are off the screen */
      dropped?: string[];
      /** Something happened */
      event?: scene.Event;
      /**
       * Why touches are ignored; empty: they are not. Sent when it changes, and after the first reply unless it is empty. Open
       * gestures were cancelled before
       */
      paused?: scene.Pause[];
      /** With the event 'result': spaces that make it as long as any other. Ignore it */
      padding?: string;
      /** Set in the last reply: the scene was dismissed, perhaps by an administrator */
      dismissed?: boolean;
      /** The daemon stops, and the connection ends next. Open gestures were cancelled before */
      stopping?: boolean;
      /** Sent at least every 20 s when nothing else is, so that clients with a time-out stay */
      alive?: boolean;
    };
    more: 'required';
  };
  /**
   * Changes a scene of the same user: widgets with a known id are replaced, others are added on top, and some are removed.
   * Gestures on replaced and removed widgets are cancelled, and whoever waited for them is told; all others go on.
   * All or nothing: after an error the scene is as it was. Its Present call gets the new layout before this one returns;
   * without widgets to replace, add or remove it gets nothing.
   */
  'io.touchd.scene.Update': {
    parameters: {
      scene: string;
      /** Widgets to replace or to add */
      widgets?: scene.Widget[];
      /** Ids of widgets to remove */
      remove?: string[];
    };
    reply: {};
    more: 'none';
  };
  /**
   * Returns the sentences to show to people, from the file prompts.json that is installed beside this one.
   * Keys are the reasons, steps and outcomes of all interfaces (wrong_pattern, missed, too_short, cancelled …) and
   *   draw, draw_new, draw_again, slide, gesture   what to do
   *   tap_1, tap_2, tap_3, hold, pause    the steps for the '{n}' of gesture, in order, with commas between them; a pause
   *                                       between two groups of taps
   *   decline, declined                   whoever cannot solve it; what to say then
   *   drawing, dots, touches, held, checking   how it goes
   *   right, stored, solved, pressed, lifted, dropped   what came of it
   *   wait, ask_staff                     seconds until a drawing is taken again; no wait helps any more
   *   refused                             for a reason that has no sentence
   *   lost, no_panel                      the daemon or its panels are away
   *   cleaning, paused                    no finger is heard: because of that, or for another reason
   *   study_about … study_thanks          what 'touchctl study' says
   * '{n}' stands for a number: dots, touches, seconds, the place of a row; in gesture for its steps. Front ends may show other
   * sentences instead.
   */
  'io.touchd.scene.Prompts': {
    parameters: {
      /** As in HTML: 'de', 'pt-BR'; English if there is none of that language */
      language?: string;
    };
    reply: {
      /** Language of the sentences */
      language: string;
      /** All languages there are */
      languages: string[];
      /** Sentences by their keys */
      prompts: Record<string, string>;
    };
    more: 'none';
  };
  /** Removes a scene of the same user; its Present call ends. Administrators can remove any scene. */
  'io.touchd.scene.Dismiss': {
    parameters: {
      scene: string;
    };
    reply: {};
    more: 'none';
  };
  /** Lists the scenes on screen. The newest, which gets the touches, is last. */
  'io.touchd.scene.List': {
    parameters: {};
    reply: {
      scenes: scene.ShownScene[];
    };
    more: 'none';
  };
  /**
   * For the front end that serves the screen: streams what callers without a scene want shown (a login, a service that wants
   * a captcha). The first front end that shows a request has it; its scene works like any other. If no front end listens
   * within 5 s, the caller gets NoFrontEnd. The call stays open until the connection closes.
   */
  'io.touchd.scene.Requests': {
    parameters: {
      /** Only these kinds, for a front end that cannot show others. All if not given */
      kinds?: scene.RequestKind[];
    };
    reply: {
      /** Open requests; set in the first reply only */
      requests?: scene.Request[];
      /** A new request */
      wanted?: scene.Request;
      /** A front end shows the request with this id */
      shown?: string;
      /** The request with this id is over, shown or not: remove its scene */
      over?: string;
      /** Sent at least every 20 s when nothing else is */
      alive?: boolean;
    };
    more: 'required';
  };
  /**
   * Accepts a token, once. The acceptance is on the disk before the answer is sent.
   * A token lives 120 s after an unlock and 60 s after a captcha unless configured otherwise, by a clock that nobody can
   * set; a new start of the machine ends all.
   */
  'io.touchd.token.Redeem': {
    parameters: {
      /** The token */
      token: string;
      /**
       * A name of your own for this redemption, 1 to 128 bytes, best a random one: whoever asks again with the same name and
       * uid gets the same answer, so a lost answer is not a lost person. Without it nobody can ask again
       */
      key?: string;
      /** For whom the token has to be: exactly its 'aud'. A token without 'aud' is redeemed without an audience */
      audience?: string;
      /** The nonce it has to carry; not looked at if not given */
      nonce?: string;
    };
    reply: {
      /** Whether the token could be judged: false for bad_request and key_unknown */
      performed: boolean;
      /** Whether it is accepted */
      passed: boolean;
      /**
       * Why it is not: bad_request, key_unknown, signature_mismatch, audience_mismatch, nonce_mismatch, ticket_expired,
       * ticket_used. Treat one you do not know as refused
       */
      reason?: string;
      /** Set when it is accepted */
      claims?: token.Claims;
      /** True if this is the answer to an earlier request with the same key */
      repeated?: boolean;
      /** True if the user drew the pattern for duress; told only to those who see all results (group-backend, administrators) */
      duress?: boolean;
    };
    more: 'none';
  };
  /** Returns the public keys. */
  'io.touchd.token.Keys': {
    parameters: {};
    reply: {
      /** Name of the kiosk, the claim 'iss' of its tokens */
      issuer: string;
      jwks: token.KeySet;
    };
    more: 'none';
  };
  /** Signs with a new key from now on. */
  'io.touchd.token.RotateKeys': {
    parameters: {
      /**
       * True: the older keys leave the key set now, and their tokens are refused. Otherwise they stay for an hour, longer than
       * any token lives
       */
      atOnce?: boolean;
    };
    reply: {
      /** Name of the new key */
      kid: string;
    };
    more: 'none';
  };
  /** Lists the users that have a pattern. */
  'io.touchd.unlock.Users': {
    parameters: {
      /** Only the user of that name; all if not given */
      name?: string;
    };
    reply: {
      users: unlock.User[];
    };
    more: 'none';
  };
  /**
   * Waits for drawings on a pattern widget and checks them against the pattern of a user.
   * With the 'more' flag every drawing is reported in its own reply. The last reply has 'outcome'.
   * A user without a pattern gets the replies of a wrong drawing. Closing the connection cancels.
   * Wrong drawings count per user, and from a number on each starts a wait ([unlock] schedule=). During a wait every drawing,
   * also the right one, fails with 'locked' and does not count.
   * If the configuration says so, a drawing that another program could see fails with 'not_exclusive' and does not count.
   * The reply to a checked drawing comes 0.3 s after the finger lifted, always with the same number of bytes; on a machine
   * that takes longer, at the next multiple of 0.3 s. A drawing that begins before the reply is ignored.
   * If the user is changed, recovered, removed or restricted while a drawing is checked, it fails with 'superseded'.
   */
  'io.touchd.unlock.Verify': {
    parameters: {
      /** Name of the user */
      user: string;
      /**
       * Scene and widget, from io.touchd.scene.Present; the widget's purpose is 'verify'. Without both, the front end that
       * serves the screen is asked to show one (io.touchd.scene.Requests)
       */
      scene?: string;
      widget?: string;
      /** Without a scene: what it is for, as text for the person at the screen, 1 to 256 bytes */
      prompt?: string;
      /** How many drawings are allowed, 1 to 20; 5 if not given */
      attempts?: number;
      /**
       * How long to wait in all, 1 s to 10 min; 60 s if not given ([unlock] timeout=), without 'more' at most 40 s: clients of
       * sd-varlink give up after 45 s
       */
      timeoutUSec?: number;
      /** For whom the token is, and a random text of the caller; 1 to 256 bytes each. Both are in the token */
      audience?: string;
      nonce?: string;
    };
    reply: {
      /** A drawing was checked */
      attempt?: unlock.Attempt;
      /** Set in the last reply only */
      outcome?: unlock.Outcome;
      /**
       * Set in the last reply if the call itself failed: panel_held (another program has grabbed a panel, so its touches do not
       * arrive)
       */
      reason?: string;
      /** Set in the last reply if a drawing decided it: id for io.touchd.result.Get */
      result?: string;
      /** Set in the last reply if it passed: proof for io.touchd.token.Redeem; missing if it could not be stored */
      token?: string;
      /** Set in the last reply: how the user stands, as in User */
      waitUSec?: number;
      attemptsLeft?: number;
      attemptsUntilLocked?: number;
      locked?: boolean;
      /** Spaces that make replies about drawings equally long. Ignore it */
      padding?: string;
      /** Set in one reply with the 'more' flag: the widget is on screen and takes drawings */
      ready?: boolean;
      /** Sent at least every 20 s when nothing else is */
      alive?: boolean;
    };
    more: 'supported';
  };
  /**
   * Stores a new pattern for a user: two equal drawings on a pattern widget. Replaces an older pattern.
   * With the 'more' flag every drawing is reported. The last reply has 'outcome'. Closing the connection cancels.
   * If the user's pattern or recovery key is changed meanwhile, or the user removed or restricted, nothing is stored: the
   * outcome is 'failed', and the result has the reason 'superseded'
   */
  'io.touchd.unlock.Enroll': {
    parameters: {
      /** Name of the user: 1 to 64 bytes of letters, digits, dot, underscore, at sign and hyphen, not starting with a hyphen */
      user: string;
      /**
       * The token of an unlock of this user with the audience 'io.touchd.unlock': proof of the old pattern, for callers that are
       * no administrators. This call redeems it; the result has the kind change
       */
      proof?: string;
      /** Which pattern is stored; pattern if not given. duress needs a proof, also from administrators */
      slot?: unlock.Slot;
      /** Scene and widget, from io.touchd.scene.Present; the widget's purpose is 'enroll'. Without both as in Verify */
      scene?: string;
      widget?: string;
      /** As in Verify */
      prompt?: string;
      /**
       * How long to wait in all, 1 s to 10 min; 60 s if not given ([unlock] timeout=), without 'more' at most 40 s: clients of
       * sd-varlink give up after 45 s
       */
      timeoutUSec?: number;
    };
    reply: {
      /**
       * What a drawing did: first_recorded, mismatch, too_short, too_sparse, too_common (drawn twice alike, but on the list of the
       * patterns that people choose most; begin again with another), same_as_pattern (drawn twice alike, but the
       * everyday pattern of the user, which cannot be the one for duress; begin again)
       */
      step?: string;
      /** With first_recorded: how strong the drawing looks */
      strength?: unlock.Strength;
      /** Set in the last reply only */
      outcome?: unlock.Outcome;
      /**
       * Set in the last reply if nothing was stored because of the drawing or of this machine: untrusted_device, not_exclusive,
       * superseded, busy, storage_failed, panel_held (another program has taken a panel, EVIOCGRAB, so that no touch of it
       * arrives)
       */
      reason?: string;
      /** Set in the last reply: id for io.touchd.result.Get; missing if it ended without a drawing and too many of the user did */
      result?: string;
      /** Set in one reply with the 'more' flag: the widget is on screen, drawings are heard from now on */
      ready?: boolean;
      /** Sent at least every 20 s when nothing else is */
      alive?: boolean;
    };
    more: 'supported';
  };
  /**
   * Makes a recovery key for a user, in place of an older one. Only a hash is stored: show the key once, on paper. It works when
   * the user is locked and when the record of attempts was altered.
   */
  'io.touchd.unlock.MakeRecoveryKey': {
    parameters: {
      user: string;
    };
    reply: {
      /**
       * 64 of the letters cbdefghijklnrtuv (modhex: at the same place on most keyboards) in eight groups with hyphens between
       * them; a secret
       */
      key: string;
      /** Id for io.touchd.result.Get */
      result?: string;
    };
    more: 'none';
  };
  /**
   * Lets a user in by the recovery key: clears the wrong drawings, disables the old pattern, then waits for two equal drawings of
   * a new one like Enroll. The key is used up when the new pattern is stored; until then it works again.
   * A wrong key fails at once; after five, only one in ten minutes is checked. Of the unchecked ones, one per minute and user is
   * stored as a result.
   */
  'io.touchd.unlock.Recover': {
    parameters: {
      /** Name of the user */
      user: string;
      /** The recovery key, 64 of the letters cbdefghijklnrtuv; upper case, spaces and hyphens do not matter */
      key: string;
      /** Scene and widget, from io.touchd.scene.Present; the widget's purpose is 'enroll'. Without both as in Verify */
      scene?: string;
      widget?: string;
      /** As in Verify */
      prompt?: string;
      /**
       * How long to wait in all, 1 s to 10 min; 60 s if not given ([unlock] timeout=), without 'more' at most 40 s: clients of
       * sd-varlink give up after 45 s
       */
      timeoutUSec?: number;
    };
    reply: {
      /** What a drawing did, as in Enroll */
      step?: string;
      /** With first_recorded: how strong the drawing looks */
      strength?: unlock.Strength;
      /** Set in the last reply only */
      outcome?: unlock.Outcome;
      /** Why the key did not pass: wrong_key, locked. Or why nothing was stored, as in Enroll */
      reason?: string;
      /** With 'locked': how long no key is looked at, in microseconds */
      waitUSec?: number;
      /** Set in the last reply: id for io.touchd.result.Get; missing as in Enroll */
      result?: string;
      /** Set in one reply with the 'more' flag: the widget is on screen, drawings are heard from now on */
      ready?: boolean;
      /** Sent at least every 20 s when nothing else is */
      alive?: boolean;
    };
    more: 'supported';
  };
  /**
   * Removes the pattern of a user, with everything that belongs to it. With the duress pattern as proof it only seems removed
   * (User.hidden), until an administrator enrolls or removes the user.
   */
  'io.touchd.unlock.Remove': {
    parameters: {
      user: string;
      /** The old pattern as proof, as in Enroll, instead of the right of an administrator */
      proof?: string;
    };
    reply: {};
    more: 'none';
  };
  /** Clears the wrong drawings of a user, and so a wait or a lock. Stored as a result of kind clearing. */
  'io.touchd.unlock.ClearWait': {
    parameters: {
      user: string;
    };
    reply: {
      /** Id for io.touchd.result.Get; missing if nothing was against the user */
      result?: string;
    };
    more: 'none';
  };
  /**
   * Disables or enables a user, or sets when the pattern expires; what is not given stays as it is. Enrollment by an
   * administrator resets both. Stored as a result of kind restriction.
   */
  'io.touchd.unlock.Restrict': {
    parameters: {
      user: string;
      /** Whether the user is disabled */
      disabled?: boolean;
      /** When the pattern expires, in microseconds since 1970; 0: never */
      expiresWallTimeUSec?: number;
    };
    reply: {
      /** Id for io.touchd.result.Get; missing if nothing changed */
      result?: string;
    };
    more: 'none';
  };
  /** The file of an interface. */
  'org.varlink.service.GetInterfaceDescription': {
    parameters: { interface: string };
    reply: { description: string };
    more: 'none';
  };
}
