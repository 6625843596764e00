/** The contract of the bridge: published as a schema, followed by the browser's readers and the listings for apps. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { toJsonSchema } from "@valibot/to-json-schema";
import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
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
import { externalOf } from "./external.ts";
import { appEvents, bridgeCalls, readEvent, readNativeMessage, waitSecondsOf } from "./messages.ts";

const docs = join(import.meta.dirname, "../../../docs");
const calls = Object.keys(nativeCalls) as NativeCall[];
const events = Object.keys(nativeEvents) as NativeEvent[];

test("docs/native-bridge.schema.json is the contract: npx vitest -u writes it anew", async () => {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Messages between a page of Tunai and the app around it",
    description: `Text JSON of at most ${maxMessageLength} UTF-16 units. The page asks, the app answers each question once with the question's id.`,
    calls: Object.fromEntries(
      calls.map((call) => {
        const { since, waitSeconds, instead } = nativeCalls[call];
        const [question, answer] = [questionOf(call), nativeReplyOf(call)].map((one) => {
          const { $schema: _draft, ...own } = toJsonSchema(one, { target: "draft-2020-12" });
          return own;
        });
        return [call, { since, waitSeconds, instead, question, answer }];
      }),
    ),
    events: Object.fromEntries(
      events.map((event) => {
        const { $schema: _draft, ...own } = toJsonSchema(nativeEventOf(event), { target: "draft-2020-12" });
        return [event, own];
      }),
    ),
    eventsReadASecond: 20,
    appErrors,
  };
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(join(docs, "native-bridge.schema.json"));
});

test("The browser's readers know the same calls, versions and waits", () => {
  expect(Object.keys(bridgeCalls)).toEqual(calls);
  for (const call of calls) {
    expect(bridgeCalls[call].since, call).toBe(nativeCalls[call].since);
    // `back` acts at once: the page may be gone before an answer arrives.
    if (call !== "back") expect(waitSecondsOf(call), call).toBe(nativeCalls[call].waitSeconds);
  }
});

test("The browser's readers take and refuse ten thousand answers as the contract does", () => {
  const value = fc.oneof(
    fc.double({ min: -10, max: 300, noNaN: true }),
    fc.integer({ min: -5, max: 210 }),
    fc.stringMatching(/^[\w-]{10,140}$/),
    fc.record({ shared: fc.oneof(fc.boolean(), fc.string()) }),
    fc.record({ documentId: fc.stringMatching(/^[\w.-]{7,66}$/), reference: fc.stringMatching(/^[\w.-]{7,66}$/) }),
    fc.record({ code: fc.oneof(fc.stringMatching(/^\d{5,7}$/), fc.integer()) }),
    fc.record(
      {
        platform: fc.constantFrom("ANDROID", "IOS", "WEB"),
        deviceToken: fc.stringMatching(/^[\w.-]{7,101}$/),
        environment: fc.oneof(
          fc.dictionary(
            fc.stringMatching(/^[\w.-]{1,41}$/),
            fc.oneof(fc.string({ maxLength: 110 }), fc.double(), fc.jsonValue()),
            {
              maxKeys: 22,
            },
          ),
          fc.constant({}),
        ),
        uniqueDeviceId: fc.stringMatching(/^[\w-]{7,101}$/),
      },
      { requiredKeys: ["platform", "deviceToken", "environment"] },
    ),
    fc.jsonValue(),
  );
  const message = fc.record(
    {
      v: fc.constantFrom(1, 1, 1, 2, "1"),
      id: fc.oneof(fc.stringMatching(/^[0-9a-f]{32}$/), fc.string()),
      ok: fc.constantFrom(true, true, false, "true"),
      data: value,
      error: fc.constantFrom(...appErrors),
    },
    { requiredKeys: ["v", "id", "ok"] },
  );
  fc.assert(
    fc.property(fc.constantFrom(...calls), message, (call, sent) => {
      // As received.
      const text = JSON.stringify(sent);
      const heard = readNativeMessage(text);
      const read = heard && (heard.ok ? bridgeCalls[call].reads(heard.data) : { error: heard.error });
      expect(read !== null, text).toBe(v.is(nativeReplyOf(call), JSON.parse(text)));
    }),
    { numRuns: 10_000 },
  );
});

test("The browser reads and refuses ten thousand events as the contract does", () => {
  expect([...appEvents]).toEqual(events);
  const message = fc.record(
    {
      v: fc.constantFrom(1, 1, 1, "1", 2),
      event: fc.oneof(fc.constantFrom(...events), fc.constantFrom("__proto__", "toString"), fc.string()),
      data: fc.oneof(fc.constant({}), fc.record({ online: fc.oneof(fc.boolean(), fc.string()) }), fc.jsonValue()),
    },
    { requiredKeys: ["v"] },
  );
  fc.assert(
    fc.property(message, (sent) => {
      const text = JSON.stringify(sent);
      const isEvent = events.some((event) => v.is(nativeEventOf(event), JSON.parse(text)));
      expect(readEvent(text) !== null, text).toBe(isEvent);
    }),
    { numRuns: 10_000 },
  );
});

test("What a page asks an app to open fits the contract, and no other address does", () => {
  const address = fc.oneof(
    fc.stringMatching(/^tel:\+?\d{1,17}$/),
    fc.emailAddress().map((mail) => `mailto:${mail}`),
    fc.stringMatching(/^https:\/\/wa\.me\/\d{5,17}(?:\?text=a)?$/),
    fc.webUrl(),
    fc.constantFrom("intent://x#Intent;end", "tel:112;ext=1", "mailto:a@b.id?subject=x", "javascript:alert(1)"),
  );
  fc.assert(
    fc.property(address, (href) => {
      const outside = externalOf(href);
      if (outside) expect(v.is(nativeCalls.openExternal.asks, outside), href).toBe(true);
    }),
    { numRuns: 2_000 },
  );
  expect(externalOf("tel:+622150001234")).toEqual({ kind: "PHONE", value: "+622150001234" });
  expect(externalOf("mailto:bantuan@tunai.test")).toEqual({ kind: "MAIL", value: "bantuan@tunai.test" });
  expect(externalOf("https://wa.me/6281234567890")).toEqual({ kind: "WHATSAPP", value: "6281234567890" });
  for (const other of [
    "tel:1",
    "mailto:a@b.id?subject=x",
    "https://wa.me/?text=x",
    "https://wa.me.evil.test/6281234567",
  ])
    expect(externalOf(other), other).toBeNull();
});

test("The listings for Android and iOS answer the contract's calls, and its table names them with their versions", async () => {
  const page = await readFile(join(docs, "native-hosts.md"), "utf8");
  const listing = (language: string) => new RegExp("```" + language + "\n([\\s\\S]*?)```").exec(page)?.[1] ?? "";
  const named = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name]) => name);
  expect(named(listing("kotlin"), /^\s*"(\w+)" ->/gm)).toEqual(calls);
  expect(named(listing("swift"), /^\s*case "(\w+)":/gm)).toEqual(calls);
  for (const call of calls) expect(page).toContain(`| \`${call}\` | ${nativeCalls[call].since} |`);
});
