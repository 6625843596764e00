/**
 * Each problem that an action in a campaign declares, caused by the state that really causes it. A declared problem
 * without an entry here does not compile; the pages of its forms are checked by the tests' support
 * (`support/refusals-on-pages.ts`).
 */
import { expect, it } from "vitest";
import { transact, type Transaction } from "#server/database.server.ts";
import type { Call } from "#shared/contract.ts";
import { dateInWib } from "#shared/dates.ts";
import {
  claimPrize,
  joinCampaign,
  pickOption,
  playTicket,
  pourEnergy,
} from "#features/rewards/campaign/play-contract.ts";
import { checkIn } from "#features/rewards/campaign/press-contract.ts";
import { helpWithWish } from "#features/rewards/campaign-wish/contract.ts";
import { givePoints } from "#features/rewards/points/server/index.ts";
import { claimsKey } from "../src/features/rewards/campaign/server/claiming.ts";
import { takeCaps } from "../src/features/rewards/campaign/server/counters.ts";
import { entryCodeOf } from "../src/features/rewards/campaign/server/entry-code.ts";
import { fundCampaign, printCoupons, releaseUnusedBudget } from "../src/features/rewards/campaign/server/money.ts";
import { insertCampaign } from "../src/features/rewards/campaign/server/store.ts";
import { testApp, type TestClient, type TestResponse } from "./support/app.ts";
import { rowOfSeed } from "./support/campaign-rows.ts";
import { campaignsOf, type Taker } from "./support/campaigns.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database, random } = services;
await app.settle();
const { borrower, newCard, act, see, claim, codeOf, campaignId } = campaignsOf(app);
const today = dateInWib(clock.now());
const later = (days: number) => new Date(clock.now().getTime() + days * 86_400_000);

type Cause = () => Promise<TestResponse>;
type CausesOf<C extends Call> = { [Code in keyof C["problems"] & string]: Cause };

/** Puts a campaign into another state while something is sent, and then back. */
async function during(name: string, state: object, send: Cause): Promise<TestResponse> {
  const of = database.updateTable("campaign").where("activityId", "=", name);
  const before = await database
    .selectFrom("campaign")
    .select(["state", "opensAt", "closesAt", "claimsUntil", "rulesVersion"])
    .where("activityId", "=", name)
    .executeTakeFirstOrThrow();
  await of.set(state).execute();
  try {
    return await send();
  } finally {
    await of.set(before).execute();
  }
}

const inTransaction = <T>(run: (trx: Transaction) => Promise<T>): Promise<T> => transact(database, run);
/** Releases the unreserved part of a budget to the company, as two people decide it. */
const emptyBudget = (name: string) => inTransaction((trx) => releaseUnusedBudget(services, trx, name, today));
const unverify = ({ borrowerId }: Taker) =>
  database.updateTable("identity").set({ faceVerifiedAt: null }).where("borrowerId", "=", borrowerId).execute();
const takeCap = (key: string, borrowerId: string | null, count: number) =>
  inTransaction((trx) => takeCaps(trx, [{ key, borrowerId, max: count }], count));
const giveAwayPieces = async (name: string) =>
  database
    .updateTable("campaign_stock")
    .set(({ ref }) => ({ given: ref("max") }))
    .where("campaignId", "=", await campaignId(name))
    .execute();

/** Prepares an action of a borrower who meets all its conditions. */
type Ready = (taker: Taker) => Promise<(name: string) => Promise<TestResponse>>;

/** Refusals of any action where the campaign is not running, or not for this person. */
function standingCauses(name: string, ready: Ready) {
  const sent = async (at = name) => (await ready(await borrower()))(at);
  const in_ = async (state: object) => {
    const send = await ready(await borrower());
    return during(name, state, () => send(name));
  };
  return {
    CAMPAIGN_UNKNOWN: () => sent("no-such-event"),
    CAMPAIGN_SOON: () => in_({ state: "APPROVED", opensAt: later(1) }),
    CAMPAIGN_PAUSED: () => in_({ state: "PAUSED" }),
    CAMPAIGN_ENDED: () => in_({ state: "ENDED", opensAt: later(-9), closesAt: later(-2), claimsUntil: later(-1) }),
    NOT_ELIGIBLE: async () => {
      const taker = await borrower();
      const send = await ready(taker);
      await unverify(taker);
      return send(name);
    },
  };
}

/** The second of two accounts with one card, after the first one acted. */
async function second(
  first: (taker: Taker) => Promise<TestResponse>,
  send: (taker: Taker) => Promise<TestResponse>,
  prepare: (taker: Taker) => Promise<unknown> = async () => {},
): Promise<TestResponse> {
  const nik = newCard();
  const [one, other] = [await borrower(true, nik), await borrower(true, nik)];
  await prepare(one);
  await prepare(other);
  expect((await first(one)).status).toBe(200);
  return send(other);
}

const join = ({ client }: Taker, name: string, more: object = {}) =>
  act(client, name, "join", { agree: true, ...more });
const press = ({ client }: Taker, name: string) => act(client, name, "check-in");
const pour = ({ client }: Taker, name: string, more: object = {}) =>
  act(client, name, "pour", { pours: 1, energyBefore: 0, ...more });
const pick = ({ client }: Taker, name: string) => act(client, name, "pick", { optionKey: "SAMPLE_A" });
const play = (client: TestClient, name: string, ticketId: string) => act(client, name, "play", { ticketId, choice: 1 });

/** With a ticket of an egg. */
async function withTicket(taker: Taker, egg = "egg-win"): Promise<(name: string) => Promise<TestResponse>> {
  expect((await press(taker, egg)).status).toBe(200);
  const [ticketId] = (await see(taker.client, egg)).ticketIds;
  return (name) => play(taker.client, name, ticketId);
}
/** With a tree in this garden. */
const withTree =
  (garden: string, send: (taker: Taker, name: string) => Promise<TestResponse>): Ready =>
  async (taker) => {
    expect((await join(taker, garden)).status).toBe(200);
    return (name) => send(taker, name);
  };
const setTree = ({ borrowerId }: Taker, tree: object) =>
  database.updateTable("campaign_entrant").set(tree).where("borrowerId", "=", borrowerId).execute();
/** A tree whose days have ended without fruit. */
async function overgrown(send: (taker: Taker, name: string) => Promise<TestResponse>): Promise<TestResponse> {
  const taker = await borrower();
  expect((await join(taker, "watering")).status).toBe(200);
  await setTree(taker, { growsUntil: later(-1) });
  return send(taker, "watering");
}
const rich = ({ borrowerId }: Taker) =>
  inTransaction((trx) =>
    givePoints(services, trx, { borrowerId, source: "test", points: 9_000, title: { id: "t", en: "t", zh: "t" } }),
  );
const code = () => ({ entryCode: entryCodeOf(services, "tomoro-coffee", dateInWib(clock.now())) });

/** A tree whose coupon reserves more than when it was planted, in a garden without any remaining money. */
async function dearerFruit(): Promise<TestResponse> {
  const prize = { kind: "COUPON", couponKey: "interest-10000" } as const;
  const line = { prizeKey: "COUPON", prize, stock: 0, perDay: 0, ppm: 0, costPoints: 0 };
  const rules = {
    mechanic: "GROW",
    prizes: [line],
    tasks: [{ task: "DAILY_SIGN_IN", gives: 30 }],
    fruit: 30,
    days: 30,
    energyADay: 100,
    pour: 10,
  } as const;
  const seed = { activityId: "coupon-tree", skin: "watering", title: { id: "t", en: "t", zh: "t" } } as const;
  const row = rowOfSeed({ ...seed, rules: { ...rules, prizes: [line], tasks: [...rules.tasks] } }, today);
  await inTransaction(async (trx) => {
    await insertCampaign(trx, { ...row, id: random.uuid(), state: "RUNNING" }, clock.now());
    await fundCampaign(services, trx, "coupon-tree", 10_000, "coupon-tree");
    await printCoupons(services, trx, { activityId: "coupon-tree", couponKey: prize.couponKey, pieces: 9, version: 1 });
  });
  const taker = await borrower();
  expect((await join(taker, "coupon-tree")).status).toBe(200);
  expect((await press(taker, "coupon-tree")).status).toBe(200);
  const definitions = database.updateTable("coupon_definition").where("couponKey", "=", prize.couponKey);
  await definitions.set({ maxRupiah: 20_000 }).execute();
  const answer = await pour(taker, "coupon-tree", { pours: 3, energyBefore: 30 });
  await definitions.set({ maxRupiah: 10_000 }).execute();
  return answer;
}

const helpFor = ({ client }: Taker, wishCode: string) => client.post("/api/loan/activity/wish/help", { wishCode });
async function wisher(): Promise<Taker & { code: string }> {
  const taker = await borrower();
  expect((await join(taker, "wish-dream", { wishKey: "WISH_50000" })).status).toBe(200);
  return { ...taker, code: (await see(taker.client, "wish-dream")).wish.code };
}
const helped = async (state: object) => {
  const [helper, { code: wishCode }] = [await borrower(), await wisher()];
  return during("wish-dream", state, () => helpFor(helper, wishCode));
};

const joining: CausesOf<typeof joinCampaign> = {
  ...standingCauses("watering", async (taker) => (name) => join(taker, name)),
  CARD_TAKEN: () =>
    second(
      (one) => join(one, "watering"),
      (other) => join(other, "watering"),
    ),
  CHOICE_NEEDED: async () => join(await borrower(), "world-cup"),
  BUDGET_OUT: async () => {
    await emptyBudget("watering-new-page");
    return join(await borrower(), "watering-new-page");
  },
};

const pressing: CausesOf<typeof checkIn> = {
  ...standingCauses("watering", withTree("watering", press)),
  CARD_TAKEN: () =>
    second(
      (one) => join(one, "watering"),
      (other) => press(other, "watering"),
    ),
  AGREEMENT_NEEDED: async () => press(await borrower(), "watering"),
  DONE_ALREADY: async () => {
    const taker = await borrower();
    expect((await press(taker, "check-in-daily")).status).toBe(200);
    return press(taker, "check-in-daily");
  },
  GROWTH_OVER: () => overgrown(press),
  BUDGET_OUT: async () => press(await borrower(), "egg-empty"),
};

const claiming: CausesOf<typeof claimPrize> = {
  ...standingCauses(
    "tomoro-coffee",
    async ({ client }) =>
      (name) =>
        claim(client, name, "COFFEE", code()),
  ),
  CARD_TAKEN: () => {
    const coffee = ({ client }: Taker) => claim(client, "points-shop", "COFFEE");
    return second(coffee, coffee, rich);
  },
  DONE_ALREADY: async () => {
    const { client } = await borrower();
    expect((await claim(client, "get-coupon", "COUPON_10000")).status).toBe(200);
    return claim(client, "get-coupon", "COUPON_10000");
  },
  CAP_REACHED: async () => {
    const taker = await borrower();
    await rich(taker);
    const { borrowerId } = taker;
    const of = { activityId: "points-shop", borrowerId, prizeKey: "COFFEE", month: today.slice(0, 7) };
    await takeCap(claimsKey(of), borrowerId, 2);
    return claim(taker.client, "points-shop", "COFFEE");
  },
  POINTS_SHORT: async () => claim((await borrower()).client, "points-shop", "COFFEE"),
  BUDGET_OUT: async () => {
    await emptyBudget("seven-year");
    return claim((await borrower()).client, "seven-year", "COUPON_20");
  },
  OUT_OF_STOCK: async () => {
    await giveAwayPieces("free-loan");
    return claim((await borrower()).client, "free-loan", "COUPON_FREE");
  },
  CODE_WRONG: async () => {
    const wrong = { entryCode: code().entryCode === "0000" ? "0001" : "0000" };
    return claim((await borrower()).client, "tomoro-coffee", "COFFEE", wrong);
  },
  CODE_TRIES: async () => {
    const { borrowerId, client } = await borrower();
    await takeCap(`tomoro-coffee:tries:${borrowerId}:${today}`, borrowerId, 5);
    return claim(client, "tomoro-coffee", "COFFEE", code());
  },
  CODE_TRIES_NETWORK: async () => {
    const { client } = await borrower();
    const send = () => claim(client, "tomoro-coffee", "COFFEE", code());
    await send();
    const tries = database.updateTable("campaign_counter").where("key", "like", "tomoro-coffee:network:%");
    await tries.set(({ ref }) => ({ used: ref("max") })).execute();
    return send();
  },
};

const picking: CausesOf<typeof pickOption> = {
  ...standingCauses("world-cup", async (taker) => (name) => pick(taker, name)),
  CARD_TAKEN: () =>
    second(
      (one) => pick(one, "world-cup"),
      (other) => pick(other, "world-cup"),
    ),
  PICK_MADE: async () => {
    const taker = await borrower();
    expect((await pick(taker, "world-cup")).status).toBe(200);
    return pick(taker, "world-cup");
  },
  PICK_LOCKED: async () => {
    const taker = await borrower();
    return during("world-cup", { opensAt: later(-24) }, () => pick(taker, "world-cup"));
  },
};

const playing: CausesOf<typeof playTicket> = {
  ...standingCauses("egg-win", withTicket),
  CARD_TAKEN: () => {
    const tickets = new Map<Taker, (name: string) => Promise<TestResponse>>();
    const own = (taker: Taker) => tickets.get(taker)!("egg-win");
    return second(own, own, async (taker) => tickets.set(taker, await withTicket(taker)));
  },
  TICKET_UNKNOWN: async () => play((await borrower()).client, "egg-win", "0000000000"),
  AGREEMENT_NEEDED: async () => (await withTicket(await borrower(), "toy-egg-2"))("toy-egg-2"),
  CAP_REACHED: async () => {
    const taker = await borrower();
    const send = await withTicket(taker);
    await takeCap(`egg-win:plays:${taker.borrowerId}:${today}`, taker.borrowerId, 3);
    return send("egg-win");
  },
  // The day's last piece was just given.
  BUDGET_OUT: async () => {
    const send = await withTicket(await borrower());
    await giveAwayPieces("egg-win");
    return send("egg-win");
  },
};

const pouring: CausesOf<typeof pourEnergy> = {
  ...standingCauses("watering", withTree("watering", pour)),
  CARD_TAKEN: () =>
    second(
      (one) => join(one, "watering"),
      (other) => pour(other, "watering"),
    ),
  AGREEMENT_NEEDED: async () => pour(await borrower(), "watering"),
  DONE_ALREADY: async () => {
    const taker = await borrower();
    expect((await join(taker, "watering")).status).toBe(200);
    expect((await press(taker, "watering")).status).toBe(200);
    await setTree(taker, { grown: 570 });
    expect((await pour(taker, "watering", { pours: 3, energyBefore: 30 })).status).toBe(200);
    return pour(taker, "watering");
  },
  GROWTH_OVER: () => overgrown(pour),
  ENERGY_SHORT: async () => (await withTree("watering", pour)(await borrower()))("watering"),
  ENERGY_CHANGED: async () => {
    const taker = await borrower();
    expect((await join(taker, "watering")).status).toBe(200);
    return pour(taker, "watering", { energyBefore: 30 });
  },
  BUDGET_OUT: dearerFruit,
};

const helping: CausesOf<typeof helpWithWish> = {
  WISH_UNKNOWN: async () => helpFor(await borrower(), "0000000000"),
  HELP_SELF: async () => {
    const owner = await wisher();
    return helpFor(owner, owner.code);
  },
  HELP_DONE: async () => {
    const [helper, { code: wishCode }] = [await borrower(), await wisher()];
    expect((await helpFor(helper, wishCode)).status).toBe(200);
    return helpFor(helper, wishCode);
  },
  HELP_LIMIT: async () => {
    const [helper, { code: wishCode }] = [await borrower(), await wisher()];
    await takeCap(`wish-dream:helps:${helper.borrowerId}:${today}`, helper.borrowerId, 3);
    return helpFor(helper, wishCode);
  },
  WISH_FULL: async () => {
    const owner = await wisher();
    await takeCap(`wish-dream:helped:${owner.borrowerId}:${today}`, owner.borrowerId, 10);
    return helpFor(await borrower(), owner.code);
  },
  CAMPAIGN_PAUSED: () => helped({ state: "PAUSED" }),
  CAMPAIGN_ENDED: () => helped({ state: "ENDED" }),
  CARD_TAKEN: async () => {
    const owner = await wisher();
    const wish = async (one: Taker) => {
      await join(one, "wish-dream", { wishKey: "WISH_25000" });
      return press(one, "wish-dream");
    };
    return second(wish, (other) => helpFor(other, owner.code));
  },
  NOT_ELIGIBLE: async () => helpFor(await borrower(false), (await wisher()).code),
  // A day without money has no draw: the open ones have ended.
  BUDGET_OUT: async () => {
    const [helper, { code: wishCode }] = [await borrower(), await wisher()];
    const draws = database.updateTable("campaign_draw").where("campaignId", "=", await campaignId("wish-dream"));
    await draws.set({ state: "FROZEN" }).where("state", "=", "OPEN").execute();
    return helpFor(helper, wishCode);
  },
};

const acts: readonly [call: Call, causes: Readonly<Record<string, Cause>>][] = [
  [joinCampaign, joining],
  [checkIn, pressing],
  [playTicket, playing],
  [pourEnergy, pouring],
  [pickOption, picking],
  [helpWithWish, helping],
  // Last, because an outlet's network has no tries left after it.
  [claimPrize, claiming],
];

it.each(
  acts.flatMap(([{ id }, causes]) => Object.entries(causes).map(([problem, cause]) => [id, problem, cause] as const)),
)("%s refuses with %s in the state that causes it", async (_act, problem, cause) => {
  expect(codeOf(await cause())).toBe(problem);
});
