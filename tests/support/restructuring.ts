/** A borrower with a running loan who asked for help with it, and whose first offer is read and accepted. */
import type { TestApp, TestClient } from "./app.ts";
import { ripeBorrower, type RipeBorrower } from "./approved-loan.ts";
import { activeLoan } from "./loan.ts";

export interface Helped extends RipeBorrower {
  client: TestClient;
  offerId: string;
  /** Hash of the accepted agreement. */
  hash: string;
}

export async function helped(app: TestApp): Promise<Helped> {
  const borrower = await ripeBorrower(app);
  await activeLoan(app, { borrowerId: borrower.borrowerId });
  const client = await app.loggedIn(borrower.borrowerId);
  const path = "/api/loan/restructure";
  const key = { "Idempotency-Key": app.services.random.uuid() };
  const { offers } = (await client.post(`${path}/ask`, { reason: "JOB" }, key)).body;
  const offerId: string = offers[0].offerId;
  const { hash } = (await client.get(`${path}/${offerId}/agreement`)).body;
  await client.post(`${path}/${offerId}/accept`, { hash, read: true });
  return { ...borrower, client, offerId, hash };
}
