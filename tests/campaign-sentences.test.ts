/**
 * Every campaign's page in its possible states, read by people in different situations, each in one of three languages:
 * no sentence contradicts the state. The states are produced by the product; the page is compared with the call's
 * answer.
 */
import { describe, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { addDays, dateInWib, daysBetween, formatDate, instantOf } from "#shared/dates.ts";
import { formatPpm } from "#shared/money.ts";
import { languages, say, type Language } from "#shared/texts.ts";
import type { Campaign, CampaignView } from "#features/rewards/campaign/contract.ts";
import { texts } from "#features/rewards/campaign/texts.ts";
import { texts as treeTexts } from "#features/rewards/campaign-watering/texts.ts";
import { releaseUnusedBudget } from "../src/features/rewards/campaign/server/money.ts";
import { seeds, type Seed } from "../src/features/rewards/campaign/server/seed-table.ts";
import { testApp, type TestClient } from "./support/app.ts";
import { brokenSentences } from "./support/broken-sentences.ts";
import { campaignsOf, type Taker } from "./support/campaigns.ts";
import { drawnPages } from "./support/drawn-pages.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, act, see, claim, campaignId } = campaignsOf(app);
const drawPage = await drawnPages(app);
const now = clock.now();
const today = dateInWib(now);
const later = (days: number) => new Date(now.getTime() + days * 86_400_000);

interface Person {
  is: string;
  client: TestClient;
}

const did = async (taker: Taker, name: string, ...whats: (readonly [what: string, body?: object])[]) => {
  for (const [what, body] of whats) expect((await act(taker.client, name, what, body)).status, what).toBe(200);
};
const join = ["join", { agree: true }] as const;
const press = ["check-in"] as const;

async function metNeeds({ borrowerId }: Taker, needs: readonly string[]): Promise<void> {
  for (const fact of needs)
    await database
      .insertInto("campaign_fact")
      .values({ borrowerId, fact, eventId: "test", happenedAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Actions of people in a campaign, by its mechanic: each ends in another view. */
const parts: Readonly<
  Record<
    Seed["rules"]["mechanic"],
    (name: string, rules: Seed["rules"]) => Readonly<Record<string, (taker: Taker) => Promise<unknown>>>
  >
> = {
  CLAIM: (name, rules) => {
    if (rules.mechanic !== "CLAIM") return {};
    const isFree = rules.timesAMonth === 0 && !rules.asksCode && !rules.needs.includes("LOAN_PAID_OFF");
    const met = (taker: Taker) => metNeeds(taker, rules.needs);
    return {
      met,
      ...(isFree && name !== "email-coupon"
        ? {
            claimed: async (taker: Taker) => {
              await met(taker);
              expect((await claim(taker.client, name, rules.prizes[0]!.prizeKey)).status).toBe(200);
            },
          }
        : {}),
    };
  },
  CHECK_IN: (name) => ({ pressed: (taker) => did(taker, name, press) }),
  INSTANT: (name) => ({
    "with a ticket": (taker) => did(taker, name, join, press),
    played: async (taker) => {
      await did(taker, name, join, press);
      const [ticketId] = (await see(taker.client, name)).ticketIds;
      await did(taker, name, ["play", { ticketId, choice: 1 }]);
    },
  }),
  GROW: (name, rules) => {
    const pour = ["pour", { pours: 3, energyBefore: 30 }] as const;
    const grown = async (taker: Taker) => {
      await did(taker, name, join, press);
      if (rules.mechanic === "GROW")
        await database
          .updateTable("campaign_entrant")
          .set({ grown: rules.fruit - 30 })
          .where("borrowerId", "=", taker.borrowerId)
          .execute();
    };
    return {
      planted: (taker) => did(taker, name, join),
      poured: (taker) => did(taker, name, join, press, pour),
      ripe: grown,
      fruit: async (taker) => {
        await grown(taker);
        await did(taker, name, pour);
      },
    };
  },
  DRAW: (name) => {
    const wish = ["join", { agree: true, wishKey: "WISH_25000" }] as const;
    return { wished: (taker) => did(taker, name, wish), pressed: (taker) => did(taker, name, wish, press) };
  },
  PICK: (name) => ({ picked: (taker) => did(taker, name, ["pick", { optionKey: "SAMPLE_A" }]) }),
  INVITE: () => ({}),
};

/**
 * Campaigns of one mechanic share their actions: all of them are done in the first one, and in the eggs with a certain
 * result.
 */
const isFirst = ({ activityId, rules: { mechanic } }: Seed): boolean =>
  sureEggs.includes(activityId) || seeds.find(({ rules }) => rules.mechanic === mechanic)?.activityId === activityId;
const sureEggs = ["egg-win", "egg-lose"];

async function peopleOf(seed: Seed): Promise<Person[]> {
  const { activityId, rules } = seed;
  const isWhole = isFirst(seed);
  const people: Person[] = [
    // The page of invitations needs a login.
    ...(rules.mechanic === "INVITE" ? [] : [{ is: "a visitor", client: app.client() }]),
    { is: "new here", client: (await borrower()).client },
    ...(isWhole ? [{ is: "unverified", client: (await borrower(false)).client }] : []),
  ];
  if (!isWhole && rules.mechanic !== "CLAIM") return people;
  for (const [is, take] of Object.entries(parts[rules.mechanic](activityId, rules))) {
    const taker = await borrower();
    await take(taker);
    people.push({ is, client: taker.client });
  }
  return people;
}

interface State {
  is: string;
  /** Changed columns of the campaign's row. */
  columns?: Readonly<Record<string, unknown>>;
  enter?: (id: string, name: string) => Promise<unknown>;
  leave?: (id: string) => Promise<unknown>;
  /** No one took part before. */
  isBefore?: true;
}
const states: readonly State[] = [
  { is: "running" },
  { is: "on its last day", columns: { closesAt: instantOf(addDays(today, 1)), claimsUntil: later(15) } },
  { is: "paused", columns: { state: "PAUSED" } },
  { is: "coming", columns: { state: "APPROVED", opensAt: later(3) }, isBefore: true },
  { is: "ended", columns: { state: "ENDED", closesAt: later(-0.01), claimsUntil: later(14) } },
  {
    is: "ended early",
    columns: { state: "ENDED" },
    enter: (id) => database.insertInto("campaign_stop").values({ campaignId: id, stoppedAt: now }).execute(),
    leave: (id) => database.deleteFrom("campaign_stop").where("campaignId", "=", id).execute(),
  },
  // The last one: a budget returned to the company does not come back.
  {
    is: "without money",
    enter: (_id, name) => transact(database, (trx) => releaseUnusedBudget(services, trx, name, today)),
  },
];

/** Views without a permitted action: it would be refused. */
const shut: readonly CampaignView[] = ["LOGIN", "NOT_ELIGIBLE", "SOON", "BUDGET_OUT", "PAUSED", "ENDED"];
/** Actions that a button of the page sends; "go" is a link. */
const actsOf = (html: string): string[] =>
  [...html.matchAll(/<button[^>]*data-track-value="act=([a-z-]+)"/g)].map(([, name]) => name!);

/** Statements of a page that contradict its state. */
function untruths(campaign: Campaign, { html, text }: { html: string; text: string }, language: Language): string[] {
  const { view, isOver, mechanic, prizes, tasks, nextAt, closesAt, growsUntil, award } = campaign;
  const says = (key: keyof typeof texts, values = {}) => text.includes(say(texts[key], language, values));
  const isGone = view === "ENDED" || view === "BUDGET_OUT" || (isOver && view === "WON");
  const isBorne = mechanic === "GROW" && award !== null;
  const lefts = prizes.flatMap(({ left, ppm }) => [
    ...(left === null ? [] : [say(texts.left, language, { count: left.toLocaleString("id-ID") })]),
    ...(ppm > 0 ? [formatPpm(ppm, language)] : []),
  ]);
  const treeDays =
    growsUntil && Math.min(...[growsUntil, closesAt].map((at) => daysBetween(today, dateInWib(new Date(at)))));
  const found: Readonly<Record<string, boolean>> = {
    "numbers left or chances where nothing can be won": isGone && lefts.some((one) => text.includes(one)),
    "a chance of what is gone today": prizes.some(
      ({ left, ppm }) => left === 0 && ppm > 0 && text.includes(`${formatPpm(ppm, language)} ·`),
    ),
    "a way to get what nobody gets": (isGone || isBorne) && tasks.length > 0 && says("tasks"),
    "a next time that does not come": nextAt !== null && (isOver || nextAt <= now.toISOString() || nextAt >= closesAt),
    "a result that is not announced": says("waitingResult") && mechanic !== "PICK" && mechanic !== "DRAW",
    "today's seal on another day":
      (isOver || view === "SOON") && text.includes(say(texts.sealLine, language, { seal: "" }).split(".")[0]!),
    "days to grow after the end":
      treeDays !== null &&
      (view === "RUNNING" || view === "WAITING") &&
      !isOver &&
      !text.includes(say(treeTexts.leftDays, language, { days: treeDays })),
    "an act that would be refused": shut.includes(view) && actsOf(html).some((one) => one !== "go" && one !== "remind"),
    "a broken sentence": brokenSentences(text).length > 0,
  };
  return Object.entries(found).flatMap(([what, isFound]) => (isFound ? [what] : []));
}

/** One campaign of each skin, and those with a certain result; shops have their own pages. */
const shown = seeds.filter(
  ({ activityId, skin }, index) =>
    skin !== "points-shop" &&
    (sureEggs.includes(activityId) || seeds.findIndex((seed) => seed.skin === skin) === index),
);

describe("a campaign's page claims nothing that its state contradicts", () => {
  it.each(shown.map((seed) => [seed.activityId, seed] as const))("%s", async (name, seed) => {
    const id = await campaignId(name);
    const people = await peopleOf(seed);
    const of = database.updateTable("campaign").where("activityId", "=", name);
    const before = await database
      .selectFrom("campaign")
      .select(["state", "opensAt", "closesAt", "claimsUntil"])
      .where("activityId", "=", name)
      .executeTakeFirstOrThrow();
    const found: string[] = [];
    for (const [turn, state] of states.entries()) {
      if (state.columns) await of.set(state.columns).execute();
      await state.enter?.(id, name);
      for (const [place, { is, client }] of (state.isBefore ? people.slice(0, 3) : people).entries()) {
        const language = languages[(turn + place) % languages.length]!;
        const { body } = await client.get(`/api/activity/${name}`, { "Accept-Language": language });
        const page = await drawPage(client, body.path, language);
        expect(page.status).toBe(200);
        for (const untruth of untruths(body, page, language))
          found.push(`${state.is}, ${is}, ${language}, ${body.view}: ${untruth}`);
      }
      await state.leave?.(id);
      if (state.columns) await of.set(before).execute();
    }
    expect(found).toEqual([]);
  });
});

it("a coupon or an item of the shop that no budget covers is not called obtainable", async () => {
  const { client } = await borrower();
  const coupons = (await client.get("/api/coupon")).body.items;
  expect(coupons.find(({ to }: { to: string | null }) => to === "/webview/activity/get-coupon")).toMatchObject({
    reason: "OUT_OF_STOCK",
  });
  await transact(database, (trx) => releaseUnusedBudget(services, trx, "points-shop", today));
  const { items } = (await client.get("/api/points")).body;
  expect(items.map(({ stockLeft }: { stockLeft: number }) => stockLeft)).toEqual([0, 0, 0]);
});

it("the list of all events does not say that one runs until a day before which it was ended", async () => {
  const closesAt = later(200);
  const of = database.updateTable("campaign").where("activityId", "=", "golden-egg");
  const words = say(texts.untilDay, "id", {
    day: formatDate(dateInWib(new Date(closesAt.getTime() - 1)), "id", "short"),
  });
  await of.set({ closesAt }).execute();
  const list = async () => (await drawPage(app.client(), "/webview/activity-center", "id")).text;
  expect(await list()).toContain(words);
  await of.set({ state: "ENDED" }).execute();
  expect(await list()).not.toContain(words);
});
