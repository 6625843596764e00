/**
 * A signature, a payment, the end of the offer and a decline at the same time: one order wins, and the books match it.
 */
import { expect, it } from "vitest";
import { currentLimits } from "#features/credit/limit/server/index.ts";
import { findLoan, loanTerms, stateOf } from "#features/credit/loan/server/index.ts";
import { lockHistory } from "#features/credit/repayment/server/index.ts";
import { receivePayment } from "#features/credit/repayment/server/payments.ts";
import { loanEventsOf } from "#features/credit/repayment/server/store.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, balanceOf } from "#server/ledger/index.ts";
import { seededRandom } from "#server/process/random.ts";
import { pause } from "#server/work/timers.ts";
import { dateInWib } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { ripeBorrower } from "#tests/support/approved-loan.ts";
import { lentLoan } from "#tests/support/loan.ts";
import { accountAt } from "#tests/support/repaying.ts";
import { offerPlans } from "./offering.ts";
import { programmeOn } from "./rules/programmes.ts";
import { carryOutOffer, declineOffer, openRestructureOffer, offerInForce } from "./signing.ts";
import { restructureOffersOf } from "./store.ts";
import { restructureSweeps } from "./sweeps.ts";

const isLong = process.env["TEST_LONG"] === "1";
const rounds = isLong ? 2_000 : 25;
/** Loans paid out on one day: the clock is advanced once for all of them. */
const lentAtOnce = 100;
const day = 86_400_000;

it(
  `Of signature, payment, expiry and decline one order wins in each of ${rounds} rounds, and clearing is zero.`,
  { timeout: 7_200_000 },
  async () => {
    const app = await testApp();
    const { services, clock } = app;
    const { database } = services;
    const random = seededRandom("restructure race");
    const later = {
      ...services,
      clock: { ...services.clock, now: () => new Date(clock.now().getTime() + 8 * day) },
    };
    const seen = new Map<string, number>();
    const lend = async () => {
      const { borrowerId } = await ripeBorrower(app);
      const { loanId } = await lentLoan(app, { borrowerId });
      return { borrowerId, loanId, reference: await accountAt(await app.loggedIn(borrowerId)) };
    };
    const lent: Awaited<ReturnType<typeof lend>>[] = [];
    for (let round = 0; round < rounds; round++) {
      if (lent.length === 0) {
        for (let remaining = Math.min(lentAtOnce, rounds - round); remaining > 0; remaining--) lent.push(await lend());
        clock.advance(45 * day);
      }
      const { reference, ...name } = lent.shift()!;
      const { borrowerId, loanId } = name;
      await transact(database, async (trx) => {
        const history = (await lockHistory(trx, name))!;
        const programme = programmeOn("SPREAD", dateInWib(clock.now()))!;
        const askId = services.random.uuid();
        expect(await offerPlans(services, trx, { history, askId, programme, actor: "BORROWER" })).toBe(2);
      });
      const [offer] = await restructureOffersOf(database, borrowerId);
      const offerId = offer!.id;
      const sign = () =>
        transact(database, async (trx) => {
          await openRestructureOffer(services, trx, borrowerId, offerId);
          const history = (await lockHistory(trx, name))!;
          const current = await offerInForce(services, trx, borrowerId, offerId);
          const signed = { documentId: offerId, signedAt: clock.now() };
          await carryOutOffer(services, trx, history, current, signed);
        });
      // Some pay a part, after which the offer has other figures; some pay all.
      const amountRupiah = random.integer(2) === 0 ? 300_000 : 1_300_000;
      const pay = () =>
        transact(database, (trx) =>
          receivePayment(services, trx, {
            paymentId: `race-${round}`,
            rail: "VIRTUAL_ACCOUNT",
            reference,
            amountRupiah,
            paidAt: clock.now(),
          }),
        );
      const expire = () => restructureSweeps.find(({ name: sweep }) => sweep === "restructure-expiry")!.run(later);
      const refuse = () => transact(database, (trx) => declineOffer(services, trx, { borrowerId, offerId }));
      const acts = random.integer(3) === 0 ? [sign, pay, expire, refuse] : [sign, pay];
      const [signed, ...others] = await Promise.allSettled(
        acts.map(async (act) => {
          await pause(random.integer(8));
          return act();
        }),
      );
      for (const one of [signed!, ...others])
        if (one.status === "rejected") expect([one.reason, one.reason instanceof Refusal]).toEqual([one.reason, true]);

      const isSigned = signed!.status === "fulfilled";
      const after = (await restructureOffersOf(database, borrowerId)).find(({ id }) => id === offerId)!;
      expect([round, after.state === "SIGNED"]).toEqual([round, isSigned]);
      const old = (await findLoan(database, borrowerId, loanId))!;
      const next = await findLoan(database, borrowerId, offer!.newLoanId);
      expect([round, old.state === "RESTRUCTURED", next !== null]).toEqual([round, isSigned, isSigned]);
      // The money was received once, for the loan in force.
      const events = await Promise.all(
        [old, ...(next ? [next] : [])].map((loan) => loanEventsOf(database, { borrowerId, loanId: loan.id })),
      );
      const paid = events.flat().filter((event) => event.kind === "PAYMENT" && event.from === "RAIL");
      expect([round, paid.length]).toEqual([round, 1]);
      expect([round, await balanceOf(database, account("RESTRUCTURE_CLEARING"))]).toEqual([round, 0]);
      const running = next ?? old;
      const { status } = stateOf(loanTerms(running), events.at(-1)!, dateInWib(clock.now()));
      expect([round, running.state]).toEqual([round, status]);
      const { usedRupiah } = await currentLimits(services, database, borrowerId);
      expect([round, usedRupiah]).toEqual([round, running.state === "ACTIVE" ? running.principalRupiah : 0]);
      const outcome = `${after.state} ${old.state} ${next?.state ?? "–"}`;
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    }
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
    // A race that one side always wins proves nothing.
    const ended = (word: string) => [...seen.keys()].some((outcome) => outcome.includes(word));
    const each = isLong ? ["SIGNED", "WITHDRAWN", "EXPIRED", "DECLINED"] : ["SIGNED", "PAID_OFF –"];
    expect([Object.fromEntries(seen), each.filter((word) => !ended(word))]).toEqual([Object.fromEntries(seen), []]);
    console.info(JSON.stringify({ rounds, ...Object.fromEntries(seen) }));
  },
);
