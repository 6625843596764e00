import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { openBridge } from "./bridge.ts";
import { readNativeMessage } from "./messages.ts";

/** A window inside an app: messages of the page are recorded, `timers` fire when told to. */
function appWindow() {
  const sent: { v: number; id: string; call: string; data: unknown }[] = [];
  const timers = new Map<number, () => void>();
  const around = {
    TunaiNative: { postMessage: (text: string) => void sent.push(JSON.parse(text)) },
    document: new EventTarget(),
    CustomEvent,
    crypto,
    setTimeout: (act: () => void) => timers.set(timers.size + 1, act).size,
    clearTimeout: (id: number) => timers.delete(id),
  };
  const receive = (text: unknown) =>
    (around as unknown as { TunaiWeb: { receive(text: unknown): void } }).TunaiWeb.receive(text);
  return { around: around as unknown as Window & typeof globalThis, sent, timers, receive };
}
const answer = (id: string | undefined, data: unknown, ok = true) => JSON.stringify({ v: 1, id, ok, data });
const newest = { version: "9.0.0" };

describe("the bridge", () => {
  test("An answer with the question's id resolves it, checked.", async () => {
    const { around, sent, receive, timers } = appWindow();
    const height = openBridge(newest, around).ask("statusBarHeight");
    expect(sent[0]).toMatchObject({ v: 1, call: "statusBarHeight", data: {} });
    receive(answer(sent[0]?.id, 24));
    expect(await height).toEqual({ ok: true, value: 24 });
    expect(timers.size).toBe(0);
  });
  test("Android's listener may answer by its reply proxy instead of the receiver.", async () => {
    const { around, sent } = appWindow();
    let reply = (_event: { data: unknown }): void => {};
    const { TunaiNative } = around as unknown as { TunaiNative: object };
    Object.assign(TunaiNative, { addEventListener: (_kind: string, heard: typeof reply) => (reply = heard) });
    const height = openBridge(newest, around).ask("statusBarHeight");
    reply({ data: { v: 1, id: sent[0]?.id, ok: true, data: 24 } });
    reply({ data: answer(sent[0]?.id, 24) });
    expect(await height).toEqual({ ok: true, value: 24 });
  });
  test("Nonsense, a refusal and silence each say which of them it was.", async () => {
    const { around, sent, receive, timers } = appWindow();
    const bridge = openBridge(newest, around);
    const asked = [
      bridge.ask("statusBarHeight"),
      bridge.ask("hashedUserId"),
      bridge.ask("share"),
      bridge.ask("statusBarHeight"),
    ];
    receive(answer(sent[0]?.id, "24px"));
    receive(JSON.stringify({ v: 1, id: sent[1]?.id, ok: false, error: "DENIED" }));
    receive(JSON.stringify({ v: 1, id: sent[2]?.id, ok: false, error: "__proto__" }));
    for (const fire of timers.values()) fire();
    const errors = ["NONSENSE", "DENIED", "FAILED", "TIMEOUT"];
    expect(await Promise.all(asked)).toEqual(errors.map((error) => ({ ok: false, error })));
  });
  test("What may be asked depends on the version: the hashed user id needs 2.11.8, the code 21108.", async () => {
    const { around, sent } = appWindow();
    expect(openBridge({ version: "2.11.7" }, around).can("hashedUserId")).toBe(false);
    expect(openBridge({ version: "21108" }, around).can("hashedUserId")).toBe(true);
    expect(await openBridge({ version: "2.11.7" }, around).ask("hashedUserId")).toEqual({
      ok: false,
      error: "TOO_OLD",
    });
    expect(sent).toEqual([]);
  });
  test("Without an app in the user agent nothing is sent, even where something calls itself the app.", async () => {
    const { around, sent } = appWindow();
    expect(await openBridge(null, around).ask("back")).toEqual({ ok: false, error: "NO_HOST" });
    expect(sent).toEqual([]);
    expect("TunaiWeb" in around).toBe(false);
  });
  test("The receiver can be neither replaced nor changed.", () => {
    const { around } = appWindow();
    openBridge(newest, around);
    const host = around as unknown as { TunaiWeb: { receive: unknown } };
    expect(() => Object.assign(host, { TunaiWeb: {} })).toThrow(TypeError);
    expect(() => Object.assign(host.TunaiWeb, { receive: vi.fn() })).toThrow(TypeError);
    expect(() => Object.defineProperty(host, "TunaiWeb", { value: {} })).toThrow(TypeError);
  });
  test("Two scripts of one page share the receiver and hear only their own answers.", async () => {
    const { around, sent, receive } = appWindow();
    const first = openBridge(newest, around).ask("statusBarHeight");
    const second = openBridge(newest, around).ask("statusBarHeight");
    receive(answer(sent[1]?.id, 2));
    receive(answer(sent[0]?.id, 1));
    expect(await Promise.all([first, second])).toEqual([1, 2].map((value) => ({ ok: true, value })));
  });
  test("Ten thousand hostile messages settle nothing and change no prototype.", () => {
    const { around, sent, receive, timers } = appWindow();
    void openBridge(newest, around).ask("hashedUserId");
    const id = sent[0]?.id as string;
    const almost = fc.record(
      {
        v: fc.oneof(fc.constant(1), fc.anything()),
        id: fc.oneof(fc.constant(id.toUpperCase()), fc.constant("__proto__"), fc.anything()),
        ok: fc.anything(),
        data: fc.anything(),
      },
      { requiredKeys: [] },
    );
    const hostile = fc.oneof(
      fc.anything(),
      fc.json(),
      almost.map((value) => {
        try {
          return JSON.stringify(value);
        } catch {
          return value;
        }
      }),
      fc.constant(`{"v":1,"ok":true,"__proto__":{"id":"${id}"},"data":"0123456789abcdef"}`),
      fc.constant(`${" ".repeat(9000)}${answer(id, "0123456789abcdef")}`),
    );
    fc.assert(
      fc.property(hostile, (message) => {
        receive(message);
        expect(timers.size).toBe(1);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 10_000 },
    );
  });
  test("A message is read only in its exact form.", () => {
    const id = "0".repeat(32);
    expect(readNativeMessage(answer(id, null))).toEqual({ id, ok: true, data: null, error: "FAILED" });
    for (const text of [
      "",
      "null",
      "[]",
      "1",
      answer("1", null),
      JSON.stringify({ v: 2, id, ok: true }),
      JSON.stringify({ v: 1, id, ok: "true" }),
    ])
      expect(readNativeMessage(text), text).toBeNull();
  });
});
