import { describe, expect, it } from "vitest";
import { data, RouterContextProvider, type EntryContext, type ServerBuild } from "react-router";
import { releaseData } from "#web/rendering/held-data.ts";
import { routersOf, speltPath } from "./router.ts";

/** The ids of the routes that a screen's rendering received. */
const seen: string[][] = [];
const screen = (id: string, parentId: string | undefined, path: string | undefined) => ({
  id,
  parentId,
  path,
  index: undefined,
  module: { default: () => null, loader: async () => null },
});
const routes = {
  root: screen("root", undefined, ""),
  shell: screen("shell", "root", undefined),
  quota: screen("quota", "shell", "webview/quota"),
  loan: screen("loan", "shell", "webview/loan/:loanId"),
  one: screen("one", "shell", "same"),
  other: screen("other", "shell", "same"),
  lost: screen("lost", "shell", "*"),
};
const entries = Object.fromEntries(
  Object.values(routes).map(({ id, parentId, path }) => [
    id,
    { id, parentId, path, module: `/${id}.js`, hasLoader: true, hasAction: false },
  ]),
);
const build = {
  entry: {
    module: {
      default: (
        _request: Request,
        status: number,
        headers: Headers,
        entry: { routeModules: object; staticHandlerContext: { matches: { route: { id: string } }[] } },
      ) => {
        seen.push(Object.keys(entry.routeModules));
        return new Response(entry.staticHandlerContext.matches.at(-1)?.route.id ?? "", { status, headers });
      },
    },
  },
  routes,
  assets: { routes: entries, entry: { module: "", imports: [] }, version: "1", url: "" },
  publicPath: "/",
  assetsBuildDirectory: "",
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: "lazy", manifestPath: "/__manifest" },
} as unknown as ServerBuild;

const ask = async (path: string) => {
  const handler = (await routersOf(async () => build, "production"))(path);
  return (await handler(new Request(`http://localhost${path}`), new RouterContextProvider())).text();
};

it("spells a screen's path as it is, whatever letters are capital, and leaves what varies in it", () => {
  expect(speltPath(build.routes, "/Webview/QUOTA")).toBe("/webview/quota");
  expect(speltPath(build.routes, "/WEBVIEW/loan/TN-7KQ2")).toBe("/webview/loan/TN-7KQ2");
  for (const path of ["/webview/loan/TN-7KQ2", "/webview/quota", "/Nowhere", "/Webview/quota/x"])
    expect(speltPath(build.routes, path), path).toBeNull();
});

describe("the router of a path", () => {
  it("knows a screen with a fixed path and what lies around it, nothing else", async () => {
    expect(await ask("/webview/quota")).toBe("quota");
    expect(seen.at(-1)?.toSorted()).toEqual(["quota", "root", "shell"]);
  });
  it.each([
    ["/webview/loan/7", "loan"],
    ["/webview/quota/", "quota"],
    ["/WEBVIEW/quota", "quota"],
    ["/nowhere", "lost"],
    ["/same", "one"],
  ])("knows every screen at %s, where the router itself has to choose", async (path, id) => {
    expect(await ask(path)).toBe(id);
    expect(seen.at(-1)).toHaveLength(Object.keys(routes).length);
  });
});

it("keeps a page's data from the router's encoder, which answers a request for the data alone", async () => {
  const word = "word of the loader";
  const drawn: { encoded: string; data: unknown }[] = [];
  const textOf = async (stream: AsyncIterable<string | Uint8Array>): Promise<string> => {
    let text = "";
    for await (const chunk of stream) text += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk);
    return text;
  };
  const draw = async (_request: Request, status: number, headers: Headers, entry: EntryContext) => {
    const encoded = await textOf(entry.serverHandoffStream as unknown as AsyncIterable<string>);
    releaseData(entry);
    drawn.push({ encoded, data: entry.staticHandlerContext.loaderData["quota"] });
    return new Response("page", { status, headers });
  };
  const answers: [answer: unknown, status: number][] = [
    [{ word }, 200],
    [data({ word }, { status: 404 }), 404],
  ];
  for (const [answer, status] of answers) {
    const quota = { ...routes.quota, module: { default: () => null, loader: async () => answer } };
    const own = {
      ...build,
      routes: { ...routes, quota },
      entry: { module: { default: draw } },
    } as unknown as ServerBuild;
    const handler = (await routersOf(async () => own, "production"))("/webview/quota");
    const asked = (path: string) => handler(new Request(`http://localhost${path}`), new RouterContextProvider());
    expect((await asked("/webview/quota")).status).toBe(status);
    expect(await (await asked("/webview/quota.data")).text()).toContain(word);
  }
  expect(drawn.map((one) => one.data)).toEqual([{ word }, { word }]);
  // If this fails after an upgrade, check how the router encodes a function; if it no longer encodes one, remove
  // `hold`.
  for (const { encoded } of drawn) {
    expect(encoded).toContain("loaderData");
    expect(encoded).not.toContain(word);
  }
});
