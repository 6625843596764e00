/** The run of the host simulator: messages from its framed page, its answers, and the record of both. */
import { useEffect, useRef, useState, type RefObject } from "react";
import type { NativeCall } from "#shared/native-messages.ts";
import type { FromFrame, ToFrame } from "#web/native/simulator-messages.ts";
import {
  answersTo,
  judgeAnswer,
  nativeCallNames,
  readQuestion,
  type AnswerKind,
  type HostMessageVerdict,
} from "./host-answers.ts";

export interface HostLogEntry {
  /** Milliseconds since the simulator was opened. */
  at: number;
  kind: "fromPage" | "fromApp" | "network" | "entered" | "failed";
  /** The call, the request or the page in a word. */
  name: string;
  text: string;
  /** Null without a verdict. */
  verdict: HostMessageVerdict | null;
}
export type ChosenAnswers = Partial<Record<NativeCall, AnswerKind>>;

/** The oldest entries are dropped first. */
const maxEntries = 500;

export interface HostRun {
  frame: RefObject<HTMLIFrameElement | null>;
  /** Newest first. */
  entries: readonly HostLogEntry[];
  clear(): void;
  title: string;
  answers: ChosenAnswers;
  /** The answer to this call from now on; to every call by default. */
  choose(kind: AnswerKind, call?: NativeCall): void;
  /** Sends text to the page as the app. */
  say(text: string): void;
}

/** @param version the app's version, which decides what calls it knows; empty in a plain browser. */
export function useHostRun(version: string): HostRun {
  const frame = useRef<HTMLIFrameElement>(null);
  const [entries, setEntries] = useState<readonly HostLogEntry[]>([]);
  const [title, setTitle] = useState("");
  const [answers, setAnswers] = useState<ChosenAnswers>({});
  /** Questions by their ids: an answer of the app is judged by its question. */
  const pendingCalls = useRef(new Map<string, NativeCall>());
  /** Documents of the frame so far: the first has no page to go back to. */
  const documents = useRef(0);

  const note = (
    kind: HostLogEntry["kind"],
    name: string,
    text: string,
    verdict: HostMessageVerdict | null = null,
  ): void =>
    setEntries((before) => [{ at: performance.now(), kind, name, text, verdict }, ...before].slice(0, maxEntries));
  const post = (message: ToFrame): void => frame.current?.contentWindow?.postMessage(message, location.origin);

  function say(text: string): void {
    const [, id = ""] = /"id":"([0-9a-f]{32})"/.exec(text) ?? [];
    const call = pendingCalls.current.get(id) ?? null;
    const [, event = ""] = /"event":"(\w+)"/.exec(text) ?? [];
    note("fromApp", call ?? event, text, judgeAnswer(text, call));
    post({ simulator: "says", text });
  }

  function hear(text: string): void {
    const question = readQuestion(text, version);
    const { call, id, verdict } = question;
    note("fromPage", call ?? verdict.at, text, verdict);
    if (call && id) pendingCalls.current.set(id, call);
    const kind = (call && answers[call]) || "OK";
    for (const answer of answersTo(question, kind)) window.setTimeout(() => say(answer.text), answer.after);
    if (verdict.is === "OK" && kind === "OK" && call) act(call, JSON.parse(text) as { data: Record<string, string> });
  }

  /** Does what the app would do, as far as a frame can. */
  function act(call: NativeCall, { data }: { data: Record<string, string> }): void {
    const view = frame.current?.contentWindow;
    if (call === "setTitle") setTitle(data["title"] ?? "");
    if (call === "back" && documents.current > 1) view?.history.back();
    const url = data["url"] ?? "";
    if (call === "openWebView" && url.startsWith(`${location.origin}/`)) view?.location.assign(url);
  }

  function take(message: FromFrame): void {
    if (message.simulated === "loads") post({ simulator: "ready" });
    else if (message.simulated === "asked") hear(message.text);
    else if (message.simulated === "failed") note("failed", "", message.text);
    else if (message.simulated === "entered") {
      documents.current++;
      setTitle(message.title);
      note("entered", message.path, message.title);
    } else {
      const { method, path, status, headers, body } = message;
      note("network", `${method} ${path} ${status || "–"}`, JSON.stringify({ headers, body }));
    }
  }

  useEffect(() => {
    const onMessage = ({ data, origin, source }: MessageEvent): void => {
      if (origin === location.origin && source === frame.current?.contentWindow) take(data as FromFrame);
    };
    addEventListener("message", onMessage);
    // The page may have loaded before this script.
    post({ simulator: "ready" });
    return () => removeEventListener("message", onMessage);
  });

  return {
    frame,
    entries,
    clear: () => setEntries([]),
    title,
    answers,
    choose: (kind, call) =>
      setAnswers((before) =>
        call ? { ...before, [call]: kind } : Object.fromEntries(nativeCallNames.map((one) => [one, kind])),
      ),
    say,
  };
}
