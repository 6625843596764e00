import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { activeLoan } from "#tests/support/loan.ts";

it("keeps a loan's terms under the names that the first loans have them by, and reads both alike", async () => {
  const app = await testApp();
  const loan = await activeLoan(app, { amountRupiah: 700_000 });
  const row = await app.services.database
    .selectFrom("loan")
    .select("terms")
    .where("id", "=", loan.loanId)
    .executeTakeFirstOrThrow();
  expect(row.terms).toMatchObject({ amountRupiah: 700_000, productKey: "TUNAI_90" });
  expect(row.terms).not.toHaveProperty("principalRupiah");
  const { terms } = await loan.read();
  expect(terms).toMatchObject({ principalRupiah: 700_000, productKey: "TUNAI_90" });
  expect(terms).not.toHaveProperty("amountRupiah");
});
