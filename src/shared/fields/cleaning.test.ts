/** Typed fields with everything that chats, contacts, PDFs and keyboards add to them. */
import fc from "fast-check";
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { fontOf } from "#server/media/fonts.ts";
import { detailedAddress, neighbourhood, postalCode } from "#shared/fields/address.ts";
import { bankAccountNumber, bankUserId } from "#shared/fields/bank.ts";
import { cleanLine, isSeen } from "#shared/fields/cleaning.ts";
import { email } from "#shared/fields/email.ts";
import { freeText, optionalText } from "#shared/fields/free-text.ts";
import { fullName, placeName } from "#shared/fields/name.ts";
import { nik, nikEnding } from "#shared/fields/nik.ts";
import { npwp } from "#shared/fields/npwp.ts";
import { maskOfficePhone, officePhone, phone } from "#shared/fields/phone.ts";
import { captchaAnswer, verificationCode } from "#shared/fields/verification.ts";
import { parseRupiah } from "#shared/money.ts";

/** Whether the font of documents contains a character. */
const canDraw = (codePoint: number): boolean => fontOf("latin").hasGlyphForCodePoint(codePoint);
const digits = (min: number, max = min) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: min, maxLength: max });
const accepts = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success;
const codeOf = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).issues?.[0].message;

/** Invisible characters, and those that chats, contacts and PDFs add to numbers. */
const unseen = [
  "\u202A",
  "\u202C",
  "\u2068",
  "\u2069",
  "\u200B",
  "\u200E",
  "\u2060",
  "\uFEFF",
  "\u00AD",
  "\uFE0F",
  "\u061C",
];
const marks = [
  " ",
  "\u00A0",
  "\u202F",
  "\u3000",
  "\t",
  "-",
  "\u2010",
  "\u2011",
  "\u2013",
  "\u2212",
  ".",
  "\u00B7",
  "(",
  ")",
  "/",
  "_",
  ",",
];
/** A text with such characters before, after and between its own. */
const decorated = (text: fc.Arbitrary<string>, signs: readonly string[]) =>
  text.chain((plain) =>
    fc
      .array(fc.constantFrom("", "", "", ...signs), { minLength: plain.length + 1, maxLength: plain.length + 1 })
      .map((between) => ({ plain, typed: between.map((sign, at) => sign + (plain[at] ?? "")).join("") })),
  );
/** As a browser validates it before sending. */
const isTakenByPage = (schema: v.GenericSchema, typed: string) => {
  const { pattern } = toJsonSchema(schema, { typeMode: "input", errorMode: "ignore" });
  return [new RegExp(`^(?:${pattern})$`, "u"), new RegExp(`^(?:${pattern})$`, "v")].every((rule) => rule.test(typed));
};

describe("what is put around and into a typed text", () => {
  test("Cleaning a clean line changes nothing, and leaves nothing that is not seen.", () => {
    const anything = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...unseen, ...marks, "'", "\u2019", "e\u0301"),
        fc.string({ unit: "grapheme", maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(anything, (typed) => {
        const clean = cleanLine(typed);
        expect(cleanLine(clean)).toBe(clean);
        expect(isSeen(clean)).toBe(isSeen(typed));
        expect(clean).not.toMatch(/\p{Cf}|\p{Variation_Selector}|[^\P{Zs} ]|[^\P{Pd}-]/u);
      }),
    );
  });
  test.each([
    ["phone", phone, digits(8, 12).map((rest) => `08${rest}`), "PHONE_FORMAT"],
    ["NIK", nik, digits(16), "NIK_FORMAT"],
    ["end of a NIK", nikEnding, digits(4), "NIK_ENDING"],
    ["NPWP", npwp, digits(15, 16), "NPWP_FORMAT"],
    ["account", bankAccountNumber, digits(6, 20), "ACCOUNT_NUMBER_FORMAT"],
    ["postal code", postalCode, digits(4).map((rest) => `1${rest}`), "POSTAL_CODE_FORMAT"],
    ["RT and RW", neighbourhood, digits(3), "NEIGHBOURHOOD_FORMAT"],
    ["one-time code", verificationCode, digits(6), "OTP_FORMAT"],
    ["captcha", captchaAnswer, digits(5), "CAPTCHA_FORMAT"],
  ])("Any decorated form of a valid %s is that number, for the server and for the page.", (_, schema, valid, code) => {
    const longest = Number(toJsonSchema(schema, { typeMode: "input", errorMode: "ignore" }).maxLength);
    fc.assert(
      fc.property(decorated(valid, [...unseen, ...marks]), ({ plain, typed }) => {
        if (typed.length > longest) {
          expect(codeOf(schema, typed)).toBe(code);
          return;
        }
        expect(v.parse(schema, typed)).toBe(plain);
        expect(isTakenByPage(schema, typed)).toBe(true);
      }),
    );
    const wide = fc.sample(valid, 1)[0]!;
    const typed = [...wide].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join("");
    expect(v.parse(schema, typed), typed).toBe(wide);
  });
  test("The country of a number is written in any way, or left out.", () => {
    for (const typed of [
      "\u202A+62 812-3456-7890\u202C",
      "0812.3456.7890",
      "81234567890",
      "(0812) 3456 7890",
      "0062 812 3456 7890",
      "+62 (0)812 3456 7890",
      "(+62) 812 3456 7890",
      "62.812.3456.7890",
      "00-62-0812-3456-7890",
      "＋62 812‑3456‑7890",
      "62081234567890",
      "812 3456 7890",
      "tel:+6281234567890",
      "https://wa.me/6281234567890",
      "wa.me/6281234567890",
    ]) {
      expect(v.parse(phone, typed), typed).toBe("081234567890");
      expect(isTakenByPage(phone, typed), typed).toBe(true);
    }
    for (const wrong of [
      "+81 2345 67890",
      "+8123456789",
      "08+1234567890",
      "81234567",
      "6281",
      "0812••••7890",
      "08123456789a",
    ])
      expect(codeOf(phone, wrong), wrong).toBe("PHONE_FORMAT");
  });
  test("A company's number comes with its extension.", () => {
    const office = officePhone("COMPANY_PHONE_FORMAT");
    for (const [typed, kept] of [
      ["021-5550100 ext 12", "0215550100 ext 12"],
      ["(021) 555 0100 Ext. 12", "0215550100 ext 12"],
      ["+62 21 5550100 x12", "0215550100 ext 12"],
      ["0062 (0)21 5550100 pesawat 12", "0215550100 ext 12"],
      ["021.555.0100, pes. 12", "0215550100 ext 12"],
      ["021-5550100 #12", "0215550100 ext 12"],
      ["\u202A021\u20115550100\u202C", "0215550100"],
      ["0812 3456 7890", "081234567890"],
      // The first of two.
      ["021-5550100 / 5550101", "0215550100"],
      ["(021) 5550100; (021) 5550101", "0215550100"],
      ["021-5550100 atau 021-5550101", "0215550100"],
      // The area may be before a slash.
      ["021/5550100", "0215550100"],
    ] as const) {
      expect(v.parse(office, typed), typed).toBe(kept);
      expect(v.parse(office, kept), typed).toBe(kept);
      expect(isTakenByPage(office, typed), typed).toBe(true);
    }
    for (const wrong of ["5550100", "021-555", "021-5550100 ext", "ext 12", "021-5550100 <b>", "+1 415 555 0100"])
      expect(codeOf(office, wrong), wrong).toBe("COMPANY_PHONE_FORMAT");
    expect(maskOfficePhone("0215550100 ext 12")).toBe("0215••••100");
  });
  test("Names are taken as identity cards print them, and kept in one spelling of apostrophe, hyphen and space.", () => {
    for (const [typed, kept] of [
      ["Mu`min", "Mu'min"],
      ["Mu\u2019min", "Mu'min"],
      ["Mu\u02BCmin", "Mu'min"],
      ["Rofi'", "Rofi'"],
      ["'Aisyah", "'Aisyah"],
      ["Jose\u0301", "José"],
      ["Budi / Ahmad", "Budi / Ahmad"],
      ["Siti\tNur\u00A0\u00A0Aini", "Siti Nur Aini"],
      ["\u200BAnne\u2011Marie\u200B", "Anne-Marie"],
      ["ＳＩＴＩ", "SITI"],
      ["Ｍｕ＇ｍｉｎ，　Ｓ．Ｅ．", "Mu'min, S.E."],
      ["Budi／Ahmad", "Budi/Ahmad"],
      ["Dr. Tjipto, S.H.", "Dr. Tjipto, S.H."],
    ] as const) {
      expect(v.parse(fullName, typed), typed).toBe(kept);
      expect(v.parse(fullName, kept), typed).toBe(kept);
      expect(isTakenByPage(fullName, typed), typed).toBe(true);
    }
    for (const wrong of [
      "B4mbang",
      "Budi & Ahmad",
      "Budi 🌹",
      "李明",
      "محمد",
      "\u200B\u200B",
      "-",
      "''",
      "Budi /",
      "x".repeat(101),
    ])
      expect(accepts(fullName, wrong), wrong).toBe(false);
    const place = placeName("BIRTH_PLACE_FORMAT");
    expect(v.parse(place, "Jakarta\u00A0Selatan")).toBe("Jakarta Selatan");
    expect(v.parse(place, "Kab. Fak\u2010Fak (Papua)")).toBe("Kab. Fak-Fak (Papua)");
    expect(v.parse(place, "Ｋａｂ．（Ｐａｐｕａ）２")).toBe("Kab.(Papua)2");
    expect(codeOf(place, "1 Ilir")).toBe("BIRTH_PLACE_FORMAT");
  });
  test("Names, places and addresses that are taken are drawn whole by the font of signed documents.", () => {
    const fields = { name: fullName, place: placeName("X"), address: detailedAddress };
    for (const [field, schema] of Object.entries(fields))
      for (let codePoint = 0x20; codePoint < 0x20000; codePoint++) {
        if (codePoint >= 0xd800 && codePoint < 0xe000) continue;
        const read = v.safeParse(schema, `Mawar ${String.fromCodePoint(codePoint)}nyar`);
        const drawn = read.success && [...read.output].every((sign) => canDraw(sign.codePointAt(0)!));
        if (read.success && !drawn) expect.fail(`${field} takes U+${codePoint.toString(16)}`);
      }
    expect(codeOf(detailedAddress, "Jl. Mawar 🌹 No. 1")).toBe("ADDRESS_SIGNS");
    expect(v.parse(detailedAddress, "Jl. Mawar\u00A0“Indah” No. 1–3, Blok C/2")).toBe(
      "Jl. Mawar “Indah” No. 1-3, Blok C/2",
    );
  });
  test("A text of signs that are not seen is an empty one.", () => {
    for (const nothing of ["\u200B\u200B\u200B\u2060", "\u00AD", " \u2800 ", "\uFEFF\n\u3164", "\u202A\u202C"]) {
      expect(codeOf(freeText(), nothing), nothing).toBe("REQUIRED");
      expect(v.parse(optionalText(), nothing)).toBe("");
    }
    expect(v.parse(freeText(), "👨\u200D👩\u200D👧")).toBe("👨\u200D👩\u200D👧");
  });
  test("An amount is the same whatever stands around it.", () => {
    const amounts = fc.integer({ min: 0, max: 999_999_999 });
    fc.assert(
      fc.property(
        amounts,
        fc.constantFrom(...unseen, " ", "\u00A0"),
        fc.constantFrom(...unseen, ""),
        (amount, before, behind) => {
          expect(parseRupiah(`${before}Rp${behind}${amount}${before}`)).toBe(amount);
        },
      ),
    );
    expect(parseRupiah("１.０００.０００")).toBe(1_000_000);
    expect(parseRupiah("1.000.000,\u2013")).toBe(1_000_000);
  });
  test("An address has every sign that mail allows, and none that is not seen.", () => {
    for (const local of ["ma'ruf", "o`brien", "a!#$%&'*+/=?^_`{|}~-b", "budi.s"]) {
      expect(v.parse(email, `\u200B${local}@Contoh.id\u202C`)).toBe(`${local}@contoh.id`);
      expect(isTakenByPage(email, `${local}@contoh.id`)).toBe(true);
    }
    for (const wrong of ['"a b"@contoh.id', "a..b@contoh.id", ".a@contoh.id", "a,b@contoh.id", "a<b@contoh.id"])
      expect(accepts(email, wrong), wrong).toBe(false);
  });
  test("Twenty thousand signs are judged without a noticeable wait.", () => {
    const started = performance.now();
    for (const schema of [
      phone,
      nik,
      npwp,
      bankAccountNumber,
      fullName,
      placeName("X"),
      email,
      verificationCode,
      captchaAnswer,
      bankUserId,
      officePhone("X"),
    ])
      for (const sign of [" ", "\u200B", "0", "62", "a", "'", "a ", "-"])
        v.safeParse(schema, `${sign.repeat(20_000)}<`);
    expect(performance.now() - started).toBeLessThan(1_500);
  });
});

test("What stands before a number where it was copied from is dropped: a link's scheme, the word RT or RW.", () => {
  for (const typed of ["tel:+6281234567890", "TEL:0812 3456 7890"]) {
    expect(v.parse(phone, typed)).toBe("081234567890");
    expect(isTakenByPage(phone, typed)).toBe(true);
  }
  for (const typed of ["RT 03", "rw.3", "Rt03"]) {
    expect(v.parse(neighbourhood, typed)).toBe("003");
    expect(isTakenByPage(neighbourhood, typed)).toBe(true);
  }
  expect(codeOf(phone, "fax:0812345678")).toBe("PHONE_FORMAT");
  expect(codeOf(neighbourhood, "RX 3")).toBe("NEIGHBOURHOOD_FORMAT");
});
