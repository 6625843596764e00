/**
 * A process that does what people and staff's sweeps do in the rewards until it is killed: withdrawals at a hostile bank,
 * check-ins, plays, claims, wishes and help, and the draws of each day. What it does next it finds out from the rows alone.
 * Started by the fault tests as `reward-worker.ts <mode>`; prints `working` when it is under way, a line of JSON for each
 * operation that was answered with success, and one at the end of the other modes.
 */
import { openSession } from "#server/call/session.server.ts";
import type { SandboxClock } from "#server/process/clock.ts";
import { loopbackCookies } from "#server/http/cookies.ts";
import { runUntilIdle } from "#server/work/sweeps.ts";
import { pause } from "#server/work/timers.ts";
import { addDays, dateInWib, instantOf } from "#shared/dates.ts";
import type { TestApp } from "./app.ts";
import { rewardBooks, type Answered } from "./reward-books.ts";
import { reward, withAccount } from "./wallet.ts";
import { openWorkerApp } from "./worker-app.ts";

const [, , mode = "work", count = "0"] = process.argv;
const { installation, services, request } = await openWorkerApp();
const { database, random } = services;
const sandbox = services.outside.sandbox!.bank;
const clock = services.clock as SandboxClock;
const wishKeys = ["WISH_25000", "WISH_50000", "WISH_70000"];
/** Bank accounts whose transfer fails; is unknown until the inquiry; loses its first order; is reported three times; is reported in the wrong order. */
const magic = ["9900000002", "9900000003", "9900000004", "9900000005", "9900000006"];
const hostile = {
  lostPpm: 200_000,
  duplicatePpm: 300_000,
  delayedPpm: 200_000,
  outOfOrderPpm: 200_000,
  forgedPpm: 100_000,
  answerLostPpm: 150_000,
  orderLostPpm: 150_000,
};
const say = (said: object): void => console.log(JSON.stringify(said));

interface Person {
  borrowerId: string;
  cookie: string;
}
async function loggedIn(borrowerId: string): Promise<Person> {
  const { token } = await openSession(services, database, {
    kind: "web",
    subjectId: borrowerId,
    deviceToken: "device-of-tests",
    deviceLabel: "test",
    proves: ["STEP_UP_WITHDRAW"],
  });
  return { borrowerId, cookie: `${loopbackCookies.names.borrower}=${token}` };
}

/** Sends one call; the answer's body where it succeeded, else null: a refusal is an outcome. */
async function send(
  { cookie }: Person,
  method: "GET" | "POST",
  path: string,
  body?: object,
  key?: string,
  // oxlint-disable-next-line typescript/no-explicit-any
): Promise<any> {
  const response = await request(path, {
    method,
    headers: {
      Cookie: cookie,
      "Sec-Fetch-Site": "same-origin",
      "Content-Type": "application/json",
      ...(key ? { "Idempotency-Key": key } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (response.status >= 500) say({ fault: `${method} ${path}: ${response.status} ${await response.text()}` });
  return response.status === 200 ? response.json() : null;
}
const act = (who: Person, activityId: string, what: string, body: object = {}, key?: string) =>
  send(who, "POST", `/api/activity/${activityId}/${what}`, body, key);

/** Reports each successful answer at once: its effect must survive whatever happens to this process. */
const answered = (operation: Answered): void => say(operation);

async function seed(people: number): Promise<void> {
  await runUntilIdle(services);
  await sandbox.setHostility(hostile);
  for (let number = 0; number < people; number++) {
    const accountNumber = magic[number];
    const { borrowerId } = await withAccount(
      { services, clock: services.clock, loggedIn: async () => null } as unknown as TestApp,
      accountNumber === undefined ? {} : { accountNumber },
    );
    const who = await loggedIn(borrowerId);
    await send(who, "POST", "/api/identity", {
      fullName: "SITI RAHAYU",
      nik: `317101150390${String(1_000 + number).padStart(4, "0")}`,
      birthPlace: "JAKARTA",
      birthDate: "1990-03-15",
      sex: "MALE",
    });
    await database
      .updateTable("identity")
      .set({ faceVerifiedAt: services.clock.now() })
      .where("borrowerId", "=", borrowerId)
      .execute();
    await reward({ services }, borrowerId, 2_000_000);
    await act(who, "wish-dream", "join", { agree: true, wishKey: wishKeys[number % 3] });
    await act(who, "watering", "join", { agree: true });
  }
  say({ people });
}

async function withdraw(who: Person): Promise<void> {
  const { borrowerId } = who;
  const rows = await database
    .selectFrom("wallet_withdrawal")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .execute();
  const bound = await database
    .selectFrom("bank_account")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirstOrThrow();
  // Twice with one key, as a phone that heard no answer sends it again.
  const input = { amountRupiah: 10_000 + 1_000 * random.integer(3), bankAccountId: bound.id };
  const key = `withdrawal-${borrowerId}-${rows.length}`;
  const done = await Promise.all([1, 2].map(() => send(who, "POST", "/api/wallet/withdraw", input, key)));
  for (const one of done) if (one) answered({ kind: "WITHDRAWAL", borrowerId, id: one.withdrawalId });
}

async function checkIn(who: Person): Promise<void> {
  const done = await Promise.all([1, 2].map(() => act(who, "check-in-daily", "check-in")));
  for (const one of done) if (one) answered({ kind: "CHECK_IN", borrowerId: who.borrowerId, id: one.date });
}

async function play(who: Person): Promise<void> {
  const activityId = ["egg-win", "toy-egg-1", "golden-egg"][random.integer(3)]!;
  await act(who, activityId, "check-in");
  const seen = await send(who, "GET", `/api/activity/${activityId}`);
  for (const ticketId of seen?.ticketIds ?? []) {
    const choices = [1, 2].map(() => 1 + random.integer(3));
    const done = await Promise.all(choices.map((choice) => act(who, activityId, "play", { ticketId, choice })));
    for (const one of done)
      if (one) answered({ kind: "PLAY", borrowerId: who.borrowerId, id: ticketId, prizeKey: one.prizeKey });
  }
}

async function claim(who: Person): Promise<void> {
  const activityId = ["get-coupon", "seven-year"][random.integer(2)]!;
  const prizeKey = activityId === "get-coupon" ? "COUPON_10000" : "COUPON_20";
  const keys = [1, 2].map(() => random.uuid());
  const done = await Promise.all(keys.map((key) => act(who, activityId, "claim", { prizeKey }, key)));
  for (const one of done) if (one) answered({ kind: "CLAIM", borrowerId: who.borrowerId, id: one.awardId });
}

async function wish(who: Person): Promise<void> {
  const { borrowerId } = who;
  const pressed = await Promise.all([1, 2].map(() => act(who, "wish-dream", "check-in")));
  for (const one of pressed) if (one) answered({ kind: "WISH", borrowerId, id: one.date });
  const codes = await database
    .selectFrom("campaign_entrant")
    .select("code")
    .where("borrowerId", "!=", borrowerId)
    .where("code", "is not", null)
    .execute();
  const { code } = codes[random.integer(codes.length)]!;
  const helped = await Promise.all(
    [1, 2].map(() => send(who, "POST", "/api/loan/activity/wish/help", { wishCode: code })),
  );
  for (const one of helped) if (one) answered({ kind: "HELP", borrowerId, id: code! });
}

async function water(who: Person): Promise<void> {
  await act(who, "watering", "check-in");
  const seen = await send(who, "GET", "/api/activity/watering");
  if (!seen?.energy) return;
  const pours = { pours: 3, energyBefore: seen.energy };
  const done = await Promise.all([1, 2].map(() => act(who, "watering", "pour", pours)));
  for (const one of done) if (one) answered({ kind: "POUR", borrowerId: who.borrowerId, id: String(one.grown) });
}

const acts = [withdraw, withdraw, checkIn, play, play, claim, wish, wish, water];

/** Works for ever, several things at once; time runs fast, and every day has its draws. */
async function work(): Promise<void> {
  await installation.startWork();
  const rows = await database.selectFrom("campaign_entrant").select("borrowerId").distinct().execute();
  const people = await Promise.all(rows.map((row) => loggedIn(row.borrowerId)));
  console.log("working");
  for (;;) {
    await clock.advance(20 * 60_000);
    const some = Array.from({ length: 5 }, () => people[random.integer(people.length)]!);
    await Promise.allSettled([
      ...some.map((who) => acts[random.integer(acts.length)]!(who)),
      services.sweeps.runAllDue(services),
    ]).catch(() => pause(50));
  }
}

/** Finishes the rest without faults: the bank answers again, days end, winners are paid. */
async function finish(): Promise<void> {
  await sandbox.setHostility({});
  // Jobs of killed processes come back when their heartbeat is missed; the pollers do not wait for them.
  for (let round = 0; round < 60; round++) {
    await clock.advance(61_000);
    await runUntilIdle(services);
    if (!(await isSomethingOpen())) break;
  }
  for (let day = 0; day < 2; day++) {
    const next = instantOf(addDays(dateInWib(services.clock.now()), 1), "WIB", { hour: 10, minute: 1 });
    await clock.advance(next.getTime() - services.clock.now().getTime());
    await runUntilIdle(services);
  }
  say({ open: await isSomethingOpen() });
}

const isSomethingOpen = async (): Promise<boolean> =>
  (await database.selectFrom("wallet_withdrawal").select("id").where("state", "=", "PENDING").execute()).length > 0;

/** Everybody with a wish of this day, and the clock just before the draw. */
async function seedDraw(): Promise<void> {
  await seed(12);
  const rows = await database.selectFrom("campaign_entrant").select("borrowerId").distinct().execute();
  for (const row of rows) await act(await loggedIn(row.borrowerId), "wish-dream", "check-in");
  const next = instantOf(addDays(dateInWib(services.clock.now()), 1), "WIB", { hour: 10, minute: 1 });
  await clock.advance(next.getTime() - services.clock.now().getTime());
  say({ day: dateInWib(services.clock.now()) });
}

/** Nothing but what the clock asks for, again and again. */
async function draw(): Promise<void> {
  await services.sweeps.runAllDue(services).catch(() => pause(50));
  console.log("drawn");
}

if (mode === "seed") await seed(Number(count));
else if (mode === "seed-draw") await seedDraw();
else if (mode === "draw") {
  console.log("working");
  await draw();
} else if (mode === "finish") await finish();
else if (mode === "verify") {
  let said = "";
  for await (const chunk of process.stdin) said += String(chunk);
  say(await rewardBooks(services, JSON.parse(said || "[]") as Answered[]));
} else await work();
await installation.stop();
process.exit(0);
