/** The product's screens as React Router's server build has them, read from the sources and without their markup: for what their loaders ask and answer. */
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { ServerBuild } from "react-router";
import { pageOutcome } from "#web/rendering/outcome.ts";
import { root } from "./house-sources.ts";

type Routes = Record<string, { id: string; path?: string; parentId?: string; index?: boolean; module: object }>;

/** As the product's own entry answers, with no markup. */
const render = (
  _request: Request,
  status: number,
  headers: Headers,
  _entry: unknown,
  context: { get: (key: typeof pageOutcome) => object },
) => {
  Object.assign(context.get(pageOutcome), { parts: { scripts: [], styles: [] }, text: "<p>a page</p>" });
  return new Response(null, { status, headers });
};

/** A build of these routes. */
export function buildWithoutMarkup(routes: Routes): ServerBuild {
  const handleError = (error: unknown, { context }: { context: { get: (key: typeof pageOutcome) => object } }) =>
    (context.get(pageOutcome) as { failures: unknown[] }).failures.push(error);
  return {
    entry: { module: { default: render, handleError } },
    routes,
    assets: {
      routes: Object.fromEntries(Object.values(routes).map((route) => [route.id, { ...route, module: "" }])),
      entry: { module: "", imports: [] },
      version: "1",
      url: "",
    },
    future: {},
    ssr: true,
    prerender: [],
    routeDiscovery: { mode: "initial" },
  } as unknown as ServerBuild;
}

/** Every screen of `src/routes.ts`, and the paths at which they stand: `/webview/message/:id`. */
export async function screensOfSources(): Promise<{ build: ServerBuild; paths: string[] }> {
  const { default: entries } = (await import(join(root, "src/routes.ts"))) as { default: RouteConfigEntry[] };
  const routes: Routes = {};
  const paths: string[] = [];
  const add = async (entry: RouteConfigEntry, parentId: string | undefined, above: string): Promise<void> => {
    const id = entry.file;
    const module = (await import(join(root, "src", entry.file))) as Record<string, unknown>;
    const path = entry.path === undefined ? above : `${above}/${entry.path}`;
    // Two screens in one file, or one at two paths, are told apart.
    const key = routes[id] ? `${id}#${path}` : id;
    routes[key] = {
      id: key,
      ...(entry.path === undefined ? {} : { path: entry.path }),
      ...(entry.index ? { index: true } : {}),
      ...(parentId === undefined ? {} : { parentId }),
      module: module["default"] === undefined ? module : { ...module, default: () => null },
    };
    for (const child of entry.children ?? []) await add(child, key, path);
    if (!entry.children?.length) paths.push(path || "/");
  };
  for (const entry of entries) await add(entry, undefined, "");
  return { build: buildWithoutMarkup(routes), paths };
}
