import * as fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { email } from "#shared/fields/email.ts";
import { enteredRupiah } from "#shared/fields/amount.ts";
import { freeText } from "#shared/fields/free-text.ts";
import { nik } from "#shared/fields/nik.ts";
import { phone } from "#shared/fields/phone.ts";
import { ticked, verificationCode } from "#shared/fields/verification.ts";
import { fieldRulesOf, htmlPattern } from "./rules.ts";

const input = v.strictObject({
  mobileNumber: phone,
  code: v.optional(verificationCode),
  nik,
  email: v.nullish(email),
  amountRupiah: enteredRupiah,
  dozens: v.pipe(v.number(), v.multipleOf(12, "DOZENS")),
  description: freeText(300),
  agreement: ticked,
  remember: v.boolean(),
  address: v.strictObject({ villageCode: v.pipe(v.string(), v.nonEmpty("REQUIRED"), v.length(13, "AREA_INVALID")) }),
  reference: v.pipe(
    v.string(),
    v.transform((typed) => typed.replaceAll(" ", "")),
    v.regex(/^[A-Z]{3}$/, "REFERENCE_FORMAT"),
  ),
});
const decision = v.pipe(
  v.strictObject({ approve: v.boolean(), reason: v.optional(freeText(300)), note: v.optional(freeText(300)) }),
  v.forward(
    v.check(({ approve, reason }) => approve || reason !== undefined, "REQUIRED"),
    ["reason"],
  ),
  v.metadata({ needed: "reason" }),
);
const rules = fieldRulesOf(input);
const of = (path: string) => rules.get(path) ?? expect.fail(`no rules for ${path}`);

describe("The rules of a contract's input", () => {
  test("say that a field is required unless its schema lets it be absent.", () => {
    expect(of("mobileNumber").attributes.required).toBe(true);
    expect(of("nik").codes.required).toBe("REQUIRED");
    expect(of("code").attributes.required).toBeUndefined();
    expect(of("email").attributes.required).toBeUndefined();
  });

  test("let a tick box stay empty when it is a boolean, and not when it must be ticked.", () => {
    expect(of("remember").attributes.required).toBeUndefined();
    expect(of("agreement")).toEqual({ attributes: { required: true }, codes: { required: "AGREEMENT_NEEDED" } });
  });

  test("carry bounds and steps of numbers with the code of each.", () => {
    expect(of("amountRupiah").attributes).toEqual({
      required: true,
      type: "number",
      inputMode: "numeric",
      min: 0,
      max: 10_000_000_000,
    });
    expect(of("amountRupiah").codes).toMatchObject({ min: "AMOUNT_BELOW_MINIMUM", max: "AMOUNT_ABOVE_MAXIMUM" });
    expect(of("dozens")).toMatchObject({ attributes: { step: 12 }, codes: { step: "DOZENS" } });
  });

  test("carry the lengths that a schema gives for the text as it is typed.", () => {
    expect(of("description").attributes.maxLength).toBe(300);
    expect(of("description").codes.length).toBe("TOO_LONG");
  });

  test("name nested fields by their dotted path.", () => {
    expect(of("address.villageCode").attributes).toEqual({ required: true, minLength: 13, maxLength: 13 });
  });

  test("leave out a pattern that holds only after a transformation, and keep its code.", () => {
    expect(of("reference").attributes.pattern).toBeUndefined();
    expect(of("reference").codes.pattern).toBe("REFERENCE_FORMAT");
  });

  test("are read once for a schema.", () => {
    expect(fieldRulesOf(input)).toBe(rules);
  });

  test("accept in the browser exactly the phone numbers that the server accepts.", () => {
    const inBrowser = new RegExp(`^(?:${of("mobileNumber").attributes.pattern})$`, "v");
    const typed = fc
      .tuple(fc.constantFrom("08", "+62 8", "628", "8", "+62 08", "07"), fc.stringMatching(/^[\d \-]{0,16}$/))
      .map(([start, rest]) => start + rest);
    fc.assert(
      fc.property(typed, (text) => inBrowser.test(text) === v.safeParse(phone, text).success || text.length > 40),
    );
  });
});

describe("An HTML pattern", () => {
  test("means the same as the expression it was made from.", () => {
    const expressions = [/^\d{6}$/, /\d/, /^08/, /[a-z]$/, /^(?:a|bc)$/];
    fc.assert(
      fc.property(fc.constantFrom(...expressions), fc.stringMatching(/^[0-9a-c]{0,8}$/), (expression, text) => {
        expect(new RegExp(`^(?:${htmlPattern(expression)})$`, "v").test(text)).toBe(expression.test(text));
      }),
    );
  });

  test("is not made of what HTML cannot say.", () => {
    expect(htmlPattern(/^abc$/i)).toBeUndefined();
    expect(htmlPattern(/^a|b$/)).toBeUndefined();
    expect(htmlPattern(/^[(]$/)).toBeUndefined();
  });
});

test("A field whose need follows from other answers is neither asked for by the browser nor called optional.", () => {
  const read = fieldRulesOf(decision);
  expect(["reason", "note"].map((name) => read.get(name)?.isConditional)).toEqual([true, undefined]);
  expect(read.get("reason")?.attributes.required).toBeUndefined();
  expect(() => v.parse(decision, { approve: false })).toThrow("REQUIRED");
});
