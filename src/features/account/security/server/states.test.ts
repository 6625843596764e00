/**
 * Whatever the order of notices, contests, logins, proofs, decisions and time: no number changes and no account opens
 * without the required people and proof; a frozen account stays frozen until then. // Spec account 2: proof, threat D1
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { claimNumber, numberOf } from "#features/account/verification/server/index.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { contesting } from "#tests/support/contesting.ts";
import { loggingIn } from "#tests/support/logging-in.ts";

const app = await testApp();
const { services, clock } = app;
const { database, random } = services;
const { owner, noticed, proving, unfreeze, propose, confirm, account, caseOf } = contesting(app);
const { enter } = loggingIn(app);

const acts = [
  "notice",
  "contest",
  "pressAgain",
  "login",
  "proveBefore",
  "proveNow",
  "proveWrong",
  "approve",
  "reject",
  "confirmSame",
  "confirmOther",
  "unlock",
  "moveNumber",
  "hour",
  "day",
] as const;
type Act = (typeof acts)[number];
const isRefused = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error;
};

interface World {
  borrowerId: string;
  original: string;
  maker: string;
  readers: Awaited<ReturnType<typeof noticed>>["reader"][];
  /** The number in force at each notice, by event: objecting to the event restores it. */
  numbers: Map<string, string>;
}

/** Does one action as its person would, whether it is allowed or not. */
async function act(world: World, what: Act): Promise<void> {
  const { borrowerId, original, maker, readers, numbers } = world;
  const hasCase = async () => caseOf(borrowerId).then(Boolean, () => false);
  switch (what) {
    case "notice": {
      const { reader, eventId } = await noticed(borrowerId);
      readers.push(reader);
      numbers.set(eventId, (await numberOf(services, database, borrowerId))!);
      return;
    }
    case "contest":
      await readers.at(-1)?.post("/api/security/contest", {});
      return;
    case "pressAgain":
      await readers[0]?.post("/api/security/contest", {});
      return;
    case "login":
      clock.advance(61_000);
      await enter(app.client(), (await numberOf(services, database, borrowerId))!);
      return;
    case "proveBefore":
    case "proveNow":
    case "proveWrong": {
      const number = what === "proveNow" ? (await numberOf(services, database, borrowerId))! : original;
      const { client, verificationId } = await proving(number);
      await unfreeze(client, verificationId, what === "proveWrong" ? { nik: "3171010101900001" } : {});
      return;
    }
    case "approve":
    case "reject":
      if (await hasCase())
        await propose(
          borrowerId,
          what === "approve" ? { decision: "APPROVE" } : { decision: "REJECT", reasonCode: "NOT_PROVEN" },
          maker,
        );
      return;
    case "confirmSame":
    case "confirmOther":
      if ((await hasCase()) && (await caseOf(borrowerId)).state === "PROPOSED")
        await confirm(borrowerId, what === "confirmSame" ? maker : random.uuid()).catch(isRefused);
      return;
    case "unlock": {
      const support = await app.staff(random.uuid(), ["support"]);
      await support.post(`/api/staff/borrowers/${borrowerId}/unlock`, { reason: "The borrower is on the phone." });
      return;
    }
    case "moveNumber":
      // A change that took effect before its owner objected.
      if ((await account(borrowerId)).status === "ACTIVE")
        await transact(database, (trx) => claimNumber(services, trx, borrowerId, `0814${original.slice(4)}`));
      return;
    case "hour":
    case "day":
      clock.advance(what === "hour" ? 3_600_000 : 24 * 3_600_000);
  }
}

const standing = async ({ borrowerId }: World) => ({
  status: (await account(borrowerId)).status,
  number: await numberOf(services, database, borrowerId),
  newest: await database
    .selectFrom("security_contest")
    .select(["id", "state", "eventId", "provenAt"])
    .where("borrowerId", "=", borrowerId)
    .orderBy("openedAt", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst(),
  sessions: Number(
    (
      await database
        .selectFrom("login_session")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .where("subjectId", "=", borrowerId)
        .where("revokedAt", "is", null)
        .executeTakeFirstOrThrow()
    ).count,
  ),
});

it("nothing moves a number or opens an account past the people and the proof asked for", async () => {
  let releases = 0;
  const check = async (wanted: readonly Act[]) => {
    const { borrowerId, mobileNumber: original } = await owner();
    const world: World = { borrowerId, original, maker: random.uuid(), readers: [], numbers: new Map() };
    await act(world, "notice");
    const numberBefore = ({ newest }: { newest?: { eventId: string } | undefined }) =>
      world.numbers.get(newest!.eventId);
    for (const what of wanted) {
      const before = await standing(world);
      await act(world, what);
      await app.settle();
      const after = await standing(world);
      if (before.status === "BLOCKED" && after.status === "ACTIVE") {
        releases += 1;
        // Another person than the maker, and a proof with the number in force before the event.
        expect(what).toBe("confirmOther");
        expect([before.newest!.state, after.newest!.state]).toEqual(["PROVEN", "RELEASED"]);
        expect(after.number).toBe(numberBefore(before));
      }
      if (before.status === "ACTIVE" && after.status === "BLOCKED") expect(["contest", "pressAgain"]).toContain(what);
      if (after.number !== before.number) expect(["moveNumber", "confirmOther"]).toContain(what);
      if (what !== "moveNumber" && after.number !== before.number) expect(after.number).toBe(numberBefore(before));
      if (after.newest?.state === "PROVEN" && before.newest?.state !== "PROVEN") {
        expect(["proveBefore", "proveNow"]).toContain(what);
        expect(what === "proveBefore" ? original : before.number).toBe(numberBefore(before));
      }
      // A frozen account has no session.
      if (after.status === "BLOCKED") expect(after.sessions).toBe(0);
    }
  };
  // The sequence that leads to a release is always included.
  await check([
    "moveNumber",
    "contest",
    "approve",
    "confirmOther",
    "proveBefore",
    "confirmSame",
    "confirmOther",
    "login",
  ]);
  expect(releases).toBe(1);
  // Objecting to a later event restores the number in force at that time.
  await check(["moveNumber", "notice", "contest", "proveNow", "approve", "confirmOther"]);
  expect(releases).toBe(2);
  await fc.assert(fc.asyncProperty(fc.array(fc.constantFrom(...acts), { minLength: 8, maxLength: 16 }), check), {
    numRuns: process.env["TEST_LONG"] === "1" ? 12 : 4,
  });
}, 240_000);
