/** The real app on a database of its own, with a clock that tests move, sandbox ports and a client that keeps cookies. */
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ServerBuild } from "react-router";
import { createApi, domains, registerWork } from "../../src/api.ts";
import { sandboxCampaigns } from "#features/rewards/campaign/server/index.ts";
import { createApp } from "../../src/app.ts";
import type { Api } from "#server/call/pipeline.ts";
import { readBrands } from "#server/process/brand.server.ts";
import { callerOf } from "#server/http/caller-of.ts";
import type { Caller } from "#server/call/caller.ts";
import { fixedClock, type FixedClock } from "#server/process/clock.ts";
import { parseConfig } from "#server/process/config.server.ts";
import { requestOfWeb } from "#server/http/exchange.ts";
import { isDatabaseReady } from "#server/database.server.ts";
import { createDiskSpace, type DiskSpace } from "#server/process/disk-space.ts";
import { createEvents } from "#server/events/domain-events.ts";
import type { Domain } from "#server/domain.ts";
import { openJobs } from "#server/work/jobs.ts";
import { openKeys } from "#server/keys/keys.server.ts";
import type { AdmissionControl } from "#server/http/admission.ts";
import { silentLog, type Log } from "#server/process/log.server.ts";
import { chooseOutside } from "#server/outside/index.ts";
import { systemRandom } from "#server/process/random.ts";
import { loopbackCookies } from "#server/http/cookies.ts";
import { deviceFrom } from "#server/http/known-device.ts";
import { openSession } from "#server/call/session.server.ts";
import type { Services } from "#server/services.ts";
import { createSitePages } from "#server/http/site-pages.ts";
import { createSweeps, runUntilIdle, type Sweep } from "#server/work/sweeps.ts";
import { tallySweep } from "#server/work/tally-sweep.ts";
import { createTally } from "#server/work/tally.ts";
import type { StepUpPurpose } from "#shared/purposes.ts";
import { answersHeard } from "./answers-heard.ts";
import { testDatabase } from "./database.ts";
import { drawsStates } from "./drawn-states.ts";
import { refusedCall, pagesThatAreSilent } from "./refusals-on-pages.ts";
import { whenOver } from "./when-over.ts";
import { askOf } from "#server/questions.ts";

/** Names of the credential cookies at the origin of tests. */
export const cookieNames = loopbackCookies.names;

export interface TestAppOptions {
  /** Mounts further calls beside the product's own; for tests of the floor. */
  mount?: (api: Api) => void;
  /** Whether the sandbox's campaigns are seeded. */
  campaigns?: true;
  /** Further domains beside the product's own; for tests of what the floor asks of domains. */
  domains?: readonly Domain[];
  /** Business time at the start, WIB morning by default; real time is months before it. */
  start?: string;
  /** How far business time is ahead of real time, in milliseconds; 0 where a partner's peer tells both by one clock. */
  aheadMilliseconds?: number;
  environment?: Record<string, string>;
  /** Origins of brands by their id, for what a brand with an address of its own does. */
  origins?: Record<string, string[]>;
  log?: Log;
  /** Decides which requests are turned away as by an overloaded process; by default none. */
  load?: AdmissionControl;
  /** A migrated database that the test made itself; by default one of its own is made. */
  database?: Awaited<ReturnType<typeof testDatabase>>;
  /** Begins no jobs: the test says when, by `services.jobs.work()`. */
  isIdle?: boolean;
  /** False where the calls of pages that follow a refusal would be counted: in the trail of staff, or by handlers of the test's own. */
  followsRefusals?: false;
  /** Room for new writes; by default always. */
  disk?: DiskSpace;
  /** Also the sweeps of `atTheEnd` and `dayTables`, for tests of what they write and of sweeps as such. */
  everySweep?: true;
}

/**
 * Sweeps that write for every day, and whose rows no other domain reads: they took half of each move of the clock. Figures
 * of reports are computed once, of all that a file's tests have left.
 */
const atTheEnd = "report-fold";
const dayTables: readonly string[] = ["telemetry-days", "trace-days"];

export interface TestResponse {
  status: number;
  headers: Headers;
  // Tests look into answers freely; the contract is checked where the answer is made.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  text: string;
}

/** Sends requests as one browser or partner would: it keeps cookies, and says same-origin unless told otherwise. */
export interface TestClient {
  get(path: string, headers?: Record<string, string>): Promise<TestResponse>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<TestResponse>;
  send(
    method: string,
    path: string,
    body: BodyInit | undefined,
    headers?: Record<string, string>,
  ): Promise<TestResponse>;
  cookies: Map<string, string>;
}

export interface TestApp {
  api: Api;
  services: Services;
  clock: FixedClock;
  /** `device`: what the test calls the browser, which brings the cookie of a device that we know again by it. */
  client(headers?: Record<string, string>, device?: string): TestClient;
  /** The blind index of that device. */
  deviceIndex(device: string): string;
  /** A client with a session of this borrower, on a device called by the borrower's id, which proves these purposes for ten minutes; the borrower's row is the caller's business. */
  loggedIn(borrowerId: string, ...proves: StepUpPurpose[]): Promise<TestClient>;
  /** A client with a session of this staff member. */
  staff(staffId: string, roles: Parameters<typeof openSession>[2]["roles"]): Promise<TestClient>;
  caller(headers?: Record<string, string>): Caller;
  /** Runs jobs and due sweeps until nothing is left to do. */
  settle(): Promise<void>;
  /** Lets this time go by in steps of 15 seconds (or as said), settling after each. */
  pass(seconds: number, stepSeconds?: number): Promise<void>;
}

export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { database, connection } = options.database ?? (await testDatabase());
  const folder = await mkdtemp(join(tmpdir(), "tunai-app-"));
  const environment = { APP_ENV: "test", DATA_DIR: folder, PORT: "3000", ...options.environment };
  const config = parseConfig(environment);
  const clock = fixedClock(options.start, options.aheadMilliseconds);
  const random = systemRandom();
  const log = options.log ?? silentLog;
  const keys = openKeys({ folder: config.secretsDir, random });
  const tally = createTally(clock);
  const jobs = await openJobs({ database, connection, log, tally });
  const outside = chooseOutside(environment, config).open({ database, clock, random, log, keys, tally });
  const brands = readBrands(resolve("brands")).map((brand) => ({
    ...brand,
    origins: options.origins?.[brand.id] ?? brand.origins,
  }));
  const disk = options.disk ?? createDiskSpace({ places: [], minBytes: 0, log });
  const all = [
    ...domains.filter((domain) => domain !== sandboxCampaigns || options.campaigns),
    ...(options.domains ?? []),
  ];
  const leftOut: Sweep[] = [];
  const services: Services = {
    config,
    brands,
    database,
    clock,
    random,
    jobs,
    ask: askOf(all),
    events: createEvents(),
    sweeps: options.everySweep ? createSweeps() : sweepsWithout(leftOut),
    tally,
    sitePages: createSitePages(),
    trailTexts: new Map(),
    problemTexts: new Map(),
    log,
    disk,
    keys,
    outside,
  };
  const api = createApi(services, all);
  options.mount?.(api);
  services.sweeps.add(tallySweep);
  registerWork(services, all);
  if (!options.isIdle) await jobs.work();
  const app = createApp({
    api,
    brands,
    build: async () => noScreens,
    mode: "test",
    cache: null,
    clientFolder: null,
    ready: () => isDatabaseReady(database),
    ...(options.load ? { load: options.load } : {}),
  });
  // The sandbox's bank calls back into this very app; there is no port to reach.
  outside.sandbox?.deliverBy(
    async (path, headers, body) =>
      (
        await app.request(`http://localhost:3000${path}`, {
          method: "POST",
          headers: { ...headers, Host: "localhost:3000" },
          body,
        })
      ).status,
  );
  whenOver(async () => {
    // A test may have closed the database itself.
    for (const drawOne of ofStaff.values()) await drawOne().catch(() => {});
    if (hasSettled && !options.database && (await isDatabaseReady(database)))
      await leftOut.find(({ name }) => name === atTheEnd)?.run(services);
    await outside.stop();
    await jobs.stop();
    await rm(folder, { recursive: true, force: true });
    if (silentPages.length > 0) throw new Error(`Pages that swallow a refusal:\n${silentPages.join("\n")}`);
    if (untruePages.length > 0) throw new Error(`Pages that say what is not so:\n${untruePages.join("\n")}`);
  });

  let hasSettled = false;
  const settle = (): Promise<void> => {
    hasSettled = true;
    return runUntilIdle(services);
  };
  const deviceOf = (device: string) =>
    deviceFrom(services, createHash("sha256").update(device).digest().subarray(0, 16));
  const pageCaller = (request: Request): Caller =>
    callerOf({ services, brands }, requestOfWeb(request), "http://localhost:3000");
  const silentPages: string[] = [];
  const afterRefusal: AfterRefusal = async (method, path, body, { response, cookies, headers, from }) => {
    const refused =
      options.followsRefusals === false ? null : refusedCall(api, method, path, body, { ...response, from });
    if (refused)
      silentPages.push(...(await pagesThatAreSilent(api, refused, { cookies, headers, callerOf: pageCaller })));
  };

  const untruePages: string[] = [];
  const draw = drawsStates(api);
  /** Drawn when the tests are over, the newest of each call: tests count what staff open. */
  const ofStaff = new Map<string, () => Promise<void>>();
  const afterAnswer: AfterAnswer = async (answered, { cookies, headers }) => {
    if (options.followsRefusals === false) return;
    const drawNow = async () => {
      untruePages.push(...(await draw(answered, { cookies, headers, callerOf: pageCaller })));
    };
    if (cookies.has(cookieNames.staff))
      ofStaff.set(`${answered.method} ${answered.path.replace(/[0-9a-f-]{36}|\?.*/g, "")}`, drawNow);
    else if (cookies.has(cookieNames.borrower)) await drawNow();
  };

  const told: Told = { hear: answersHeard(api), afterRefusal, afterAnswer };
  const openClient = async (
    subjectId: string,
    kind: "web" | "staff",
    more: Pick<Parameters<typeof openSession>[2], "roles" | "proves">,
  ) => {
    const client = clientOf(app, told);
    const opened = await openSession(services, database, {
      kind,
      subjectId,
      deviceToken: kind === "staff" ? `device-of-${subjectId}` : "device-of-tests",
      deviceLabel: "test",
      ...more,
    });
    client.cookies.set(cookieNames[kind === "staff" ? "staff" : "borrower"], opened.token);
    if (kind === "web") client.cookies.set(cookieNames.device, deviceOf(subjectId).cookie);
    return client;
  };
  return {
    api,
    services,
    clock,
    client(headers, device) {
      const client = clientOf(app, told, headers);
      if (device !== undefined) client.cookies.set(cookieNames.device, deviceOf(device).cookie);
      return client;
    },
    deviceIndex: (device) => deviceOf(device).index,
    loggedIn: (borrowerId, ...proves) => openClient(borrowerId, "web", { proves }),
    staff: (staffId, roles) => openClient(staffId, "staff", roles ? { roles } : {}),
    caller: (headers = {}) =>
      callerOf(
        { services, brands },
        requestOfWeb(new Request("http://localhost:3000/", { headers: { Host: "localhost:3000", ...headers } })),
        "http://localhost:3000",
      ),
    settle,
    async pass(seconds, stepSeconds = 15) {
      for (let left = seconds; left > 0; left -= stepSeconds) {
        clock.advance(Math.min(left, stepSeconds) * 1000);
        await settle();
      }
    },
  };
}

/** Sweeps of which `atTheEnd` and `dayTables` are put aside. */
function sweepsWithout(leftOut: Sweep[]): Services["sweeps"] {
  const sweeps = createSweeps();
  const { add } = sweeps;
  sweeps.add = (sweep) => {
    if (sweep.name === atTheEnd || dayTables.includes(sweep.name)) leftOut.push(sweep);
    else add(sweep);
  };
  return sweeps;
}

/** Calls are tested here; screens are the browser journeys' business. */
const noScreens = { routes: {} } as unknown as ServerBuild;

/** Hears of each answer that is no success. */
type AfterRefusal = (
  method: string,
  path: string,
  body: BodyInit | undefined,
  told: {
    response: TestResponse;
    cookies: ReadonlyMap<string, string>;
    headers: Record<string, string>;
    /** The page that it was sent from, by its `Referer`. */
    from: string | null;
  },
) => Promise<void>;

/** Hears of each answer that is a success. */
type AfterAnswer = (
  answered: { method: string; path: string; body: unknown },
  told: { cookies: ReadonlyMap<string, string>; headers: Record<string, string> },
) => Promise<void>;

/** Those who are told of answers. */
interface Told {
  hear: ReturnType<typeof answersHeard>;
  afterRefusal: AfterRefusal;
  afterAnswer: AfterAnswer;
}

function sentBody(body: BodyInit | undefined): unknown {
  if (typeof body !== "string") return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function clientOf(
  app: ReturnType<typeof createApp>,
  { hear, afterRefusal, afterAnswer }: Told,
  standing: Record<string, string> = {},
): TestClient {
  const cookies = new Map<string, string>();
  const send: TestClient["send"] = async (method, path, body, headers = {}) => {
    const sent = new Headers({ Host: "localhost:3000", "Sec-Fetch-Site": "same-origin", ...standing });
    if (cookies.size > 0) sent.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    // An empty one is none: a plain client says nothing of where it comes from.
    if (sent.get("Sec-Fetch-Site") === "") sent.delete("Sec-Fetch-Site");
    const response = await app.request(`http://localhost:3000${path}`, { method, headers: sent, body: body ?? null });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      const at = pair.indexOf("=");
      if (/Max-Age=0/i.test(set)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    const isJson = (response.headers.get("content-type") ?? "").includes("json");
    const told = { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
    hear({ method, path, sent: sentBody(body), status: told.status, body: told.body });
    if (told.status >= 400 && method !== "GET")
      await afterRefusal(method, path, body, { response: told, cookies, headers: standing, from: sent.get("Referer") });
    // After a reading alone: what comes right after an act is often a test of what has not happened yet.
    if (method === "GET" && told.status === 200 && isJson)
      await afterAnswer({ method, path, body: told.body }, { cookies, headers: standing });
    return told;
  };
  return {
    cookies,
    send,
    get: (path, headers) => send("GET", path, undefined, headers),
    post: (path, body, headers) =>
      send("POST", path, JSON.stringify(body), { "Content-Type": "application/json", ...headers }),
  };
}
