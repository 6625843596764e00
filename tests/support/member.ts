/** A borrower who meets the conditions of Plus beside the level: an address that was proven, and a register that told something. */
import { expect } from "vitest";
import { dateInWib } from "#shared/dates.ts";
import { emailing } from "./emailing.ts";
import type { TestApp } from "./app.ts";

/** Proves an address, through its mail. */
export async function verifiedMember(app: TestApp, borrowerId: string): Promise<void> {
  const { verified, newAddress } = emailing(app);
  await verified(await app.loggedIn(borrowerId, "EMAIL"), newAddress(`anggota${borrowerId.slice(-4)}`));
}

/** A look-up that found something, whose facts nobody opens here; it counts for a year. */
export async function setVerifiedSource({ services }: TestApp, borrowerId: string): Promise<void> {
  const now = services.clock.now();
  const { numInsertedOrUpdatedRows } = await services.database
    .insertInto("lookup")
    .values({
      borrower_id: borrowerId,
      id: services.random.uuid(),
      kind: "OPERATOR",
      state: "FOUND",
      request_id: services.random.uuid(),
      consent_id: services.random.uuid(),
      asked_on: dateInWib(now),
      slot: 1,
      asked_at: now,
      facts_sealed: "sealed",
      found_at: now,
      ends_at: new Date(now.getTime() + 365 * 86_400_000),
      changed_at: now,
    })
    .executeTakeFirstOrThrow();
  expect(numInsertedOrUpdatedRows).toBe(1n);
}
