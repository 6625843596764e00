/** Reviews: one case per request, decided once, by as many people as needed. */
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { Refusal } from "#server/call/refusal.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { nameChange, quick, refusing, reviewDomain, reviewsOf } from "#tests/support/review.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { defineReview, reviewKinds, reviews } from "./kinds.ts";
import { answerAsk, findReviewOf, openReview, withdrawReview } from "./index.ts";
import { consoleWorkLists, staffDigests, timelineSources } from "#server/console/questions.ts";
import { askOf } from "#server/questions.ts";

const app = await testApp({ domains: [reviewDomain] });
const { services, clock } = app;
const { database } = services;
const { person, opened, post, decide, ask, check, takeBack, row, decided, announced } = await reviewsOf(app);
const hour = 3_600_000;
const [maker, checker] = [person(), person()];
const twenty = <Result>(work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: 20 }, (_, index) => work(index)));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "DONE",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
const withdraw = (subjectId: string, kind = nameChange) =>
  transact(database, (trx) => withdrawReview(services, trx, kind, subjectId));
const shown = (subjectId: string) => transact(database, (trx) => answerAsk(services, trx, nameChange, subjectId));

beforeEach(async () => {
  refusing.code = null;
  await database.deleteFrom("review_case").execute();
});

describe("a request", () => {
  it("has one case, however often and from wherever it is handed in", async () => {
    const [borrowerId, subjectId] = [randomUUID(), randomUUID()];
    const ids = await twenty(async () => (await opened({ borrowerId, subjectId })).caseId);
    expect(new Set(ids).size).toBe(1);
    expect(await findReviewOf(database, nameChange.kind, subjectId)).toMatchObject({ id: ids[0], state: "WAITING" });
    // Another kind for the same row is another request.
    expect((await opened({ borrowerId, subjectId, kind: quick })).caseId).not.toBe(ids[0]);
  });

  it("is promised what its kind promises, and staff are reminded after two thirds of it", async () => {
    const { caseId } = await opened();
    const { openedAt, dueAt, remindAt, number } = await row(caseId);
    expect([dueAt.getTime() - openedAt.getTime(), remindAt.getTime() - openedAt.getTime()]).toEqual([
      72 * hour,
      48 * hour,
    ]);
    expect(number).toMatch(/^RV-[2-9A-HJKMNP-TV-Z]{8}$/);
  });

  it("is taken back by the borrower at any time before its decision, and not after it", async () => {
    const [waiting, asked, proposed, closed] = [
      await opened(),
      await opened(),
      await opened({ isFlagged: true }),
      await opened(),
    ];
    await ask(maker, asked.caseId);
    await decide(maker, proposed.caseId);
    await decide(maker, closed.caseId);
    for (const { subjectId, caseId } of [waiting, asked, proposed]) {
      expect(await withdraw(subjectId)).toBe(true);
      expect(await row(caseId)).toMatchObject({ state: "CLOSED", outcome: "WITHDRAWN", claimedBy: null });
      expect(await decided(caseId)).toEqual([]);
      expect(await announced("review.closed", caseId)).toMatchObject([{ data: { outcome: "WITHDRAWN" } }]);
    }
    expect(await withdraw(closed.subjectId)).toBe(false);
    expect(await withdraw(randomUUID())).toBe(false);
    const { proposalId } = await row(proposed.caseId);
    expect(await codeOf(check(checker, proposalId!))).toBe("PROPOSAL_STALE");
    await app.settle();
    expect(
      await database.selectFrom("proposal").select("state").where("id", "=", proposalId!).executeTakeFirst(),
    ).toEqual({ state: "STALE" });
  });

  it("of a kind that nobody hands in is refused, as are facts that are none of its kind", async () => {
    const stranger = defineReview({ ...nameChange, kind: "test_stranger" });
    const about = { borrowerId: randomUUID(), subjectId: randomUUID() };
    const opening = (kind: typeof nameChange, facts: unknown) =>
      transact(database, (trx) =>
        openReview(services, trx, kind, { ...about, facts: facts as { isFlagged: boolean } }),
      );
    await expect(opening(stranger, { isFlagged: false })).rejects.toThrow("No domain hands in");
    await expect(opening(nameChange, { isFlagged: "no" })).rejects.toThrow();
  });
});

describe("a decision", () => {
  it("about what nothing speaks against is one person's and takes effect at once", async () => {
    const { caseId, borrowerId } = await opened();
    const answer = await decide(maker, caseId, { decision: "REJECT", reasonCode: "UNREADABLE" });
    expect(answer.body).toMatchObject({
      state: "CLOSED",
      outcome: "REJECTED",
      reason: { code: "UNREADABLE", text: "Foto tidak terbaca" },
      note: "Nama di KTP cocok.",
    });
    expect(await decided(caseId)).toEqual([{ outcome: "REJECTED", reason: "UNREADABLE", deciderId: maker.staffId }]);
    expect(await announced("review.closed", caseId)).toMatchObject([{ data: { borrowerId, outcome: "REJECTED" } }]);
    expect((await row(caseId)).noteSealed).not.toContain("KTP");
  });

  it("about a flagged one takes effect when another person has confirmed it, in another browser", async () => {
    const { caseId } = await opened({ isFlagged: true });
    const { body } = await decide(maker, caseId);
    expect(body).toMatchObject({ state: "PROPOSED", needsTwoPeople: true });
    expect(await decided(caseId)).toEqual([]);
    // The checker sees the case's number, its lines and both outcomes, and may open what the maker opened.
    const card = (await (await person(["admin"]).client()).get(`/api/staff/checks/${body.proposalId}`)).body;
    const { number } = await row(caseId);
    expect(card).toMatchObject({
      subject: number,
      subjectTo: `/staff/reviews/${caseId}`,
      consequences: { ifConfirmed: "Namanya diganti", ifRefused: expect.stringContaining("kembali ke antrean") },
      mayOpenEvidence: true,
    });
    expect(card.lines.length).toBeGreaterThan(1);
    expect(await codeOf(check(maker, body.proposalId))).toBe("MAKER_IS_CHECKER");
    expect(await codeOf(check(person(["support"]), body.proposalId))).toBe("NOT_ALLOWED");
    expect(await codeOf(check(checker, body.proposalId, true, `device-of-${maker.staffId}`))).toBe("SAME_DEVICE");
    await check(checker, body.proposalId);
    expect(await decided(caseId)).toEqual([{ outcome: "APPROVED", reason: null, deciderId: checker.staffId }]);
    expect((await (await maker.client()).get(`/api/staff/reviews/${caseId}`)).body.steps).toMatchObject([
      { state: "WAITING", cause: "HANDED_IN", actor: "BORROWER" },
      { state: "PROPOSED", cause: "APPROVED", actor: `STAFF:${maker.staffId}` },
      { state: "CLOSED", cause: "APPROVED", actor: `STAFF:${checker.staffId}` },
    ]);
  });

  it("that is refused or taken back leaves the case waiting for another one", async () => {
    const { caseId } = await opened({ isFlagged: true });
    const first = (await decide(maker, caseId)).body.proposalId;
    await check(checker, first, false);
    expect(await row(caseId)).toMatchObject({ state: "WAITING", proposalId: null });
    const second = (await decide(maker, caseId, { decision: "REJECT", reasonCode: "OTHER_PERSON" })).body.proposalId;
    await takeBack(maker, second);
    expect(await row(caseId)).toMatchObject({ state: "WAITING", proposalId: null });
    const third = (await decide(checker, caseId)).body.proposalId;
    expect(await codeOf(check(maker, second))).toBe("PROPOSAL_CLOSED");
    await check(maker, third);
    expect(await decided(caseId)).toHaveLength(1);
  });

  it("of twenty people at once is one, and it is carried out once", async () => {
    const { caseId } = await opened();
    const answers = await twenty(() => decide(person(), caseId));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.flatMap(({ status, body }) => (status === 200 ? [] : [body.status.code])))).toEqual(
      new Set(["REVIEW_NOT_WAITING"]),
    );
    expect(await decided(caseId)).toHaveLength(1);
  });

  it("sent twice under one key is one decision, whatever the case has become", async () => {
    const { caseId } = await opened({ isFlagged: true });
    const key = { "Idempotency-Key": randomUUID() };
    const client = await maker.client();
    const sent = () =>
      client.post(`/api/staff/reviews/${caseId}/proposal`, { decision: "APPROVE", note: "Cocok." }, key);
    const first = await sent();
    expect([first.body.state, (await sent()).body]).toEqual(["PROPOSED", first.body]);
  });

  it("and a withdrawal at once: one of them wins, and a withdrawn request is never carried out", async () => {
    for (let round = 0; round < 10; round++) {
      const { caseId, subjectId } = await opened();
      const [answer, withdrawn] = await Promise.all([decide(maker, caseId), withdraw(subjectId)]);
      const { outcome } = await row(caseId);
      expect(withdrawn).toBe(outcome === "WITHDRAWN");
      expect(answer.status === 200).toBe(outcome === "APPROVED");
      expect(await decided(caseId)).toHaveLength(outcome === "APPROVED" ? 1 : 0);
    }
  });

  it("that its kind refuses leaves everything as it was, for one person and for two", async () => {
    refusing.code = "REVIEW_STALE";
    const [alone, two] = [await opened(), await opened({ isFlagged: true })];
    expect((await decide(maker, alone.caseId)).body.status.code).toBe("REVIEW_STALE");
    expect(await row(alone.caseId)).toMatchObject({ state: "WAITING", outcome: null });
    const { proposalId } = (await decide(maker, two.caseId)).body;
    expect(await codeOf(check(checker, proposalId))).toBe("PROPOSAL_STALE");
    expect(await row(two.caseId)).toMatchObject({ state: "PROPOSED" });
    expect(await decided(alone.caseId)).toEqual([]);
    expect(await announced("review.closed", alone.caseId)).toEqual([]);
  });

  it("names a reason of the kind's list when it rejects, and is about a case that there is", async () => {
    const { caseId } = await opened();
    const unnamed = await decide(maker, caseId, { decision: "REJECT" });
    expect(unnamed.body.status.fields).toMatchObject([{ path: "reasonCode", code: "REQUIRED" }]);
    const codes = [
      (await decide(maker, caseId, { decision: "REJECT", reasonCode: "TOO_TALL" })).body.status.code,
      (await decide(maker, randomUUID())).body.status.code,
      (await post(maker, `${randomUUID()}/release`)).body.status.code,
    ];
    expect(codes).toEqual(["REVIEW_CHOICE", "REVIEW_UNKNOWN", "REVIEW_UNKNOWN"]);
  });

  it("is not made by others while somebody works on the case", async () => {
    const { caseId } = await opened();
    expect((await post(maker, `${caseId}/claim`)).status).toBe(200);
    for (const answer of [
      await decide(checker, caseId),
      await ask(checker, caseId),
      await post(checker, `${caseId}/claim`),
    ])
      expect(answer.body.status.code).toBe("REVIEW_CLAIMED");
    expect((await post(checker, `${caseId}/release`)).body).toEqual({ released: false });
    expect((await post(maker, `${caseId}/release`)).body).toEqual({ released: true });
    expect((await decide(checker, caseId)).status).toBe(200);
    expect((await post(maker, `${caseId}/claim`)).body.status.code).toBe("REVIEW_NOT_WAITING");
  });
});

describe("the next case", () => {
  it("is the most urgent that nobody has: twenty at once get twenty", async () => {
    const urgent = await opened({ kind: quick });
    for (let count = 0; count < 19; count++) await opened();
    const first = (await post(maker, "next")).body.caseId;
    expect(first).toBe(urgent.caseId);
    const others = await twenty(async () => (await post(person(), "next")).body.caseId as string | null);
    expect(new Set([first, ...others]).size).toBe(21);
    expect(others.filter((caseId) => caseId === null)).toHaveLength(1);
  });

  it("of twenty who take one case at once is one's", async () => {
    const { caseId } = await opened();
    const answers = await twenty(() => post(person(), `${caseId}/claim`));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("leaves out what waits for the borrower or for a checker", async () => {
    const [asked, proposed] = [await opened(), await opened({ isFlagged: true })];
    await ask(maker, asked.caseId);
    await decide(maker, proposed.caseId);
    expect((await post(checker, "next")).body.caseId).toBeNull();
  });
});

describe("asking for more", () => {
  it("stops the clock until the borrower has shown it, and is done once", async () => {
    const { caseId, subjectId, borrowerId } = await opened();
    const before = await row(caseId);
    clock.advance(10 * hour);
    const answer = await ask(maker, caseId, ["CARD", "LETTER"]);
    expect(answer.body).toMatchObject({ state: "ASKED", asked: { for: [{ code: "CARD" }, { code: "LETTER" }] } });
    expect(await announced("review.asked", caseId)).toMatchObject([{ data: { borrowerId, subjectId } }]);
    clock.advance(71 * hour);
    expect(await shown(subjectId)).toBe(true);
    const after = await row(caseId);
    expect([
      after.dueAt.getTime() - before.dueAt.getTime(),
      after.remindAt.getTime() - before.remindAt.getTime(),
    ]).toEqual([71 * hour, 71 * hour]);
    expect(await shown(subjectId)).toBe(false);
    expect((await ask(maker, caseId)).body.status.code).toBe("REVIEW_ASKED_BEFORE");
  });

  it("ends after 72 hours, however late that is seen: the clock goes on from that instant", async () => {
    const { caseId, subjectId } = await opened();
    const before = await row(caseId);
    await ask(maker, caseId);
    clock.advance(72 * hour - 1);
    await app.settle();
    expect((await row(caseId)).state).toBe("ASKED");
    clock.advance(5 * hour);
    await app.settle();
    const after = await row(caseId);
    expect([after.state, after.dueAt.getTime() - before.dueAt.getTime()]).toEqual(["WAITING", 72 * hour]);
    expect(await shown(subjectId)).toBe(false);
  });

  it("asks for something of the kind's list, of a case that waits", async () => {
    const { caseId } = await opened();
    const bare = await opened({ kind: quick });
    expect((await ask(maker, caseId, ["PASSPORT"])).body.status.code).toBe("REVIEW_CHOICE");
    expect((await ask(maker, caseId, [])).body.status.code).toBe("INPUT_INVALID");
    expect((await ask(maker, bare.caseId)).body.status.code).toBe("REVIEW_CHOICE");
    expect((await ask(maker, randomUUID())).body.status.code).toBe("REVIEW_UNKNOWN");
    await ask(maker, caseId);
    expect((await decide(maker, caseId)).body.status.code).toBe("REVIEW_NOT_WAITING");
    expect((await ask(maker, caseId)).body.status.code).toBe("REVIEW_NOT_WAITING");
  });
});

describe("a promise", () => {
  it("that is broken is announced once, at its instant and not before", async () => {
    const { caseId, borrowerId, subjectId } = await opened();
    clock.advance(72 * hour - 1);
    await app.settle();
    expect(await announced("review.late", caseId)).toEqual([]);
    clock.advance(1);
    await Promise.all([app.settle(), app.settle(), app.settle()]);
    const late = [{ id: `late_${caseId}`, data: { caseId, borrowerId, subjectId, kind: nameChange.kind } }];
    expect(await announced("review.late", caseId)).toEqual(late);
    clock.advance(100 * hour);
    await app.settle();
    expect(await announced("review.late", caseId)).toEqual(late);
  });

  it("is not broken while the borrower is asked, and is by a decision that waits for its checker", async () => {
    const [asked, proposed] = [await opened(), await opened({ isFlagged: true })];
    clock.advance(71 * hour);
    await ask(maker, asked.caseId);
    await decide(maker, proposed.caseId);
    clock.advance(2 * hour);
    await app.settle();
    expect(await announced("review.late", asked.caseId)).toEqual([]);
    expect(await announced("review.late", proposed.caseId)).toHaveLength(1);
  });

  it("is told to staff from two thirds of its time on: one's own, and what nobody has", async () => {
    const [{ caseId }, other] = [await opened(), await opened()];
    const due = async () =>
      (
        await services
          .ask(staffDigests)
          .flat()
          .find(({ to }) => to === "/staff/reviews")!
          .due(services)
      ).map(({ number, isOverdue, assigneeId }) => ({ number, isOverdue, assigneeId }));
    clock.advance(48 * hour - 1);
    expect(await due()).toEqual([]);
    clock.advance(1);
    await post(maker, `${caseId}/claim`);
    const number = (await row(caseId)).number;
    const otherNumber = (await row(other.caseId)).number;
    expect(await due()).toEqual([
      { number, isOverdue: false, assigneeId: maker.staffId },
      { number: otherNumber, isOverdue: false, assigneeId: null },
    ]);
    clock.advance(24 * hour);
    expect(await due()).toEqual([
      { number, isOverdue: true, assigneeId: null },
      { number: otherNumber, isOverdue: true, assigneeId: null },
    ]);
  });
});

describe("who of the staff", () => {
  const may: Record<StaffRole, string[]> = {
    support: ["list", "case", "decide"],
    underwriter: ["list", "case", "decide"],
    auditor: ["list", "case"],
    admin: ["list", "case"],
    content: [],
    finance: [],
    collector: [],
  };
  it.each(Object.entries(may))("%s may %s", async (role, allowed) => {
    const who = person([role as StaffRole]);
    const { caseId } = await opened();
    const client = await who.client();
    const input = {
      list: (await client.get("/api/staff/reviews")).status,
      case: (await client.get(`/api/staff/reviews/${caseId}`)).status,
      decide: (await decide(who, caseId)).status,
    };
    expect(Object.entries(input).flatMap(([name, status]) => (status === 200 ? [name] : []))).toEqual(allowed);
    expect(Object.values(input).every((status) => status === 200 || status === 403)).toBe(true);
  });
});

describe("the queue", () => {
  it("is empty and whole where nobody asked for anything", async () => {
    const bare = await testApp();
    const client = await bare.staff(randomUUID(), ["auditor"]);
    expect((await client.get("/api/staff/reviews")).body).toMatchObject({ items: [], nextCursor: null });
    await bare.settle();
  });

  it("is whole where a case's domain is gone", async () => {
    const { caseId } = await opened();
    await opened();
    await database.updateTable("review_case").set({ kind: "test_gone" }).where("id", "=", caseId).execute();
    const { body } = await (await maker.client()).get("/api/staff/reviews");
    expect(body.items.map((one: { kindText: string }) => one.kindText).toSorted()).toEqual(["Ganti nama", "test_gone"]);
    clock.advance(100 * hour);
    await services.sweeps.runAllDue(services);
    expect(await announced("review.late", caseId)).toHaveLength(1);
  });

  it("is read page by page from either end, by state, kind and person, and misses nobody", async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index++) {
      // Two with the same instant, too: the id orders them.
      if (index % 2 === 0) clock.advance(hour);
      ids.push((await opened(index === 6 ? { kind: quick } : {})).caseId);
    }
    const client = await maker.client();
    const walk = async (query: string) => {
      const found: string[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const { body } = await client.get(`/api/staff/reviews?limit=3&${query}${cursor && `&cursor=${cursor}`}`);
        found.push(...body.items.map((one: { caseId: string }) => one.caseId));
        cursor = body.nextCursor as string | null;
      }
      return found;
    };
    const byUrgency = [ids[6]!, ...ids.slice(0, 6)];
    expect(await walk("")).toEqual(byUrgency);
    expect(await walk("order=URGENT_LAST")).toEqual(byUrgency.toReversed());
    expect(await walk("kind=test_quick")).toEqual([ids[6]]);
    await client.post(`/api/staff/reviews/${ids[2]}/claim`, {});
    expect(await walk("claimed=ME")).toEqual([ids[2]]);
    await decide(maker, ids[0]!);
    await decide(maker, ids[1]!);
    expect(await walk("state=CLOSED")).toEqual([ids[1], ids[0]]);
    expect(await walk("state=WAITING")).toEqual(byUrgency.filter((id) => id !== ids[0] && id !== ids[1]));
    expect((await client.get("/api/staff/reviews?cursor=x")).body.items).toHaveLength(5);
  });

  it("stands on the console's home, and what happened in the borrower's timeline", async () => {
    const { caseId, borrowerId } = await opened();
    const list = services
      .ask(consoleWorkLists)
      .flat()
      .find(({ key }) => key === "REVIEWS")!;
    expect(await list.count(services)).toMatchObject({ count: 1 });
    await decide(maker, caseId);
    expect(await list.count(services)).toEqual({ count: 0, oldestAt: null, dueAt: null });
    const source = services.ask(timelineSources).flat();
    const happened = (await Promise.all(source.map((one) => one.read(services, borrowerId, 50)))).flat();
    expect(happened.map(({ what }) => what)).toEqual(expect.arrayContaining(["REVIEW_OPENED", "REVIEW_APPROVED"]));
  });
});

describe("a kind", () => {
  it.each([
    [{ kind: "Name" }, "its name"],
    [{ promisedHours: 0 }, "hours"],
    [{ promisedHours: 1.5 }, "hours"],
    [{ evidence: { max: 7, asks: {} } }, "photos"],
    [{ evidence: { max: 1, asks: { card: nameChange.text } } }, "codes"],
    [{ decisions: { ...nameChange.decisions, reasons: {} } }, "reason"],
  ])("that says %j is none", (more, why) => {
    expect(() => defineReview({ ...nameChange, ...more })).toThrow(why);
  });

  it("has a name of its own", () => {
    expect(() => reviewKinds(askOf([{ answersTo: [reviews.by([quick]), reviews.by([quick])] }]))).toThrow("two kinds");
  });
});
