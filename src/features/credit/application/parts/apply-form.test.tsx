import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { standardProduct } from "#features/credit/loan/server/index.ts";
import { WishFields } from "#features/credit/loan/parts/wish-fields.tsx";
import { LanguageProvider } from "#web/language.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { applyForLoan } from "../contract.ts";

test("The amount of an application carries its product's bounds and step, 200,000 to 10,000,000 by 100,000, each with its words.", () => {
  const { minimumRupiah, maximumRupiah, stepRupiah, tenorsDays } = standardProduct;
  const html = renderToStaticMarkup(
    <LanguageProvider language="en">
      <Form call={applyForLoan} idempotencyKey="key-00001">
        <WishFields
          label="Amount"
          bounds={{ minimumRupiah, maximumRupiah, stepRupiah }}
          tenorsDays={tenorsDays}
          wish={{ amountRupiah: 1_000_000, tenorDays: 90 }}
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
