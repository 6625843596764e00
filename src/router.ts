/**
 * React Router by screen. Handed the whole product, it tries one screen after the other and makes all of them anew with
 * every request; so a screen with a fixed path gets a router that knows this screen and what lies around it.
 */
import { createRequestHandler, type ServerBuild } from "react-router";

type Handler = ReturnType<typeof createRequestHandler>;
type Routes = ServerBuild["routes"];
type Route = NonNullable<Routes[string]>;

/** Names the router for a path. While developing, the build changes under the server and all paths share one. */
export async function routersOf(build: () => Promise<ServerBuild>, mode: string): Promise<(path: string) => Handler> {
  if (mode !== "production") {
    const handler = createRequestHandler(build, mode);
    return () => handler;
  }
  const whole = await build();
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
  const taken = new Set<string>();
  for (const screen of all) {
    if (parents.has(screen.id)) continue;
    const branch = [screen];
    for (let at = screen; at.parentId !== undefined; branch.unshift(at)) at = routes[at.parentId] as Route;
    const fixed = `/${branch.flatMap(({ path }) => path || []).join("/")}`;
    // Where two screens share a path, or a path has a variable part, the router itself has to choose.
    if (taken.has(fixed)) branches.delete(fixed);
    else if (/^[\w/-]*$/.test(fixed)) branches.set(fixed, branch);
    taken.add(fixed);
  }
  return branches;
}

function only(whole: ServerBuild, branch: readonly Route[]): ServerBuild {
  const pick = <Value>(from: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(branch.map(({ id }) => [id, from[id] as Value]));
  return { ...whole, routes: pick(whole.routes), assets: { ...whole.assets, routes: pick(whole.assets.routes) } };
}
