/**
 * One React Router per screen. A router for the whole product would try one screen after the other and rebuild all of
 * them with every request; so a screen with a fixed path gets a router with this screen and its layouts.
 */
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import { holdData } from "#web/rendering/held-data.ts";
import { pageRefusal, refusalIn } from "#web/refusal.ts";

type Handler = ReturnType<typeof createRequestHandler>;
type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/** Names the router for a path. While developing, the build changes under the server and all paths share one. */
export async function routersOf(build: () => Promise<ServerBuild>, mode: string): Promise<(path: string) => Handler> {
  if (mode !== "production") {
    const handler = createRequestHandler(async () => withOurs(await build()), mode);
    return () => handler;
  }
  const whole = withOurs(await build());
  const general = createRequestHandler(whole, mode);
  const branches = fixedBranches(whole.routes);
  const made = new Map<string, Handler>();
  return (path) => {
    const branch = branches.get(path);
    if (!branch) return general;
    let handler = made.get(path);
    if (!handler) made.set(path, (handler = createRequestHandler(only(whole, branch), mode)));
    return handler;
  };
}

/** The screens with a fixed path, each with the routes around it, outermost first. */
function fixedBranches(routes: Routes): Map<string, Route[]> {
  const all = Object.values(routes).filter((route): route is Route => route !== undefined);
  const parents = new Set(all.map(({ parentId }) => parentId));
  const branches = new Map<string, Route[]>();
  const usedPaths = new Set<string>();
  for (const screen of all) {
    if (parents.has(screen.id)) continue;
    const branch = [screen];
    for (let at = screen; at.parentId !== undefined; branch.unshift(at)) at = routes[at.parentId] as Route;
    const fixed = `/${branch.flatMap(({ path }) => path || []).join("/")}`;
    // Where two screens share a path, or a path has a variable part, the router itself has to choose.
    if (usedPaths.has(fixed)) branches.delete(fixed);
    else if (/^[\w/-]*$/.test(fixed)) branches.set(fixed, branch);
    usedPaths.add(fixed);
  }
  return branches;
}

/**
 * Names screens by the pattern of their path, `/webview/loan-history/:loanId`; `unknown` for no match. The pattern says
 * nothing about the reader, so metrics and spans may contain it.
 */
export function screenPatterns({ routes }: ServerBuild): (path: string) => string {
  const byLength = new Map<number, string[][]>();
  for (const parts of Object.values(routes).flatMap((route) => (route ? [partsOf(routes, route)] : []))) {
    if (!parts.includes("*")) byLength.set(parts.length, [...(byLength.get(parts.length) ?? []), parts]);
  }
  const variables = (parts: readonly string[]): number => parts.filter((part) => part.startsWith(":")).length;
  // A fixed path has priority over one with a parameter.
  for (const patterns of byLength.values()) patterns.sort((a, b) => variables(a) - variables(b));
  return (path) => {
    const segments = path.replace(/\.data$/, "").split("/");
    if (path === "/") return path;
    const found = byLength
      .get(segments.length)
      ?.find((parts) => parts.every((part, at) => part.startsWith(":") || part === segments[at]));
    return found?.join("/") ?? "unknown";
  };
}

/** The parts of a screen's path with those of the routes around it, the first one empty. */
function partsOf(routes: Routes, screen: Route): string[] {
  const branch = [screen];
  for (let at = screen; at.parentId !== undefined; branch.unshift(at)) at = routes[at.parentId] as Route;
  return ["", ...branch.flatMap((part) => part.path?.split("/").filter(Boolean) ?? [])];
}

/**
 * The correct spelling of a screen's path when `path` differs only in capital letters; null when it is correct, or
 * matches no screen. Parameters, such as a number, stay as they are.
 */
export function speltPath(routes: Routes, path: string): string | null {
  const typed = path.split("/");
  for (const screen of Object.values(routes)) {
    if (!screen) continue;
    const parts = partsOf(routes, screen);
    const isFixed = (part: string): boolean => !/^[:*]/.test(part);
    if (parts.length !== typed.length || parts.includes("*")) continue;
    if (!parts.every((part, at) => !isFixed(part) || part.toLowerCase() === typed[at]!.toLowerCase())) continue;
    const spelt = parts.map((part, at) => (isFixed(part) ? part : typed[at])).join("/");
    return spelt === path ? null : spelt;
  }
  return null;
}

function only(whole: ServerBuild, branch: readonly Route[]): ServerBuild {
  const pick = <Value>(from: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(branch.map(({ id }) => [id, from[id] as Value]));
  return { ...whole, routes: pick(whole.routes), assets: { ...whole.assets, routes: pick(whole.assets.routes) } };
}

/**
 * Wraps each action so that its refusal is stored where the page finds it: a loader that redirects afterwards would drop
 * the action's answer. Wraps each loader so that a page's data are held back from the router's encoder.
 */
function withOurs(build: ServerBuild): ServerBuild {
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      if (!route) return [id, route];
      const { action, loader } = route.module;
      const module = { ...route.module };
      if (action)
        module.action = async (args) => {
          const answer = await action(args);
          const refusal = refusalIn(dataOf(answer));
          if (refusal) (args.context as RouterContextProvider).set(pageRefusal, refusal);
          return answer;
        };
      // Without a component it is no page, and its answer the response.
      if (loader && module.default)
        module.loader = async (args) => {
          const answer = await loader(args);
          // A request for the data alone is answered by the encoder.
          return new URL(args.request.url).pathname.endsWith(".data") ? answer : holdData(answer);
        };
      return [id, { ...route, module }];
    }),
  );
  return { ...build, routes };
}

/** The value inside the router's `data(…)`. */
const dataOf = (answer: unknown): unknown =>
  typeof answer === "object" && answer !== null && "init" in answer && "data" in answer ? answer.data : answer;
