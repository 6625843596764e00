import { describe, expect, it } from "vitest";
import { earnPoints, givePoints } from "#features/rewards/points/server/index.ts";
import { transact } from "#server/database.server.ts";
import { account, auditAll, availableOf, balanceOf } from "#server/ledger/index.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import { testApp } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { statementsOf } from "#tests/support/statements.ts";
import { entryCodeOf } from "./entry-code.ts";
import { commitmentOf, lineAt, playPoint, prizesHashOf } from "./fairness.ts";
import { seeds } from "./seed-table.ts";

const app = await testApp({ campaigns: true });
const { services, clock } = app;
const { database } = services;
await app.settle();
const { borrower, see, act, claim, codeOf, nextDay, fresh } = campaignsOf(app);

describe("the sandbox's campaigns", () => {
  it("are approved by two people, funded, and show every view that the table promises", async () => {
    const visitor = app.client();
    const { body } = await visitor.get("/api/activity");
    const named = body.items.map((one: { activityId: string }) => one.activityId);
    // Samples of views are opened only by their address. // Product decisions, rewards 15.7
    const samples = ["egg-soon", "egg-paused", "egg-empty", "egg-ended", "egg-win", "egg-lose"];
    expect(named.toSorted()).toEqual(
      seeds
        .map(({ activityId }) => activityId)
        .filter((id) => !samples.includes(id))
        .toSorted(),
    );
    const viewOf = async (id: string) => (await see(visitor, id)).view;
    const views = await Promise.all([...samples, "toy-egg-1", "seven-year"].map(viewOf));
    expect(views).toEqual(["SOON", "PAUSED", "BUDGET_OUT", "ENDED", "LOGIN", "LOGIN", "LOGIN", "RUNNING"]);
    expect(await balanceOf(database, account("REWARD_BUDGET", "get-coupon"))).toBe(500_000_000);
    const proposals = await database.selectFrom("proposal").selectAll().where("kind", "=", "campaign.budget").execute();
    expect(proposals).toHaveLength(seeds.length);
    expect(proposals.every((row) => row.state === "CONFIRMED" && row.makerId !== row.checkerId)).toBe(true);
    const listed = async (state: string): Promise<string[]> =>
      (await visitor.get(`/api/activity?state=${state}`)).body.items.map(
        (one: { activityId: string }) => one.activityId,
      );
    const putInto = (name: string, state: "PAUSED" | "RUNNING") =>
      database.updateTable("campaign").set({ state }).where("activityId", "=", name).execute();
    await putInto("golden-egg", "PAUSED");
    expect([await listed("PAUSED"), await listed("SOON")]).toEqual([["golden-egg"], ["year-end-gift"]]);
    expect((await listed("RUNNING")).toSorted()).toEqual(
      named.filter((id: string) => id !== "golden-egg" && id !== "year-end-gift").toSorted(),
    );
    await putInto("golden-egg", "RUNNING");
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });

  it("are read page by page, each once, those that run first", async () => {
    const visitor = app.client();
    const all = (await visitor.get("/api/activity")).body.items.map((one: { activityId: string }) => one.activityId);
    const read: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const { body } = await visitor.get(`/api/activity?limit=7${next && `&cursor=${next}`}`);
      expect(body.items.length).toBeLessThanOrEqual(7);
      read.push(...body.items.map((one: { activityId: string }) => one.activityId));
      next = body.nextCursor;
    }
    expect(read).toEqual(all);
  });

  it("commit to tomorrow's seed today, and nobody reads it before its day is over", async () => {
    const today = dateInWib(clock.now());
    const { body } = await app.client().get(`/api/activity/draw/toy-egg-1:${addDays(today, 1)}`);
    expect([body.state, body.seed, body.entries]).toEqual(["OPEN", null, 0]);
    expect(body.commitment).toMatch(/^[0-9a-f]{64}$/);
    const rows = await database.selectFrom("campaign_draw").select(["seed", "seedSealed"]).execute();
    expect(rows.every((row) => row.seed === null && row.seedSealed!.startsWith("v1."))).toBe(true);
  });
});

describe("a daily check-in", () => {
  it("counts once a day for forty presses, grows to the seventh day, and begins again", async () => {
    const { borrowerId, client } = await borrower(false);
    const presses = await Promise.all(Array.from({ length: 40 }, () => act(client, "check-in-daily", "check-in")));
    expect(presses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(presses.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(["DONE_ALREADY"]));
    expect((await see(client, "check-in-daily")).view).toBe("DONE_TODAY");
    const gained = [];
    for (let day = 2; day <= 8; day++) {
      await nextDay();
      gained.push((await act(await fresh(borrowerId), "check-in-daily", "check-in")).body.points);
    }
    expect(gained).toEqual([5, 5, 5, 5, 5, 50, 5]);
    expect(await availableOf(database, account("POINTS", borrowerId))).toBe(5 * 7 + 50);
    await nextDay();
    await nextDay();
    const late = await fresh(borrowerId);
    expect((await see(late, "check-in-daily")).streak).toBe(0);
    expect((await act(late, "check-in-daily", "check-in")).body).toMatchObject({ streak: 1, points: 5 });
  });
});

it("a check-in on a day whose points are used up counts for the streak, with what is left of the cap", async () => {
  const { borrowerId } = await borrower(false);
  const earned = (points: number) =>
    transact(database, (trx) =>
      earnPoints(services, trx, {
        borrowerId,
        task: "CHECK_IN",
        source: services.random.uuid(),
        at: clock.now(),
        points,
      }),
    );
  const press = async () => (await act(await fresh(borrowerId), "check-in-daily", "check-in")).body;
  for (const [streak, before, points] of [
    [1, 498, 2],
    [2, 500, 0],
    [3, 0, 5],
  ] as const) {
    await nextDay();
    if (before > 0) expect(await earned(before)).toBe("GIVEN");
    expect(await press()).toMatchObject({ streak, points });
  }
});

/** Round trips between a check-in's begin and its commit, including both: on two cores they are most of its cost. */
const maxRoundTrips = 7;

it("a check-in that counts is few round trips", async () => {
  const { borrowerId } = await borrower(false);
  await nextDay();
  expect((await act(await fresh(borrowerId), "check-in-order", "check-in")).status).toBe(200);
  await nextDay();
  const client = await fresh(borrowerId);
  const asked = await statementsOf(() => act(client, "check-in-order", "check-in"));
  const checkIn = asked.find(({ text }) => text.includes("insert into campaign_check_in"))!;
  const texts = asked.filter(({ connection }) => connection === checkIn.connection).map(({ text }) => text);
  const at = texts.indexOf(checkIn.text);
  const from = texts.findLastIndex((text, index) => index < at && /^begin/i.test(text));
  const to = texts.findIndex((text, index) => index > at && /^commit/i.test(text));
  expect([from, to], texts.join("\n")).not.toContain(-1);
  const inside = texts.slice(from, to + 1);
  expect(inside.length, inside.join("\n")).toBeLessThanOrEqual(maxRoundTrips);
});

describe("an egg", () => {
  it("may hold more tickets, which are there at once, in the books too, and are played like any other", async () => {
    const { id, rules } = await database
      .selectFrom("campaign")
      .select(["id", "rules"])
      .where("activityId", "=", "egg-lose")
      .executeTakeFirstOrThrow();
    const line = { prizeKey: "TICKETS", prize: { kind: "TICKET", tickets: 2 } };
    const bound = { stock: 0, perDay: 0, ppm: 1_000_000, costPoints: 0 };
    const withTickets = JSON.stringify({ ...(rules as object), prizes: [{ ...line, ...bound }] });
    await database.updateTable("campaign").set({ rules: withTickets }).where("id", "=", id).execute();
    const { borrowerId, client } = await borrower();
    await act(client, "egg-lose", "check-in");
    const [ticketId] = (await see(client, "egg-lose")).ticketIds;
    const { status, body } = await act(client, "egg-lose", "play", { ticketId, choice: 1 });
    expect([status, body.prizeKey]).toEqual([200, "TICKETS"]);
    const { ticketIds } = await see(client, "egg-lose");
    expect(ticketIds).toHaveLength(2);
    expect(await availableOf(database, account("TICKET", `${borrowerId}:egg-lose`))).toBe(2);
    expect((await act(client, "egg-lose", "play", { ticketId: ticketIds[0], choice: 2 })).status).toBe(200);
    const { tickets } = (await client.get("/api/activity/egg-lose/records")).body;
    const sources = tickets.map(({ task }: { task: string }) => task).toSorted();
    expect(sources).toEqual(["DAILY_SIGN_IN", "PRIZE", "PRIZE", "PRIZE", "PRIZE"]);
    await database
      .updateTable("campaign")
      .set({ rules: JSON.stringify(rules) })
      .where("id", "=", id)
      .execute();
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });

  it("is opened by a ticket once, whoever presses how often, and tells what the others held", async () => {
    const { borrowerId, client } = await borrower();
    expect((await see(client, "egg-win")).ticketIds).toEqual([]);
    await act(client, "egg-win", "check-in");
    const { ticketIds, view, playsLeft, commitment } = await see(client, "egg-win");
    expect([ticketIds.length, view, playsLeft]).toEqual([1, "RUNNING", 3]);
    const body = { ticketId: ticketIds[0], choice: 2 };
    const plays = await Promise.all(Array.from({ length: 40 }, () => act(client, "egg-win", "play", body)));
    expect(new Set(plays.map(({ text }) => text)).size).toBe(1);
    expect(plays[0]!.body).toMatchObject({ prizeKey: "CASH_5000", drawId: commitment.drawId, choice: 2 });
    expect(plays[0]!.body.held).toEqual(["CASH_5000", "CASH_5000", "CASH_5000"]);
    expect(await availableOf(database, account("WALLET", borrowerId))).toBe(5_000);
    expect((await see(client, "egg-win")).view).toBe("WAITING");
    const notices = await database.selectFrom("notice").select("kind").where("borrowerId", "=", borrowerId).execute();
    expect(notices.filter(({ kind }) => kind === "campaign.prize")).toHaveLength(1);
    const { body: shown } = await client.get(`/api/activity/egg-win?award=${plays[0]!.body.awardId}`);
    expect([shown.view, shown.award.state, shown.award.drawId]).toEqual(["WON", "GIVEN", commitment.drawId]);
    const { client: other } = await borrower();
    expect(codeOf(await act(other, "egg-win", "play", body))).toBe("TICKET_UNKNOWN");
    expect((await other.get(`/api/activity/egg-win?award=${plays[0]!.body.awardId}`)).body.award).toBeNull();
  });

  it("gives no ticket on a day that has no money for its prizes", async () => {
    const { client } = await borrower();
    const refused = await act(client, "egg-empty", "check-in");
    expect([refused.status, codeOf(refused)]).toEqual([409, "BUDGET_OUT"]);
    const { ticketIds, view, tasks } = await see(client, "egg-empty");
    expect([ticketIds, view]).toEqual([[], "BUDGET_OUT"]);
    expect(tasks.filter(({ doneToday }: { doneToday: boolean }) => doneToday)).toEqual([]);
  });

  it("is closed to whoever has not proven who he is, rests, or has not agreed", async () => {
    const { client } = await borrower(false);
    expect((await see(client, "toy-egg-1")).reason).toBe("IDENTITY_NEEDED");
    expect((await act(client, "toy-egg-1", "check-in")).body.status).toMatchObject({
      code: "NOT_ELIGIBLE",
      data: { reason: "IDENTITY_NEEDED" },
    });
    const { client: second } = await borrower();
    await act(second, "toy-egg-2", "check-in");
    const { ticketIds, asksAgreement } = await see(second, "toy-egg-2");
    expect(asksAgreement).toBe(true);
    const play = () => act(second, "toy-egg-2", "play", { ticketId: ticketIds[0], choice: 1 });
    expect(codeOf(await play())).toBe("AGREEMENT_NEEDED");
    expect((await act(second, "toy-egg-2", "join", { agree: true })).body).toEqual({ joined: true });
    expect((await second.post("/api/activity/break", { days: 90 })).status).toBe(200);
    const { body } = await second.post("/api/activity/break", { days: 30 });
    expect(new Date(body.until).getTime() - clock.now().getTime()).toBe(90 * 86_400_000);
    expect((await play()).body.status.data).toEqual({ reason: "BREAK" });
    expect((await second.post("/api/activity/break", { days: null })).body).toEqual({ until: null });
    expect((await second.post("/api/activity/break", { days: 30 })).body).toEqual({ until: null });
  });

  it("gives what its day's seed says, which anybody can recompute the day after", async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => borrower()));
    const played = [];
    for (const [index, { client }] of people.entries()) {
      await act(client, "toy-egg-1", "check-in");
      const { ticketIds } = await see(client, "toy-egg-1");
      const choice = 1 + (index % 3);
      const { body } = await act(client, "toy-egg-1", "play", { ticketId: ticketIds[0], choice });
      played.push({ entryId: ticketIds[0], choice, prizeKey: body.prizeKey, number: index + 1, weight: null });
    }
    const drawId = `toy-egg-1:${dateInWib(clock.now())}`;
    const before = await app.client().get(`/api/activity/draw/${drawId}/entries`);
    expect(before.body.items).toEqual([]);
    // A play in the last second may still be stored for a minute.
    const midnight = instantOf(addDays(dateInWib(clock.now()), 1)).getTime();
    clock.advance(midnight + 59_000 - clock.now().getTime());
    await app.settle();
    expect((await app.client().get(`/api/activity/draw/${drawId}`)).body).toMatchObject({ state: "OPEN", seed: null });
    clock.advance(1_000);
    await app.settle();
    const { body } = await app.client().get(`/api/activity/draw/${drawId}`);
    expect([body.state, body.entries]).toEqual(["DRAWN", 12]);
    const lines = (body.prizes as string)
      .trimEnd()
      .split("\n")
      .map((text) => text.split(":"))
      .map(([prizeKey, quantity, ppm]) => ({ prizeKey: prizeKey!, quantity: Number(quantity), ppm: Number(ppm) }));
    expect(prizesHashOf(lines)).toBe(body.prizesHash);
    expect(commitmentOf(drawId, body.prizesHash, body.seed)).toBe(body.commitment);
    const { items } = (await app.client().get(`/api/activity/draw/${drawId}/entries`)).body;
    expect(items).toEqual(played);
    for (const { entryId, choice, prizeKey } of items)
      expect(lineAt(lines, playPoint({ seed: body.seed, beacon: body.beacon }, entryId, choice))!.prizeKey).toBe(
        prizeKey,
      );
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
    expect(await availableOf(database, account("REWARD_BUDGET", drawId))).toBe(0);
  });

  it("gives no more pieces than a day has, to people who play at once, and nobody sees a win that is not given", async () => {
    const today = dateInWib(clock.now());
    const people = await Promise.all(Array.from({ length: 10 }, () => borrower()));
    const { id } = await database
      .selectFrom("campaign")
      .select("id")
      .where("activityId", "=", "egg-win")
      .executeTakeFirstOrThrow();
    await database
      .updateTable("campaign_stock")
      .set(({ eb }) => ({ max: eb("given", "+", 7) }))
      .where("campaignId", "=", id)
      .where("epoch", "=", today)
      .execute();
    const plays = await Promise.all(
      people.map(async ({ client, borrowerId }) => {
        await act(client, "egg-win", "check-in");
        const { ticketIds } = await see(client, "egg-win");
        return { borrowerId, answer: await act(client, "egg-win", "play", { ticketId: ticketIds[0], choice: 1 }) };
      }),
    );
    const wins = plays.filter(({ answer }) => answer.status === 200);
    expect(wins).toHaveLength(7);
    expect(new Set(plays.filter(({ answer }) => answer.status !== 200).map(({ answer }) => codeOf(answer)))).toEqual(
      new Set(["BUDGET_OUT"]),
    );
    for (const { borrowerId, answer } of plays)
      expect(await availableOf(database, account("WALLET", borrowerId))).toBe(answer.status === 200 ? 5_000 : 0);
  });
});

describe("a claim", () => {
  it("gives one coupon in 30 days for forty presses, and shows when it goes on", async () => {
    const { client } = await borrower(false);
    const answers = await Promise.all(Array.from({ length: 40 }, () => claim(client, "get-coupon", "COUPON_10000")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { view, award, nextAt } = await see(client, "get-coupon");
    expect([view, award.prize.couponKey]).toEqual(["WON", "interest-10000"]);
    expect(Date.parse(nextAt)).toBeGreaterThan(clock.now().getTime());
    const key = services.random.uuid();
    const { client: second } = await borrower(false);
    const same = await Promise.all(
      Array.from({ length: 20 }, () => act(second, "get-coupon", "claim", { prizeKey: "COUPON_10000" }, key)),
    );
    expect(new Set(same.filter(({ status }) => status === 200).map(({ text }) => text)).size).toBe(1);
  });

  it("gives a hundred pieces to five hundred people and no more", async () => {
    const { id } = await database
      .selectFrom("campaign")
      .select("id")
      .where("activityId", "=", "seven-year")
      .executeTakeFirstOrThrow();
    await database
      .updateTable("campaign_stock")
      .set({ max: 10 })
      .where("campaignId", "=", id)
      .where("epoch", "=", "ALL")
      .execute();
    const people = await Promise.all(Array.from({ length: 50 }, () => borrower(false)));
    const answers = await Promise.all(people.map(({ client }) => claim(client, "seven-year", "COUPON_20")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(new Set(["OUT_OF_STOCK"]));
  });

  it("has the outlet's code told by the sandbox, which has no outlets", async () => {
    const day = dateInWib(clock.now());
    const { body } = await app.client().get("/api/sandbox/entry-codes");
    expect(body.items).toEqual(
      [day, addDays(day, 1)].map((date) => ({
        activityId: "tomoro-coffee",
        day: date,
        code: entryCodeOf(services, "tomoro-coffee", date),
      })),
    );
  });

  it("counts tries of the outlet's code, also where the claim is undone, and takes the right one", async () => {
    const { client, borrowerId } = await borrower();
    await database
      .insertInto("campaign_fact")
      .values({ borrowerId, fact: "IDENTITY_VERIFIED", eventId: "t", happenedAt: clock.now() })
      .execute();
    const right = entryCodeOf(services, "tomoro-coffee", dateInWib(clock.now()));
    const wrong = right === "0000" ? "0001" : "0000";
    // An empty code does not count as a try.
    for (const none of [{}, { entryCode: "" }, { entryCode: ["", "", "", ""] }])
      expect((await claim(client, "tomoro-coffee", "COFFEE", none)).body.status.fields[0].path).toBe("entryCode");
    const first = await claim(client, "tomoro-coffee", "COFFEE", { entryCode: wrong });
    expect([first.status, codeOf(first), first.body.status.data]).toEqual([422, "CODE_WRONG", { attemptsLeft: 4 }]);
    for (let tries = 0; tries < 3; tries++) await claim(client, "tomoro-coffee", "COFFEE", { entryCode: wrong });
    expect((await claim(client, "tomoro-coffee", "COFFEE", { entryCode: [...right] })).status).toBe(200);
    expect(codeOf(await claim(client, "tomoro-coffee", "COFFEE", { entryCode: right }))).toBe("CODE_TRIES");
  });

  it("brings a newcomer the coupon and a hundred points, once", async () => {
    const { client, borrowerId } = await borrower(false);
    expect((await claim(client, "new-gift", "COUPON_10000")).body.status.data).toEqual({ reason: "AUDIENCE" });
    for (const fact of ["PROFILE_COMPLETED", "PASSWORD_SET"])
      await database
        .insertInto("campaign_fact")
        .values({ borrowerId, fact, eventId: "t", happenedAt: clock.now() })
        .execute();
    expect((await see(client, "new-gift")).plusPoints).toBe(100);
    const answers = await Promise.all(Array.from({ length: 5 }, () => claim(client, "new-gift", "COUPON_10000")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const own = await database.selectFrom("coupon").select("state").where("borrowerId", "=", borrowerId).execute();
    expect(own).toEqual([{ state: "OBTAINED" }]);
    expect(await availableOf(database, account("POINTS", borrowerId))).toBe(100);
  });

  it("costs points that one has, and refuses without taking any where there are too few", async () => {
    const { client, borrowerId } = await borrower(false);
    expect(codeOf(await claim(client, "points-shop", "COUPON_10000"))).toBe("POINTS_SHORT");
    for (let day = 0; day < 2; day++) expect((await see(client, "points-shop")).view).toBe("RUNNING");
    expect(await availableOf(database, account("POINTS", borrowerId))).toBe(0);
  });
});

describe("what cannot be done", () => {
  it("says why: not there, not yet, paused, over, or as often as it may be", async () => {
    const { client, borrowerId } = await borrower();
    const reasons: [string, string][] = [
      ["no-such-event", "CAMPAIGN_UNKNOWN"],
      ["egg-soon", "CAMPAIGN_SOON"],
      ["egg-paused", "CAMPAIGN_PAUSED"],
      ["egg-ended", "CAMPAIGN_ENDED"],
    ];
    for (const [activityId, code] of reasons) {
      for (const what of ["check-in", "join"])
        expect(codeOf(await act(client, activityId, what, what === "join" ? { agree: true } : {}))).toBe(code);
      expect(codeOf(await claim(client, activityId, "COFFEE"))).toBe(code);
    }
    expect((await client.get("/api/activity/no-such-event")).body.status.code).toBe("CAMPAIGN_UNKNOWN");
    expect((await client.get("/api/activity/no-such-event/records")).body.status.code).toBe("CAMPAIGN_UNKNOWN");
    await transact(database, (trx) =>
      givePoints(services, trx, { borrowerId, source: "test", points: 5_000, title: { id: "t", en: "t", zh: "t" } }),
    );
    for (const code of [undefined, undefined, "CAP_REACHED"])
      expect(codeOf(await claim(client, "points-shop", "COUPON_10000"))).toBe(code);
    expect(await availableOf(database, account("POINTS", borrowerId))).toBe(3_000);
    const { body } = await client.get("/api/activity/points-shop/records");
    expect(body.awards.map((one: { prizeKey: string }) => one.prizeKey)).toEqual(["COUPON_10000", "COUPON_10000"]);
  });

  it("is refused without taking anything: too little energy, energy of another page", async () => {
    const { client } = await borrower();
    await act(client, "watering-new", "join", { agree: true });
    const pour = (energyBefore: number) => act(client, "watering-new", "pour", { pours: 1, energyBefore });
    expect(codeOf(await pour(0))).toBe("ENERGY_SHORT");
    expect(codeOf(await pour(30))).toBe("ENERGY_CHANGED");
    expect((await see(client, "watering-new")).grown).toBe(0);
  });
});

describe("a tree", () => {
  it("bears fruit after twenty days of presses alone, from money set aside when it was planted", async () => {
    const { borrowerId, client } = await borrower();
    expect(codeOf(await act(client, "watering", "check-in"))).toBe("AGREEMENT_NEEDED");
    await Promise.all(Array.from({ length: 40 }, () => act(client, "watering", "join", { agree: true })));
    expect(await availableOf(database, account("REWARD_BUDGET", "watering:planted"))).toBe(10_000);
    let last;
    for (let day = 1; day <= 20; day++) {
      const own = await fresh(borrowerId);
      await act(own, "watering", "check-in");
      const { energy } = await see(own, "watering");
      expect(energy).toBe(30);
      // Five at once where it begins and where it ends.
      const pour = () => act(own, "watering", "pour", { pours: 3, energyBefore: energy });
      const pours = await Promise.all(Array.from({ length: day === 1 || day === 20 ? 5 : 1 }, pour));
      expect(pours.filter(({ status }) => status === 200)).toHaveLength(1);
      last = pours.find(({ status }) => status === 200)!.body;
      // The days in between close together: those that close one by one are in the tests of draws.
      if (day === 1 || day === 19) await nextDay();
      else if (day < 20) clock.advance(86_400_000);
    }
    expect(last).toMatchObject({ energy: 0, grown: 600, level: 4 });
    expect(last.awardId).not.toBeNull();
    expect(await availableOf(database, account("WALLET", borrowerId))).toBe(10_000);
    expect(await availableOf(database, account("REWARD_BUDGET", "watering:planted"))).toBe(0);
    expect((await see(await fresh(borrowerId), "watering")).view).toBe("WON");
  }, 300_000);

  it("gives back what was set aside where its days end without fruit", async () => {
    const { client } = await borrower();
    await act(client, "watering-new-year", "join", { agree: true });
    expect(await availableOf(database, account("REWARD_BUDGET", "watering-new-year:planted"))).toBe(5_000);
    clock.advance(16 * 86_400_000);
    await app.settle();
    expect(await availableOf(database, account("REWARD_BUDGET", "watering-new-year:planted"))).toBe(0);
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });
});

describe("a clock far ahead", () => {
  it("closes each day once and in order, by two processes at once", async () => {
    clock.advance(30 * 86_400_000);
    await Promise.all([services.sweeps.runAllDue(services), services.sweeps.runAllDue(services)]);
    const rows = await database
      .selectFrom("lifecycle_event")
      .select(["subjectId"])
      .where("machine", "=", "campaign_draw")
      .where("toState", "in", ["DRAWN", "EMPTY"])
      .execute();
    expect(new Set(rows.map((row) => row.subjectId)).size).toBe(rows.length);
    const open = await database
      .selectFrom("campaign_draw")
      .select("day")
      .where("state", "=", "OPEN")
      .where("day", "<", dateInWib(clock.now()))
      .execute();
    expect(open).toEqual([]);
    expect((await auditAll(database, clock.now())).findings).toEqual([]);
  });
});
