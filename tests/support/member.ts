/** A borrower who meets the conditions of Plus besides the level: a proven email address, and a register with a result. */
import { expect } from "vitest";
import { dateInWib } from "#shared/dates.ts";
import { emailing } from "./emailing.ts";
import type { TestApp } from "./app.ts";

/** Proves an address, through its mail. */
export async function verifiedMember(app: TestApp, borrowerId: string): Promise<void> {
  const { verified, newAddress } = emailing(app);
  await verified(await app.loggedIn(borrowerId, "EMAIL"), newAddress(`anggota${borrowerId.slice(-4)}`));
}

/** A look-up with a result, whose facts are not opened here; it is valid for a year. */
export async function setVerifiedSource({ services }: TestApp, borrowerId: string): Promise<void> {
  const now = services.clock.now();
  const { numInsertedOrUpdatedRows } = await services.database
    .insertInto("lookup")
    .values({
      borrowerId,
      id: services.random.uuid(),
      kind: "OPERATOR",
      state: "FOUND",
      requestId: services.random.uuid(),
      consentId: services.random.uuid(),
      askedOn: dateInWib(now),
      slot: 1,
      askedAt: now,
      factsSealed: "sealed",
      foundAt: now,
      endsAt: new Date(now.getTime() + 365 * 86_400_000),
      changedAt: now,
    })
    .executeTakeFirstOrThrow();
  expect(numInsertedOrUpdatedRows).toBe(1n);
}
