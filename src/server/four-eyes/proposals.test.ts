/** The engine of proposals: a proposal of any kind is carried out once, by two people, or not at all. */
import { CompiledQuery, sql } from "kysely";
import * as v from "valibot";
import { beforeEach, describe, expect, it } from "vitest";
import { Refusal } from "#server/call/refusal.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import { transact, type Transaction } from "#server/database.server.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { testApp } from "#tests/support/app.ts";
import { defineProposal, proposalKinds } from "./proposal-kind.ts";
import {
  findProposal,
  listProposals,
  lockOpen,
  lockUnsealed,
  openProposalsBySubject,
  sumOfParts,
} from "./proposal-store.ts";
import { openTexts } from "./proposal-seals.ts";
import { decideProposal, endStale, propose, withdrawProposal, type ProposalInput } from "./proposals.ts";
import { makerOf } from "./tiers.ts";
import { statementsOf } from "#tests/support/statements.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";
import { askOf } from "#server/questions.ts";

interface Pour {
  kettle: string;
}
const text = { id: "Tuang", en: "Pour", zh: "倒水" };
const permissions = { read: "money.read", propose: "money.propose", check: "money.check" } as const;
const stale = new Set<string>();
/** Additional work of `carryOut`; each test sets it. */
let carryingOut: () => Promise<void>;

const note = async (trx: Transaction, id: string, what: string): Promise<void> => {
  await sql`insert into poured (proposal_id, what) values (${id}, ${what})`.execute(trx);
};
const pour = defineProposal<Pour, { owner: string }>({
  kind: "kettle.pour",
  text,
  payload: v.object({ kettle: v.string() }),
  secret: v.object({ owner: v.string() }),
  permissions,
  subject: ({ payload }) => payload.kettle,
  consequences: () => ({ ifConfirmed: text, ifRefused: text }),
  show: async () => ({ lines: [] }),
  async carryOut(_services, trx, { id, payload, secret }, checkerId) {
    await note(trx, id, `${payload.kettle} of ${secret?.owner ?? "nobody"} by ${checkerId}`);
    await carryingOut();
    return { cups: 3 };
  },
  ended: (_services, trx, { id }, { state }) => note(trx, id, state),
  isStale: async (_services, _reader, { subjectId }) => stale.has(subjectId),
});
const buy = defineProposal<Pour>({
  kind: "kettle.buy",
  text,
  payload: v.object({ kettle: v.string() }),
  permissions,
  tier: "AMOUNT",
  subject: ({ payload }) => payload.kettle,
  consequences: () => ({ ifConfirmed: text, ifRefused: text }),
  show: async () => ({ lines: [] }),
  carryOut: (_services, trx, { id }) => note(trx, id, "bought"),
});
/** As kinds of reviews build theirs: from contributions of other domains. */
const made = (name: string) => defineProposal<Pour>({ ...buy, kind: `review.${name}` });

const app = await testApp({
  domains: [{ answersTo: [proposals.by([pour, buy])] }, { answersTo: [proposals.by(() => [made("kettle")])] }],
});
const { services, clock } = app;
const { database } = services;
await sql`create table poured (proposal_id uuid not null, what text not null)`.execute(database);

const person = (end: number, roles: StaffRole[] = ["finance"], device = `device-${end}`): StaffSession => ({
  id: "s",
  staffId: `0190f000-0000-7000-8000-0000000000${end}`,
  name: "Ratna",
  roles,
  deviceToken: device,
  createdAt: clock.realNow(),
});
const [maker, checker, boss] = [person(11), person(12), person(13, ["admin"])];
const done = async (id: string) =>
  (await sql<{ what: string }>`select what from poured where proposal_id = ${id}`.execute(database)).rows.map(
    ({ what }) => what,
  );
let subjects = 0;
const proposing = (more: Partial<ProposalInput<Pour, { owner: string }>> = {}, by = maker) =>
  transact(database, (trx) =>
    propose(services, trx, pour, by, {
      subjectId: `kettle-${++subjects}`,
      payload: { kettle: "blue" },
      reason: "It has boiled for long enough.",
      ...more,
    }),
  );
const buying = (rupiah: number, countsWith = `lender:${subjects}`, by = maker) =>
  transact(database, (trx) =>
    propose(services, trx, buy, by, {
      subjectId: `kettle-${++subjects}`,
      payload: { kettle: "red" },
      amount: { rupiah, countsWith },
      reason: "Seen at the market.",
    }),
  );
const checking = (proposalId: string, approve = true, by = checker, reason?: string) =>
  transact(database, (trx) => decideProposal(services, trx, by, { proposalId, approve, reason }));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "DONE",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
const row = async (id: string) => (await findProposal(database, id))!;

beforeEach(() => {
  carryingOut = async () => {};
  stale.clear();
});

describe("a proposal", () => {
  it("is carried out once, however many confirm it at a time, with what came of it", async () => {
    const id = await proposing({ secret: { owner: "Siti" } });
    expect(await done(id)).toEqual([]);
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(checking(id))));
    expect(codes.toSorted()).toEqual(["DONE", ...Array.from({ length: 9 }, () => "PROPOSAL_CLOSED")].toSorted());
    expect(await done(id)).toEqual([`blue of Siti by ${checker.staffId}`]);
    expect(await row(id)).toMatchObject({ state: "CONFIRMED", checkerId: checker.staffId, result: { cups: 3 } });
  });

  it("stays open, and nothing of it is done, where carrying out refuses", async () => {
    const id = await proposing();
    carryingOut = () => Promise.reject(new Refusal("LENDER_SHORT"));
    expect(await codeOf(checking(id))).toBe("LENDER_SHORT");
    expect([await done(id), (await row(id)).state]).toEqual([[], "OPEN"]);
    carryingOut = async () => {};
    expect(await checking(id)).toEqual({ state: "CONFIRMED", result: { cups: 3 } });
  });

  it("that is refused does nothing but what its kind does then", async () => {
    const id = await proposing();
    expect(await checking(id, false, checker, "Not yet warm.")).toEqual({ state: "REFUSED", result: null });
    expect(await done(id)).toEqual(["REFUSED"]);
    expect(await codeOf(checking(id))).toBe("PROPOSAL_CLOSED");
  });

  it("waits alone for what it is about, and beside those about something else", async () => {
    await proposing({ subjectId: "one" });
    expect(await codeOf(proposing({ subjectId: "one" }, boss))).toBe("PROPOSAL_OPEN");
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(proposing({ subjectId: "two" }))));
    expect(codes.filter((code) => code === "DONE")).toHaveLength(1);
  });

  it("is taken back by its maker alone, while it is open", async () => {
    const id = await proposing();
    const takingBack = (by: StaffSession) =>
      codeOf(transact(database, (trx) => withdrawProposal(services, trx, by, id)));
    expect(await takingBack(boss)).toBe("PROPOSAL_NOT_YOURS");
    expect(await takingBack(maker)).toBe("DONE");
    expect(await takingBack(maker)).toBe("PROPOSAL_CLOSED");
    expect([(await row(id)).state, await done(id)]).toEqual(["TAKEN_BACK", ["TAKEN_BACK"]]);
    expect(await codeOf(checking(id))).toBe("PROPOSAL_CLOSED");
  });

  it("may be made by code for a person and her browser, of a kind that another domain's value made", async () => {
    const kind = proposalKinds(services).get("review.kettle")!;
    const id = await transact(database, (trx) =>
      propose(services, trx, kind, makerOf(services, maker), {
        subjectId: "case-1",
        payload: { kettle: "x" },
        amount: { rupiah: 1, countsWith: "case:1" },
        reason: "",
      }),
    );
    expect(await codeOf(checking(id, true, maker))).toBe("MAKER_IS_CHECKER");
    expect(await checking(id)).toEqual({ state: "CONFIRMED", result: null });
    expect((await openTexts(services.keys, database, [await row(id)])).get(id)!.reason).toBeNull();
  });
});

describe("four eyes", () => {
  it("are two people at two browsers, each with the permission", async () => {
    const id = await proposing();
    expect(await codeOf(checking(id, true, maker))).toBe("MAKER_IS_CHECKER");
    expect(await codeOf(checking(id, false, maker))).toBe("MAKER_IS_CHECKER");
    expect(await codeOf(checking(id, true, person(14, ["finance"], "device-11")))).toBe("SAME_DEVICE");
    expect(await codeOf(checking(id, true, person(15, ["auditor"])))).toBe("NOT_ALLOWED");
    expect(await codeOf(proposing({}, person(15, ["auditor"])))).toBe("NOT_ALLOWED");
    expect(await codeOf(checking(services.random.uuid()))).toBe("PROPOSAL_UNKNOWN");
    const ofOthers = transact(database, (trx) =>
      decideProposal(services, trx, checker, { proposalId: id, approve: true }, { kinds: [buy] }),
    );
    expect(await codeOf(ofOthers)).toBe("PROPOSAL_UNKNOWN");
    expect([(await row(id)).state, await done(id)]).toEqual(["OPEN", []]);
  });

  it("reach to the tier of the permission, with the parts of seven days; refusing needs none", async () => {
    const parts = [await buying(20_000_000, "lender:a"), await buying(20_000_000, "lender:a")];
    expect(await codeOf(checking(parts[1]!))).toBe("CHECKER_TOO_LOW");
    expect(await codeOf(checking(parts[0]!))).toBe("DONE");
    expect(await codeOf(checking(parts[1]!, true, boss))).toBe("DONE");
    // The checker's own confirmations of seven days are added up, whatever the maker.
    const other = await buying(10_000_000, "lender:a", person(16));
    clock.advance(7 * 86_400_000 - 1000);
    expect(await codeOf(checking(other))).toBe("CHECKER_TOO_LOW");
    clock.advance(2000);
    expect(await codeOf(checking(other))).toBe("DONE");
    const apart = await Promise.all(["b", "c"].map((lender) => buying(20_000_000, `lender:${lender}`)));
    for (const id of apart) expect(await codeOf(checking(id))).toBe("DONE");
    const large = await buying(25_000_000, "lender:d");
    expect(await codeOf(checking(large))).toBe("CHECKER_TOO_LOW");
    expect(await codeOf(checking(large, false))).toBe("DONE");
    // Two concurrent confirmations whose sum is above the limit: only one passes.
    const both = [await buying(20_000_000, "lender:e"), await buying(20_000_000, "lender:e", person(17))];
    expect((await Promise.all(both.map((id) => codeOf(checking(id))))).toSorted()).toEqual(["CHECKER_TOO_LOW", "DONE"]);
  });

  it("count what the same person proposed within seven days before, also while it waits, and no longer", async () => {
    for (const [lender, milliseconds, answer] of [
      ["lender:f", 7 * 86_400_000, "CHECKER_TOO_LOW"],
      ["lender:g", 7 * 86_400_000 + 1, "DONE"],
    ] as const) {
      await buying(20_000_000, lender);
      clock.advance(milliseconds);
      expect(await codeOf(checking(await buying(20_000_000, lender)))).toBe(answer);
    }
  });

  it("need an amount where the kind has tiers, and none elsewhere", async () => {
    await expect(proposing({ amount: { rupiah: 1, countsWith: "x" } })).rejects.toThrow(
      "names an amount without tiers",
    );
    const without = { subjectId: "x", payload: { kettle: "x" }, reason: "x" };
    await expect(transact(database, (trx) => propose(services, trx, buy, maker, without))).rejects.toThrow(
      "names no amount",
    );
  });
});

describe("a stale proposal", () => {
  it("refuses with a stable code, and may be refused or taken back", async () => {
    const id = await proposing({ subjectId: "cold" });
    stale.add("cold");
    expect(await codeOf(checking(id))).toBe("PROPOSAL_STALE");
    expect(await done(id)).toEqual([]);
    expect(await codeOf(checking(id, false))).toBe("DONE");
  });

  it("is ended by the sweep, says so from then on, and keeps none away that can be carried out", async () => {
    const [cold, warm] = [await proposing({ subjectId: "left" }), await proposing()];
    const unreadable = await proposing();
    await database.updateTable("proposal").set({ payload: "{}" }).where("id", "=", unreadable).execute();
    stale.add("left");
    expect(await endStale(services)).toBe(1);
    expect(await endStale(services)).toBe(0);
    expect([(await row(cold)).state, (await row(warm)).state, await done(cold)]).toEqual(["STALE", "OPEN", ["STALE"]]);
    expect(await codeOf(checking(cold))).toBe("PROPOSAL_STALE");
    stale.clear();
    expect(await codeOf(proposing({ subjectId: "left" }))).toBe("DONE");
    await database.deleteFrom("proposal").where("id", "=", unreadable).execute();
  });

  it("makes room for another about the same thing before the sweep came by", async () => {
    const first = await proposing({ subjectId: "again" });
    expect(await codeOf(proposing({ subjectId: "again" }))).toBe("PROPOSAL_OPEN");
    const isStale = pour.isStale!;
    pour.isStale = async (_services, _reader, { id }) => id === first;
    const second = await proposing({ subjectId: "again" }).finally(() => (pour.isStale = isStale));
    expect([(await row(first)).state, (await row(second)).state]).toEqual(["STALE", "OPEN"]);
  });
});

describe("what people wrote", () => {
  it("is sealed, with what is personal, by the key of the borrower whom it is about, and forgotten with him", async () => {
    const { borrowerId } = await activeLoan(app);
    const id = await proposing({ borrowerId, reason: "Sukmaxwati asked for it.", secret: { owner: "Sukmaxwati" } });
    await checking(id, false, checker, "Sukmaxwati called again.");
    const stored = await database.selectFrom("proposal").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(JSON.stringify(stored)).not.toContain("Sukmaxwati");
    const texts = async () => (await openTexts(services.keys, database, [await row(id)])).get(id);
    expect(await texts()).toEqual({
      reason: "Sukmaxwati asked for it.",
      checkReason: "Sukmaxwati called again.",
      secret: '{"owner":"Sukmaxwati"}',
    });
    await transact(database, (trx) => services.keys.borrowerKeys.shred(trx, borrowerId, clock.now()));
    expect(await texts()).toEqual({ reason: null, checkReason: null, secret: null });
  });

  it("before it was sealed is sealed by the sweep, bound to where it stood", async () => {
    const [here, moved] = [await proposing(), await proposing()];
    for (const [id, sealedIn] of [
      [here, null],
      [moved, "money_proposal"],
    ] as const)
      await database
        .updateTable("proposal")
        .set({
          reason: "Of before.",
          reasonSealed: null,
          reasonKey: null,
          state: "REFUSED",
          checkerId: checker.staffId,
          endedAt: clock.now(),
          checkReason: "No.",
          sealedIn,
        })
        .where("id", "=", id)
        .execute();
    clock.advance(1_000);
    await app.settle();
    for (const id of [here, moved]) {
      const found = await row(id);
      expect([found.reason.clear, found.checkReason.clear]).toEqual([null, null]);
      expect((await openTexts(services.keys, database, [found])).get(id)).toMatchObject({
        reason: "Of before.",
        checkReason: "No.",
      });
    }
    const place = { table: "money_proposal", column: "reasonSealed", row: moved };
    expect(services.keys.open((await row(moved)).reason.sealed!, place)).toBe("Of before.");
  });
});

describe("among many others", () => {
  it("proposals are found by an index: what waits, what ended, what counts together, what waits for one thing", async () => {
    await transact(database, async (trx) => {
      await sql`insert into proposal (id, kind, subject_id, amount_rupiah, counts_with, state, maker_id, made_at, checker_id, ended_at)
        select gen_random_uuid(), case when n % 2 = 0 then 'kettle.buy' else 'kettle.pour' end, 'many-' || n, 1, 'lender:' || n % 500,
          case when n % 100 = 0 then 'OPEN' else 'CONFIRMED' end, 'm', now() - n * interval '1 minute',
          case when n % 100 = 0 then null else 'c' end, case when n % 100 = 0 then null else now() end
        from generate_series(1, 20000) as n`.execute(trx);
      await sql`analyze proposal`.execute(trx);
      const kinds = ["kettle.buy", "kettle.pour"];
      const parts = { id: "", makerId: "m", checkerId: "c", proposedFrom: new Date(0), checkedFrom: new Date(0) };
      const read: [string, (reader: Transaction) => Promise<unknown>][] = [
        ["proposal_open", (reader) => listProposals(reader, { kinds, isOpen: true, after: undefined, most: 51 })],
        ["proposal_ended", (reader) => listProposals(reader, { kinds, isOpen: false, after: undefined, most: 51 })],
        ["proposal_one_open", (reader) => openProposalsBySubject(reader, "kettle.buy", ["many-100", "many-200"])],
        [
          "proposal_parts",
          (reader) =>
            sumOfParts(
              reader,
              { id: services.random.uuid(), countsWith: "lender:7", amountRupiah: 1 },
              { ...parts, id: services.random.uuid() },
            ),
        ],
        ["proposal_open", (reader) => lockOpen(reader, kinds, null, 100)],
        ["proposal_unsealed", (reader) => lockUnsealed(reader, 100)],
      ];
      for (const [index, work] of read) expect((await plansOf(trx, work)).join("\n"), index).toContain(index);
      throw new Undo();
    }).catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  });
});

class Undo extends Error {}

/** The plans of the statements that `work` executes. */
async function plansOf(trx: Transaction, work: (reader: Transaction) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  for (const { text, values } of await statementsOf(() => work(trx))) {
    const explained = CompiledQuery.raw(`explain (costs off) ${text}`, values);
    plans.push(...(await trx.executeQuery<{ "QUERY PLAN": string }>(explained)).rows.map((row) => row["QUERY PLAN"]));
  }
  return plans;
}

describe("kinds", () => {
  it("have a name of their own, in the house's form", () => {
    expect(() => defineProposal({ ...pour, kind: "pour" })).toThrow(RangeError);
    expect(() => proposalKinds({ ask: askOf([{ answersTo: [proposals.by([pour]), proposals.by([pour])] }]) })).toThrow(
      "two kinds of proposals named kettle.pour",
    );
  });
});
