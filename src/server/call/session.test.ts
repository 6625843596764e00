/** Session rules: how long each kind lasts, in real time, and what ends one. */
import { beforeEach, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { transact } from "#server/database.server.ts";
import {
  cookieAge,
  openSession,
  proveStepUp,
  readSession,
  readStaffSession,
  type SessionKind,
} from "./session.server.ts";
import { revokeLiveSession, revokeSessionOf, revokeSessionsOf, sessionsOf } from "./live-sessions.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
let personId = "";
beforeEach(() => void (personId = services.random.uuid()));

const open = (kind: SessionKind, subjectId: string | null = personId) =>
  openSession(services, database, { kind, subjectId, deviceToken: "d", deviceLabel: "test", roles: ["support"] });
const read = async (kind: SessionKind, token: string) =>
  (kind === "staff" ? await readStaffSession(services, token) : await readSession(services, token)) !== null;
const rowOf = (id: string) =>
  database.selectFrom("login_session").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
/** As if it had just been used. */
const use = (id: string) =>
  database.updateTable("login_session").set({ lastSeenAt: clock.realNow() }).where("id", "=", id).execute();
const listed = async (audience: "borrower" | "staff" = "borrower") =>
  (await sessionsOf(services, database, audience, personId, { limit: 10 })).map(({ id }) => id);

const [minute, hour, day] = [60, 3600, 86_400];
it.each([
  ["anonymous", 30 * minute, 12 * hour],
  ["web", 30 * minute, 12 * hour],
  ["remembered", 30 * day, 90 * day],
  ["webview", 30 * day, 90 * day],
  ["staff", 15 * minute, 8 * hour],
] as const)("%s lasts %i seconds without use and %i seconds in all", async (kind, idleSeconds, wholeSeconds) => {
  const [unused, used] = [await open(kind), await open(kind)];
  clock.advance(idleSeconds * 1000 - 1000);
  await use(used.id);
  const audience = kind === "staff" ? "staff" : "borrower";
  expect((await listed(audience)).toSorted()).toEqual([unused.id, used.id].toSorted());
  clock.advance(1000);
  expect(await listed(audience)).toEqual([used.id]);
  expect([await read(kind, unused.token), await read(kind, used.token)]).toEqual([false, true]);
  clock.advance((wholeSeconds - idleSeconds) * 1000 - 1000);
  await use(used.id);
  expect(await read(kind, used.token)).toBe(true);
  clock.advance(1000);
  await use(used.id);
  expect([await read(kind, used.token), await listed(audience)]).toEqual([false, []]);
});

it("A session that is used stays, and its use is written once a minute at most.", async () => {
  const { id, token } = await open("web");
  const seen = async () => (await rowOf(id)).lastSeenAt.getTime();
  const began = await seen();
  clock.advance(60_000);
  expect(await read("web", token)).toBe(true);
  for (let step = 0; step < 3; step++) {
    clock.advance(28 * 60_000);
    expect(await read("web", token)).toBe(true);
    await expect.poll(seen).toBe(clock.realNow().getTime());
  }
  expect(await seen()).toBeGreaterThan(began + 84 * 60_000);
  const last = await seen();
  clock.advance(60_000);
  expect(await read("web", token)).toBe(true);
  expect(await seen()).toBe(last);
});

it("A borrower's cookie opens no console, nor a console's the borrower's pages, and nothing but a whole token opens any.", async () => {
  const [borrower, staff] = [await open("web"), await open("staff")];
  expect([await readStaffSession(services, borrower.token), await readSession(services, staff.token)]).toEqual([
    null,
    null,
  ]);
  expect(await readSession(services, "")).toBeNull();
  expect(await readSession(services, borrower.token.slice(1))).toBeNull();
  expect(await readStaffSession(services, (await open("staff", null)).token)).toBeNull();
});

it("A list names the living sessions of one person and audience alone, newest first.", async () => {
  const first = await open("web");
  const second = await open("remembered");
  const ended = await open("web");
  await revokeLiveSession(services, database, ended.id);
  await open("staff");
  await open("web", services.random.uuid());
  expect(await listed()).toEqual([second.id, first.id]);
  const page = await sessionsOf(services, database, "borrower", personId, { before: second.id, limit: 1 });
  expect(page.map(({ id }) => id)).toEqual([first.id]);
});

it("All sessions of a person end together, those of another person, of the other audience and the one excepted do not.", async () => {
  const stranger = services.random.uuid();
  const mine = [await open("web"), await open("remembered")];
  const kept = await open("web");
  const staff = await open("staff");
  const other = await open("web", stranger);
  await transact(database, (trx) => revokeSessionsOf(services, trx, "borrower", personId, kept.id));
  expect(await Promise.all(mine.map(({ token }) => read("web", token)))).toEqual([false, false]);
  expect([await read("web", kept.token), await read("staff", staff.token), await read("web", other.token)]).toEqual([
    true,
    true,
    true,
  ]);
  expect(await revokeSessionOf(services, database, "borrower", stranger, kept.id)).toBe(false);
  expect(await revokeSessionOf(services, database, "staff", personId, kept.id)).toBe(false);
  expect(await revokeSessionOf(services, database, "borrower", personId, kept.id)).toBe(true);
  expect(await revokeSessionOf(services, database, "borrower", personId, kept.id)).toBe(false);
  // An ended one has expired as well, so that its row is deleted with the others.
  expect((await rowOf(kept.id)).expiresAt).toEqual(clock.realNow());
});

it("Two step-ups at once are both kept; each lasts ten minutes of real time, and the cookie before reads for thirty seconds.", async () => {
  const { id, token } = await open("web");
  // The second begins before the first has ended: it waits, and finds the first's proof.
  let second: ReturnType<typeof proveStepUp> | undefined;
  const first = await transact(database, async (trx) => {
    const proven = await proveStepUp(services, trx, id, "STEP_UP_SIGN");
    second = transact(database, (other) => proveStepUp(services, other, id, "STEP_UP_BIND"));
    await expect
      .poll(async () => {
        const { rows } = await database.executeQuery<{ waiting: number }>({
          sql: "select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          parameters: [],
          query: undefined as never,
          queryId: undefined as never,
        });
        return rows[0]?.waiting;
      })
      .toBe(1);
    return proven;
  });
  const newest = (await second)!;
  const now = clock.realNow();
  expect(newest.until.getTime() - now.getTime()).toBe(600_000);
  const session = await readSession(services, newest.token);
  expect([session?.readOnly, session?.proves("STEP_UP_SIGN", now), session?.proves("STEP_UP_BIND", now)]).toEqual([
    false,
    true,
    true,
  ]);
  expect((await readSession(services, first.token))?.readOnly).toBe(true);
  // The one before that is invalid now.
  expect(await read("web", token)).toBe(false);
  clock.advance(29_000);
  expect(await read("web", first.token)).toBe(true);
  clock.advance(1000);
  expect([await read("web", first.token), await read("web", newest.token)]).toEqual([false, true]);
  clock.advance(570_000);
  expect((await readSession(services, newest.token))?.proves("STEP_UP_SIGN", clock.realNow())).toBe(false);
});

it("Only a session that outlives the browser has an age for its cookie: what is left of it.", async () => {
  const [web, remembered] = [await open("web"), await open("remembered")];
  clock.advance(day * 1000);
  expect(await cookieAge(services, database, web.id)).toBeUndefined();
  expect(await cookieAge(services, database, remembered.id)).toBe(89 * day);
  expect([web.maxAgeSeconds, remembered.maxAgeSeconds]).toEqual([undefined, 90 * day]);
});
