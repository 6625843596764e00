/**
 * Composes a server process from its parts and runs it: configuration, database, ports, calls, jobs, pages.
 * `server.ts` calls it on the built files, `dev.ts` through Vite, the journeys on a database of their own.
 */
import { checkQuestions } from "#server/questions.ts";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { ServerBuild } from "react-router";
import { createApp, type App } from "./app.ts";
import { createApi, domains, registerWork } from "./api.ts";
import { watchConfiguration } from "#features/platform/configuration/server/index.ts";
import { isDatabaseReady, waitForConnection } from "#server/database.server.ts";
import { cacheKeyReader } from "#server/http/cache-key.ts";
import { titleFaults, type Brand } from "#server/process/brand.server.ts";
import { ConfigFault } from "#server/process/config.server.ts";
import type { Log } from "#server/process/log.server.ts";
import { AnswerCache, PageCache } from "#server/http/response-cache.ts";
import { watchAdmission } from "#server/http/admission.ts";
import { openServices, restMilliseconds, type Installation } from "#server/open-services.ts";
import { createSlowBodyGuard, slowBodyLimits } from "#server/http/slow-body-guard.ts";
import { count } from "#server/observability/instruments.ts";
import { openTelemetry } from "#server/observability/open-telemetry.ts";
import { openTraceSteps } from "#server/observability/trace-steps.ts";
import { repeatEvery, finishedWithin } from "#server/work/timers.ts";
import { screenPatterns } from "./router.ts";
import { warmUp } from "./warm-up.ts";

export interface StartOptions {
  environment: Readonly<Record<string, string | undefined>>;
  mode: "production" | "development";
  /** React Router's build; by default the one bundled with this file. */
  build?: () => Promise<ServerBuild>;
  /** Where the built browser files lie; null while Vite serves them. */
  clientFolder?: string | null;
  /** Set in development: answers Vite's requests, else calls `next`. */
  before?: (
    request: IncomingMessage,
    response: Parameters<Parameters<typeof createServer>[1] & object>[1],
    next: () => void,
  ) => void;
}

export interface Running {
  /** The address to print: the first public origin. */
  origin: string;
  installation: Installation;
  server: Server;
  /** Stops taking requests, finishes what is under way within 10 s, closes jobs, pool and database. */
  stop: () => Promise<void>;
}

/** Limits for slow and idle connections (threat H9). The slow body guard limits bodies: an upload may take longer than a form. */
const connectionLimits = {
  headersTimeout: 10_000,
  requestTimeout: slowBodyLimits.uploadMilliseconds + 10_000,
  /** How often the two are looked at; Node's own 30 s would make four times as much of the first. */
  connectionsCheckingInterval: 2_000,
  /** Longer than a proxy keeps its connections to us (60 s by habit): otherwise we would close a connection on which the proxy is sending a request. */
  keepAliveTimeout: 65_000,
  /** Most requests have no body, and creating an unread stream costs as much as a refusal. */
  optimizeEmptyRequests: true,
} as const;
/**
 * The listen backlog: connections that the kernel keeps until they are accepted, within its own limit. With Node's
 * default of 511, the first third of a second of a flood overflowed: dropped clients retry after 1, 3 and 7 s, and get
 * no answer until then.
 */
const maxUnaccepted = 4_096;
/** Time without reading or writing: the client does not take the answer, or is gone. */
const silentMilliseconds = 120_000;

export async function start(options: StartOptions): Promise<Running> {
  const installation = await openServices(options.environment, domains);
  const watching: Watching[] = [];
  try {
    return await serve(options, installation, watching);
  } catch (error) {
    // A port in use: the parts are closed before the database, so that only this error is reported.
    await Promise.allSettled(watching.map((one) => one.stop()));
    await installation.stop().catch(() => {});
    throw error;
  }
}

interface Watching {
  stop(): Promise<void>;
}

/** Watchers started here are added to `watching`, also when the start fails later. */
async function serve(options: StartOptions, installation: Installation, watching: Watching[]): Promise<Running> {
  const { services } = installation;
  const { brands } = services;
  checkQuestions(services.ask);
  const api = createApi(services);
  registerWork(services);
  watching.push(await openTelemetry(services, options.mode === "production"));
  const steps = openTraceSteps(services);
  watching.push({ stop: async () => steps.stop() });
  await installation.startWork();
  const frameOf = cacheKeyReader(brands, services);
  const cache = options.mode === "production" ? new PageCache(frameOf) : null;
  const answerCache = options.mode === "production" ? new AnswerCache(frameOf, services.random) : null;
  watching.push(
    await watchConfiguration(services, () => [cache, answerCache].forEach((oneCache) => oneCache?.clear())),
  );
  const load = watchAdmission({ queue: () => waitForConnection(services.database), log: services.log });
  watching.push(load);
  const build = options.build ?? (() => import("virtual:react-router/server-build"));
  const app = createApp({
    api,
    brands,
    build,
    mode: options.mode,
    cache,
    answerCache,
    clientFolder: options.clientFolder === undefined ? "build/client" : options.clientFolder,
    ready: () => isDatabaseReady(services.database),
    load,
  });
  const pacer = createSlowBodyGuard();
  watching.push(pacer);
  const server = createServer(connectionLimits, (request, response) => {
    pacer.watch(request, response);
    if (cache?.serve(request, response) || answerCache?.serve(request, response)) {
      count("tunai.requests", { call: "cached", status: 200 });
      return;
    }
    if (options.before) options.before(request, response, () => app.serve(request, response));
    else app.serve(request, response);
  });
  server.setTimeout(silentMilliseconds);
  await new Promise<void>((ready, failed) =>
    server.once("error", failed).listen({ port: services.config.port, backlog: maxUnaccepted }, () => ready()),
  );
  // Where the system chose the port, the sandbox's bank learns here where to call back.
  services.outside.start({ port: (server.address() as AddressInfo).port });
  await checkTitles(brands, build);
  const origin = services.config.publicOrigins[0] as string;
  if (options.mode === "production" && services.config.appEnv !== "test")
    watching.push(warm(app, origin, services.log));
  return { origin, installation, server, stop: () => stop(server, installation, watching) };
}

/** @throws ConfigFault where a brand has a title for a page that does not exist */
async function checkTitles(brands: readonly Brand[], build: () => Promise<ServerBuild>): Promise<void> {
  if (brands.every(({ titles }) => Object.keys(titles).length === 0)) return;
  const patternOf = screenPatterns(await build());
  const faults = titleFaults(brands, (path) => patternOf(path) !== "unknown");
  if (faults.length > 0) throw new ConfigFault(faults);
}

/** Runs while the first visitors are served: waiting for it would make a start take half as long again. The journeys start dozens of processes and skip it. */
function warm(app: App, origin: string, log: Log): Watching {
  const ending = new AbortController();
  const running = warmUp(app, origin, log, ending.signal).catch((error: unknown) =>
    log.error("warming ended early", { error }),
  );
  return {
    async stop() {
      ending.abort();
      await running;
    },
  };
}

/** Requests, jobs and sweeps end side by side, within the time that is theirs; then everything closes (security rules 21). */
async function stop(server: Server, installation: Installation, watching: readonly Watching[]): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  // A connection that was just answered is kept for a next request, which shall go elsewhere.
  const leaving = repeatEvery(
    100,
    async () => server.closeIdleConnections(),
    () => {},
  );
  await Promise.all([finishedWithin(restMilliseconds, closed), installation.rest()]);
  server.closeAllConnections();
  await Promise.all([leaving, ...watching].map((one) => one.stop()));
  await installation.stop();
}
