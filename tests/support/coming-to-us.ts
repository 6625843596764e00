/** Borrowers of each kind, who leave rows in every part of the product: for what holds for all calls and screens at once. */
import { dateInWib } from "#shared/dates.ts";
import type { TestApp, TestClient } from "./app.ts";
import { campaignsOf, type Taker } from "./campaigns.ts";
import { complaintsOf } from "./complaint.ts";
import { coupon } from "./coupon.ts";
import { loggingIn } from "./logging-in.ts";
import { applicant, sendApplication } from "./person.ts";
import { repaying } from "./repaying.ts";
import { rewarded } from "./wallet.ts";

export interface Known {
  /** One of each kind, logged in. */
  clients: TestClient[];
  /** Ids that stand in addresses, by their name there. */
  params: Record<string, string>;
}

/** A borrower in campaigns of every kind, who helps another one's wish; a day's draw is decided on the next day. */
async function takingPart({ borrower, act, see, claim }: ReturnType<typeof campaignsOf>): Promise<Taker> {
  const [taker, friend] = [await borrower(), await borrower()];
  for (const { client } of [taker, friend]) {
    await act(client, "wish-dream", "join", { agree: true, wishKey: "WISH_50000" });
    // A ticket of the golden egg stays unplayed: one that was played has its place among its day's plays, and cannot be copied.
    for (const activityId of ["wish-dream", "check-in-daily", "egg-win", "toy-egg-1", "golden-egg"])
      await act(client, activityId, "check-in");
    for (const activityId of ["egg-win", "toy-egg-1"])
      for (const ticketId of (await see(client, activityId)).ticketIds)
        await act(client, activityId, "play", { ticketId, choice: 1 });
  }
  const { client } = taker;
  await client.post("/api/loan/activity/wish/help", { wishCode: (await see(friend.client, "wish-dream")).wish.code });
  await act(client, "watering", "join", { agree: true });
  await act(client, "watering", "check-in");
  await act(client, "watering", "pour", { pours: 1, energyBefore: 30 });
  await act(client, "world-cup", "pick", { optionKey: "SAMPLE_A" });
  await claim(client, "get-coupon", "COUPON_10000");
  await client.post("/api/activity/break", { days: 30 });
  return taker;
}

/** @param app with the sandbox's campaigns. */
export function comingToUs(app: TestApp): (round: 1 | 2) => Promise<Known> {
  const { services, clock } = app;
  const { enter, nextNumber } = loggingIn(app);
  const { running, accountAt, bank } = repaying(app);
  const complaints = complaintsOf(app);
  const campaigns = campaignsOf(app);

  /** Actions of new people, one after the other; their rows are multiplied later. `round` gives each its own name. */
  async function people(round: 1 | 2): Promise<Known> {
    const visitor = app.client();
    await enter(visitor, nextNumber());
    const asked = await applicant(app, "approved-1", {
      nik: `317101150390600${round}`,
      mobileNumber: `08199900000${round}`,
      accountNumber: `77700000${round}`,
    });
    await sendApplication(asked);
    await app.settle();
    const paying = await running();
    await bank.pay({ virtualAccountNumber: await accountAt(paying.client), amountRupiah: 100_000 });
    await app.settle();
    const done = await running();
    await bank.pay({ virtualAccountNumber: await accountAt(done.client), amountRupiah: 2_000_000 });
    await app.settle();
    const winner = await rewarded(app, 60_000);
    const { couponId } = await coupon(app, winner.borrowerId, "interest-10000");
    await winner.client.post(
      "/api/wallet/withdraw",
      { amountRupiah: 50_000, bankAccountId: winner.bankAccountId },
      { "Idempotency-Key": services.random.uuid() },
    );
    const taker = await takingPart(campaigns);
    const handed = await complaints.handedIn({}, winner.client);
    clock.advance(61_000);
    await app.settle();
    return {
      clients: [asked.client, paying.client, done.client, winner.client, visitor, taker.client],
      params: {
        borrowerId: paying.borrowerId,
        loanId: paying.loanId,
        complaintId: handed.complaintId,
        couponId,
        activityId: "wish-dream",
        drawId: `wish-dream:${dateInWib(clock.now())}`,
      },
    };
  }
  return people;
}
