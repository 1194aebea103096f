// Made by scripts/interfaces from interfaces/*.varlink: what goes over the socket.

/** Calibrating a panel: a person touches targets on screen. */
export namespace calibration {
  /** Stage of a calibration */
  type Stage = 'aiming' | 'verifying' | 'trial' | 'kept' | 'reverted' | 'refused' | 'cancelled' | 'measured';
  /** A place in the view, in pixels */
  interface Point {
    x: number;
    y: number;
  }
  /** How far from a target it was touched */
  interface Offset {
    /** The target, counted from 1 */
    target: number;
    /** Where it was, in view pixels */
    place: Point;
    /** How far to the right of it and below it the touch was, in pixels */
    x: number;
    y: number;
    /** Distance, in millimeters; missing for panels that do not report their size */
    distanceMm?: number;
  }
  /** A kept calibration */
  interface Calibration {
    /** Name of the panel */
    panel: string;
    /** The rotation that it applies to, in degrees */
    rotation: number;
    /** Maps reported to true positions, as in LIBINPUT_CALIBRATION_MATRIX */
    matrix: number[];
    /** The matrix that it replaces; if udev or the configuration sets another one, this calibration does not apply */
    replaces: number[];
    /** Error at the verification target, in millimeters; missing for panels that do not report their size */
    missMm?: number;
    /** Vendor and product numbers */
    vendor: number;
    product: number;
    /** udev's ID_PATH, if set */
    path?: string;
    /** When it was confirmed, in microseconds since 1970 */
    wallTimeUSec: number;
  }
}

/**
 * Captchas that a finger solves on a physical panel: slide a piece into its gap, or tap and hold in the order shown.
 * Profile 'given' is for administrators only. No message contains the target of a slide, its tolerance or the distance
 * of a miss. The front end that shows a gesture gets its steps, because a person has to read them.
 */
export namespace captcha {
  /** What a person has to do */
  type ChallengeKind = 'slide' | 'gesture';
  /** Action of one step */
  type Act = 'tap' | 'hold';
  /** One step of a gesture; two steps of taps are separated by a pause */
  interface GestureStep {
    act: Act;
    /** Number of taps, 1 to 3; 1 with 'hold' */
    count: number;
  }
  /** How a challenge is made */
  type Profile = 'given' | 'simple' | 'default';
  /** How the finger moves the piece */
  type Drive = 'bar' | 'piece';
  /** The target of profile 'given' */
  interface Given {
    /** Slide: position of the gap along x, as a fraction of the piece's travel, 0 to 1 */
    targetValue?: number;
    /** Slide: center of the gap, in pixels from the top of the picture; the middle of the picture if not given */
    gapCenterY?: number;
    /** Gesture: what to do, 1 to 12 steps */
    steps?: GestureStep[];
  }
  /** A picture to draw */
  interface Image {
    /** Its size, in pixels; it may be drawn at any other size, see io.touchd.scene */
    width: number;
    height: number;
    /** A PNG file in base64 (RFC 4648), at most 512 KiB when encoded */
    png: string;
  }
  /** A position in the picture, in pixels from its top left corner */
  interface PicturePoint {
    x: number;
    y: number;
  }
  /** How a challenge ended. Treat a value you do not know as failed. */
  type Outcome = 'passed' | 'failed' | 'cancelled' | 'expired' | 'declined';
  /** Why an attempt did not pass. Treat a value you do not know as failed */
  type Reason = 'missed' | 'untrusted_panel' | 'locked_out' | 'track_rejected' | 'refreshed' | 'storage_failed';
  /** Why a track, or the taps of an attempt, are not a finger's */
  type Flaw = 'track_too_short' | 'track_too_early' | 'track_broken_time' | 'track_teleport' | 'track_superhuman' |
    'track_even' | 'track_rhythm' | 'track_no_area' | 'track_replay';
  /** One judged attempt */
  interface Attempt {
    /** Id for io.touchd.result.Get; missing if it could not be stored */
    result?: string;
    /** Number of the attempt, counted from 1 */
    number: number;
    outcome: Outcome;
    /** Why it did not pass */
    reason?: Reason;
    /** Set with 'track_rejected' */
    flaw?: Flaw;
    /** How it was made */
    input?: Input;
    /**
     * How closely the drag that passed resembles a person's, 0 to 100; below 50 it resembles a program's, see
     * io.touchd.token. Missing if nothing was dragged, and for misses, so that no program can be tuned with it
     */
    score?: number;
    /** How long this panel is locked out because of too many misses, in microseconds */
    waitUSec?: number;
    /** Rounds of a study only, which also report 'score' and 'flaw' for misses: what was measured */
    facts?: Facts;
  }
  /** Measurements of an attempt; they contain no finger positions */
  interface Facts {
    /** From the moment the challenge was shown to the last lift, in microseconds */
    sinceShownUSec: number;
    /** Taps: number of touches */
    touches?: number;
    /**
     * Drags: time from landing to lifting; number of movements; greatest distance from the landing; distance beyond the
     * end point; time the finger rested before it lifted
     */
    durationUSec?: number;
    movements?: number;
    travelMm?: number;
    overshootMm?: number;
    restUSec?: number;
  }
  /** How an attempt was made */
  type Input = 'drag' | 'tap';
  /** State of a challenge. Treat a value you do not know as open if 'outcome' is missing. */
  type State = 'issued' | 'shown' | 'active' | 'judged' | 'redeemed' | 'expired' | 'cancelled' | 'declined';
}

/** The touch panels that the daemon reads. */
export namespace device {
  /**
   * Where a device's reports come from, decided by its place in sysfs, never by what the device reports.
   * Treat a value you do not know like 'unknown'.
   */
  type Provenance = 'physical' | 'uhid' | 'virtual' | 'remote' | 'unknown';
  /** Why touches are ignored. Treat a value you do not know as another reason */
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
    /** Number of the panel; it gets a new one each time it is plugged in */
    id: number;
    /**
     * Stable name of the panel: the name of its section [panel NAME] in the configuration, else its port (udev's ID_PATH),
     * else the kernel's name
     */
    panel?: string;
    /** The kernel's name */
    name: string;
    /** Event node, such as /dev/input/event5; may change each time the panel is plugged in */
    node: string;
    /** Where its reports come from */
    provenance: Provenance;
    /** Bus, vendor, product and version numbers of the kernel */
    bus: number;
    vendor: number;
    product: number;
    version: number;
    /** Physical connection, as named by the driver */
    phys?: string;
    /** Width in millimeters, unrotated, if the panel reports it */
    widthMm?: number;
    /** Height in millimeters, unrotated, if the panel reports it */
    heightMm?: number;
    /** True while the kernel ignores the panel because its attribute 'inhibited' in sysfs is set */
    inhibited?: boolean;
    /**
     * Identifies the panel and its port, for pinned-panels= of the configuration: another panel, or this panel at another
     * port, has a different pin
     */
    pin?: string;
    /** Number of contacts it can track; missing for a single-touch panel */
    slots?: number;
    /** The part of the view that it covers */
    area: Rect;
    /** Clockwise rotation of the panel relative to the picture, in degrees: 0, 90, 180 or 270 */
    rotation: number;
  }
  /** An event node of the machine */
  interface Candidate {
    /** The node, such as /dev/input/event5 */
    node: string;
    /** The kernel's name; empty if there is none */
    name: string;
    /** Whether touchd reads it as a panel */
    read: boolean;
    /** Why or why not, in words */
    why: string;
    /** Name of the panel, as in Device; missing if it is not a panel */
    panel?: string;
    /** Who besides root may write to the node of a panel and so inject touches, in words; missing if only root may */
    exposure?: string;
  }
}

/** Status, view, cleaning and configuration of the daemon. */
export namespace manage {
  /** Role of a peer */
  type Role = 'observer' | 'frontend' | 'administrator';
  /**
   * What is wrong with the vault as a whole. During an alarm every user is locked until an administrator enrolls the user
   * again or a recovery key is used, tokens are refused, and every panel is locked out of captchas for the maximum time.
   * Treat a value you do not know as an alarm.
   */
  type VaultAlarm = 'missing' | 'damaged' | 'rolled_back' | 'altered' | 'guard_missing' | 'guard_altered' |
    'counter_replaced' | 'counter_unreadable' | 'removed';
  /** How a rollback of the whole state directory is detected */
  type RollbackProtection = 'none' | 'tpm2';
  /** Why touches are ignored. Treat a value you do not know as another reason */
  type Pause = 'seat' | 'sleep' | 'cleaning';
  /** Whether a user can unlock, as in io.touchd.unlock */
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
  /** The scene that blocks other users' scenes */
  interface Holder {
    /** Its id, for io.touchd.scene.Dismiss */
    scene: string;
    /** The user and the process that presented it */
    uid: number;
    pid: number;
  }
  /** The panels */
  interface PanelsStatus {
    /** Number of connected panels */
    count: number;
    /** Of them, those whose touches may unlock and solve captchas */
    trusted: number;
    /** Frames read since the daemon started */
    frames: number;
    /** What is wrong, in words; missing if nothing is */
    problem?: string;
  }
  /** The screen */
  interface ScreenStatus {
    /** Number of scenes */
    scenes: number;
    /** The scene that blocks other users' scenes; missing if there is none, and for callers other than administrators */
    holder?: Holder;
  }
  /** Where a panel's reports come from, as in io.touchd.device */
  type Provenance = 'physical' | 'uhid' | 'virtual' | 'remote' | 'unknown';
  /** Access control */
  interface AccessStatus {
    /** Role of the caller */
    role: Role;
    /** Number of open connections */
    connections: number;
    /** Provenances of panels that may unlock and solve captchas */
    allowProvenance: Provenance[];
    /** Whether only pinned panels of these provenances may (pinned-panels= of the configuration) */
    pinned: boolean;
    /** Whether the configuration names the front ends that may use the screen (screen=) */
    screenNamed: boolean;
    /** Users with wrong drawings, and users who cannot unlock; for front ends and administrators only */
    standing?: Standing[];
  }
  /** Whether touches are ignored */
  interface PauseStatus {
    /** Why touches are ignored; empty if they are not */
    paused: Pause[];
    /** Time until cleaning ends; missing if the screen is not being cleaned */
    cleaningUSec?: number;
  }
  /** The vault */
  interface VaultStatus {
    /**
     * What is wrong with the vault, as a value and in words; missing if nothing is. If only 'problem' is set, the daemon
     * cannot write to the disk: every unlock and captcha fails until it can write again; no restart is needed
     */
    alarm?: VaultAlarm;
    problem?: string;
    /** How a rollback of the whole state directory is detected */
    rollbackProtection: RollbackProtection;
  }
  /** A key that changed when the configuration was reloaded */
  interface Change {
    /** Its section, without brackets */
    section: string;
    /** Its name */
    key: string;
    /** The old value, as written, or the default */
    before: string;
    /** The new value */
    after: string;
    /** True if the new value takes effect only after a restart of the daemon */
    needsRestart: boolean;
  }
  /** A key of the configuration */
  interface Key {
    /** Its section, without brackets */
    section: string;
    /** Its name */
    name: string;
    /** Its value as written in a file, or the default; missing if it is private to the machine */
    value?: string;
    /** Whether a file sets it */
    set: boolean;
  }
}

/**
 * Contacts, touches that reached no widget, statistics, and a recording of the last seconds.
 * io.touchd.scene reports what fingers do to widgets.
 */
export namespace monitor {
  /** A finger on a panel */
  interface Contact {
    /** Increases with each contact; unique while the daemon runs */
    id: number;
    /** The panel, as in io.touchd.device */
    device: number;
    /** Position in the view, in pixels, rounded to a thousandth */
    x: number;
    y: number;
    /** Position on the panel, in millimeters, rounded to a thousandth; missing if the panel does not report its size */
    xMm?: number;
    yMm?: number;
  }
  /** Why a landing reached no widget. Treat a value you do not know as another reason */
  type UnheardReason = 'panel_held' | 'inhibited' | 'held_since_start' | 'lost' | 'palm' | 'unknown_place' | 'edge_zone'
    | 'dead_zone' | 'ghost' | 'bounce' | 'seat' | 'sleep' | 'cleaning' | 'still_finger' | 'calibration' | 'no_scene' |
    'covered' | 'no_widget' | 'busy' | 'not_here' | 'not_now';
  /** A finger that landed and reached no widget */
  interface UnheardLanding {
    /** Counted from 1; a gap means that landings were skipped because the reader was slow */
    number: number;
    reason: UnheardReason;
    /** The panel, as in io.touchd.device */
    device: number;
    /** Its name (Device.panel); missing if it was unplugged */
    panel?: string;
    /** Where it landed in the view, in pixels; missing if unknown */
    x?: number;
    y?: number;
    /** Where it landed on the panel, unrotated, in fractions of its axes; missing if unknown */
    panelX?: number;
    panelY?: number;
    /** When, in microseconds of CLOCK_MONOTONIC */
    timeUSec: number;
  }
  /** A bucket of a histogram */
  interface Bucket {
    /** Its upper bound in microseconds, inclusive; missing in the last bucket, which has none */
    upToUSec?: number;
    /** Number of frames above the previous bound and not above this one */
    count: number;
  }
  /** Latency of frames since the daemon started */
  interface Latency {
    /**
     * End of the measurement, which begins with the kernel's timestamp: 'read' (the daemon has read the frame) or
     * 'delivered' (everything that it caused was written to the sockets of front ends)
     */
    stage: 'read' | 'delivered';
    /** Number of frames */
    count: number;
    /** Sum and maximum, in microseconds */
    sumUSec: number;
    maxUSec: number;
    buckets: Bucket[];
  }
  /** What a counter counts */
  type CounterName = 'frames' | 'panels_added' | 'panels_removed' | 'losses_of_events' | 'connections' |
    'connections_refused' | 'connections_dropped' | 'reloads' | 'reloads_refused' | 'results' | 'results_left_out' |
    'lines_left_out' | 'storage_errors' | 'provenance_refusals' | 'unheard';
  /** Kind of a result, as in io.touchd.result */
  type ResultKind = 'unlock' | 'enrollment' | 'removal' | 'captcha' | 'clearing' | 'recovery' | 'change' | 'restriction'
    | 'lock';
  /** How it ended, as in io.touchd.result */
  type ResultOutcome = 'passed' | 'failed' | 'cancelled' | 'expired';
  /** A counter, which starts at 0 with the daemon */
  interface Counter {
    name: CounterName;
    /** Set for 'results' only */
    kind?: ResultKind;
    outcome?: ResultOutcome;
    /** Set for 'unheard' only. The panel (Device.panel) is also missing if it was unplugged or there are too many panels */
    reason?: UnheardReason;
    panel?: string;
    /** The count */
    value: number;
  }
}

/**
 * Outcomes of unlocks, enrollments, removals and captchas. No result contains a secret.
 * Any caller that has the unguessable id of a result can read it. List and Watch return the results of the caller's uid;
 * administrators and members of group-backend get all results. Of the results without a finger (cancelled, expired,
 * declined, refreshed), 20 per user are stored, plus one per 10 min; others are only counted (results_left_out of
 * io.touchd.monitor).
 */
export namespace result {
  /**
   * What was tried
   * clearing: an administrator cleared a user's wrong drawings, or an alarm
   * recovery: a recovery key was made or tried
   * change: a user replaced a secret, with the old one as proof, or stored a duress secret
   * restriction: an administrator disabled or enabled a user, or set when the secrets expire
   * lock: the daemon locked something; 'reason' is exhausted (the user has no attempts left), or vault_ and a value of
   * io.touchd.manage.VaultAlarm
   */
  type Kind = 'unlock' | 'enrollment' | 'removal' | 'captcha' | 'clearing' | 'recovery' | 'change' | 'restriction' |
    'lock';
  /** How it ended. Treat a value you do not know as failed. */
  type Outcome = 'passed' | 'failed' | 'cancelled' | 'expired';
  /** Where the panel's reports came from, as in io.touchd.device */
  type Provenance = 'physical' | 'uhid' | 'virtual' | 'remote' | 'unknown';
  /** Which of a user's secrets, as in io.touchd.unlock */
  type Secret = 'pattern' | 'pin';
  /** What a person had to do, as in io.touchd.captcha */
  type ChallengeKind = 'slide' | 'gesture';
  /** How a challenge was made, as in io.touchd.captcha */
  type Profile = 'given' | 'simple' | 'default';
  /** The challenge of a captcha */
  interface Challenge {
    kind: ChallengeKind;
    profile: Profile;
    /** Size of its picture, in pixels; missing if there was none */
    width?: number;
    height?: number;
    /** Number of replacements requested, without those after a miss */
    refreshes: number;
  }
  /** One outcome */
  interface Result {
    /** Unguessable id */
    id: string;
    /** Sequence number, increasing; use it as 'after' in List */
    sequence: number;
    kind: Kind;
    outcome: Outcome;
    /**
     * Why it did not pass. Or duress, if it passed with the duress secret; only for callers that see all results. Text and
     * no enumeration: stored results can be older than the daemon
     */
    reason?: string;
    /** The user of an unlock, enrollment or removal */
    user?: string;
    /** What was asked for or entered; missing if no widget was on screen */
    secret?: Secret;
    /** The scene and the widget that were used */
    scene?: string;
    widget?: string;
    /** Where the panel's reports came from; missing if no finger was involved */
    provenance?: Provenance;
    /** Name of the panel (Device.panel in io.touchd.device); missing if no finger was involved */
    panel?: string;
    /** Number of the attempt in its call, counted from 1 */
    attempt: number;
    /** Remaining attempts of the user after an unlock, as in io.touchd.unlock */
    waitUSec?: number;
    attemptsLeft?: number;
    attemptsUntilLocked?: number;
    locked?: boolean;
    /** The challenge of a captcha */
    challenge?: Challenge;
    /** True if the result proves nothing: the caller set the target, or it is a round of a study */
    demo?: boolean;
    /** When it was decided, in microseconds of CLOCK_MONOTONIC; comparable only within one boot */
    timeUSec: number;
    /** The same moment by the wall clock, in microseconds since 1970 */
    wallTimeUSec: number;
  }
  /** What is wrong with the stored results. Treat a value you do not know as wrong. */
  type Break = 'edited' | 'inserted' | 'reordered' | 'deleted' | 'checkpoint' | 'rewritten' | 'truncated';
}

/**
 * Widgets on screen, and what fingers do to them.
 * Coordinates are view pixels, origin top left, y down. touchd handles rotation and calibration.
 */
export namespace scene {
  /** Kind of a widget */
  type Kind = 'pattern' | 'pin' | 'captcha' | 'gesture' | 'button' | 'slider' | 'step_slider' | 'confined_drag' |
    'inertial_drag' | 'reorder_list';
  /** How a widget may be operated. Every kind can be operated by taps alone; end events say which way was used */
  type Input = 'drag' | 'tap' | 'both';
  /** What happens when a contact is lost during a drag */
  type CancelRule = 'keep' | 'roll_back';
  /** Which point of the dragged object follows the finger */
  type Grab = 'keep_offset' | 'center';
  /** What a pattern or pin widget is for */
  type EntryPurpose = 'verify' | 'enroll';
  /** Why touches are ignored. Treat a value you do not know as another reason */
  type Pause = 'seat' | 'sleep' | 'cleaning';
  /** How much of a drawing is reported */
  type Trail = 'count' | 'live';
  /** How samples become dots */
  type Decoder = 'points' | 'swept' | 'turn';
  /** Settings of a pattern widget; missing members have their defaults */
  interface Pattern {
    /** Rows of dots, 2 to 6; 3 if not given */
    rows?: number;
    /** Columns of dots, 2 to 6; 3 if not given */
    columns?: number;
    /** Minimum number of dots of a drawing, 4 to the number of dots; 4 if not given */
    minDots?: number;
    /** Hit radius as a fraction of the pitch, 0.05 to 0.44; 0.30 if not given */
    hitRadiusFraction?: number;
    /** 'verify' if not given */
    purpose?: EntryPurpose;
    /** 'count' if not given */
    trail?: Trail;
    /** 'turn' if not given */
    decoder?: Decoder;
    /** Report only the number of dots, whatever 'trail' says; false if not given */
    stealth?: boolean;
    /** 'drag' if not given. By taps: each tap connects a dot, and a second tap on the last dot submits the drawing */
    input?: Input;
    /**
     * The next three vary the grid between drawings; only with purpose 'verify'. False if not given, unless the
     * administrator sets [unlock] vary-grid=. Draw the dots where the layout and the event 'placed' put them; the pattern
     * stays the same. Touches are ignored while a wrong drawing is shown.
     * The grid is smaller than the widget and moves each time
     */
    moved?: boolean;
    /** The grid changes its size each time; dots are at least 12 mm apart if the panel reports its size */
    scaled?: boolean;
    /** The grid is mirrored at random. Draw the number of each dot, from 1 in the order of the layout */
    mirrored?: boolean;
  }
  /**
   * Settings of a pin widget, a keypad of three columns and four rows that takes taps, not drags; missing members have
   * their defaults. A finger presses a key by landing on it and lifting from it. Digits after the twelfth are ignored. The
   * number of digits entered is never reported: no key causes an event between 'began' and the end
   */
  interface Pin {
    /** 'verify' if not given */
    purpose?: EntryPurpose;
    /** Minimum number of digits of a PIN, 4 to 12; 4 if not given */
    minDigits?: number;
    /**
     * Shuffle the digits for every entry; the layout and the event 'placed' say where they are. False if not given, unless
     * the administrator sets it. Touches are ignored while a wrong entry is shown
     */
    scramble?: boolean;
    /** 'tap' or 'both', which are equivalent here */
    input?: Input;
  }
  /** Settings of a captcha widget */
  interface Captcha {
    /** The challenge, from io.touchd.captcha.Create; missing if the widget is shown for a request */
    challenge?: string;
    /**
     * 'drag' if not given. By taps: the first tap moves the piece to the finger, a tap within 40 pixels of the piece
     * nudges it by 2 pixels, a tap on the piece (or its knob) submits it
     */
    input?: Input;
    /**
     * Shape of the piece as SVG path data in pixels: one closed path of M, L, H, V, C and Z, upper or lower case, at most
     * 32 segments and 2048 bytes, such as 'M0 0 H48 V48 H0 Z'. Its bounding box has sides of 40 to 512 pixels, is at most
     * half as wide as the picture, and at least a quarter of it is covered by the shape. If not given, a jigsaw piece of
     * 40 by 40. Only for a challenge without pictures; with pictures, Create takes the shape
     */
    piece?: string;
  }
  /** Settings of a gesture widget; it takes touches anywhere */
  interface Gesture {
    /** The challenge, from io.touchd.captcha.Create with kind 'gesture'; missing if the widget is shown for a request */
    challenge?: string;
    /** 'tap' or 'both', which are equivalent here */
    input?: Input;
  }
  /** Settings of a button */
  interface Button {
    /** How far outside its edges the finger may be without losing the button, 0 to 200 pixels; 10 if not given */
    releaseMargin?: number;
    /** How long a long press takes, 100000 to 10000000 microseconds; no long presses if not given */
    longPressUSec?: number;
    /** 'tap' or 'both', which are equivalent here */
    input?: Input;
  }
  /** Orientation of a track */
  type Orientation = 'horizontal' | 'vertical';
  /** Position of a track across its widget */
  type Alignment = 'center' | 'start' | 'end' | 'fill';
  /** What a tap on a track does */
  type TapOnTrack = 'jump' | 'page' | 'ignore';
  /** Settings of a slider */
  interface Slider {
    /** The range, within -1e12 to 1e12, min below max; 0 and 1 if not given */
    min?: number;
    max?: number;
    /** The initial value, clamped to the range; 'min' if not given */
    value?: number;
    /** Step of 'page', 0.001 to 1 of the range; 0.1 if not given */
    page?: number;
    /**
     * True: event 'changed' while the finger moves. False: 'moved' while it moves, one 'changed' at the end. True if not
     * given
     */
    continuous?: boolean;
    /** 'horizontal' if not given */
    orientation?: Orientation;
    /** 'center' if not given */
    alignment?: Alignment;
    /** Size of the thumb, in pixels, at most the widget's; 31 if not given */
    thumbWidth?: number;
    thumbHeight?: number;
    /**
     * From the end of the widget to the thumb's center at that end of the range, in pixels; at least half the thumb, which
     * is the default
     */
    margin?: number;
    /** Thickness of the track, in pixels; 2 if not given */
    trackHeight?: number;
    /** How far outside thumb and track a finger may land, 0 to 200 pixels; 12 if not given */
    hitMargin?: number;
    /** 'keep_offset' if not given */
    grab?: Grab;
    /** 'jump' if not given */
    tapOnTrack?: TapOnTrack;
    /** 'both' if not given: drag the thumb or tap the track */
    input?: Input;
    /** 'keep' if not given */
    onCancel?: CancelRule;
  }
  /** Settings of a step slider; H is the height of the widget, or its width if vertical */
  interface StepSlider {
    /** Names of the nodes, 2 to 64 */
    nodes: string[];
    /** The initial node, counted from 0; 0 if not given */
    index?: number;
    /** The thumb jumps from node to node while it is dragged; false if not given */
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
    /** How far outside thumb and track a finger may land, 0 to 200 pixels; 12 if not given */
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
  /** Area that a handle is confined to */
  type ConfinedShape = 'disc' | 'ring';
  /** Where a finger must land to drag the handle */
  type ConfinedGrab = 'anywhere' | 'handle' | 'keep_offset';
  /** What a landing outside the area does */
  type StartOutside = 'ignore' | 'clamp';
  /** What the handle does when the finger lifts */
  type Release = 'stay' | 'recenter';
  /** Settings of a confined drag */
  interface ConfinedDrag {
    /** 'disc' if not given */
    shape?: ConfinedShape;
    /** The center, in pixels from the widget's top left corner; the middle of the widget if not given */
    centerX?: number;
    centerY?: number;
    /** The radius, in pixels; half the shorter side of the widget if not given */
    radius?: number;
    /** Minimum distance of the handle's center from the rim, in pixels, less than the radius; 0 if not given */
    inset?: number;
    /**
     * Ring: minimum and maximum distance from the center at which a finger may land, in pixels; 0.75 and 1.25 of the
     * radius if not given
     */
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
    /** Fraction of the radius, 0 to 0.9, within which dx, dy and distance are 0; 0 if not given */
    deadZone?: number;
    /** 'both' if not given: a tap moves the handle to the finger */
    input?: Input;
    /** 'keep' if not given */
    onCancel?: CancelRule;
    /** How far a finger may stray and still tap, 0 to 200 pixels; 10 if not given */
    tapSlop?: number;
  }
  /** Where a finger must land to drag the object */
  type InertialGrab = 'anywhere' | 'object';
  /** How the velocity at the release is measured */
  type VelocityRule = 'seed' | 'least_squares';
  /** Settings of an inertial drag */
  interface InertialDrag {
    /** Center of the object, in pixels from the widget's top left corner; the middle of the widget if not given */
    positionX?: number;
    positionY?: number;
    /** Size of the object, in pixels; the whole object stays within the widget. 0 if not given: only its center does */
    objectWidth?: number;
    objectHeight?: number;
    /** 'anywhere' if not given */
    grab?: InertialGrab;
    /** 'least_squares' if not given */
    velocity?: VelocityRule;
    /** Duration of a flight, 50000 to 10000000 microseconds; 1000000 if not given */
    durationUSec?: number;
    /** Length of a flight: velocity times duration divided by this, 0.1 to 100; 5 if not given */
    damping?: number;
    /** The four numbers of CSS cubic-bezier(), each 0 to 1; 0.1, 0.9, 0.2, 1 if not given */
    curve?: number[];
    /** Velocity 'seed': 1000 to 200000 microseconds; 20000 if not given. A finger without a sample for longer is at rest */
    sampleIntervalUSec?: number;
    /** Velocity 'least_squares': 5000 to 500000 microseconds; 40000 if not given */
    windowUSec?: number;
    /**
     * Below minSpeed the object stays; above maxSpeed it flies as at maxSpeed. In pixels per second; 20 and 20000 if not
     * given
     */
    minSpeed?: number;
    maxSpeed?: number;
    /** Keep the object within the widget while it is dragged; true if not given */
    clampWhileDragging?: boolean;
    /** Rate of events 'animating' during a flight, per second, 0 to 240; 0 if not given */
    tickRate?: number;
    /** 'drag' if not given. By taps: the object flies to the finger */
    input?: Input;
    /** How far a finger may stray and still tap, 0 to 200 pixels; 10 if not given */
    tapSlop?: number;
  }
  /** When another row of a list makes room for the lifted one */
  type SwapRule = 'leading_edge' | 'enter';
  /** How fast a list scrolls while a row is held at an edge */
  type ScrollRule = 'steady' | 'depth';
  /** One row of a list */
  interface ListItem {
    /** Its name, unique in the list */
    id: string;
    /** In pixels, 1 to 10000; rowHeight if not given */
    height?: number;
    /** Its section, counted from 0; the section of the previous row if not given. Items must be in the order of sections */
    section?: number;
    /** Whether it can be lifted; true if not given */
    canMove?: boolean;
    /** Whether another row can be dropped in its place; true if not given */
    canDrop?: boolean;
  }
  /** One section of a list */
  interface ListSection {
    /** Height of the header above its rows, in pixels; 0 if not given */
    header?: number;
    /** Whether rows can be dropped into it; true if not given */
    canDrop?: boolean;
  }
  /**
   * Settings of a list; the widget shows as many rows as fit its height. If there are more, a finger that moves before it
   * lifts a row scrolls
   */
  interface ReorderList {
    /** The rows from top to bottom, 1 to 512; at most 2048 in all lists of a scene together */
    items: ListItem[];
    /** The sections, 1 to 64; one without a header if not given */
    sections?: ListSection[];
    /** Height of rows without 'height', in pixels; 80 if not given */
    rowHeight?: number;
    /** Initial scroll offset, in pixels; 0 if not given */
    offset?: number;
    /** How long a finger must rest to lift a row, 100000 to 10000000 microseconds; 500000 if not given */
    pressUSec?: number;
    /** How far the finger may stray meanwhile, 0 to 200 pixels; 10 if not given */
    tapSlop?: number;
    /** 'leading_edge' if not given */
    swapRule?: SwapRule;
    /** Speed of scrolling at an edge, 1 to 10000 pixels per second; 240 if not given */
    scrollSpeed?: number;
    /** 'steady' if not given */
    scrollRule?: ScrollRule;
    /**
     * Scroll while the finger is closer than this to the top or bottom, in pixels. If not given, scroll while the lifted
     * row, drawn 1.03 times as large, extends beyond the top or bottom
     */
    edgeZone?: number;
    /** 'keep_offset' if not given */
    grab?: Grab;
    /** 'roll_back' if not given */
    onCancel?: CancelRule;
    /** 'drag' if not given. By taps: the first lifts a row, the second puts it down */
    input?: Input;
  }
  /** Unit of a widget's frame */
  type Unit = 'pixels' | 'fractions';
  /** One widget */
  interface Widget {
    /** Name of the widget, unique in its scene, 1 to 64 bytes */
    id: string;
    kind: Kind;
    /**
     * Kinds 'pattern', 'pin', 'captcha' and 'gesture': id of the request (Requests) that the widget is shown for. The
     * request then sets the kind, for a pattern also 'purpose', 'rows' and 'columns', for a pin 'purpose'; a captcha or
     * gesture must not have 'challenge'
     */
    request?: string;
    /** Top left corner */
    x: number;
    y: number;
    /** Size, above 0; the whole frame must lie within the view */
    width: number;
    height: number;
    /** 'pixels' if not given */
    unit?: Unit;
    /**
     * Stacking order: of overlapping widgets the one with the higher z is on top, of equal ones the later one; 0 if not
     * given
     */
    z?: number;
    /** How far outside the frame a landing still counts where there is no other widget, in pixels, 0 to 100; 0 if not given */
    hitMargin?: number;
    /** Set for kind 'pattern' only */
    pattern?: Pattern;
    /** Set for kind 'pin' only */
    pin?: Pin;
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
  /** A position in the view, in pixels */
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
    /** Pattern: centers of the dots, row by row; in a mirrored grid each row from right to left */
    dots?: Point[];
    /** Pattern: hit radius in pixels */
    hitRadius?: number;
    /** Pattern: true if the grid may be mirrored; draw the number of each dot, from 1 in the order of 'dots' */
    numbered?: boolean;
    /** Pin: the keys, row by row */
    keys?: Rect[];
    /** Pin: label of each key: a digit, 'backspace' (deletes the last digit) or 'enter' (submits the PIN) */
    labels?: string[];
    /** Captcha: where the picture is */
    picture?: Rect;
    /** Captcha: where the piece is now */
    piece?: Rect;
    /** Captcha: corners of the piece's outline where it is now, in order; 'moved' shifts all of them alike */
    pieceOutline?: Point[];
    /** Captcha: where the bar is, if it has one */
    bar?: Rect;
    /** Sliders: the track */
    track?: Rect;
    /** Sliders: where the thumb is now */
    thumb?: Rect;
    /** Sliders: the thumb's center at the minimum and at the maximum */
    ends?: Point[];
    /** Step slider: centers of the nodes */
    nodes?: Point[];
    /** Confined drag: the center (one point) */
    center?: Point[];
    /** Confined drag: where the handle is now (one point) */
    handle?: Point[];
    /** Confined drag: maximum distance of the handle from the center, in pixels */
    radius?: number;
    /** Inertial drag: where the object is now */
    object?: Rect;
    /** List: the rows from top to bottom, including those scrolled out of view */
    rows?: Rect[];
    /** List: scroll offset, in pixels */
    offset?: number;
    /** List: total height of rows and headers, in pixels */
    contentHeight?: number;
  }
  /** Kind of feedback */
  type HintKind = 'lift' | 'settle' | 'shake' | 'wrong' | 'flash';
  /** Visual feedback for an event */
  interface Hint {
    kind: HintKind;
    /** How long it takes */
    durationUSec: number;
    /** 'shake': distance to either side, in view pixels, and number of cycles in that time */
    pixels?: number;
    times?: number;
  }
  /** What happened; Event lists the names for each kind of widget */
  type EventName = 'animating' | 'began' | 'cancelled' | 'caught' | 'changed' | 'cleared' | 'completed' | 'declined' |
    'dot' | 'dragged' | 'dropped' | 'ended' | 'enrolled' | 'first_recorded' | 'held' | 'lifted' | 'long_pressed' |
    'mismatch' | 'missed' | 'moved' | 'placed' | 'pressed' | 'rearmed' | 'recentered' | 'rejected' | 'released' |
    'result' | 'scrolled' | 'settled' | 'snapped' | 'solved' | 'too_short' | 'too_sparse' | 'touched';
  /** Why a gesture had no effect */
  type Reason = 'contact_lost' | 'empty' | 'hardly_moved' | 'reset' | 'moved_away' | 'not_held' | 'cannot_move' |
    'cannot_drop' | 'put_back' | 'timed_out';
  /** What the finger grabbed */
  type Grabbed = 'thumb' | 'track';
  /** Why a drawing or an attempt did not pass: as in io.touchd.unlock (Reason, Step) and io.touchd.captcha (Reason), or */
  type JudgedReason = 'wrong_pattern' | 'wrong_pin' | 'already_tried' | 'locked' | 'disabled' | 'secret_expired' |
    'recovering' | 'superseded' | 'not_exclusive' | 'busy' | 'too_common' | 'same_as_everyday' | 'missed' | 'locked_out'
    | 'untrusted_panel' | 'storage_failed' | 'no_attempt';
  /** A drawing or an attempt was judged */
  interface Judged {
    passed: boolean;
    reason?: JudgedReason;
    /** Id for io.touchd.result.Get; missing if it could not be stored */
    id?: string;
    /** Captcha: how long this panel is locked out because of too many misses */
    waitUSec?: number;
  }
  /** Event of a pattern */
  interface PatternEvent {
    /** Number of connected dots */
    count?: number;
    /** too_short: minimum number of dots */
    minDots?: number;
    /**
     * placed: centers of the dots for the next drawing, in the order of the layout, in pixels from the widget's top left
     * corner, and the hit radius in pixels
     */
    dots?: Point[];
    hitRadius?: number;
    /** dot, trail 'live': the dot, counted from 0, row by row */
    dot?: number;
    /** dot, trail 'live': direction from the previous dot, in degrees: up 0, right 90, down 180, left 270 */
    angle?: number;
    /** moved: free end of the line */
    x?: number;
    y?: number;
  }
  /** Event of a PIN pad */
  interface PINEvent {
    /** too_short: minimum number of digits */
    minDigits?: number;
    /** placed: labels of the keys for the next entry, as in the layout */
    labels?: string[];
  }
  /** Events moved and rearmed of a captcha */
  interface CaptchaEvent {
    /** Upper left corner of the piece */
    x: number;
    y: number;
    /** moved: fraction of the piece's travel, 0 to 1 */
    value?: number;
  }
  /** Event touched of a gesture */
  interface GestureEvent {
    /** Number of touches so far */
    count: number;
  }
  /** Event of a slider */
  interface SliderEvent {
    value: number;
    /** began */
    grabbed?: Grabbed;
  }
  /** Event of a step slider */
  interface StepSliderEvent {
    /** Position of the thumb along the track, 0 to 1 */
    value: number;
    /** The nearest node, counted from 0 */
    index: number;
    /** snapped: name of the node */
    node?: string;
    /** began */
    grabbed?: Grabbed;
  }
  /** Event of a confined drag */
  interface ConfinedDragEvent {
    /** Center of the handle */
    x: number;
    y: number;
    /**
     * Its position in fractions of the radius, -1 to 1, and its distance from the center, 0 to 1; 0 is the edge of the
     * dead zone
     */
    dx: number;
    dy: number;
    distance: number;
    /** Its direction from the center, in degrees: right 0, down 90, -180 to 180 */
    angle: number;
    /** Whether the finger is outside the area of the handle */
    clamped: boolean;
  }
  /** Event of an inertial drag */
  interface InertialDragEvent {
    /** Center of the object */
    x: number;
    y: number;
    /** released: where it will come to rest */
    targetX?: number;
    targetY?: number;
    /** released: speed, in pixels per second */
    velocityX?: number;
    velocityY?: number;
    /** released: duration of the flight; 0 if the object stays */
    durationUSec?: number;
    /** released: the four numbers of CSS cubic-bezier() */
    curve?: number[];
    /** animating: elapsed fraction of the duration, 0 to 1 */
    progress?: number;
  }
  /** Event of a list */
  interface ReorderListEvent {
    /** Name of the row; missing for dragged and scrolled */
    id?: string;
    /** began and lifted: index of the row, counted from 0 */
    index?: number;
    /** moved and dropped: old and new index of the row, among all rows */
    from?: number;
    to?: number;
    /** With several sections: the section of the row */
    section?: number;
    /** dropped and cancelled: names of all rows from top to bottom */
    order?: string[];
    /** dropped and cancelled, with several sections: number of rows in each */
    sectionSizes?: number[];
    /** lifted and dragged, and scrolled if a row is lifted: middle of the lifted row */
    y?: number;
    /** dragged, scrolled and released: scroll offset, in pixels */
    offset?: number;
    /** lifted: scale at which to draw the row */
    scale?: number;
  }
  /**
   * Something that a finger did, or its effect. Ignore names and members you do not know.
   *
   * Every gesture has one 'began' and exactly one end. A gesture is one contact from landing to lifting; by taps, several.
   *   pattern        began, dot, moved; ends: completed, too_short, too_sparse, mismatch, cancelled; then first_recorded
   *                  or enrolled (purpose 'enroll', once accepted and stored), cleared, and placed if the grid varies
   *   pin            began; ends: completed, too_short, mismatch, cancelled; then first_recorded or enrolled, cleared, and
   *                  placed, as for a pattern
   *   captcha        began, moved; ends: completed, cancelled; then solved or missed, and rearmed; declined
   *   gesture        began, touched, held (long enough for a hold); ends: completed, cancelled; then solved or missed, and
   *                  rearmed; declined
   *   button         began; ends: pressed, long_pressed, cancelled
   *   slider         began, changed, moved; ends: ended, cancelled
   *   step_slider    began, changed, snapped (once, if anything changed); ends: ended, cancelled
   *   confined_drag  began, moved; ends: ended, cancelled; then recentered, if asked for
   *   inertial_drag  caught, began, moved; ends: released, cancelled; then animating, if asked for, and settled
   *   reorder_list   began, lifted, dragged, moved, scrolled; ends: dropped, rejected, released (a finger that scrolled),
   *                  cancelled
   * Pattern, pin, captcha and gesture also: 'result' when the entry or attempt was judged.
   *
   * The member named like the kind has what only that kind reports. Its 'x' and 'y' are pixels from the widget's top left
   * corner, rounded to a thousandth.
   */
  interface Event {
    /** The widget */
    widget: string;
    /** What happened */
    name: EventName;
    /** When, in microseconds of CLOCK_MONOTONIC, as stamped by the kernel */
    timeUSec: number;
    /** Ends: how the gesture was made, 'drag' or 'tap' */
    input?: Input;
    /** Why, for cancelled and rejected */
    reason?: Reason;
    /** Visual feedback */
    hint?: Hint;
    /** result: how the drawing, entry or attempt was judged */
    result?: Judged;
    pattern?: PatternEvent;
    pin?: PINEvent;
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
    /** The user and the process that presented it; for pages, those of touchd-web */
    uid: number;
    pid: number;
    /** The kinds of its widgets, bottom first */
    kinds: Kind[];
    /** Whether it blocks other users' scenes */
    guarded: boolean;
    /** How long it has been on screen, in microseconds */
    shownUSec: number;
  }
  /** What a request asks to show */
  type RequestKind = 'unlock' | 'enrollment' | 'captcha' | 'gesture' | 'calibration';
  /** The kinds of widgets that take a secret */
  type Secret = 'pattern' | 'pin';
  /** A request by a caller without a scene to show something */
  interface Request {
    /**
     * Its id, for the member 'request' of a widget; for a captcha or gesture also the id of the challenge, for
     * io.touchd.captcha.Refresh
     */
    id: string;
    kind: RequestKind;
    /** The user id of the caller */
    uid: number;
    /** The user whose secret it concerns; unlock and enrollment only */
    user?: string;
    /** Unlock and enrollment: the kind of the widget */
    secret?: Secret;
    /** Unlock by a pattern: rows and columns that the grid of the pattern widget must have */
    rows?: number;
    columns?: number;
    /** What it is for, as text from the caller. Show it as plain text */
    prompt?: string;
    /** How long the caller still waits, in microseconds */
    timeLeftUSec: number;
  }
}

/**
 * Signed tokens that prove a passed unlock or captcha to a server.
 * A token is a compact JWT, signed with Ed25519 (alg EdDSA), from io.touchd.unlock.Verify or io.touchd.captcha.Await.
 * Any JWT library can check it against the key set; only Redeem knows whether it was used before.
 * Claims: iss (the kiosk), sub (the user of an unlock), cid and act (challenge and action of a captcha), aud and nonce
 * (as requested), jti, iat, exp, prov (provenance of the panel), res (id of the result). For a captcha also input and
 * score (how it was solved), kind (slide or gesture), profile, size (of its picture, such as 480x300), attempts (number
 * of attempts) and refreshes (number of replacements requested without a miss).
 */
export namespace token {
  /** What was proved */
  type Kind = 'unlock' | 'captcha';
  /** Where the panel's reports came from, as in io.touchd.device */
  type Provenance = 'physical' | 'uhid' | 'virtual' | 'remote' | 'unknown';
  /** How a captcha was solved */
  type Input = 'drag' | 'tap';
  /** What a person had to do, as in io.touchd.captcha. Treat a value you do not know as unproved */
  type ChallengeKind = 'slide' | 'gesture';
  /** How a challenge was made, as in io.touchd.captcha. Treat a value you do not know as unproved */
  type Profile = 'given' | 'simple' | 'default';
  /** The challenge of a captcha */
  interface Captcha {
    kind: ChallengeKind;
    profile: Profile;
    /** Size of its picture, in pixels; missing if there was none */
    width?: number;
    height?: number;
    /** Number of replacements requested, without those after a miss */
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
    /** What the captcha was for, as its caller set it */
    action?: string;
    /** As the caller requested */
    audience?: string;
    nonce?: string;
    provenance: Provenance;
    /** Id for io.touchd.result.Get */
    result: string;
    /** How a captcha was solved */
    input?: Input;
    /**
     * How closely the drag that solved a captcha resembles a person's, 0 to 100; below 50 it resembles a program's. Tuned
     * on synthetic tracks, not on people: a hint, not a proof. Missing if nothing was dragged
     */
    score?: number;
    /** The challenge of the captcha; missing for an unlock */
    captcha?: Captcha;
    /** Number of attempts the captcha took, including misses and refreshes that cost an attempt */
    attempts?: number;
    /** When the token was issued, by the wall clock, in microseconds since 1970 */
    issuedWallTimeUSec: number;
  }
  /** A public key, with the members of RFC 7517 and RFC 8037 */
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
  /** A JWK set; JWT libraries read its JSON as it is */
  interface KeySet {
    /** First the signing key, then older keys whose tokens may still be valid */
    keys: Key[];
  }
  /** Why a token is not accepted. Treat a value you do not know as refused */
  type Refusal = 'bad_request' | 'key_unknown' | 'signature_mismatch' | 'audience_mismatch' | 'nonce_mismatch' |
    'token_expired' | 'token_used';
}

/**
 * Unlocking by a pattern or a PIN, entered on the panel and checked by the daemon. A user has one of them or both; wrong
 * entries of both kinds count together. 'Drawing' includes the entry of a PIN, unless stated otherwise.
 * Administrators enroll and remove users; users change and remove their own secrets with an old one as proof.
 * Only the front end that shows a drawing can receive it, and only with trail 'live' (io.touchd.scene.Pattern). A PIN
 * and its length are never reported.
 */
export namespace unlock {
  /** How an attempt ended. Treat a value you do not know as failed. */
  type Outcome = 'passed' | 'failed' | 'cancelled' | 'expired';
  /** Whether a user can unlock, apart from wrong drawings */
  type State = 'active' | 'disabled' | 'expired' | 'recovering';
  /** Kind of a secret */
  type Secret = 'pattern' | 'pin';
  /** A user with a pattern, a PIN or both */
  interface User {
    /** Name of the user */
    name: string;
    /** The kinds that the user has; empty while recovering */
    secrets: Secret[];
    /** When a secret was last stored, in microseconds since 1970 */
    enrolledWallTimeUSec: number;
    /** When the secrets expire, in microseconds since 1970; missing if never */
    expiresWallTimeUSec?: number;
    /**
     * Whether the user can unlock. If not active, every drawing fails with the reason disabled, secret_expired or
     * recovering, right or wrong, and does not count
     */
    state: State;
    /** Whether the user has a duress secret; for administrators only */
    duress?: boolean;
    /**
     * True if the user was removed with a duress secret as proof: the everyday secret still passes, but only
     * administrators see the user. Otherwise missing
     */
    hidden?: boolean;
    /** Wrong drawings since the last right one */
    failedAttempts: number;
    /** Remaining time during which drawings are refused, in microseconds; missing if they are not refused */
    waitUSec?: number;
    /** Wrong drawings until the next wait; 0 during one */
    attemptsLeft?: number;
    /** Wrong drawings until the user is locked; missing if that never happens */
    attemptsUntilLocked?: number;
    /** True if the user is locked; ClearWait, the recovery key or a new enrollment unlocks */
    locked?: boolean;
  }
  /** Why a drawing, or a call, did not pass. Treat a value you do not know as failed */
  type Reason = 'wrong_pattern' | 'wrong_pin' | 'wrong_key' | 'already_tried' | 'locked' | 'disabled' | 'secret_expired'
    | 'recovering' | 'superseded' | 'untrusted_panel' | 'not_exclusive' | 'busy' | 'storage_failed' | 'panel_held';
  /** One finished drawing */
  interface Attempt {
    /** Id for io.touchd.result.Get; missing if it could not be stored */
    result?: string;
    /** Number of the drawing in this call, counted from 1 */
    number: number;
    outcome: Outcome;
    /** Why it did not pass; never wrong_key or panel_held */
    reason?: Reason;
    /** Whether no other program could read the drawing; set if the configuration grabs the panels (exclusive) */
    exclusive?: boolean;
    /** The user's attempts after this drawing, as in User */
    waitUSec?: number;
    attemptsLeft?: number;
    attemptsUntilLocked?: number;
    locked?: boolean;
  }
  /** An enrollment that an operator asked for (AskEnrollment). Show it to whoever stands at the kiosk; only Enroll enrolls */
  interface AskedEnrollment {
    /** Id that the operator got */
    id: string;
    /** Name of the user, who need not be enrolled yet */
    user: string;
    /** When it was asked for, and until when it is reported, in microseconds since 1970 */
    askedWallTimeUSec: number;
    expiresWallTimeUSec: number;
  }
  /** Which of a user's two secrets of one kind */
  type Slot = 'everyday' | 'duress';
  /** What became of a drawing for a new secret */
  type EntryStep = 'first_recorded' | 'mismatch' | 'too_short' | 'too_sparse' | 'too_common' | 'same_as_everyday';
  /**
   * Estimated strength of a first drawing (meter of Song et al., 2015; 3 x 3 dots only). For display; weak ones are
   * accepted too
   */
  type Strength = 'weak' | 'medium' | 'strong';
  /** Why a proof is not valid: as in io.touchd.token, or */
  type ProofFault = 'bad_request' | 'key_unknown' | 'signature_mismatch' | 'audience_mismatch' | 'nonce_mismatch' |
    'token_expired' | 'token_used' | 'subject_mismatch';
}

/** Every method: what it takes, what it replies, and whether it replies several times. */
export interface Methods {
  /**
   * Calibrates a panel. A person touches five or nine targets and one more for verification. The new calibration is then
   * on trial for 15 s; unless a touch on the mark or Confirm confirms it, the previous one is restored. A calibration
   * applies only to the current rotation of the panel, and only as long as udev or the configuration sets the calibration
   * that it replaces. Replies with each stage. Closing the connection cancels the calibration, even during the trial.
   * While a target is shown, scenes receive no touches from the panel.
   */
  'io.touchd.calibration.Calibrate': {
    parameters: {
      /** Name of the panel (Device.panel); optional if there is only one */
      panel?: string;
      /** Number of targets: 5 or 9; 5 if not given */
      targets?: number;
      /**
       * True: the front end that serves the screen draws the targets (io.touchd.scene.Requests). False or not given: the
       * caller draws them at 'place'
       */
      onScreen?: boolean;
      /**
       * True: only measures how far from the targets touches land with the calibration in force, and ends after the last
       * target in stage 'measured'. Equal offsets at all targets mean that the front end's page does not cover the panel.
       * False if not given
       */
      measure?: boolean;
    };
    reply: {
      stage?: calibration.Stage;
      /** Name of the panel */
      panel?: string;
      /** The target to touch, counted from 1; set only in stage 'aiming' */
      target?: number;
      /** Number of targets; missing in replies with 'alive' */
      targets?: number;
      /** Where to touch, in view pixels; missing when the calibration is over */
      place?: calibration.Point;
      /**
       * Root mean square error of the new calibration at the targets, in millimeters; missing until it is computed, and for
       * panels that do not report their size
       */
      residualMm?: number;
      /** Error at the verification target, likewise */
      missMm?: number;
      /** The new calibration as in LIBINPUT_CALIBRATION_MATRIX, once it is computed */
      matrix?: number[];
      /** With 'measure': the targets touched so far */
      offsets?: calibration.Offset[];
      /** Why the calibration was refused, in words */
      reason?: string;
      /** Sent at least every 20 s if there is no other reply, so that clients do not time out */
      alive?: boolean;
    };
    more: 'required';
  };
  /** Keeps the calibration that is on trial. It survives a restart of the daemon. */
  'io.touchd.calibration.Confirm': {
    parameters: {};
    reply: {};
    more: 'none';
  };
  /**
   * Deletes kept calibrations, so that udev and the configuration apply again. Cancels a calibration in progress. A finger
   * that is on a panel when the daemon starts, and stays for 10 s, resets that panel likewise.
   */
  'io.touchd.calibration.Reset': {
    parameters: {
      /** Only this panel (Device.panel); all panels if not given */
      panel?: string;
    };
    reply: {
      /** Number of deleted calibrations */
      removed: number;
    };
    more: 'none';
  };
  /** Lists the kept calibrations. */
  'io.touchd.calibration.List': {
    parameters: {};
    reply: {
      calibrations: calibration.Calibration[];
    };
    more: 'none';
  };
  /**
   * Tells the front end that shows a request of kind 'calibration' what to draw. Cover the whole screen and draw a mark
   * exactly at 'place'; the rest is up to the front end. Scenes receive no touches from the panel while a target is shown,
   * but do during the trial. The call ends with the calibration.
   */
  'io.touchd.calibration.Show': {
    parameters: {
      request: string;
    };
    reply: {
      stage?: calibration.Stage;
      /** The target to touch, counted from 1; set only in stage 'aiming' */
      target?: number;
      /** Number of targets */
      targets?: number;
      /** Where to draw the mark, in view pixels; missing when the calibration is over */
      place?: calibration.Point;
      /** Why the calibration was refused, in words */
      reason?: string;
      /** Sent at least every 20 s if there is no other reply, so that clients do not time out */
      alive?: boolean;
    };
    more: 'required';
  };
  /**
   * Creates a challenge. Show it once, in a captcha or gesture widget of io.touchd.scene.Present: draw picture and piece
   * where the layout says, and move the piece as the events say. With 'onScreen', the front end that serves the screen
   * shows it: the call waits up to 5 s for one to listen, and that front end gets the pictures by Refresh.
   */
  'io.touchd.captcha.Create': {
    parameters: {
      /** 'slide' if not given. 'gesture' excludes drive, pictures, width, height and shape */
      kind?: captcha.ChallengeKind;
      profile: captcha.Profile;
      /** If not given: 'bar' with profiles 'given' and 'simple', 'piece' with 'default' */
      drive?: captcha.Drive;
      /** Set for profile 'given' only */
      given?: captcha.Given;
      /** Number of attempts allowed, 1 to 10; 3 if not given */
      maxAttempts?: number;
      /** Lifetime of the challenge, in microseconds, 1 s to 10 min; 60 s if not given */
      timeoutUSec?: number;
      /** Claims of the token: the intended recipient, and a random text of the caller's; 1 to 256 bytes each */
      audience?: string;
      nonce?: string;
      /** Claim of the token: what the solution is for, 1 to 64 bytes */
      action?: string;
      /**
       * Whether the daemon draws the pictures; if not given, false with profile 'given', else true. Without, the picture is
       * as large as the widget, for a front end that draws its own; not for 'default'
       */
      pictures?: boolean;
      /**
       * Size of the picture, 160 to 560 by 120 to 360 pixels, at least three times as wide as the largest piece (with
       * 'default' 84% of the height); 400 by 268 if not given. Other sizes fail with org.varlink.service.InvalidParameter,
       * whose member 'allowed' has the range ("300 to 560")
       */
      width?: number;
      height?: number;
      /**
       * Shape of the piece, as SVG path data; see 'piece' of the captcha widget in io.touchd.scene. It is scaled to the size
       * of the piece, and with 'default' mirrored or rotated. A jigsaw piece if not given
       */
      shape?: string;
      /** True: the front end that serves the screen shows the challenge (io.touchd.scene.Requests); false if not given */
      onScreen?: boolean;
      /** With 'onScreen': what it is for, as text for the person at the screen, 1 to 256 bytes */
      prompt?: string;
      /**
       * True: a round of a study, for administrators. It proves nothing, misses cost nothing, only a wrong answer or an
       * untrusted panel fails, and its attempts report the measurements, including the flaw that would have failed them.
       * False if not given
       */
      study?: boolean;
    };
    reply: {
      /** Unguessable id of the challenge */
      challenge: string;
      /** The picture with its gap */
      picture?: captcha.Image;
      /** The piece, transparent around its shape; drawn over the picture */
      piece?: captcha.Image;
      /** Where the piece starts: at the left edge, left of the gap; with a bar, at the height of the gap */
      start?: captcha.PicturePoint;
      /** Gesture: what to show, in order */
      steps?: captcha.GestureStep[];
      /** Time until the challenge expires, in microseconds */
      timeLeftUSec?: number;
    };
    more: 'none';
  };
  /**
   * Returns another picture, or another sequence of a gesture, for the same challenge. Call it
   *   after a miss: touches are ignored until then (with 'given' or without pictures, 'rearmed' comes without this call);
   *   when a person asks for another one: free twice, then each costs an attempt and counts as a miss of the panel;
   *   for the first picture of a challenge that another caller created with 'onScreen'.
   * Cancels a gesture in progress. If the challenge is on screen, the event 'rearmed' gives the new position of the piece.
   */
  'io.touchd.captcha.Refresh': {
    parameters: {
      challenge: string;
    };
    reply: {
      picture?: captcha.Image;
      piece?: captcha.Image;
      start?: captcha.PicturePoint;
      steps?: captcha.GestureStep[];
    };
    more: 'none';
  };
  /**
   * Ends a challenge because the person at the screen cannot solve it. The outcome is 'declined', and its widget gets the
   * event 'declined'. Offer help by a person, or another way.
   */
  'io.touchd.captcha.Decline': {
    parameters: {
      challenge: string;
    };
    reply: {};
    more: 'none';
  };
  /**
   * Returns how a challenge ended. With the 'more' flag the call waits for the end and reports every attempt; without it,
   * the call replies at once, and 'outcome' is missing while the challenge is open.
   */
  'io.touchd.captcha.Await': {
    parameters: {
      challenge: string;
    };
    reply: {
      /** An attempt was judged */
      attempt?: captcha.Attempt;
      /** State of the challenge */
      state?: captcha.State;
      /** Set when the challenge is over */
      outcome?: captcha.Outcome;
      /** Set if an attempt decided the outcome: id for io.touchd.result.Get */
      result?: string;
      /** True if the outcome proves nothing: the caller set the target, or it is a round of a study */
      demo?: boolean;
      /** Set if it passed and is not a demo: proof for io.touchd.token.Redeem; missing if it could not be stored */
      token?: string;
      /** Sent at least every 20 s if there is no other reply, so that clients do not time out */
      alive?: boolean;
    };
    more: 'supported';
  };
  /** Gives an open challenge more time. No challenge lives longer than 10 minutes. */
  'io.touchd.captcha.Extend': {
    parameters: {
      challenge: string;
      /** Additional time, in microseconds, 1 s to 10 min */
      timeoutUSec: number;
    };
    reply: {
      /** Time until the challenge expires, in microseconds; missing if it is already over */
      timeLeftUSec?: number;
    };
    more: 'none';
  };
  /** Lists the connected panels. */
  'io.touchd.device.List': {
    parameters: {};
    reply: {
      devices: device.Device[];
    };
    more: 'none';
  };
  /** Explains for every event node why touchd reads it as a panel or not. */
  'io.touchd.device.Explain': {
    parameters: {};
    reply: {
      candidates: device.Candidate[];
    };
    more: 'none';
  };
  /** Reports the connected panels, then every change, until the connection closes. */
  'io.touchd.device.Watch': {
    parameters: {};
    reply: {
      /** Set in the first reply only: all panels */
      devices?: device.Device[];
      /** A panel was plugged in, or its node returned after the kernel had removed it */
      added?: device.Device;
      /** The rotation, area or inhibition of a panel changed */
      changed?: device.Device;
      /** The panel with this id was unplugged, or its node can no longer be read */
      removed?: number;
      /** Why touches are ignored; empty if they are not. Set in the first reply and when it changes */
      paused?: device.Pause[];
      /** Sent at least every 20 s if there is no other reply, so that clients do not time out */
      alive?: boolean;
    };
    more: 'required';
  };
  /** Returns the status of the daemon. */
  'io.touchd.manage.Status': {
    parameters: {};
    reply: {
      /** Version of the daemon */
      version: string;
      /** Time since it started */
      uptimeUSec: number;
      /** The seat whose panels the daemon reads */
      seat: string;
      /**
       * Where the configuration files are invalid, as FILE:LINE, if the daemon started with the last configuration that worked
       * instead; missing if they are in use
       */
      configurationProblem?: string;
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
   * Clears the alarm of the vault: names without an enrolled secret are no longer locked, and panels are no longer locked
   * out of captchas because of it. Users locked by the alarm stay locked: each needs a recovery key or a new enrollment.
   * Stored as a result of kind clearing.
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
   * Ignores touches for a while, so that the screen can be wiped: cancels contacts, informs front ends, and grabs the
   * panels so that other programs receive no touches. Ends after 'durationUSec', by StopCleaning, when one finger rests on
   * a panel for five seconds, or when the daemon stops. Another call sets a new duration.
   */
  'io.touchd.manage.StartCleaning': {
    parameters: {
      /** In microseconds, 1 s to 600 s */
      durationUSec: number;
    };
    reply: {};
    more: 'none';
  };
  /** Ends cleaning early. */
  'io.touchd.manage.StopCleaning': {
    parameters: {};
    reply: {
      /** False if the screen was not being cleaned */
      ended: boolean;
    };
    more: 'none';
  };
  /**
   * Changes the view until the daemon stops: the size of the screen, or the rotation of the panels.
   * Cancels contacts and lays out all scenes again.
   */
  'io.touchd.manage.SetView': {
    parameters: {
      /** Size in pixels as a person sees it, after rotation, 1 to 16384 each; unchanged if not given */
      width?: number;
      height?: number;
      /** Clockwise rotation of the panel relative to the picture: 0, 90, 180 or 270 degrees; unchanged if not given */
      rotation?: number;
      /** Rotate only this panel (Device.panel); excludes width and height */
      panel?: string;
    };
    reply: {};
    more: 'none';
  };
  /** Reloads the configuration files, like SIGHUP. If they have errors, nothing changes. */
  'io.touchd.manage.Reload': {
    parameters: {};
    reply: {
      /** False if the files have errors */
      applied: boolean;
      /** All errors, each with file, line and key; empty if there are none */
      problems: string[];
      /** What changed; empty if nothing did */
      changes: manage.Change[];
    };
    more: 'none';
  };
  /** Returns the configuration in force, for bug reports. Omits paths, groups, pins and serial numbers. */
  'io.touchd.manage.Configuration': {
    parameters: {};
    reply: {
      keys: manage.Key[];
    };
    more: 'none';
  };
  /**
   * Reports the present contacts at once, then every change. While a widget for a secret or a captcha is on screen,
   * contacts are hidden, and afterward until the fingers that were down at the time have lifted. A slow reader gets only
   * the newest state.
   */
  'io.touchd.monitor.Contacts': {
    parameters: {};
    reply: {
      /** All present contacts, the newest last; empty while hidden */
      contacts?: monitor.Contact[];
      /** True while contacts are hidden */
      hidden?: boolean;
      /**
       * When it changed, in microseconds of CLOCK_MONOTONIC, as stamped by the kernel; missing in the first reply and while
       * hidden
       */
      timeUSec?: number;
      /** Sent at least every 20 s if there is no other reply, so that clients do not time out */
      alive?: boolean;
    };
    more: 'required';
  };
  /**
   * Reports touches that reached no widget, and why: first up to 16 recent ones, then each as it happens. Touches while
   * Contacts hides them are only counted (Statistics). A slow reader misses older ones.
   */
  'io.touchd.monitor.Unheard': {
    parameters: {};
    reply: {
      /** The oldest first */
      landings?: monitor.UnheardLanding[];
      /** Sent at least every 20 s if there is no other reply, so that clients do not time out */
      alive?: boolean;
    };
    more: 'required';
  };
  /** Returns latencies and counters since the daemon started. */
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
   * Returns the touches of the last seconds as a recording that touchctl replay and convert read: lines of touchd
   * --dump=json. While a widget for a secret or a captcha is on screen, nothing is recorded, and afterward nothing of the
   * fingers that were down at the time; a line of type gap stands for what is left out. [input] keep-frames= sets how much
   * is kept.
   */
  'io.touchd.monitor.Recording': {
    parameters: {
      /** Where to continue: 'next' of the previous reply; the oldest frame if not given */
      from?: number;
    };
    reply: {
      /** Complete lines with their line feeds. The first reply also describes the panels */
      lines: string;
      /** Where to continue; missing if these lines are the last */
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
      /** Only results after this sequence number; from the oldest stored result if not given */
      after?: number;
      /** Maximum number of results, 1 to 1000; 100 if not given */
      limit?: number;
    };
    reply: {
      results: result.Result[];
    };
    more: 'none';
  };
  /** Reports new results until the connection closes. The first reply has only 'ready'. */
  'io.touchd.result.Watch': {
    parameters: {};
    reply: {
      ready?: boolean;
      result?: result.Result;
      /** With 'result': spaces that give all replies the same length. Ignore it */
      padding?: string;
      /** Sent at least every 20 s if there is no other reply, so that clients do not time out */
      alive?: boolean;
    };
    more: 'required';
  };
  /**
   * Returns the head of the chain of results. Keep it outside the kiosk: VerifyChain can then detect whether a result up
   * to the head was changed or removed.
   */
  'io.touchd.result.Head': {
    parameters: {};
    reply: {
      /** Sequence number and link of the last result, SEQUENCE:HEX */
      head: string;
      /** The same as a compact JWS (EdDSA) with the claim 'head' */
      signed?: string;
      /** The public key that verifies heads and checkpoints, as a JSON Web Key; tokens are signed with other keys */
      key?: Record<string, unknown>;
    };
    more: 'none';
  };
  /**
   * Checks the stored results and reports the first that is not as it was stored. Each result is chained to the previous
   * one by a hash keyed with the vault's key; a checkpoint vouches for results that are no longer stored. A truncated
   * chain, or one rebuilt with the vault's key, is detected only with a head kept outside, and only up to that head.
   * One reply has the findings. Without the 'more' flag the call fails with Unfinished after 40 s.
   */
  'io.touchd.result.VerifyChain': {
    parameters: {
      /** A head that was kept outside */
      head?: string;
    };
    reply: {
      /** Whether all results are as they were stored. Missing, with all that follows, in replies with 'alive' */
      intact?: boolean;
      /** Number of intact results */
      checked?: number;
      /** Head of the chain at the last of them */
      head?: string;
      /** Whether the given head could be compared: false if it is older than the oldest stored result */
      compared?: boolean;
      /** The first fault, and its sequence number */
      broken?: result.Break;
      sequence?: number;
      /**
       * Where the stored results begin, as a compact JWS with the claim 'head', signed with the key of Head when older
       * results were deleted. Missing if it is unknown
       */
      checkpoint?: string;
      /** Sent at least every 20 s if there is no other reply, so that clients do not time out */
      alive?: boolean;
    };
    more: 'supported';
  };
  /**
   * Puts widgets on screen. The first reply has 'scene' and 'layout', sent once the scene is in place; events follow until
   * the connection closes or the scene is dismissed. Closing the connection removes the scene and cancels its gestures.
   * The newest scene gets all new touches. While a call waits for an entry or a challenge on a scene, and for 5 s before
   * and after, other users cannot present above it. A user gets these 5 s again after each wait, and after 5 s without a
   * widget for a secret or a captcha on screen.
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
      /** Parts of each widget, set likewise. Open gestures on changed widgets were cancelled before */
      layout?: scene.Layout[];
      /** Set when the view changed: ids of widgets that were removed because their frames in pixels no longer fit */
      dropped?: string[];
      /** Something happened */
      event?: scene.Event;
      /**
       * Why touches are ignored; empty if they are not. Sent when it changes, and after the first reply unless it is empty.
       * Open gestures were cancelled before
       */
      paused?: scene.Pause[];
      /**
       * Whether another scene is above this one and gets all new touches; its owner is not reported. Sent when it changes: a
       * new scene is the newest, so it begins uncovered. Open gestures continue
       */
      covered?: boolean;
      /** With the event 'result': spaces that give all such replies the same length. Ignore it */
      padding?: string;
      /** Set in the last reply: the scene was dismissed, by its user or an administrator */
      dismissed?: boolean;
      /** The daemon is stopping and will close the connection. Open gestures were cancelled before */
      stopping?: boolean;
      /** Sent at least every 20 s if there is no other reply, so that clients do not time out */
      alive?: boolean;
    };
    more: 'required';
  };
  /**
   * Changes a scene of the same user: replaces widgets with a known id, adds others on top, and removes the widgets in
   * 'remove'. Gestures on replaced and removed widgets are cancelled, and calls that waited for them end; other gestures
   * continue. After an error the scene is unchanged. The scene's Present call gets the new layout before this call
   * returns; if nothing is replaced, added or removed, it gets no reply.
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
   *   draw_asked                          instead of draw_new if an operator asked for the enrollment (io.touchd.unlock.Users)
   *   pin_…                               for a pin widget, instead of the sentence for the rest of the key;
   *                                       pin_backspace and pin_enter are names of its keys
   *   tap_1, tap_2, tap_3, hold, pause    steps to insert for '{n}' in gesture, in order, separated by commas; a pause
   *                                       between two groups of taps
   *   decline, declined                   label for a person who cannot solve the challenge; the reply to it
   *   drawing, dots, touches, held, checking   progress
   *   right, stored, solved, pressed, lifted, dropped   success
   *   wait, ask_staff                     seconds until drawings are accepted again; waiting no longer helps
   *   refused                             for a reason without a sentence of its own
   *   lost, no_panel                      the daemon cannot be reached; no panel is connected
   *   more_rows                           a list that is longer than its widget
   *   cleaning, paused                    touches are ignored: during cleaning; for another reason
   *   covered                             another scene is above and gets the touches
   *   study_about … study_thanks          texts of 'touchctl study'
   * '{n}' stands for a number (dots, touches, seconds, the position of a row), in gesture for its steps. Front ends may
   * show other sentences instead.
   */
  'io.touchd.scene.Prompts': {
    parameters: {
      /** As in HTML: 'de', 'pt-BR'; English if not given or not available */
      language?: string;
    };
    reply: {
      /** Language of the sentences */
      language: string;
      /** All available languages */
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
   * For the front end that serves the screen: streams requests by callers without a scene (a login, a service that needs a
   * captcha). A request goes to the first front end that shows it; the scene works like any other. If no front end listens
   * within 5 s, the caller gets NoFrontEnd. The call stays open until the connection closes.
   */
  'io.touchd.scene.Requests': {
    parameters: {
      /** The kinds that the front end can show; all if not given */
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
      /** Sent at least every 20 s if there is no other reply, so that clients do not time out */
      alive?: boolean;
    };
    more: 'required';
  };
  /**
   * Accepts a token, once. The acceptance is on disk before the reply is sent.
   * A token is valid for 120 s after an unlock and 60 s after a captcha, unless configured otherwise, measured by a clock
   * that cannot be set. A reboot invalidates all tokens.
   */
  'io.touchd.token.Redeem': {
    parameters: {
      /** The token */
      token: string;
      /**
       * Idempotency key: a name for this redemption, 1 to 128 bytes, preferably random. Another call with the same key and
       * uid gets the same reply, so that a lost reply can be fetched again. Without a key it cannot
       */
      key?: string;
      /** Must equal the claim 'aud' of the token; leave it out if the token has no 'aud' */
      audience?: string;
      /** Must equal the claim 'nonce' of the token; not checked if not given */
      nonce?: string;
    };
    reply: {
      /** Whether the token could be judged: false for bad_request and key_unknown */
      performed: boolean;
      /** Whether it is accepted */
      passed: boolean;
      /** Why it is not */
      reason?: token.Refusal;
      /** Set when it is accepted */
      claims?: token.Claims;
      /** True if this repeats the reply to an earlier call with the same key */
      repeated?: boolean;
      /** True if the user entered the duress secret; only for callers that see all results (group-backend, administrators) */
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
  /** Creates a new key, which signs all further tokens. */
  'io.touchd.token.RotateKeys': {
    parameters: {
      /**
       * True: older keys leave the key set now, and their tokens are refused. Otherwise they stay for an hour, longer than
       * any token is valid
       */
      atOnce?: boolean;
    };
    reply: {
      /** Thumbprint of the new key */
      kid: string;
    };
    more: 'none';
  };
  /** Lists the enrolled users. */
  'io.touchd.unlock.Users': {
    parameters: {
      /** Only the user of this name; all users if not given */
      name?: string;
    };
    reply: {
      users: unlock.User[];
      /** Enrollments that are asked for; missing if there are none */
      asked?: unlock.AskedEnrollment[];
    };
    more: 'none';
  };
  /**
   * Waits for drawings on a pattern widget, or PINs on a pin widget, and checks them against the user's secret of that
   * kind.
   * With the 'more' flag every drawing is reported in its own reply. The last reply has 'outcome'.
   * For a user without such a secret, the replies are those to a wrong drawing. Closing the connection cancels the call.
   * Wrong drawings count per user; from a certain number on, each starts a wait ([unlock] schedule=). During a wait every
   * drawing, right or wrong, fails with 'locked' and does not count.
   * If configured, a drawing that another program could read fails with 'not_exclusive' and does not count.
   * The reply to a checked drawing comes 0.3 s after the finger lifted, always with the same number of bytes; if the check
   * takes longer, at the next multiple of 0.3 s. A drawing that begins before the reply is ignored.
   * If the user is changed, recovered, removed or restricted during the check, the drawing fails with 'superseded'.
   */
  'io.touchd.unlock.Verify': {
    parameters: {
      /** Name of the user */
      user: string;
      /**
       * Scene and widget, from io.touchd.scene.Present; the widget must have purpose 'verify'. If neither is given, the
       * front end that serves the screen is asked to show a widget (io.touchd.scene.Requests)
       */
      scene?: string;
      widget?: string;
      /** Without a scene: the kind of secret to ask for; if not given, the one that the user has, or the pattern if both */
      secret?: unlock.Secret;
      /** Without a scene: what it is for, as text for the person at the screen, 1 to 256 bytes */
      prompt?: string;
      /**
       * Without a scene, from administrators: on whose behalf the call is made, 1 to 256 bytes of text. Pending requests for
       * the screen count toward the limit of this name instead of the caller's, so that the sudo calls of one user do not
       * use up another's limit. Ignored from other callers
       */
      asker?: string;
      /** Number of drawings allowed, 1 to 20; 5 if not given */
      maxAttempts?: number;
      /**
       * Time limit of the call, 1 s to 10 min. If not given, [unlock] timeout= (default 60 s), without 'more' at most 40 s,
       * because sd-varlink clients time out after 45 s
       */
      timeoutUSec?: number;
      /** Claims of the token: the intended recipient, and a random text of the caller's; 1 to 256 bytes each */
      audience?: string;
      nonce?: string;
    };
    reply: {
      /** A drawing was checked */
      attempt?: unlock.Attempt;
      /** Set in the last reply only */
      outcome?: unlock.Outcome;
      /** Set in the last reply if the call itself failed: panel_held */
      reason?: unlock.Reason;
      /** Set in the last reply if a drawing decided the outcome: id for io.touchd.result.Get */
      result?: string;
      /** Set in the last reply if it passed: proof for io.touchd.token.Redeem; missing if it could not be stored */
      token?: string;
      /** Set in the last reply: the user's attempts, as in User */
      waitUSec?: number;
      attemptsLeft?: number;
      attemptsUntilLocked?: number;
      locked?: boolean;
      /** Spaces that give all replies to drawings the same length. Ignore it */
      padding?: string;
      /** Set in one reply with the 'more' flag: the widget is on screen and accepts drawings */
      ready?: boolean;
      /** Set with 'ready': the kind of secret that the widget accepts */
      secret?: unlock.Secret;
      /** Sent at least every 20 s if there is no other reply, so that clients do not time out */
      alive?: boolean;
    };
    more: 'supported';
  };
  /**
   * Stores a new pattern or PIN for a user, entered twice on a pattern or pin widget. Replaces an older secret of the same
   * kind; a secret of the other kind stays.
   * With the 'more' flag every drawing is reported. The last reply has 'outcome'. Closing the connection cancels the call.
   * If a secret or the recovery key of the user is changed meanwhile, or the user is removed or restricted, nothing is
   * stored: the outcome is 'failed', and the result has the reason 'superseded'
   */
  'io.touchd.unlock.Enroll': {
    parameters: {
      /** Name of the user: 1 to 64 bytes of letters, digits, dot, underscore, at sign and hyphen, not starting with a hyphen */
      user: string;
      /**
       * Proof of the old pattern or PIN, required from callers other than administrators: the token of an unlock of this
       * user with the audience 'io.touchd.unlock'. This call redeems it; the result has the kind change
       */
      proof?: string;
      /**
       * Which secret to store; everyday if not given. duress requires a proof, even from administrators, and an everyday
       * secret of the same kind
       */
      slot?: unlock.Slot;
      /**
       * Scene and widget, from io.touchd.scene.Present; the widget must have purpose 'enroll'. If neither is given, as in
       * Verify
       */
      scene?: string;
      widget?: string;
      /** Without a scene: the kind of secret to store; pattern if not given */
      secret?: unlock.Secret;
      /** As in Verify */
      prompt?: string;
      /**
       * Time limit of the call, 1 s to 10 min. If not given, [unlock] timeout= (default 60 s), without 'more' at most 40 s,
       * because sd-varlink clients time out after 45 s
       */
      timeoutUSec?: number;
    };
    reply: {
      /** What became of a drawing */
      step?: unlock.EntryStep;
      /** With first_recorded: estimated strength of the drawing */
      strength?: unlock.Strength;
      /** Set in the last reply only */
      outcome?: unlock.Outcome;
      /**
       * Set in the last reply if nothing was stored: untrusted_panel, not_exclusive, superseded, busy, storage_failed,
       * panel_held
       */
      reason?: unlock.Reason;
      /**
       * Set in the last reply: id for io.touchd.result.Get; missing if the call ended without a drawing and the user's limit
       * of such results is reached
       */
      result?: string;
      /** Set in one reply with the 'more' flag: the widget is on screen and accepts drawings */
      ready?: boolean;
      /** Set with 'ready': the kind of secret that the widget accepts */
      secret?: unlock.Secret;
      /** Sent at least every 20 s if there is no other reply, so that clients do not time out */
      alive?: boolean;
    };
    more: 'supported';
  };
  /**
   * Makes a recovery key for a user and replaces an older one. Only a hash is stored: give the key out once, on paper. The
   * key works even if the user is locked or the record of attempts was altered.
   */
  'io.touchd.unlock.MakeRecoveryKey': {
    parameters: {
      user: string;
    };
    reply: {
      /**
       * The key, which is a secret: 64 of the letters cbdefghijklnrtuv (modhex: at the same place on most keyboards), in
       * eight groups separated by hyphens
       */
      key: string;
      /** Id for io.touchd.result.Get */
      result?: string;
    };
    more: 'none';
  };
  /**
   * Recovers a user with the recovery key: clears the wrong drawings, disables the old pattern and PIN, then waits for a
   * new secret, entered twice as in Enroll. The key is used up when the new secret is stored; until then it can be used
   * again.
   * A wrong key fails at once; after five wrong keys, only one key per ten minutes is checked. For unchecked keys, one
   * result per minute and user is stored.
   */
  'io.touchd.unlock.Recover': {
    parameters: {
      /** Name of the user */
      user: string;
      /** The recovery key, 64 of the letters cbdefghijklnrtuv; upper case, spaces and hyphens do not matter */
      key: string;
      /**
       * Scene and widget, from io.touchd.scene.Present; the widget must have purpose 'enroll'. If neither is given, as in
       * Verify
       */
      scene?: string;
      widget?: string;
      /** As in Enroll */
      secret?: unlock.Secret;
      /** As in Verify */
      prompt?: string;
      /**
       * Time limit of the call, 1 s to 10 min. If not given, [unlock] timeout= (default 60 s), without 'more' at most 40 s,
       * because sd-varlink clients time out after 45 s
       */
      timeoutUSec?: number;
    };
    reply: {
      /** What became of a drawing, as in Enroll */
      step?: unlock.EntryStep;
      /** With first_recorded: estimated strength of the drawing */
      strength?: unlock.Strength;
      /** Set in the last reply only */
      outcome?: unlock.Outcome;
      /** Why the key was refused: wrong_key, locked. Or why nothing was stored, as in Enroll */
      reason?: unlock.Reason;
      /** With 'locked': time until a key is checked again, in microseconds */
      waitUSec?: number;
      /** Set in the last reply: id for io.touchd.result.Get; missing as in Enroll */
      result?: string;
      /** Set in one reply with the 'more' flag: the widget is on screen and accepts drawings */
      ready?: boolean;
      /** Set with 'ready': the kind of secret that the widget accepts */
      secret?: unlock.Secret;
      /** Sent at least every 20 s if there is no other reply, so that clients do not time out */
      alive?: boolean;
    };
    more: 'supported';
  };
  /**
   * Removes the pattern and the PIN of a user, with all related data. With a duress secret as proof they are only hidden
   * (User.hidden), until an administrator enrolls or removes the user.
   */
  'io.touchd.unlock.Remove': {
    parameters: {
      user: string;
      /** Proof of the old pattern or PIN, as in Enroll; required from callers other than administrators */
      proof?: string;
    };
    reply: {};
    more: 'none';
  };
  /** Clears the wrong drawings of a user, which ends a wait or a lock. Stored as a result of kind clearing. */
  'io.touchd.unlock.ClearWait': {
    parameters: {
      user: string;
    };
    reply: {
      /** Id for io.touchd.result.Get; missing if there was nothing to clear */
      result?: string;
    };
    more: 'none';
  };
  /**
   * Disables or enables a user, or sets when pattern and PIN expire; members that are not given change nothing. Enrollment
   * by an administrator resets both. Stored as a result of kind restriction.
   */
  'io.touchd.unlock.Restrict': {
    parameters: {
      user: string;
      /** Whether the user is disabled */
      disabled?: boolean;
      /** When pattern and PIN expire, in microseconds since 1970; 0: never */
      expiresWallTimeUSec?: number;
    };
    reply: {
      /** Id for io.touchd.result.Get; missing if nothing changed */
      result?: string;
    };
    more: 'none';
  };
  /**
   * Asks for the enrollment of a user: until the user is enrolled at the panel, or the time is over, Users reports it to front
   * ends. The daemon shows nothing and stores no secret. Replaces what was asked for this user before; survives restarts.
   */
  'io.touchd.unlock.AskEnrollment': {
    parameters: {
      user: string;
      /**
       * Until when it is reported, in microseconds since 1970, at most 90 days from now; 7 days from now if not given. A moment
       * that has passed, such as 0, withdraws it
       */
      expiresWallTimeUSec?: number;
    };
    reply: {
      /** What Users reports; missing if it was withdrawn */
      asked?: unlock.AskedEnrollment;
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
