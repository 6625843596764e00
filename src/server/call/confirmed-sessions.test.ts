/**
 * A reading request begins with the cached session, and shows nothing before the database has confirmed it.
 * // docs/decisions/172
 */
import * as v from "valibot";
import { expect, it } from "vitest";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { createPages } from "../../pages.ts";
import { answer } from "./pipeline.ts";
import { requestOfWeb } from "#server/http/exchange.ts";
import { defineCall } from "#shared/contract.ts";
import { serverCall } from "#web/api.ts";
import { buildWithoutMarkup } from "#tests/support/screens-of-sources.ts";

const input = v.strictObject({});
const own = defineCall({
  id: "own",
  method: "GET",
  path: "/api/test/own",
  summary: "x",
  policy: { who: "borrower", stepUp: "STEP_UP_WITHDRAW" },
  input,
  output: v.object({ borrowerId: v.string() }),
  problems: {},
});
const written = defineCall({ ...own, id: "written", method: "POST", path: "/api/test/written" });
const watched = defineCall({
  id: "watched",
  method: "GET",
  path: "/api/test/watched",
  summary: "x",
  policy: { who: "staff", permission: "money.read", trail: { id: "x", en: "x", zh: "x" } },
  input,
  output: v.object({ name: v.string() }),
  problems: {},
});

/** The callers served, in order, including those whose answer was not sent. */
const served: string[] = [];
const app = await testApp({
  mount(api) {
    api.mount(answer(own, async (_input, { borrowerId }) => (served.push(`read ${borrowerId}`), { borrowerId })));
    api.mount(answer(written, async (_input, { borrowerId }) => (served.push(`wrote ${borrowerId}`), { borrowerId })));
    api.mount(answer(watched, async (_input, { principal }) => ({ name: principal.staff?.roles.join() ?? "" })));
  },
});
const { services } = app;
const { database } = services;
const sessionOf = (subjectId: string) => database.updateTable("login_session").where("subjectId", "=", subjectId);
const borrower = async (): Promise<{ id: string; client: TestClient }> => {
  const id = services.random.uuid();
  return { id, client: await app.loggedIn(id, "STEP_UP_WITHDRAW") };
};
const headersOf = ({ cookies }: TestClient) => ({
  Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
});

it("What was read for a session that has just ended does not leave, and what writes does not begin.", async () => {
  const { id, client } = await borrower();
  expect((await client.get(own.path)).body).toEqual({ borrowerId: id });
  await sessionOf(id).set({ revokedAt: services.clock.realNow() }).execute();
  served.length = 0;
  expect((await client.get(own.path)).status).toBe(401);
  expect((await client.post(written.path, {})).status).toBe(401);
  // Prepared with the cached session, and discarded.
  expect(served).toEqual([`read ${id}`]);
  // Deleted from the cache: now it is not prepared either.
  expect((await client.get(own.path)).status).toBe(401);
  expect(served).toHaveLength(1);
});

it("A session that is limited, proves no longer or is somebody else's by now is answered as it stands.", async () => {
  const { id, client } = await borrower();
  await client.get(own.path);
  await sessionOf(id).set({ proofs: "{}" }).execute();
  expect((await client.get(own.path)).body.status.code).toBe("STEP_UP_NEEDED");
  const other = await borrower();
  await other.client.get(own.path);
  const heirId = services.random.uuid();
  await sessionOf(other.id).set({ subjectId: heirId }).execute();
  expect((await other.client.get(own.path)).body).toEqual({ borrowerId: heirId });
  await sessionOf(heirId).set({ limitedTo: "CLOSING" }).execute();
  expect((await other.client.get(own.path)).body.status.code).toBe("ACCOUNT_CLOSING");
});

it("Staff who were logged out or lost a right see nothing more, and the trail has the attempt.", async () => {
  const staffId = services.random.uuid();
  const client = await app.staff(staffId, ["auditor"]);
  expect((await client.get(watched.path)).body).toEqual({ name: "auditor" });
  await sessionOf(staffId)
    .set({ roles: ["content"] })
    .execute();
  expect((await client.get(watched.path)).body.status.code).toBe("NOT_ALLOWED");
  await sessionOf(staffId).set({ revokedAt: services.clock.realNow() }).execute();
  expect((await client.get(watched.path)).body.status.code).toBe("NOT_LOGGED_IN");
  const outcomes = await database
    .selectFrom("audit_entry as entry")
    .innerJoin("audit_outcome as outcome", "outcome.entryId", "entry.id")
    .select(["outcome", "code"])
    .where("staffId", "=", staffId)
    .orderBy("entry.id")
    .execute();
  expect(outcomes.map(({ code }) => code).toSorted()).toEqual(["NOT_ALLOWED", "NOT_LOGGED_IN", null].toSorted());
});

it("Nothing is shown to staff whose entry in the trail cannot be written.", async () => {
  const client = await app.staff(services.random.uuid(), ["auditor"]);
  const { begin } = app.api.trail;
  app.api.trail.begin = async (asked) => {
    const entry = await begin(asked);
    const written = Promise.reject(new Error("no room"));
    written.catch(() => {});
    return entry && { ...entry, written };
  };
  try {
    expect((await client.get(watched.path)).status).toBe(500);
  } finally {
    app.api.trail.begin = begin;
  }
});

it("A page is made for who is logged in now, and a call of it that writes waits until that is known.", async () => {
  const told: unknown[] = [];
  const loader = async ({
    context,
  }: {
    context: { get: (key: typeof serverCall) => (...asked: unknown[]) => unknown };
  }) => {
    const call = context.get(serverCall);
    const [read, wrote] = await Promise.all([call(`GET ${own.path}`, {}, {}), call(`POST ${written.path}`, {}, {})]);
    told.push([read, wrote].map((one) => (one as { status: number }).status));
    return null;
  };
  const build = buildWithoutMarkup({ root: { id: "root", path: "/page", module: { loader, default: () => null } } });
  const pages = createPages({ api: app.api, build: async () => build, mode: "production", cache: null });
  const open = async (client: TestClient) =>
    pages(requestOfWeb(new Request("http://localhost:3000/page")), app.caller(headersOf(client)), undefined);
  const { id, client } = await borrower();
  await open(client);
  expect(told.splice(0)).toEqual([[200, 200]]);
  await sessionOf(id).set({ revokedAt: services.clock.realNow() }).execute();
  served.length = 0;
  await open(client);
  // Rendered again, because its frame may have named the logged-in person.
  expect(told.at(-1)).toEqual([401, 401]);
  expect(served.filter((one) => one.startsWith("wrote"))).toEqual([]);
});
