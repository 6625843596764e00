/** After any order of actions by the borrower, the clock and new blockers, the closing is in a permitted state. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { borrowerStatus, seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { testApp } from "#tests/support/app.ts";
import { closureBlockers, type ClosureBlocker } from "#shared/closure-blockers.ts";
import { blockersOf, closingPath } from "./blockers.ts";
import { closureLife } from "./lifecycle.ts";
import { blockersOfClosing } from "#server/account-questions.ts";
import { askOf } from "#server/questions.ts";

const blocked = new Set<string>();
const held: Domain = {
  answersTo: [
    blockersOfClosing.by(async (_services, _reader, borrowerId) =>
      blocked.has(borrowerId) ? [{ code: "SECURITY_HOLD", path: "/webview/account" }] : [],
    ),
  ],
};
const app = await testApp({ domains: [held] });
const { services, clock } = app;
const { database } = services;
const hour = 3_600_000;
let people = 0;

const actions = ["ask", "withdraw", "hold", "release", "wait", "sweep"] as const;
type Action = { what: (typeof actions)[number]; hours: number };
const action = fc.record({ what: fc.constantFrom(...actions), hours: fc.constantFrom(1, 23, 71, 72, 100) });

/** A small model of the expected state. */
interface Model {
  state: "NONE" | "COOLING" | "ERASED";
  until: number;
  isHeld: boolean;
  ended: string[];
}

async function follow(wanted: readonly Action[]): Promise<void> {
  const mobileNumber = `08${String(1_700_000_000 + ++people * 1_000_007)}`;
  const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
  const model: Model = { state: "NONE", until: 0, isHeld: false, ended: [] };
  for (const { what, hours } of wanted) {
    const now = clock.now().getTime();
    // A new login each time, because sessions expire within days.
    const client = await app.loggedIn(borrowerId, "CANCEL");
    const headers = { "Idempotency-Key": services.random.uuid() };
    if (what === "ask" && model.state !== "ERASED") {
      const { status } = await client.post("/api/account-closure", { reasons: ["PRIVACY"], acceptLost: true }, headers);
      const may = model.state === "NONE" && !model.isHeld;
      expect(status).toBe(may ? 200 : 409);
      if (may) Object.assign(model, { state: "COOLING", until: now + 72 * hour });
    } else if (what === "withdraw" && model.state !== "ERASED") {
      const { status } = await client.post("/api/account-closure/withdraw", {});
      const may = model.state === "COOLING" && now < model.until;
      expect(status).toBe(may ? 200 : 409);
      if (may) Object.assign(model, { state: "NONE", ended: [...model.ended, "WITHDRAWN"] });
    } else if (what === "hold" || what === "release") {
      model.isHeld = what === "hold";
      if (model.isHeld) blocked.add(borrowerId);
      else blocked.delete(borrowerId);
    } else if (what === "wait") clock.advance(hours * hour);
    else {
      await services.sweeps.runAllDue(services);
      if (model.state === "COOLING" && now >= model.until) {
        if (model.isHeld) model.ended.push("UNDONE");
        model.state = model.isHeld ? "NONE" : "ERASED";
      }
    }
    await compare(borrowerId, model);
  }
  blocked.delete(borrowerId);
}

async function compare(borrowerId: string, model: Model): Promise<void> {
  const rows = await database
    .selectFrom("account_closure")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .orderBy("askedAt")
    .orderBy("id")
    .execute();
  const standing = model.state === "NONE" ? [] : [model.state];
  expect(rows.map(({ state }) => state)).toEqual([...model.ended, ...standing]);
  expect(await borrowerStatus(database, borrowerId)).toBe(model.state === "ERASED" ? null : "ACTIVE");
  for (const { id, state } of rows) {
    const steps = (await closureLife.events(database, id)).map(({ to }) => to);
    if (state !== "ERASED") expect(steps).toEqual(state === "COOLING" ? ["COOLING"] : ["COOLING", state]);
  }
}

it("a closing is asked for once, taken back in its time alone, and ends by the clock as its blockers want", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 14 }), (wanted) => follow(wanted)),
    { numRuns: 25 },
  );
}, 300_000);

it("of one obstacle told by several the way that settles it elsewhere comes first, and the order is the contract's", async () => {
  const elsewhere = "/webview/wallet";
  const told = (code: ClosureBlocker, path: `/${string}`) => ({
    answersTo: [blockersOfClosing.by(async () => [{ code, path }])],
  });
  const ask = askOf([told("BALANCE", closingPath), told("LEGAL_HOLD", elsewhere), told("BALANCE", elsewhere)]);
  const found = await blockersOf({ ...app.services, ask }, app.services.database, app.services.random.uuid());
  expect(found.toSorted((a, b) => (a.code < b.code ? -1 : 1))).toEqual([
    { code: "BALANCE", path: elsewhere },
    { code: "LEGAL_HOLD", path: elsewhere },
  ]);
  const codes = found.map(({ code }) => closureBlockers.indexOf(code));
  expect(codes).toEqual(codes.toSorted((a, b) => a - b));
});
