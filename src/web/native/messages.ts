/**
 * The messages between a page and the app around it. Both sides speak JSON text: the page asks `{ v, id, call, data }`, the app
 * answers `{ v, id, ok, data }` or `{ v, id, ok: false, error }`. What an answer may hold is written here, and nothing else is
 * believed (threat F4). The app's side is described in `docs/native-hosts.md`.
 */

/** What can be asked, since which version of the app, and what its answer must look like. Spec 7: native bridge calls. */
export const bridgeCalls = {
  openWebView: { since: "1.0.0", reads: nothing },
  back: { since: "1.0.0", reads: nothing },
  close: { since: "1.0.0", reads: nothing },
  logEvent: { since: "2.0.0", reads: nothing },
  /** Height in CSS pixels. */
  statusBarHeight: { since: "2.0.0", reads: heightPixels },
  /** Spec 7: some bridge checks need a minimum app version, for example 21108. */
  hashedUserId: { since: "2.11.8", reads: hashedId },
} as const;
export type BridgeCall = keyof typeof bridgeCalls;
export type BridgeReply<Call extends BridgeCall> = NonNullable<
  ReturnType<(typeof bridgeCalls)[Call]["reads"]>
>["value"];

type Read<Value> = { value: Value } | null;

function nothing(): Read<null> {
  return { value: null };
}
function heightPixels(data: unknown): Read<number> {
  return typeof data === "number" && data >= 0 && data <= 200 ? { value: data } : null;
}
function hashedId(data: unknown): Read<string> {
  return typeof data === "string" && /^[\w-]{16,128}$/.test(data) ? { value: data } : null;
}

export interface Heard {
  id: string;
  ok: boolean;
  data: unknown;
}

/** Longest message that is read, in UTF-16 units. */
const maxMessage = 8192;

/** A message of the app, or null for anything that is not one. Nothing of it is copied into our objects by name. */
export function readMessage(text: unknown): Heard | null {
  if (typeof text !== "string" || text.length > maxMessage) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return null;
  const own = (name: string): unknown =>
    Object.hasOwn(parsed, name) ? (parsed as Record<string, unknown>)[name] : undefined;
  const [id, ok] = [own("id"), own("ok")];
  if (own("v") !== 1 || typeof id !== "string" || !/^[0-9a-f]{32}$/.test(id) || typeof ok !== "boolean") return null;
  return { id, ok, data: own("data") };
}
