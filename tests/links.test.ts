/** Signed links end with the account that they lead to: blocked, closed or merged, from that moment on. */
import { expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { setBorrowerStatus } from "#features/account/login/server/index.ts";
import { documentLinkPurpose } from "#features/credit/agreement/contract.ts";
import { documentLink } from "#features/credit/agreement/server/reading.ts";
import { documentsOf } from "#features/credit/agreement/server/store.ts";
import { billsLink } from "#features/credit/repayment/server/index.ts";
import { testApp } from "./support/app.ts";
import { approvedLoan, ripeBorrower } from "./support/approved-loan.ts";
import { activeLoan } from "./support/loan.ts";

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
  const { borrowerId } = await activeLoan(app);
  const token = tokenOf(billsLink(services, borrowerId, "https://tunai.example"));
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
  const [shown] = await documentsOf(database, borrowerId, loan.id, { kind: "loan-agreement" });
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
