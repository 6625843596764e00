/**
 * Whatever borrowers, staff and time do to a case in any order, its state equals the model's, and it is carried out at
 * most once.
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createSweeps } from "#server/work/sweeps.ts";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { nameChange, reviewDomain, reviewsOf } from "#tests/support/review.ts";
import { answerAsk, withdrawReview } from "./index.ts";
import { reviewSweeps } from "./sweeps.ts";

const app = await testApp({ domains: [reviewDomain], isIdle: true });
const { services, clock } = app;
const { database } = services;
const { person, opened, decide, ask, check, takeBack, row, decided, announced } = await reviewsOf(app);
const hour = 3_600_000;
// Only this domain's sweeps: the others have nothing to do here and would run many times.
const sweeps = createSweeps();
reviewSweeps({ ...services, sweeps });
const [maker, checker] = [person(), person()];

const steps = ["APPROVE", "REJECT", "ASK", "SHOW", "CONFIRM", "REFUSE", "TAKE_BACK", "WITHDRAW"] as const;
type Step = (typeof steps)[number] | { hours: number };

/** The expected state of a case; times in milliseconds. */
interface Model {
  state: "WAITING" | "ASKED" | "PROPOSED" | "CLOSED";
  outcome: "APPROVED" | "REJECTED" | "WITHDRAWN" | null;
  proposed: "APPROVED" | "REJECTED" | null;
  askedAt: number | null;
  dueAt: number;
  isLate: boolean;
}

/** The same rules written again: nothing is taken from the code under test. */
function expected(model: Model, step: Step, isFlagged: boolean, now: number): Model {
  const { state } = model;
  const close = (outcome: Model["outcome"]): Model => ({ ...model, state: "CLOSED", outcome });
  if (typeof step === "object") {
    let after = model;
    if (state === "ASKED" && now >= model.askedAt! + 72 * hour)
      after = { ...after, state: "WAITING", dueAt: after.dueAt + 72 * hour };
    if ((after.state === "WAITING" || after.state === "PROPOSED") && now >= after.dueAt)
      after = { ...after, isLate: true };
    return after;
  }
  switch (step) {
    case "APPROVE":
    case "REJECT": {
      if (state !== "WAITING") return model;
      const outcome = step === "APPROVE" ? "APPROVED" : "REJECTED";
      return isFlagged ? { ...model, state: "PROPOSED", proposed: outcome } : close(outcome);
    }
    case "ASK":
      return state === "WAITING" && model.askedAt === null ? { ...model, state: "ASKED", askedAt: now } : model;
    case "SHOW":
      return state === "ASKED" ? { ...model, state: "WAITING", dueAt: model.dueAt + now - model.askedAt! } : model;
    case "CONFIRM":
      return state === "PROPOSED" ? close(model.proposed) : model;
    case "REFUSE":
    case "TAKE_BACK":
      return state === "PROPOSED" ? { ...model, state: "WAITING", proposed: null } : model;
    case "WITHDRAW":
      return state === "CLOSED" ? model : close("WITHDRAWN");
  }
}

async function act(step: Exclude<Step, object>, caseId: string, subjectId: string): Promise<void> {
  const proposalId = (await row(caseId)).proposalId ?? randomUUID();
  const quietly = (work: Promise<unknown>) => work.catch(() => undefined);
  if (step === "APPROVE") await decide(maker, caseId);
  if (step === "REJECT") await decide(maker, caseId, { decision: "REJECT", reasonCode: "UNREADABLE" });
  if (step === "ASK") await ask(maker, caseId);
  if (step === "SHOW") await transact(database, (trx) => answerAsk(services, trx, nameChange, subjectId));
  if (step === "CONFIRM") await quietly(check(checker, proposalId));
  if (step === "REFUSE") await quietly(check(checker, proposalId, false));
  if (step === "TAKE_BACK") await quietly(takeBack(maker, proposalId));
  if (step === "WITHDRAW") await transact(database, (trx) => withdrawReview(services, trx, nameChange, subjectId));
}

it("is what a model says after any steps", async () => {
  const anyStep = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<Step>(...steps) },
    { weight: 1, arbitrary: fc.record({ hours: fc.integer({ min: 1, max: 80 }) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(anyStep, { minLength: 1, maxLength: 10 }), async (isFlagged, walk) => {
      const { caseId, subjectId } = await opened({ isFlagged });
      let model: Model = {
        state: "WAITING",
        outcome: null,
        proposed: null,
        askedAt: null,
        dueAt: clock.now().getTime() + 72 * hour,
        isLate: false,
      };
      for (const step of walk) {
        if (typeof step === "object") {
          clock.advance(step.hours * hour);
          await sweeps.runAllDue(services);
        } else await act(step, caseId, subjectId);
        model = expected(model, step, isFlagged, clock.now().getTime());
        const found = await row(caseId);
        expect({
          state: found.state,
          outcome: found.outcome,
          askedAt: found.askedAt?.getTime() ?? null,
          dueAt: found.dueAt.getTime(),
          isLate: found.lateAt !== null,
        }).toEqual({
          state: model.state,
          outcome: model.outcome,
          askedAt: model.askedAt,
          dueAt: model.dueAt,
          isLate: model.isLate,
        });
      }
      const done = model.outcome === null || model.outcome === "WITHDRAWN" ? [] : [model.outcome];
      expect((await decided(caseId)).map(({ outcome }) => outcome)).toEqual(done);
      expect(await announced("review.late", caseId)).toHaveLength(model.isLate ? 1 : 0);
      expect(await announced("review.closed", caseId)).toHaveLength(model.state === "CLOSED" ? 1 : 0);
    }),
    { numRuns: process.env["TEST_LONG"] === "1" ? 400 : 25 },
  );
}, 300_000);
