/**
 * The bridge to the app around the page. It opens only where the user agent names an app of ours and the app's ear is there;
 * what may be asked depends on the app's version. A label and a comfort, never a right.
 */
import { isAtLeast } from "#shared/native-host.ts";
import { bridgeCalls, readMessage, type BridgeCall, type BridgeReply } from "./messages.ts";
import { nativePort } from "./port.ts";
import { randomHex } from "./random.ts";

/** How long an answer of the app is waited for. */
const answerMilliseconds = 3000;
const heardEvent = "tunai:native";
const receiverName = "TunaiWeb";

export interface Bridge {
  /** Whether the app is there and its version knows the call. */
  can(call: BridgeCall): boolean;
  /** Asks, and resolves with the checked answer; undefined when the app cannot, refuses, is silent or answers nonsense. */
  ask<Call extends BridgeCall>(call: Call, data?: Record<string, unknown>): Promise<BridgeReply<Call> | undefined>;
  /** The app's name for its user; empty until the app has told it (spec 7). */
  hashedUserId: string;
}

interface Waiting {
  call: BridgeCall;
  done: (value: unknown) => void;
}

/** @param host the app by its user agent (`nativeHostOf`), null in a browser. */
export function openBridge(host: { version: string } | null, around: Window & typeof globalThis = window): Bridge {
  const port = host ? nativePort(around) : undefined;
  const waiting = new Map<string, Waiting>();
  const can = (call: BridgeCall): boolean =>
    port !== undefined && host !== null && isAtLeast(host, bridgeCalls[call].since);
  if (port) listen(around, waiting);
  return {
    hashedUserId: "",
    can,
    ask<Call extends BridgeCall>(call: Call, data: Record<string, unknown> = {}) {
      return new Promise<BridgeReply<Call> | undefined>((resolve) => {
        if (!port || !can(call)) return resolve(undefined);
        const id = randomHex(around);
        const timer = around.setTimeout(() => settle(undefined), answerMilliseconds);
        const settle = (value: unknown) => {
          waiting.delete(id);
          around.clearTimeout(timer);
          resolve(value as BridgeReply<Call> | undefined);
        };
        waiting.set(id, { call, done: settle });
        port.postMessage(JSON.stringify({ v: 1, id, call, data }));
      });
    },
  };
}

function listen(around: Window & typeof globalThis, waiting: Map<string, Waiting>): void {
  installReceiver(around);
  around.document.addEventListener(heardEvent, (event) => {
    const heard = readMessage((event as CustomEvent<unknown>).detail);
    const asked = heard && waiting.get(heard.id);
    if (asked) asked.done(heard.ok ? bridgeCalls[asked.call].reads(heard.data)?.value : undefined);
  });
}

/** The one entry for the app's answers. It is frozen and cannot be replaced; two scripts of one page share it. */
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
