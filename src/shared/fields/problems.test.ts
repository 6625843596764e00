import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { loanAmount } from "#shared/fields/amount.ts";
import { npwp } from "#shared/fields/npwp.ts";
import { phone } from "#shared/fields/phone.ts";
import { fieldProblems, fieldText, fieldTexts, specMessages } from "#shared/fields/problems.ts";
import { verificationChannel } from "#shared/fields/verification.ts";
import { languages } from "#shared/texts.ts";

const problemsOf = (schema: v.GenericSchema, value: unknown, own?: Parameters<typeof fieldProblems>[2]) =>
  fieldProblems(v.safeParse(schema, value).issues ?? [], "en", own);

describe("fieldProblems", () => {
  const input = v.strictObject({
    mobileNumber: phone,
    amountRupiah: loanAmount({ minimumRupiah: 200_000, maximumRupiah: 10_000_000 }),
    tax: v.strictObject({ npwp }),
    channel: verificationChannel,
  });
  test("Each wrong field has one problem with its path, code and words.", () => {
    expect(problemsOf(input, { mobileNumber: "123", amountRupiah: 150_000, tax: { npwp: "1" }, channel: "FAX" })).toEqual([
      { path: "mobileNumber", code: "PHONE_FORMAT", detail: fieldTexts.PHONE_FORMAT.en },
      { path: "amountRupiah", code: "AMOUNT_BELOW_MINIMUM", detail: "The amount is at least Rp 200.000." },
      { path: "tax.npwp", code: "NPWP_FORMAT", detail: "Please double-check your 15-digit NPWP" },
      { path: "channel", code: "CHANNEL_INVALID", detail: fieldTexts.CHANNEL_INVALID.en },
    ]);
  });
  test("What is absent is required, what is not asked for is unknown.", () => {
    const codes = problemsOf(input, { mobileNumber: null, tax: {}, channel: "", admin: true }).map(({ path, code }) => [path, code]);
    expect(codes).toContainEqual(["mobileNumber", "REQUIRED"]);
    expect(codes).toContainEqual(["amountRupiah", "REQUIRED"]);
    expect(codes).toContainEqual(["tax.npwp", "REQUIRED"]);
    expect(codes).toContainEqual(["channel", "REQUIRED"]);
    expect(codes).toContainEqual(["admin", "UNKNOWN_FIELD"]);
  });
  test("A call's own text wins, and a message without a text never reaches a person.", () => {
    const own = { EGG_GONE: { id: "Telur habis", en: "No egg left", zh: "没有蛋了" } };
    expect(problemsOf(v.pipe(v.string(), v.regex(/a/, "EGG_GONE")), "b", own)[0]).toEqual({ path: "", code: "EGG_GONE", detail: "No egg left" });
    expect(problemsOf(v.pipe(v.string(), v.regex(/a/)), "b")[0]).toEqual({ path: "", code: "INVALID", detail: fieldTexts.INVALID.en });
  });
});

describe("texts of problems", () => {
  test("Every text is written in every language and keeps the same placeholders.", () => {
    for (const [code, text] of Object.entries({ ...fieldTexts, ...specMessages })) {
      const places = languages.map((language) => [...text[language].matchAll(/\{\w+\}/g)].map(String).sort().join());
      expect(new Set(places).size, code).toBe(1);
      expect(new Set(languages.map((language) => text[language])).size, code).toBe(3);
    }
  });
  test("The messages that the specification words stand as worded.", () => {
    expect(fieldText("NETWORK_ERROR", "en")).toBe("Network error. Please try again.");
    expect(fieldText("OTP_EXPIRED", "en")).toBe("The OTP has expired and a new one has been sent.");
    expect(fieldText("FILL_ALL", "en")).toBe("Please fill in all information");
    expect(fieldText("TOO_LONG", "id", undefined, 300)).toBe("Terlalu panjang. Maksimal 300 karakter.");
  });
});
