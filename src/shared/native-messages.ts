/**
 * The contract between a page and the app around it: the calls that a page makes, what each asks and is answered, and how long the page
 * waits. `docs/native-bridge.schema.json` is made from it; the browser's readers (`src/web/native/messages.ts`) are written by hand for
 * their weight and agree with it by test. // Spec embedded-platform 4
 */
import * as v from "valibot";

/** Maximal length of a message (JSON text) in UTF-16 units. */
export const maxMessageLength = 8_192;

/** Errors that an app answers with. */
export const appErrors = ["DENIED", "UNSUPPORTED", "BUSY", "CANCELLED", "FAILED"] as const;

export interface NativeCallContract {
  /** First version of the app that knows the call. */
  since: string;
  /** `data` of the question. */
  asks: v.GenericSchema;
  /** `data` of the answer; null when the page reads none. */
  answers: v.GenericSchema | null;
  /** Seconds after which the page continues without an answer; 0 when it does not wait. */
  waitSeconds: number;
  /** Replaces the call in a plain browser, in an older app, and when the app refuses or does not answer. */
  instead: string;
}

/** The label that an app gives its device, and the id from iOS (`identifierForVendor`). */
export const deviceTokenForm = /^[\w.-]{8,100}$/;
export const uniqueDeviceIdForm = /^[\w-]{8,100}$/;

/** Ids in the response of an upload by ticket: `documentId`, `reference`. */
const captureIdForm = /^[\w-]{8,64}$/;

/** The ticket of `POST /api/capture/tickets`: the app uploads the picture itself, by its own login. */
const ticket = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));
const nothing = v.strictObject({});
const ownPath = v.pipe(v.string(), v.regex(/^\/(?!\/)[^\\]{0,2000}$/));
const webAddress = v.pipe(v.string(), v.regex(/^https?:\/\/[^\s\\]{1,2000}$/));
const word = (max: number) => v.pipe(v.string(), v.maxLength(max));

const event = v.strictObject({
  eventType: v.picklist(["P", "C"]),
  businessEvent: v.string(),
  eventValue: v.string(),
  componentId: v.string(),
  eventParams: v.strictObject({
    activity: v.string(),
    elementType: v.string(),
    elementId: v.string(),
    elementContent: v.string(),
    userKey: v.optional(v.string()),
    userStatus: v.optional(v.string()),
  }),
  eventTime: v.pipe(v.number(), v.integer()),
  platformType: v.literal("WEB"),
});

/** A target outside the app: a telephone number, a mail address, a WhatsApp number. */
const outside = v.variant("kind", [
  v.strictObject({ kind: v.literal("PHONE"), value: v.pipe(v.string(), v.regex(/^\+?\d{3,15}$/)) }),
  v.strictObject({ kind: v.literal("MAIL"), value: v.pipe(v.string(), v.regex(/^[^\s@?&]{1,64}@[^\s@?&]{1,190}$/)) }),
  v.strictObject({ kind: v.literal("WHATSAPP"), value: v.pipe(v.string(), v.regex(/^\d{8,15}$/)) }),
]);

export const nativeCalls = {
  openWebView: {
    since: "1.0.0",
    asks: v.strictObject({ url: webAddress, title: v.string() }),
    answers: null,
    waitSeconds: 3,
    instead: "The link opens as a plain link.",
  },
  back: {
    since: "1.0.0",
    asks: nothing,
    answers: null,
    waitSeconds: 0,
    instead: "The browser's history, else the page that the screen names.",
  },
  close: {
    since: "1.0.0",
    asks: nothing,
    answers: null,
    waitSeconds: 3,
    instead: "window.close, else the borrower's home.",
  },
  logEvent: { since: "2.0.0", asks: event, answers: null, waitSeconds: 3, instead: "POST /event/uploadEvents/v2." },
  statusBarHeight: {
    since: "2.0.0",
    asks: nothing,
    answers: v.pipe(v.number(), v.minValue(0), v.maxValue(200)),
    waitSeconds: 3,
    instead: "env(safe-area-inset-top).",
  },
  hashedUserId: {
    since: "2.11.8",
    asks: nothing,
    answers: v.pipe(v.string(), v.regex(/^[\w-]{16,128}$/)),
    waitSeconds: 3,
    instead: "The id in the cookie userToken.",
  },
  headerInfo: {
    since: "2.11.8",
    asks: nothing,
    answers: v.object({
      platform: v.picklist(["ANDROID", "IOS"]),
      deviceToken: v.pipe(v.string(), v.regex(deviceTokenForm)),
      environment: v.pipe(
        v.record(
          v.pipe(v.string(), v.regex(/^[A-Za-z][\w.-]{0,39}$/)),
          v.union([v.pipe(v.string(), v.maxLength(100)), v.number(), v.boolean()]),
        ),
        v.maxEntries(20),
      ),
      uniqueDeviceId: v.optional(v.pipe(v.string(), v.regex(uniqueDeviceIdForm))),
    }),
    waitSeconds: 3,
    instead: "The cookie deviceToken.",
  },
  setTitle: {
    since: "2.12.0",
    asks: v.strictObject({ key: ownPath, title: word(60) }),
    answers: null,
    waitSeconds: 3,
    instead: "The document's title.",
  },
  share: {
    since: "2.12.0",
    asks: v.strictObject({ text: word(500), url: webAddress }),
    answers: v.object({ shared: v.boolean() }),
    waitSeconds: 120,
    instead: "The browser's own sheet, else a link to WhatsApp.",
  },
  openExternal: {
    since: "2.12.0",
    asks: outside,
    answers: null,
    waitSeconds: 3,
    instead: "The link opens as a plain link.",
  },
  sessionLost: {
    since: "2.12.0",
    asks: v.strictObject({ next: ownPath }),
    answers: null,
    waitSeconds: 3,
    instead: "The login page, which leads to the same path.",
  },
  loggedOut: { since: "2.12.0", asks: nothing, answers: null, waitSeconds: 3, instead: "Nothing." },
  capturePhoto: {
    since: "3.0.0",
    asks: v.strictObject({ ticket, source: v.picklist(["CAMERA", "PICKER"]) }),
    answers: v.object({ documentId: v.pipe(v.string(), v.regex(captureIdForm)) }),
    waitSeconds: 120,
    instead: "The page's file field.",
  },
  faceCheck: {
    since: "3.0.0",
    asks: v.strictObject({ ticket }),
    answers: v.object({ reference: v.pipe(v.string(), v.regex(captureIdForm)) }),
    waitSeconds: 120,
    instead: "The page's file field for a selfie.",
  },
  oneTimeCode: {
    since: "3.0.0",
    asks: v.strictObject({ verificationId: v.pipe(v.string(), v.uuid()) }),
    answers: v.object({ code: v.pipe(v.string(), v.regex(/^\d{6}$/)) }),
    waitSeconds: 60,
    instead: "The field that the phone fills from its messages.",
  },
  listen: {
    since: "3.0.0",
    asks: v.strictObject({ events: v.array(v.picklist(["backPressed", "resumed", "network"])) }),
    answers: null,
    waitSeconds: 3,
    instead: "Nothing: the app goes back by itself.",
  },
} as const satisfies Record<string, NativeCallContract>;
export type NativeCall = keyof typeof nativeCalls;

/** Events of the app, which a page receives once it has asked to `listen`; at most 20 a second are read. */
export const nativeEvents = {
  /** The device's back key. The page closes its open dialog; without one it asks for `back`. */
  backPressed: v.object({}),
  /** The app is in front again. The page requests its waiting parts again, and checks its login. */
  resumed: v.object({}),
  network: v.object({ online: v.boolean() }),
} as const satisfies Record<string, v.GenericSchema>;
export type NativeEvent = keyof typeof nativeEvents;

/** An event of the app, as text JSON. */
export const nativeEventOf = (event: NativeEvent) =>
  v.object({ v: v.literal(1), event: v.literal(event), data: nativeEvents[event] });

const id = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

/** A question of a page, as text JSON. */
export const questionOf = (call: NativeCall) =>
  v.strictObject({ v: v.literal(1), id, call: v.literal(call), data: nativeCalls[call].asks });

/** An answer of the app. Members that are not named here are not read. */
export const nativeReplyOf = (call: NativeCall) =>
  v.variant("ok", [
    v.object({ v: v.literal(1), id, ok: v.literal(true), data: nativeCalls[call].answers ?? v.optional(v.unknown()) }),
    v.object({ v: v.literal(1), id, ok: v.literal(false), error: v.optional(v.picklist(appErrors)) }),
  ]);
