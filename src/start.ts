/**
 * Composes a server process from its parts and runs it: configuration, database, ports, calls, jobs, pages.
 * `server.ts` calls it on the built files, `dev.ts` through Vite, the journeys on a database of their own.
 */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import type { ServerBuild } from "react-router";
import { createApp } from "./app.ts";
import { createApi, registerWork } from "./api.ts";
import { watchConfiguration } from "#features/operations/configuration/server/index.ts";
import { isDatabaseReady } from "#server/database.server.ts";
import { brandOf, readBrands, type Brand } from "#server/brand.server.ts";
import { languageOf } from "#server/caller-of.ts";
import { languageNamedBy, PageCache } from "#server/page-cache.ts";
import { openServices, type Installation } from "#server/open-services.ts";
import type { Services } from "#server/services.ts";
import { readCookies } from "#server/session.server.ts";
import { nativeHostOf } from "#shared/native-host.ts";

export interface StartWish {
  environment: Readonly<Record<string, string | undefined>>;
  mode: "production" | "development";
  /** React Router's build; by default the one bundled with this file. */
  build?: () => Promise<ServerBuild>;
  /** Where the built browser files lie; null while Vite serves them. */
  clientFolder?: string | null;
  /** Set in development: answers what Vite answers, else calls `next`. */
  before?: (request: IncomingMessage, response: Parameters<Parameters<typeof createServer>[1] & object>[1], next: () => void) => void;
}

export interface Running {
  /** The address to print: the first public origin. */
  origin: string;
  installation: Installation;
  server: Server;
  /** Stops taking requests, finishes what is under way within 10 s, closes jobs, pool and database. */
  stop: () => Promise<void>;
}

/** How long a request may take to arrive whole, and a connection may idle (threat H9). */
const requestTimeoutMilliseconds = 30_000;
const headersTimeoutMilliseconds = 10_000;
/** Asia/Jakarta has no summer time: UTC+7. */
const wibOffsetMilliseconds = 7 * 3_600_000;

export async function start(wish: StartWish): Promise<Running> {
  const installation = await openServices(wish.environment);
  const { services } = installation;
  const brands = readBrands(resolve("brands"));
  const api = createApi(services);
  registerWork(services);
  await installation.startWork();
  const cache = wish.mode === "production" ? new PageCache((request, url) => cacheFrame(request, url, brands, services)) : null;
  const watching = cache ? await watchConfiguration(services, () => cache.clear()) : null;
  const app = createApp({
    api,
    brands,
    build: wish.build ?? (() => import("virtual:react-router/server-build")),
    mode: wish.mode,
    cache,
    clientFolder: wish.clientFolder === undefined ? "build/client" : wish.clientFolder,
    ready: () => isDatabaseReady(services.database),
  });
  const server = createServer((request, response) => {
    if (cache?.serve(request, response)) return;
    if (wish.before) wish.before(request, response, () => app.serve(request, response));
    else app.serve(request, response);
  });
  server.requestTimeout = requestTimeoutMilliseconds;
  server.headersTimeout = headersTimeoutMilliseconds;
  await new Promise<void>((ready, failed) => server.once("error", failed).listen(services.config.port, () => ready()));
  // Where the system chose the port, the sandbox's bank learns here where to call back.
  services.outside.start({ port: (server.address() as AddressInfo).port });
  return { origin: services.config.publicOrigins[0] as string, installation, server, stop: () => stop(server, installation, watching) };
}

/** What of a request changes a cached page's frame. The business day counts too: quotes name dates. */
function cacheFrame(request: IncomingMessage, url: URL, brands: readonly Brand[], services: Services): string {
  const host = nativeHostOf(request.headers["user-agent"] ?? "", brands);
  const language = languageOf(url.searchParams.get("lang"), readCookies(request.headers.cookie), request.headers["accept-language"]);
  // An address that names its language is a page of its own for search engines: its canonical address names it too.
  const named = languageNamedBy(url) ? "named" : "";
  const brand = brandOf(brands, { host: url.host, path: url.pathname, hostApp: host?.app ?? null }, services.config.brand);
  const day = Math.floor((services.clock.now().getTime() + wibOffsetMilliseconds) / 86_400_000);
  // A flag is on or off: made-up values of it are no pages of their own, each to be rendered and compressed.
  const flag = (name: string): string => (url.searchParams.get(name) === "1" ? "1" : "");
  return [url.host, brand.id, language, named, host?.app ?? "", flag("navBar"), flag("hideBack"), day].join("|");
}

async function stop(server: Server, installation: Installation, watching: { stop(): Promise<void> } | null): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  server.closeIdleConnections();
  const hurry = installation.afterSeconds(8, () => server.closeAllConnections());
  await closed;
  hurry.cancel();
  await watching?.stop();
  await installation.stop();
}
