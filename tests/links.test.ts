/** Signed links end with the account that they belong to, as soon as it is blocked, closed or merged. */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { setBorrowerStatus } from "#features/account/login/server/index.ts";
import { documentLinkPurpose } from "#features/credit/agreement/contract.ts";
import { documentLink } from "#features/credit/agreement/server/reading.ts";
import { loanDocumentsOf } from "#features/credit/agreement/server/store.ts";
import { testApp } from "./support/app.ts";
import { approvedLoan, ripeBorrower } from "./support/approved-loan.ts";
import { repaying } from "./support/repaying.ts";

const app = await testApp();
const { services } = app;
const { database } = services;

const tokenOf = (link: string): string => new URL(link).searchParams.get("t") ?? "";
async function follow(token: string, path: string) {
  const visitor = app.client();
  visitor.cookies.set("link", token);
  return visitor.get(path);
}
const set = (borrowerId: string, status: "ACTIVE" | "BLOCKED" | "CLOSED" | "MERGED") =>
  transact(database, (trx) => setBorrowerStatus(services, trx, borrowerId, status));

it("a bill's link ends when the account is blocked, holds again when it is opened, and ends for good when it is closed", async () => {
  const { bank, accountAt, running } = repaying(app);
  const { client, borrowerId, mobileNumber } = await running();
  await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 20_000 });
  await app.settle();
  const messages = await services.outside.sandbox!.messages.list({ to: mobileNumber });
  const token = tokenOf(messages.find(({ link }) => link?.includes("/no-login-bills"))!.link!);
  const path = "/api/repayment/link/bills";
  expect((await follow(token, path)).status).toBe(200);
  await set(borrowerId, "BLOCKED");
  const refused = await follow(token, path);
  expect([refused.status, refused.body.status.code]).toEqual([401, "LINK_INVALID"]);
  await set(borrowerId, "ACTIVE");
  expect((await follow(token, path)).status).toBe(200);
  for (const status of ["CLOSED", "MERGED"] as const) {
    await set(borrowerId, status);
    expect([status, (await follow(token, path)).body.status?.code]).toEqual([status, "LINK_INVALID"]);
  }
});

it("a document's link, RIPLAY's among them, ends as well", async () => {
  const borrower = await ripeBorrower(app);
  const { borrowerId } = borrower;
  const loan = await approvedLoan(app, borrower);
  await (await app.loggedIn(borrowerId)).get(`/api/agreement?loanId=${loan.id}`);
  const [shown] = await loanDocumentsOf(database, borrowerId, loan.id, { kind: "loan-agreement" });
  const token = tokenOf(documentLink(services, shown!).url);
  const calls = app.api
    .calls()
    .filter(
      ({ call }) => call.policy.who === "link" && call.policy.purpose === documentLinkPurpose && call.method === "GET",
    );
  expect(calls.length).toBeGreaterThan(2);
  const codes = async () =>
    Promise.all(
      calls.map(
        async ({ call }) =>
          (await follow(token, call.path.replace("{page}", "1").replace(/\{\w+\}/g, shown!.id))).body?.status?.code,
      ),
    );
  expect(await codes()).not.toContain("LINK_INVALID");
  await set(borrowerId, "BLOCKED");
  expect(new Set(await codes())).toEqual(new Set(["LINK_INVALID"]));
});
