/** A borrower's timeline in pages: every event is on exactly one of them. */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { ripeBorrower } from "#tests/support/approved-loan.ts";
import { contesting } from "#tests/support/contesting.ts";
import { applicant, sendApplication } from "#tests/support/person.ts";
import { transact } from "#server/database.server.ts";
import { addChange } from "#features/credit/limit/server/store.ts";

import { repaying } from "#tests/support/repaying.ts";
import { roundsOf } from "#tests/support/rounds.ts";
import { borrowerTimelineOf } from "./timeline.ts";

const app = await testApp();
const { services, clock } = app;

it("loses nothing at the end of a page, though several things happened at one moment", async () => {
  const { borrowerId } = await ripeBorrower(app);
  const support = await app.staff(services.random.uuid(), ["support"]);
  // Rows of one transaction have the same instant: three of them are around line 50, where a page ends.
  const minutes = [1, 2, 2, 2, ...Array.from({ length: 48 }, (_, n) => n + 3)];
  await transact(services.database, async (trx) => {
    for (const minute of minutes) {
      const changedAt = new Date(clock.now().getTime() + minute * 60_000);
      await addChange(trx, borrowerId, {
        id: services.random.uuid(),
        kind: "CREDIT",
        why: null,
        cause: "SCORE_REFRESHED",
        fromRupiah: 0,
        toRupiah: 100_000,
        changedAt,
      });
    }
  });
  const seen: string[] = [];
  let before: string | null = "";
  while (before !== null) {
    const page: { items: { at: string }[]; nextCursor: string | null } = (
      await support.get(`/api/staff/borrowers/${borrowerId}/timeline?kind=LIMIT${before ? `&cursor=${before}` : ""}`)
    ).body;
    seen.push(...page.items.map(({ at }) => at));
    before = page.nextCursor;
  }
  // And the first limit, at the very beginning.
  expect(seen).toHaveLength(minutes.length + 1);
  expect(seen).toEqual(seen.toSorted().toReversed());
});

it("asks a handful of questions, however many loans there are", async () => {
  const { running, accountAt, bank } = repaying(app);
  const { borrowerId, client } = await running();
  const read = async () => {
    let items: { what: string }[] = [];
    const { queries } = await roundsOf(
      services.database,
      async () =>
        void ({ items } = await borrowerTimelineOf(services, borrowerId, { kind: "PAYMENT", language: "id" })),
    );
    return { queries, what: items.map(({ what }) => what) };
  };
  const ofOne = await read();
  expect(ofOne.what).toEqual(["TRANSFER_SETTLED"]);
  for (let more = 0; more < 3; more++) {
    await bank.pay({ virtualAccountNumber: await accountAt(client), amountRupiah: 1_000_000 });
    await app.pass(15);
    await running({ borrowerId });
  }
  const ofFour = await read();
  expect(ofFour.what.toSorted()).toEqual([
    "PAID",
    "PAID",
    "PAID",
    ...Array.from({ length: 4 }, () => "TRANSFER_SETTLED"),
  ]);
  expect(ofFour.queries).toBe(ofOne.queries);
  const { queries } = await roundsOf(services.database, () =>
    borrowerTimelineOf(services, borrowerId, { language: "id" }),
  );
  // One of each source, and one for the loans that entries link to.
  expect(queries).toBeLessThan(46);
});

it("tells an account that its owner froze in words, and that its owner did", async () => {
  const person = await applicant(app, "review");
  await sendApplication(person);
  await app.settle();
  const { borrowerId } = person;
  await (await contesting(app).noticed(borrowerId)).reader.post("/api/security/contest", {});
  await app.settle();
  const support = await app.staff(services.random.uuid(), ["support"]);
  expect((await support.get(`/api/staff/borrowers/${borrowerId}`)).body).toMatchObject({
    status: "BLOCKED",
    frozenByOwner: true,
  });
  const { items } = (await support.get(`/api/staff/borrowers/${borrowerId}/timeline`)).body;
  const lines: string[] = items.map(({ text, details }: { text: string; details: string }) => `${text} · ${details}`);
  expect(lines.join("\n")).toContain("Berhenti: akun dibekukan pemilik");
  expect(lines.join("\n")).toMatch(/peninjauan: RV-\w+/);
  // No code, id or name of a notice is shown, and no text says that an outcome is unknown.
  expect(
    lines.filter((line) => /[A-Z]{3,}_[A-Z]|[0-9a-f]{8}-[0-9a-f]{4}|: [a-z]+\.[a-z_]+|tidak diketahui/.test(line)),
  ).toEqual([]);
});
