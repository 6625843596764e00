/**
 * The bridge to the app around the page. It opens only when the user agent names an app of ours and the app's listener
 * exists; the available calls depend on the app's version. It offers labels and convenience, never a right.
 */
import { isAtLeast } from "#shared/native-host.ts";
import {
  bridgeCalls,
  readEvent,
  readNativeMessage,
  waitSecondsOf,
  type AppEvent,
  type BridgeCall,
  type BridgeReply,
} from "./messages.ts";
import { nativePort, type NativePort } from "./port.ts";
import { randomHex } from "./random.ts";

const heardEvent = "tunai:native";
const receiverName = "TunaiWeb";

/** NO_HOST, TOO_OLD, TIMEOUT and NONSENSE are found by the page, the others are the app's (`appErrors` in `#shared/native-messages.ts`). */
export type BridgeAnswer<Value> = { ok: true; value: Value } | { ok: false; error: string };

export interface Bridge {
  /** Whether the app is there and its version knows the call. */
  can(call: BridgeCall): boolean;
  /** Asks, and resolves with the checked answer or with why there is none; it never rejects. No reader of the page sees the error. */
  ask<Call extends BridgeCall>(call: Call, data?: Record<string, unknown>): Promise<BridgeAnswer<BridgeReply<Call>>>;
  /** Listens to the app's events from now on; before that, none is read. */
  hear(act: (event: AppEvent) => void): void;
  /** The app's name for its user; empty until the app has sent it (spec 7). */
  hashedUserId: string;
}

interface Waiting {
  call: BridgeCall;
  done: (answer: BridgeAnswer<unknown>) => void;
}

/** @param host the app by its user agent (`nativeHostOf`), null in a browser. */
export function openBridge(host: { version: string } | null, around: Window & typeof globalThis = window): Bridge {
  const port = host ? nativePort(around) : undefined;
  const waiting = new Map<string, Waiting>();
  const can = (call: BridgeCall): boolean =>
    port !== undefined && host !== null && isAtLeast(host, bridgeCalls[call].since);
  let onEvent: ((event: AppEvent) => void) | undefined;
  if (port) listen(around, port, waiting, (event) => onEvent?.(event));
  return {
    hashedUserId: "",
    can,
    hear: (act) => void (onEvent = act),
    ask<Call extends BridgeCall>(call: Call, data: Record<string, unknown> = {}) {
      return new Promise<BridgeAnswer<BridgeReply<Call>>>((resolve) => {
        if (!port || !can(call)) return resolve({ ok: false, error: port ? "TOO_OLD" : "NO_HOST" });
        const id = randomHex(around);
        const timer = around.setTimeout(() => settle({ ok: false, error: "TIMEOUT" }), waitSecondsOf(call) * 1000);
        const settle = (answer: BridgeAnswer<unknown>) => {
          waiting.delete(id);
          around.clearTimeout(timer);
          resolve(answer as BridgeAnswer<BridgeReply<Call>>);
        };
        waiting.set(id, { call, done: settle });
        port.postMessage(JSON.stringify({ v: 1, id, call, data }));
      });
    },
  };
}

/** Maximal events that a page accepts from the app per second. */
const maxEventsASecond = 20;

function listen(
  around: Window & typeof globalThis,
  port: NativePort,
  waiting: Map<string, Waiting>,
  act: (event: AppEvent) => void,
): void {
  installReceiver(around);
  let events = 0;
  const hearEvent = (text: unknown): void => {
    const event = readEvent(text);
    if (!event || events === maxEventsASecond) return;
    events++;
    around.setTimeout(() => events--, 1000);
    act(event);
  };
  const hear = (text: unknown): void => {
    const message = readNativeMessage(text);
    if (!message) return hearEvent(text);
    const pending = waiting.get(message.id);
    if (!pending) return;
    const read = message.ok && bridgeCalls[pending.call].reads(message.data);
    pending.done(
      read ? { ok: true, value: read.value } : { ok: false, error: message.ok ? "NONSENSE" : message.error },
    );
  };
  around.document.addEventListener(heardEvent, (event) => hear((event as CustomEvent<unknown>).detail));
  port.addEventListener?.("message", ({ data }) => hear(data));
}

/** The single entry for the app's answers. It is frozen and cannot be replaced; two scripts of one page share it. */
function installReceiver(around: Window & typeof globalThis): void {
  if (Object.hasOwn(around, receiverName)) return;
  const receive = (text: unknown): void => {
    if (typeof text === "string") around.document.dispatchEvent(new around.CustomEvent(heardEvent, { detail: text }));
  };
  Object.defineProperty(around, receiverName, {
    value: Object.freeze({ receive: Object.freeze(receive) }),
    writable: false,
    configurable: false,
    enumerable: false,
  });
}
