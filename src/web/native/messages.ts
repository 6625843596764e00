/**
 * The messages between a page and the app around it, as the page reads them. Both sides speak JSON text: the page asks
 * `{ v, id, call, data }`, the app answers `{ v, id, ok, data }` or `{ v, id, ok: false, error }`. Nothing else is believed (threat F4).
 * The contract is `#shared/native-messages.ts`, too heavy for a phone: a test holds both to the same answers.
 */

/** Minimal app version of each call, and how its answer is read. Spec 7: native bridge calls. */
export const bridgeCalls = {
  openWebView: { since: "1.0.0", reads: nothing },
  back: { since: "1.0.0", reads: nothing },
  close: { since: "1.0.0", reads: nothing },
  logEvent: { since: "2.0.0", reads: nothing },
  /** Height in CSS pixels. */
  statusBarHeight: { since: "2.0.0", reads: heightPixels },
  /** Spec 7: some bridge checks need a minimum app version, for example 21108. */
  hashedUserId: { since: "2.11.8", reads: word(/^[\w-]{16,128}$/) },
  headerInfo: { since: "2.11.8", reads: headerInfo },
  setTitle: { since: "2.12.0", reads: nothing },
  share: { since: "2.12.0", reads: sharing },
  openExternal: { since: "2.12.0", reads: nothing },
  sessionLost: { since: "2.12.0", reads: nothing },
  loggedOut: { since: "2.12.0", reads: nothing },
  capturePhoto: { since: "3.0.0", reads: word(/^[\w-]{8,64}$/, "documentId") },
  faceCheck: { since: "3.0.0", reads: word(/^[\w-]{8,64}$/, "reference") },
  oneTimeCode: { since: "3.0.0", reads: word(/^\d{6}$/, "code") },
  listen: { since: "3.0.0", reads: nothing },
} as const;
export type BridgeCall = keyof typeof bridgeCalls;
export type BridgeReply<Call extends BridgeCall> = NonNullable<
  ReturnType<(typeof bridgeCalls)[Call]["reads"]>
>["value"];

/** Seconds after which the page continues without an answer; a person takes longer than an app. */
export const waitSecondsOf = (call: BridgeCall): number =>
  /^(?:share|capturePhoto|faceCheck)$/.test(call) ? 120 : call === "oneTimeCode" ? 60 : 3;

type Read<Value> = { value: Value } | null;

function nothing(): Read<null> {
  return { value: null };
}
function heightPixels(data: unknown): Read<number> {
  return typeof data === "number" && data >= 0 && data <= 200 ? { value: data } : null;
}
/** A text of this form; with a name, the member that has it. */
function word(form: RegExp, name?: string) {
  return (data: unknown): Read<string> => {
    const value = name ? ownOf(data, name) : data;
    return isWord(value, form) ? { value } : null;
  };
}
function sharing(data: unknown): Read<boolean> {
  const shared = ownOf(data, "shared");
  return typeof shared === "boolean" ? { value: shared } : null;
}

export interface DeviceInfo {
  deviceToken: string;
  uniqueDeviceId: string | undefined;
}
function headerInfo(data: unknown): Read<DeviceInfo> {
  const [platform, deviceToken, environment, uniqueDeviceId] = [
    "platform",
    "deviceToken",
    "environment",
    "uniqueDeviceId",
  ].map((name) => ownOf(data, name));
  const isRight =
    (platform === "ANDROID" || platform === "IOS") &&
    isWord(deviceToken, /^[\w.-]{8,100}$/) &&
    isEnvironment(environment) &&
    (uniqueDeviceId === undefined || isWord(uniqueDeviceId, /^[\w-]{8,100}$/));
  return isRight ? { value: { deviceToken, uniqueDeviceId } } : null;
}
const isWord = (value: unknown, form: RegExp): value is string => typeof value === "string" && form.test(value);
/** Its content is not used; a message with something else in its place breaks the contract. */
function isEnvironment(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const entries = Object.entries(value).filter(([name]) => !/^(?:__proto__|prototype|constructor)$/.test(name));
  return (
    entries.length <= 20 &&
    entries.every(
      ([name, one]) =>
        /^[A-Za-z][\w.-]{0,39}$/.test(name) &&
        (typeof one === "string" ? one.length <= 100 : typeof one === "number" || typeof one === "boolean"),
    )
  );
}

/** An own property; never one from a prototype. */
const ownOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

export interface NativeAnswer {
  id: string;
  ok: boolean;
  data: unknown;
  /** The app's reason for refusing; FAILED when it is unknown to us. */
  error: string;
}

/** Longest message that is read, in UTF-16 units. */
const maxMessage = 8192;

/** The JSON of a message, where it is one of our version. */
function parsedOf(text: unknown): unknown {
  if (typeof text !== "string" || text.length > maxMessage) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return ownOf(parsed, "v") === 1 ? parsed : null;
  } catch {
    return null;
  }
}

/** Events of the app that a page listens to. */
export const appEvents = ["backPressed", "resumed", "network"] as const;
export interface AppEvent {
  event: (typeof appEvents)[number];
  /** For the event `network`. */
  isOnline: boolean;
}

/** An event of the app, or null for anything that is not one. */
export function readEvent(text: unknown): AppEvent | null {
  const parsed = parsedOf(text);
  const [name, data] = [ownOf(parsed, "event"), ownOf(parsed, "data")];
  const event = appEvents.find((one) => one === name);
  if (!event || typeof data !== "object" || data === null) return null;
  const isOnline = ownOf(data, "online");
  return event === "network" && typeof isOnline !== "boolean" ? null : { event, isOnline: isOnline === true };
}

/** A message of the app, or null for anything that is not one. Nothing of it is copied into our objects by name. */
export function readNativeMessage(text: unknown): NativeAnswer | null {
  const parsed = parsedOf(text);
  const [id, ok, error] = ["id", "ok", "error"].map((name) => ownOf(parsed, name));
  if (typeof id !== "string" || !/^[0-9a-f]{32}$/.test(id) || typeof ok !== "boolean") return null;
  return {
    id,
    ok,
    data: ownOf(parsed, "data"),
    error: /^(?:DENIED|UNSUPPORTED|BUSY|CANCELLED)$/.test(String(error)) ? String(error) : "FAILED",
  };
}
