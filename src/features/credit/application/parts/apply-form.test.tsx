import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { standardProduct } from "#features/credit/loan/server/index.ts";
import { LoanAmountFields } from "#features/credit/loan/parts/loan-amount-fields.tsx";
import { LanguageProvider } from "#web/language.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { applyForLoan, type LoanHome } from "../contract.ts";
import { NoApplication, applicationObstacleOf } from "./apply-form.tsx";

test("The amount of an application carries its product's bounds and step, 200,000 to 10,000,000 by 100,000, each with its words.", () => {
  const { minimumRupiah, maximumRupiah, stepRupiah, tenorsDays } = standardProduct;
  const html = renderToStaticMarkup(
    <LanguageProvider language="en">
      <Form call={applyForLoan} idempotencyKey="key-00001">
        <LoanAmountFields
          label="Amount"
          bounds={{ minimumRupiah, maximumRupiah, stepRupiah }}
          tenorsDays={tenorsDays}
          input={{ amountRupiah: 1_000_000, tenorDays: 90 }}
        />
      </Form>
    </LanguageProvider>,
  );
  const field = /<input[^>]* name="amountRupiah"[^>]*>/.exec(html)?.[0];
  for (const attribute of ['min="200000"', 'max="10000000"', 'step="100000"', "required"])
    expect(field).toContain(attribute);
  expect(field).toContain('data-message-min="The amount is at least Rp 200.000."');
  expect(field).toContain('data-message-max="The amount is at most Rp 10.000.000."');
  expect(field).toContain('data-message-step="Use a multiple of Rp 100.000."');
});

test("Whoever owes a loan that was written off is told so in place of the form, with its number and the way to pay it.", () => {
  const home = {
    loan: null,
    oldDebt: { loanId: "0190a000-0000-7000-8000-000000000001", number: "TN-7KQ2-M4XD" },
    mayApplyOn: "2027-01-01",
    limit: { remainingRupiah: 0 },
  } as unknown as LoanHome;
  const bounds = { minimumRupiah: 200_000, maximumRupiah: 200_000, stepRupiah: 100_000, tooSmall: true };
  expect(applicationObstacleOf(home, bounds)).toBe("OLD_DEBT");
  expect(applicationObstacleOf({ ...home, oldDebt: null }, bounds)).toBe("WAIT");
  const html = renderToStaticMarkup(
    <LanguageProvider language="en">
      <NoApplication home={home} bounds={bounds} obstacle="OLD_DEBT" />
    </LanguageProvider>,
  );
  expect(html).toContain("An earlier loan is still owed");
  expect(html.replace(/[\u2011]/g, "-")).toContain("TN-7KQ2-M4XD");
  expect(html).toContain('href="/webview/bills"');
});
