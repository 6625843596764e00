import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { trackableKeys } from "#shared/trackable.ts";
import { batchesOf, trackingEventOf, pathPattern, scrubbedText, trackedQuery } from "./event.ts";

describe("what is told about a visit", () => {
  test("An event has the form of the specification and nothing more.", () => {
    expect(
      trackingEventOf("C", { businessEvent: "apply_loan", elementType: "Button", elementId: "pay" }, 1_795_000_000_000),
    ).toEqual({
      eventType: "C",
      businessEvent: "apply_loan",
      eventValue: "",
      componentId: "",
      eventParams: { activity: "", elementType: "Button", elementId: "pay", elementContent: "" },
      eventTime: 1_795_000_000_000,
      platformType: "WEB",
    });
  });
  test("Of a query only listed keys with short plain values are told.", () => {
    expect(trackedQuery("?lang=en&t=secret&phone=081234567890&utm_source=sms&activityId=egg-1")).toBe(
      "lang=en&utm_source=sms",
    );
    expect(trackedQuery("?source=081234567890&lang=a%20b&utm_source=x%26t%3Dy")).toBe("");
  });
  test("A canary in any other key never gets out.", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 20 }), (key) => {
        fc.pre(!trackableKeys.includes(key));
        expect(trackedQuery(new URLSearchParams([[key, "canary"]]).toString())).not.toContain("canary");
      }),
    );
  });
  test("A path is told without ids and tokens, a message without numbers and mailboxes.", () => {
    expect(pathPattern("/webview/message/0198a1b2-0000-7000-8000-000000000000")).toBe("/webview/message/{}");
    expect(pathPattern("/unsubscribe/aVeryLongTokenWithoutAnyDigitsInIt")).toBe("/unsubscribe/{}");
    expect(pathPattern("/webview/invitation-human-v2/detail")).toBe("/webview/invitation-human-v2/detail");
    expect(scrubbedText("no user budi@contoh.id 081234567890 at https://x.id/a?t=abc:1:2")).toBe(
      "no user @ # at https://x.id/a?",
    );
  });
  test("Batches keep the order, at most 50 events and 60 KB each, and lose only what is too large alone.", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(70_000), { maxLength: 130 }), (sizes) => {
        const entries = sizes.map((size, index) => `${index}:${"x".repeat(size)}`);
        const batches = batchesOf(entries);
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(50);
          expect(JSON.stringify({ events: batch }).length).toBeLessThan(64_000);
        }
        expect(batches.flat()).toEqual(entries.filter((entry) => JSON.stringify(entry).length + 1 <= 60_000));
      }),
      { numRuns: 30 },
    );
  });
});
