/** The product's screens read from the sources, with their markup and without styles and scripts: what a reader of the page reads. */
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import {
  matchRoutes,
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
  type EntryContext,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { createPages, type PagesOptions } from "../../src/pages.ts";
import type { Call } from "#shared/contract.ts";
import { drawScreen } from "#web/rendering/draw.tsx";
import { pageOutcome } from "#web/rendering/outcome.ts";
import { root } from "./house-sources.ts";
import { buildWithoutMarkup } from "./screens-of-sources.ts";

export interface DrawnScreen {
  /** As it stands in the routes: `/webview/message/:id`. */
  path: string;
  /** `features/support/message/screens/message.tsx` */
  file: string;
}
/** The forms of an action that `defineForms` made, each with the call that it makes. */
type ScreenModule = { action?: { calls?: ReadonlyMap<string, Call> } };
type Route = { id: string; path?: string; parentId?: string; index?: boolean; caseSensitive?: boolean; file: string };

const { default: entries } = (await import(join(root, "src/routes.ts"))) as { default: RouteConfigEntry[] };

/** The screens of the product, without their modules. */
export const screens: DrawnScreen[] = [];
const routes = new Map<string, Route>([["root", { id: "root", path: "", file: "root.tsx" }]]);
const tree = entries.map((entry) => routeObject(entry, "root", ""));

function routeObject(entry: RouteConfigEntry, parentId: string, above: string): RouteObject {
  const path = entry.path === undefined ? above : `${above}/${entry.path}`;
  const id = `${entry.file}#${path}`;
  const { caseSensitive, index, file } = entry;
  const place = {
    id,
    ...(entry.path === undefined ? {} : { path: entry.path }),
    ...(caseSensitive ? { caseSensitive } : {}),
  };
  routes.set(id, { ...place, parentId, file, ...(index ? { index } : {}) });
  if (index) {
    screens.push({ path: path || "/", file });
    return { ...place, index };
  }
  const children = (entry.children ?? []).map((child) => routeObject(child, id, path));
  if (children.length === 0) screens.push({ path: path || "/", file });
  return { ...place, children };
}

const moduleOf = (file: string): Promise<ScreenModule> => import(join(root, "src", file)) as Promise<ScreenModule>;

/** The calls that the forms of each screen make, of all screens: reads some 280 modules. */
export async function screensWithForms(): Promise<(DrawnScreen & { forms: [name: string, call: Call][] })[]> {
  const found = [];
  for (const screen of screens)
    found.push({ ...screen, forms: [...((await moduleOf(screen.file)).action?.calls ?? [])] });
  return found;
}

const builds = new Map<string, Promise<ServerBuild>>();
const routesOfShapes = new Map<string, string[]>();

/** The ids of the routes at an address. The router ranks all its routes for each question, so an answer is kept for addresses that differ in their ids alone. */
function routesAt(pathname: string): string[] {
  const shape = pathname.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "{id}");
  const ids = routesOfShapes.get(shape) ?? (matchRoutes(tree, pathname) ?? []).map(({ route }) => route.id!);
  routesOfShapes.set(shape, ids);
  return ids;
}

/** A build of the one screen at an address and of what lies around it. To read all screens costs each process half a second. */
function buildAt(pathname: string): Promise<ServerBuild> {
  const ids = ["root", ...routesAt(pathname)];
  const leaf = ids.at(-1)!;
  let build = builds.get(leaf);
  if (!build) builds.set(leaf, (build = readBuild(ids)));
  return build;
}

async function readBuild(ids: readonly string[]): Promise<ServerBuild> {
  const chosen: Record<string, Omit<Route, "file"> & { module: object }> = {};
  for (const { file, ...route } of ids.map((id) => routes.get(id)!))
    chosen[route.id] = { ...route, module: withProps(await moduleOf(file)) };
  const build = buildWithoutMarkup(chosen);
  return { ...build, entry: { ...build.entry, module: { ...build.entry.module, default: draw } } };
}

/** The product's pages, each drawn from the sources when it is asked for. */
export function pagesOfSources(options: Pick<PagesOptions, "api" | "perform">): ReturnType<typeof createPages> {
  return async (asking, caller, incoming) => {
    const build = await buildAt(asking.path);
    const pages = createPages({ ...options, build: async () => build, mode: "production", cache: null });
    return pages(asking, caller, incoming);
  };
}

/** As the build does it: a screen's component is given what its loader and action gave. */
function withProps(module: object): object {
  const { default: Screen, ErrorBoundary } = module as Record<"default" | "ErrorBoundary", never>;
  return {
    ...module,
    ...(Screen ? { default: withComponentProps(Screen) } : {}),
    ...(ErrorBoundary ? { ErrorBoundary: withErrorBoundaryProps(ErrorBoundary) } : {}),
  };
}

async function draw(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const text = drawScreen(request, routerContext, context, new Set());
  Object.assign(context.get(pageOutcome), { parts: { scripts: [], styles: [] }, text });
  return new Response(null, { status, headers });
}
