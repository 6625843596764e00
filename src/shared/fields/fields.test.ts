import fc from "fast-check";
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { areaCode, detailedAddress, neighbourhood, postalCode, villageCode } from "#shared/fields/address.ts";
import { enteredRupiah } from "#shared/fields/amount.ts";
import { bankAccountNumber, bankCode, bankPassword, bankUserId } from "#shared/fields/bank.ts";
import { businessDate, isRealDate } from "#shared/fields/date.ts";
import { email } from "#shared/fields/email.ts";
import { freeText, optionalText } from "#shared/fields/free-text.ts";
import { idempotencyKey } from "#shared/fields/idempotency.ts";
import { cursor, idListQuery, listQuery, nextCursor } from "#shared/fields/list.ts";
import { fullName } from "#shared/fields/name.ts";
import { bornOfNik, nik, nikDisagreements, nikParts } from "#shared/fields/nik.ts";
import { npwp } from "#shared/fields/npwp.ts";
import { newPassword } from "#shared/fields/password.ts";
import { maskPhone, phone } from "#shared/fields/phone.ts";
import { captchaAnswer, ticked, uuid, verificationCode } from "#shared/fields/verification.ts";

const digits = (min: number, max = min) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: min, maxLength: max });
const accepts = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success;
const codeOf = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).issues?.[0].message;

describe("phone", () => {
  test("A number is the same however its prefix and gaps are typed.", () => {
    fc.assert(
      fc.property(
        digits(8, 12),
        fc.constantFrom("0", "62", "+62", "+62 ", "+62 0", "62-"),
        fc.nat(12),
        fc.constantFrom(" ", "-"),
        (rest, prefix, at, gap) => {
          const typed = ` ${prefix}8${rest.slice(0, at)}${gap}${rest.slice(at)}`.replace(/-$/, "");
          expect(v.parse(phone, typed)).toBe(`08${rest}`);
        },
      ),
    );
  });
  test("Whatever is accepted comes out as 10 to 14 digits that start with 08, and stays so when read again.", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789+- 68"), maxLength: 20 }), (typed) => {
        const read = v.safeParse(phone, typed);
        if (!read.success) return;
        expect(read.output).toMatch(/^08\d{8,12}$/);
        expect(v.parse(phone, read.output)).toBe(read.output);
      }),
    );
  });
  test("Nine and fifteen digits, other countries and letters are refused by the same code.", () => {
    for (const typed of ["081234567", "081234567890123", "+14155550100", "0712345678", "08123abc456", "6208"])
      expect(codeOf(phone, typed), typed).toBe("PHONE_FORMAT");
    expect(codeOf(phone, "")).toBe("REQUIRED");
  });
  test("A long run of spaces is refused without a noticeable wait.", () => {
    const started = performance.now();
    expect(accepts(phone, `62${" ".repeat(60_000)}x`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
  test("A masked number hides all but its ends.", () => expect(maskPhone("081234567890")).toBe("0812••••890"));
});

describe("NIK and NPWP", () => {
  const birth = fc.record({
    year: fc.integer({ min: 1940, max: 2008 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  });
  test("A NIK of no date fills nothing in, and one of tomorrow is of the century before.", () => {
    expect(bornOfNik("3171013202950001", "2026-11-24")).toBeNull();
    expect(bornOfNik("3171013002950001", "2026-11-24")).toBeNull();
    expect(bornOfNik("3171012511260001", "2026-11-24")?.birthDate).toBe("1926-11-25");
    expect(bornOfNik("3171012902000001", "2026-11-24")?.birthDate).toBe("2000-02-29");
  });
  test("A NIK built from a birth date and sex agrees with them and with nothing else.", () => {
    fc.assert(
      fc.property(
        digits(6),
        birth,
        fc.boolean(),
        fc.integer({ min: 1, max: 9999 }),
        (area, { year, month, day }, female, serial) => {
          const two = (n: number) => String(n).padStart(2, "0");
          const number = `${area}${two(day + (female ? 40 : 0))}${two(month)}${two(year % 100)}${String(serial).padStart(4, "0")}`;
          expect(v.parse(nik, number)).toBe(number);
          const sex = female ? "FEMALE" : "MALE";
          const birthDate = `${year}-${two(month)}-${two(day)}`;
          expect(nikDisagreements(number, { birthDate, sex })).toEqual([]);
          expect(bornOfNik(number, "2026-11-24")).toEqual({
            birthDate: year < 1927 ? `${year + 100}-${two(month)}-${two(day)}` : birthDate,
            sex,
          });
          expect(nikDisagreements(number, { birthDate, sex: female ? "MALE" : "FEMALE" })).toEqual(["SEX"]);
          expect(nikDisagreements(number, { birthDate: `${year}-${two(month)}-${two((day % 28) + 1)}`, sex })).toEqual([
            "BIRTH_DATE",
          ]);
          expect(nikParts(number)).toMatchObject({ areaCode: area, day, month, sex });
        },
      ),
    );
  });
  test("An impossible date in a NIK is a flag, and the NIK itself is accepted.", () => {
    expect(accepts(nik, "3171019913900000")).toBe(true);
    expect(nikDisagreements("3171019913900000", { birthDate: "1990-12-31", sex: "MALE" })).toEqual([
      "IMPOSSIBLE_DATE",
      "SEX",
      "SERIAL_ZERO",
    ]);
    expect(codeOf(nik, "317101311290000")).toBe("NIK_FORMAT");
  });
  test("An NPWP has 15 or 16 digits with or without the card's punctuation.", () => {
    expect(v.parse(npwp, "01.234.567.8-901.000")).toBe("012345678901000");
    expect(v.parse(npwp, "0012345678901000")).toBe("0012345678901000");
    expect(codeOf(npwp, "01234567890100")).toBe("NPWP_FORMAT");
    expect(codeOf(npwp, "01234567890100012")).toBe("NPWP_FORMAT");
  });
});

describe("texts of a person", () => {
  test("One-word names, accents and titles pass; digits and markup do not.", () => {
    for (const name of ["Suharto", "Siti  Nurhaliza", "Dr. Tjipto, S.H.", "Ma'ruf", "José"])
      expect(accepts(fullName, name), name).toBe(true);
    for (const name of ["", "A", "B4mbang", "<b>Budi</b>", "  "]) expect(accepts(fullName, name), name).toBe(false);
    expect(v.parse(fullName, " Siti   Nur ")).toBe("Siti Nur");
  });
  test("An address needs six characters that are not spaces at its ends.", () => {
    expect(accepts(detailedAddress, "Jl. A 1")).toBe(true);
    expect(codeOf(detailedAddress, "Jl.A      ")).toBe("ADDRESS_LENGTH");
  });
  test("A description of 300 characters with line breaks passes as a browser sends it, one of 301 does not.", () => {
    const typed = `${"a".repeat(149)}\r\n${"b".repeat(150)}`;
    expect(v.parse(freeText(300), typed)).toHaveLength(300);
    expect(codeOf(freeText(300), `${typed}c`)).toBe("TOO_LONG");
    expect(codeOf(freeText(300), " \r\n ")).toBe("REQUIRED");
    expect(accepts(optionalText(), "")).toBe(true);
  });
  test("Emails are trimmed and lowered; addresses without a dotted domain are refused.", () => {
    expect(v.parse(email, " Budi.Santoso+1@Contoh.CO.id ")).toBe("budi.santoso+1@contoh.co.id");
    for (const wrong of [
      "budi",
      "budi@contoh",
      "bu di@contoh.id",
      "budi@-contoh.id",
      "@contoh.id",
      "budi@contoh..id",
      "siti@xn--e28h.id",
    ])
      expect(accepts(email, wrong), wrong).toBe(false);
  });
  test("Postal code, RT/RW and area codes keep their shape.", () => {
    expect(v.parse(neighbourhood, "4")).toBe("004");
    expect(accepts(postalCode, "10220") && !accepts(postalCode, "01022")).toBe(true);
    expect(accepts(areaCode, "31") && accepts(areaCode, "31.71.01.1001") && !accepts(areaCode, "31.7")).toBe(true);
    expect(accepts(villageCode, "31.71.01")).toBe(false);
  });
});

describe("secrets and codes", () => {
  test("A password needs letter, digit and symbol in 8 to 20 characters.", () => {
    expect(accepts(newPassword, "kopi-susu-7")).toBe(true);
    expect(codeOf(newPassword, "ko-7")).toBe("PASSWORD_LENGTH");
    for (const wrong of ["kopisusu77", "kopi-susu-", "1234567-", "kopi susu-7"])
      expect(codeOf(newPassword, wrong), wrong).toBe("PASSWORD_FORMAT");
    expect(codeOf(newPassword, `kopi-susu-7${"x".repeat(10)}`)).toBe("PASSWORD_LENGTH");
  });
  test("A common word stays common under decoration.", () => {
    for (const weak of ["P@ssw0rd1!", "Indonesia2026!", "123qwerty#", "!!Rahasia99", "aaaaaaa1!"])
      expect(codeOf(newPassword, weak), weak).toBe("PASSWORD_COMMON");
  });
  test("Codes have six digits, keys visible characters, ids the server's form.", () => {
    expect(accepts(verificationCode, "012345") && !accepts(verificationCode, "12345")).toBe(true);
    expect(
      ["0198a1b2-0000-7000-8000-000000000000", "loan:42/apply.1", "k"].every((key) => accepts(idempotencyKey, key)),
    ).toBe(true);
    expect(["", "two words", "ключ", "x".repeat(129)].some((key) => accepts(idempotencyKey, key))).toBe(false);
    expect(accepts(uuid, "0198a1b2-0000-7000-8000-000000000000") && !accepts(uuid, "1' or 1=1")).toBe(true);
    expect(accepts(ticked, "on") && !accepts(ticked, false)).toBe(true);
  });
  test("Bank credentials follow the rule of the field.", () => {
    expect(accepts(bankPassword, "123456") && accepts(bankPassword, "abc123")).toBe(true);
    expect(accepts(bankPassword, "abcdef") || accepts(bankPassword, "12345") || accepts(bankPassword, "12345!")).toBe(
      false,
    );
    expect(v.parse(bankAccountNumber, "123-456 7890")).toBe("1234567890");
    expect(codeOf(bankUserId, "budi_1")).toBe("BANK_USER_ID_FORMAT");
  });
});

describe("amounts, dates, lists", () => {
  test("An amount is whole rupiah from zero to ten billion.", () => {
    for (const amount of [0, 1, 10_000_000_000]) expect(accepts(enteredRupiah, amount)).toBe(true);
    for (const amount of [-1, 200_000.5, "200000", 10_000_000_001]) expect(accepts(enteredRupiah, amount)).toBe(false);
  });
  test("A date is real exactly when the calendar has it.", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1900, max: 2199 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const date = new Date(Date.UTC(year, month - 1, day));
          const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
          const text = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
          expect(isRealDate(text)).toBe(real);
          expect(accepts(businessDate, text)).toBe(real);
        },
      ),
    );
  });
  test("A list's limit is read from a query and bounded.", () => {
    const query = v.strictObject(listQuery);
    expect(v.parse(query, {})).toEqual({ limit: 20 });
    // A list's own cursor value comes back unchanged, whatever letters it has; a cursor that no list gave is empty.
    const place = '["kunci","判断 é"]';
    const given = v.parse(nextCursor, place)!;
    expect(given).toMatch(/^[\w-]+$/);
    expect(v.parse(query, { limit: "50", cursor: given })).toEqual({ limit: 50, cursor: place });
    expect(v.parse(query, { cursor: "abc_-1" }).cursor).toBe("");
    expect(accepts(idListQuery.cursor, "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b")).toBe(false);
    for (const limit of ["0", "101", "1e2", "-1", ""]) expect(accepts(query, { limit }), limit).toBe(false);
    expect(accepts(cursor, "a b")).toBe(false);
  });
});

describe("rules as attributes", () => {
  const kinds = {
    phone,
    nik,
    npwp,
    email,
    newPassword,
    fullName,
    verificationCode,
    captchaAnswer,
    postalCode,
    neighbourhood,
    areaCode,
    villageCode,
    bankAccountNumber,
    bankCode,
    bankUserId,
    bankPassword,
  };
  test.each(Object.entries(kinds))(
    "The pattern of %s works as an HTML pattern attribute in old and new browsers.",
    (_, schema) => {
      const { pattern } = toJsonSchema(schema, { typeMode: "input", errorMode: "ignore" });
      expect(pattern).toBeTypeOf("string");
      expect(() => new RegExp(`^(?:${pattern})$`, "u")).not.toThrow();
      expect(() => new RegExp(`^(?:${pattern})$`, "v")).not.toThrow();
    },
  );
  test("Lengths and bounds survive the way into attributes.", () => {
    const schemaOf = (schema: v.GenericSchema) => toJsonSchema(schema, { typeMode: "input", errorMode: "ignore" });
    expect(schemaOf(detailedAddress)).toMatchObject({ minLength: 6, maxLength: 200 });
    expect(schemaOf(freeText(300))).toMatchObject({ maxLength: 300 });
    expect(schemaOf(enteredRupiah)).toMatchObject({ type: "integer", minimum: 0, maximum: 10_000_000_000 });
  });
});
