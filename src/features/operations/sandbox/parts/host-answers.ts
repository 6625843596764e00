/** Checks messages of the bridge against their contract for the host simulator, and gives the app's answers. */
import * as v from "valibot";
import { isAtLeast } from "#shared/native-host.ts";
import {
  nativeReplyOf,
  appErrors,
  nativeEventOf,
  maxMessageLength,
  nativeCalls,
  nativeEvents,
  questionOf,
  type NativeCall,
  type NativeEvent,
} from "#shared/native-messages.ts";

export const nativeCallNames = Object.keys(nativeCalls) as NativeCall[];

/** How the simulator answers a call: the errors are the app's own. */
export const answerKinds = ["OK", ...appErrors, "SILENCE", "LATE", "TWICE", "NONSENSE"] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** Whether a message keeps the contract: OK, or the fault; `at` names the wrong member. */
export interface HostMessageVerdict {
  is: "OK" | "TOO_LONG" | "NO_JSON" | "UNKNOWN_CALL" | "TOO_OLD" | "WRONG_SHAPE";
  at: string;
}
const fine: HostMessageVerdict = { is: "OK", at: "" };
const bad = (is: HostMessageVerdict["is"], at = ""): HostMessageVerdict => ({ is, at });

export interface HostMessage {
  /** Null when the message names no call of the contract. */
  call: NativeCall | null;
  id: string;
  verdict: HostMessageVerdict;
}

function parsedOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
const memberOf = (value: unknown, name: string): string => {
  const member = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  return typeof member === "string" ? member : "";
};
const judged = (schema: v.GenericSchema, value: unknown): HostMessageVerdict => {
  const { issues } = v.safeParse(schema, value);
  return issues ? bad("WRONG_SHAPE", v.getDotPath(issues[0]) ?? "") : fine;
};

/** Judges a page's question to an app of this version. */
export function readQuestion(text: string, version: string): HostMessage {
  const parsed = parsedOf(text);
  const [name, id] = [memberOf(parsed, "call"), memberOf(parsed, "id")];
  const call = nativeCallNames.find((one) => one === name) ?? null;
  const verdictOf = (): HostMessageVerdict => {
    if (text.length > maxMessageLength) return bad("TOO_LONG");
    if (parsed === undefined) return bad("NO_JSON");
    if (call === null) return bad("UNKNOWN_CALL", name);
    if (!isAtLeast({ version }, nativeCalls[call].since)) return bad("TOO_OLD", nativeCalls[call].since);
    return judged(questionOf(call), parsed);
  };
  return { call, id, verdict: verdictOf() };
}

/** Judges an answer of the app to a question; `call` is null for what answers none: an event. */
export function judgeAnswer(text: string, call: NativeCall | null): HostMessageVerdict {
  if (text.length > maxMessageLength) return bad("TOO_LONG");
  const parsed = parsedOf(text);
  if (parsed === undefined) return bad("NO_JSON");
  if (call !== null) return judged(nativeReplyOf(call), parsed);
  const event = memberOf(parsed, "event");
  return Object.hasOwn(nativeEvents, event)
    ? judged(nativeEventOf(event as NativeEvent), parsed)
    : bad("UNKNOWN_CALL", event);
}

/** Answers of the simulated app; calls without an entry are answered with null. */
const values: Partial<Record<NativeCall, unknown>> = {
  statusBarHeight: 24,
  hashedUserId: "sandbox-user-0a1b2c3d4e5f",
  headerInfo: { platform: "ANDROID", deviceToken: "sandbox-device-0a1b2c3d", environment: { build: "sandbox" } },
  share: { shared: true },
  capturePhoto: { documentId: "sandbox-document" },
  faceCheck: { reference: "sandbox-reference" },
  // No code of the sandbox: what is tried with it is refused, and counted as a try.
  oneTimeCode: { code: "000000" },
};

export interface TimedAnswer {
  text: string;
  /** Milliseconds after the question. */
  after: number;
}

/** An app answers soon, and never in the same moment. */
const soon = 20;

/** The answers to a question, in their order. A call that the version does not know is refused as UNSUPPORTED, whatever was chosen. */
export function answersTo({ call, id, verdict }: HostMessage, chosen: AnswerKind): TimedAnswer[] {
  const textOf = (body: object): string => JSON.stringify({ v: 1, id, ...body });
  // Spec embedded-platform 4: `back` has no id, and its answer is not read.
  if (id === "" || call === "back") return [];
  if (call === null || verdict.is !== "OK") return [{ text: textOf({ ok: false, error: "UNSUPPORTED" }), after: soon }];
  const right = textOf({ ok: true, data: values[call] ?? null });
  switch (chosen) {
    case "SILENCE":
      return [];
    case "OK":
      return [{ text: right, after: soon }];
    case "LATE":
      return [{ text: right, after: nativeCalls[call].waitSeconds * 1000 + 500 }];
    case "TWICE":
      return [soon, 2 * soon].map((after) => ({ text: right, after }));
    case "NONSENSE":
      return [
        { text: textOf({ ok: nativeCalls[call].answers ? true : "perhaps", data: { nonsense: [call] } }), after: soon },
      ];
    default:
      return [{ text: textOf({ ok: false, error: chosen }), after: soon }];
  }
}

/** Messages that an app sends of itself, to begin with; pages that listen to none ignore them. */
export const eventTemplates = [
  { v: 1, event: "backPressed", data: {} },
  { v: 1, event: "resumed", data: {} },
  { v: 1, event: "network", data: { online: false } },
  { v: 1, event: "network", data: { online: true } },
] as const;
