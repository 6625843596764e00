/**
 * The front door: every request passes here, in this order: own host? caller, health, assets, calls, pages.
 * The order is the security argument, so it stands in one file.
 */
import type { HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ServerBuild } from "react-router";
import { failed, type Api } from "#server/answer.ts";
import type { Brand } from "#server/brand.server.ts";
import { callerOf } from "#server/caller-of.ts";
import type { Caller } from "#server/caller.ts";
import { openDoor } from "#server/door.ts";
import { setCommonHeaders } from "#server/headers.ts";
import type { PageCache } from "#server/page-cache.ts";
import { commonProblems } from "#shared/problems.ts";
import { createPages } from "./pages.ts";

type Env = { Bindings: HttpBindings; Variables: { caller: Caller } };

export interface AppWish {
  api: Api;
  brands: readonly Brand[];
  build: () => Promise<ServerBuild>;
  mode: string;
  cache: PageCache | null;
  /** Folder of the built browser files; null in development, where Vite serves them. */
  clientFolder: string | null;
  ready: () => Promise<boolean>;
}

/** Six photos of up to 5 MB travel one by one; everything else is small. */
const uploadBytes = 8 * 1024 * 1024;
const plainBytes = 64 * 1024;

export function createApp(wish: AppWish): Hono<Env> {
  const { api, brands } = wish;
  const { services } = api;
  const publicOrigins = [...services.config.publicOrigins, ...brands.flatMap((brand) => brand.origins)];
  const hosts = new Set(publicOrigins.map((origin) => new URL(origin).host));
  const pages = createPages({ api, build: wish.build, mode: wish.mode, cache: wish.cache, publicOrigins });
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    await next();
    setCommonHeaders(c.res.headers);
  });

  // A foreign Host would poison links and caches, so it is turned away before anything reads it.
  app.use(async (c, next) => {
    if (!hosts.has(c.req.header("host") ?? "")) return c.text("This server does not answer for that host.", 421);
    c.set("caller", callerOf({ services, brands }, c.req.raw, c.env?.incoming?.socket.remoteAddress ?? "127.0.0.1"));
    return next();
  });

  app.get("/healthz", (c) => c.text("alive"));
  app.get("/readyz", async (c) => ((await wish.ready()) ? c.text("ready") : c.text("not ready", 503)));

  if (wish.clientFolder) {
    app.use("/assets/*", serveStatic({ root: wish.clientFolder, precompressed: true, onFound: (_path, c) => c.header("Cache-Control", "public, max-age=31536000, immutable") }));
    app.use("/icon.svg", serveStatic({ root: wish.clientFolder, onFound: (_path, c) => c.header("Cache-Control", "public, max-age=86400") }));
  }

  const tooLarge = (caller: Caller) => failed(caller, "BODY_TOO_LARGE", commonProblems.BODY_TOO_LARGE);
  app.use(async (c, next) => {
    const isUpload = (c.req.header("content-type") ?? "").startsWith("multipart/form-data");
    const limit = bodyLimit({ maxSize: isUpload ? uploadBytes : plainBytes, onError: () => c.json(tooLarge(c.get("caller")).envelope, 413) });
    return limit(c, next);
  });

  openDoor(app as unknown as Parameters<typeof openDoor>[0], api, publicOrigins);
  // The readable page of the API is a screen among the calls.
  app.get("/api", (c) => c.redirect("/api/docs"));
  app.on("GET", ["/api/docs", "/api/docs/*"], (c) => pages(c.req.raw, c.get("caller"), c.env?.incoming));
  app.all("/api/*", (c) => {
    const caller = c.get("caller");
    return c.json(failed(caller, "NOT_FOUND", commonProblems.NOT_FOUND).envelope, 404);
  });

  app.all("*", (c) => pages(c.req.raw, c.get("caller"), c.env?.incoming));

  app.onError((error, c) => {
    const caller: Caller | undefined = c.get("caller");
    services.log.error("request failed", { traceId: caller?.traceId, error });
    return c.json(failed(caller ?? { language: "id", traceId: "" }, "INTERNAL", commonProblems.INTERNAL).envelope, 500);
  });
  return app;
}
