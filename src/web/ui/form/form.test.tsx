import { renderToStaticMarkup } from "react-dom/server";
import type { ReactElement } from "react";
import * as v from "valibot";
import { expect, test } from "vitest";
import { defineCall } from "#shared/contract.ts";
import type { Envelope } from "#shared/contract.ts";
import { phone } from "#shared/fields/phone.ts";
import { enteredRupiah } from "#shared/fields/amount.ts";
import { fieldTexts } from "#shared/fields/texts.ts";
import { LanguageProvider } from "#web/language.tsx";
import { AmountStepper } from "../amount-stepper/amount-stepper.tsx";
import { Select } from "../select/select.tsx";
import { AmountField, PasswordField, PhoneField, TextField } from "../text-field/text-field.tsx";
import { Form } from "./form.tsx";

const apply = defineCall({
  id: "apply",
  method: "POST",
  path: "/api/example",
  summary: "An example.",
  policy: { who: "borrower", idempotent: true },
  input: v.strictObject({
    mobileNumber: phone,
    amountRupiah: enteredRupiah,
    nickname: v.optional(v.pipe(v.string(), v.regex(/^[a-z]+$/, "NICKNAME_FORMAT"))),
    purpose: v.picklist(["SCHOOL"]),
    password: v.string(),
  }),
  output: v.strictObject({}),
  problems: {},
  fieldProblems: { NICKNAME_FORMAT: { id: "Huruf kecil saja.", en: "Small letters only.", zh: "仅限小写字母。" } },
});
const failure: Envelope = {
  status: {
    code: "INPUT_INVALID",
    detail: "Ada isian yang perlu diperbaiki.",
    fields: [{ path: "mobileNumber", code: "PHONE_FORMAT", detail: "Nomor <salah>." }],
  },
  traceId: "t1",
};
const fields = (
  <>
    <PhoneField name="mobileNumber" label="Nomor ponsel" keep />
    <AmountStepper name="amountRupiah" label="Jumlah" defaultRupiah={1_000_000} />
    <TextField name="nickname" label="Panggilan" />
    <Select name="purpose" label="Tujuan" options={[{ value: "SCHOOL", label: "Sekolah" }]} />
    <PasswordField name="password" label="Sandi" autoComplete="current-password" />
  </>
);
const show = (form: ReactElement, language: "id" | "en" | "zh" = "id") =>
  renderToStaticMarkup(<LanguageProvider language={language}>{form}</LanguageProvider>);
const tagOf = (html: string, name: string) =>
  new RegExp(`<(?:input|select)[^>]* name="${name}"[^>]*>`).exec(html)?.[0] ?? expect.fail(`no ${name}`);

test("A field carries its contract's rules and their words in the page's language.", () => {
  const html = show(
    <Form call={apply} idempotencyKey="key-00001">
      {fields}
    </Form>,
    "en",
  );
  const amount = tagOf(html, "amountRupiah");
  expect(amount).toContain('min="0" max="10000000000"');
  expect(amount).toContain('data-message-max="The amount is at most Rp 10.000.000.000."');
  expect(tagOf(html, "mobileNumber")).toContain(`data-message-pattern="${fieldTexts.PHONE_FORMAT.en}"`);
  expect(tagOf(html, "nickname")).toContain('pattern="[a-z]+"');
  expect(tagOf(html, "nickname")).toContain('data-message-pattern="Small letters only."');
  expect(tagOf(html, "nickname")).not.toContain("required");
  expect(tagOf(html, "purpose")).toContain("required");
});

test("An amount's own bounds speak of amounts, also where the contract leaves them to the product.", () => {
  const call = defineCall({
    ...apply,
    id: "call",
    input: v.strictObject({ amountRupiah: v.pipe(v.number("AMOUNT_FORMAT"), v.minValue(1, "AMOUNT_FORMAT")) }),
  });
  const stepper = (
    <AmountStepper
      name="amountRupiah"
      label="Jumlah"
      defaultRupiah={1_000_000}
      minimumRupiah={300_000}
      maximumRupiah={6_100_000}
      stepRupiah={100_000}
    />
  );
  const amount = tagOf(
    show(
      <Form call={call} idempotencyKey="key-00001">
        {stepper}
      </Form>,
      "en",
    ),
    "amountRupiah",
  );
  expect(amount).toContain('data-message-min="The amount is at least Rp 300.000."');
  expect(amount).toContain('data-message-max="The amount is at most Rp 6.100.000."');
  expect(amount).toContain('data-message-step="Use a multiple of Rp 100.000."');
});

test("An amount field has words for what is no amount, also where its contract takes digits as a text.", () => {
  const amount = v.pipe(v.number("AMOUNT_FORMAT"), v.minValue(1, "AMOUNT_FORMAT"));
  for (const amountRupiah of [amount, v.union([amount, v.string()], "AMOUNT_FORMAT")]) {
    const call = defineCall({ ...apply, input: v.strictObject({ amountRupiah }) });
    const tag = tagOf(
      show(
        <Form call={call} idempotencyKey="key-00001">
          <AmountField name="amountRupiah" label="Jumlah" />
        </Form>,
        "en",
      ),
      "amountRupiah",
    );
    expect(tag).toContain(`data-message-type="${fieldTexts.AMOUNT_FORMAT.en}"`);
    expect(tag).toContain('type="text"');
  }
});

test("What was typed as an amount and refused stays as it was typed; digits alone are grouped.", () => {
  const shown = (typed: string) =>
    /value="([^"]*)"/.exec(
      tagOf(
        show(
          <Form call={apply} idempotencyKey="key-00001" values={{ amountRupiah: typed }}>
            <AmountField name="amountRupiah" label="Jumlah" />
          </Form>,
        ),
        "amountRupiah",
      ),
    )?.[1];
  for (const typed of ["1.5", "25000000.00", "1,000,000", "1.0000", "-5", "1e6"])
    expect(shown(typed), typed).toBe(typed);
  expect(shown("25000000")).toBe("25.000.000");
});

test("What a single question is refused for stands at its field alone, any other refusal above the form.", () => {
  const wrong: Envelope = {
    status: {
      code: "OTP_WRONG",
      detail: "Kode salah.",
      fields: [{ path: "nickname", code: "OTP_WRONG", detail: "Kode salah." }],
    },
    traceId: "t1",
  };
  const blocked: Envelope = { status: { code: "ACCOUNT_BLOCKED", detail: "Akun dikunci." }, traceId: "t1" };
  const single = (refusal: Envelope, isSingle: boolean) =>
    show(
      <Form call={apply} idempotencyKey="key-00001" failure={refusal} single={isSingle}>
        {fields}
      </Form>,
    );
  expect(single(wrong, true)).toMatch(/data-problem-summary=""[^>]* hidden=""/);
  expect(single(wrong, true)).toContain('data-problem-for="nickname">Kode salah.</p>');
  expect(single(wrong, false)).toContain('<p class="problem-summary-detail">Kode salah.</p>');
  expect(single(blocked, true)).toContain('<p class="problem-summary-detail">Akun dikunci.</p>');
});

test("A refusal stands above the form and at its field, escaped, and nothing typed is lost but secrets.", () => {
  const values = {
    mobileNumber: "0812",
    amountRupiah: "300000",
    nickname: 'a"b',
    purpose: "SCHOOL",
    password: "Rahasia1!",
  };
  const html = show(
    <Form call={apply} idempotencyKey="key-00001" failure={failure} values={values}>
      {fields}
    </Form>,
  );
  expect(html).toContain('<a href="#f-mobileNumber">Nomor &lt;salah&gt;.</a>');
  expect(html).toContain('data-problem-for="mobileNumber">Nomor &lt;salah&gt;.</p>');
  expect(tagOf(html, "mobileNumber")).toContain('aria-invalid="true"');
  expect(tagOf(html, "mobileNumber")).toContain('value="0812"');
  expect(tagOf(html, "nickname")).toContain("a&quot;b");
  expect(html).toContain('<option value="SCHOOL" selected="">');
  expect(html).not.toContain("Rahasia1!");
});

test("Without a refusal the places of problems wait, hidden and empty.", () => {
  const html = show(
    <Form call={apply} idempotencyKey="key-00001">
      {fields}
    </Form>,
  );
  expect(html).toMatch(/data-problem-summary=""[^>]* hidden=""/);
  expect(html).toMatch(/data-problem-for="mobileNumber" hidden=""><\/p>/);
});

test("The form of an idempotent call carries its key, and is not rendered without one.", () => {
  expect(
    show(
      <Form call={apply} idempotencyKey="key-00001">
        {fields}
      </Form>,
    ),
  ).toContain('<input type="hidden" name="idempotencyKey" value="key-00001"/>');
  expect(() => show(<Form call={apply}>{fields}</Form>)).toThrow("idempotencyKey");
});

test("Two forms of one page keep their fields' ids apart.", () => {
  const html = show(
    <>
      <Form id="a">{fields}</Form>
      <Form id="b">{fields}</Form>
    </>,
  );
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
  expect(new Set(ids).size).toBe(ids.length);
});
