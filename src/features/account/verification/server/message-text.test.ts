import { describe, expect, it } from "vitest";
import { smsSegments } from "#server/outside/messaging/segments.ts";
import { mobilePurposes } from "#shared/purposes.ts";
import { languages } from "#shared/texts.ts";
import { billedMessages, codeMessage } from "./message-text.ts";

const message = { brandName: "Tunai", host: "pinjam.tunai.co.id", minutes: 5, code: "482913" };

describe("The SMS of a code", () => {
  it("is one message for every purpose, in every language, with the line for browsers", () => {
    for (const language of languages)
      for (const purpose of mobilePurposes) {
        const text = codeMessage({ ...message, language, purpose, channel: "SMS" });
        expect(text.endsWith("\n\n@pinjam.tunai.co.id #482913"), text).toBe(true);
        expect(text.length, text).toBeLessThanOrEqual(language === "zh" ? 70 : 160);
        expect(smsSegments(text), text).toBe(1);
        expect(billedMessages({ ...message, language, purpose, channel: "SMS" })).toBe(1);
      }
  });

  it("leaves that line away where it would make two messages of one", () => {
    const host = "a-very-long-name-of-a-host.under-a-long-domain.example";
    for (const language of languages) {
      const text = codeMessage({ ...message, host, language, purpose: "STEP_UP_SIGN", channel: "SMS" });
      expect(text).not.toContain("@");
      expect(text).toContain("482913");
      expect(smsSegments(text)).toBe(1);
    }
  });

  it("is billed by its segments where a brand's name makes it longer; a call and a chat message count once", () => {
    const long = { ...message, brandName: "Tunai".repeat(30), language: "id", purpose: "LOGIN" } as const;
    expect(billedMessages({ ...long, channel: "SMS" })).toBe(2);
    expect(billedMessages({ ...long, channel: "VOICE" })).toBe(1);
    expect(billedMessages({ ...long, channel: "WHATSAPP" })).toBe(1);
  });
});
