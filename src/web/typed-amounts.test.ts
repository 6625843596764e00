/** One parser for typed amounts: in the server's own function, in its forms, and in the page before sending. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { callName } from "#server/call/pipeline.ts";
import { parseRupiah } from "#shared/money.ts";
import { testApp } from "#tests/support/app.ts";
import { readAmounts, unreadAmounts } from "#tests/support/typed-amounts.ts";
import { typedAmountOf } from "./enhance/amount-text.ts";
import { fieldShapes, formInput } from "./form-input.ts";

const app = await testApp();

/** Every field of every call that a form could fill with a number: amounts and other counts. */
const numbers = app.api
  .calls()
  .flatMap(({ call }) =>
    [...fieldShapes(call)]
      .filter(([, { type }]) => type === "integer" || type === "number")
      .map(([name]) => ({ call, name, of: `${callName(call)} ${name}` })),
  );
const amounts = numbers.filter(({ name, call }) => /(?:^amount|Rupiah)$/.test(name) && call.method === "POST");

function formOf(name: string, typed: string): FormData {
  const form = new FormData();
  form.append(name, typed);
  return form;
}

describe("a typed amount", () => {
  it("is read the same by the server, by each of its forms and by the page.", () => {
    expect(amounts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["amountRupiah", "monthlyIncomeRupiah", "owedElsewhereRupiah", "amount"]),
    );
    for (const [typed, amountRupiah] of readAmounts) {
      expect(parseRupiah(typed), typed).toBe(amountRupiah);
      expect(typedAmountOf(typed), typed).toBe(amountRupiah);
      for (const { call, name, of } of numbers)
        expect(formInput(call, formOf(name, typed))[name], `${of}: ${typed}`).toBe(amountRupiah);
    }
  });

  it("stays as it was typed where it is not one whole amount, and is never another number.", () => {
    for (const typed of unreadAmounts) {
      expect(parseRupiah(typed), typed).toBeUndefined();
      expect(typedAmountOf(typed), typed).toBeNaN();
      for (const { call, name, of } of numbers)
        expect(formInput(call, formOf(name, typed))[name], `${of}: ${typed}`).toBe(typed);
    }
  });

  it("is then refused by every call as not an amount.", () => {
    for (const { call, name, of } of amounts) {
      for (const typed of unreadAmounts) {
        const { issues = [] } = v.safeParse(call.input, formInput(call, formOf(name, typed)));
        expect(issues.find((issue) => v.getDotPath(issue) === name)?.message, `${of}: ${typed}`).toBe("AMOUNT_FORMAT");
      }
    }
  });
});
