/**
 * The weight of every screen against product decisions 7: `sh scripts/node.sh bench/weight.ts`. `weigh` and `tooHeavy`
 * are for tests too. Screens with a parameter in their path (a loan, a document) are weighed if a caller gives their
 * paths.
 */
import { readFile } from "node:fs/promises";
import { get as getPlain, type IncomingMessage } from "node:http";
import { get as getSecure } from "node:https";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { bundle } from "#web/enhance/build.ts";
import { logIn, openGround, startProduct } from "./support/product.ts";
import { report, type Row } from "./support/report.ts";

/** Product decisions 7, in compressed bytes: of a page as browsers get it, of files by brotli. A kilobyte is 1,024 bytes, as in the first flight of ten segments. */
export const limitBytes = {
  reading: { page: 10 * 1024, inlineScript: 2048 },
  form: { page: 14 * 1024, inlineScript: 4096 },
  rich: { page: 100 * 1024, inlineScript: 4096, own: 12 * 1024 },
  afterLoad: 4096,
} as const;

type Kind = "reading" | "form" | "rich";
/** A screen of the product: its path, and the kind that its handle names. */
export interface Screen {
  path: string;
  kind: Kind;
}

export interface Weight {
  path: string;
  status: number;
  /** As the screen's handle says. */
  kind: Kind;
  /** A reading page carries the reading script, a form page a form's, a rich page files beside it. */
  carries: Kind;
  /** HTML with its inline styles and scripts, as the server sent it. */
  page: number;
  inlineScript: number;
  /** Files that run or style before the page can be used: a rich screen's scripts. The after-load file counts apart. */
  files: number;
  /** The part of them that only this screen uses. */
  own: number;
  afterLoad: number;
  /** Requests before the first paint, the page's own counted. */
  requests: number;
}

/**
 * An answer as it came over the wire: its body is not decompressed. An https address is reached with the proxy of the
 * process's environment.
 */
export function fetchBytes(
  url: string,
  cookie: string,
): Promise<{ status: number; body: Buffer; type: string; encoding: string; location: string }> {
  return new Promise((done, failed) => {
    const headers = { cookie, "accept-encoding": "gzip, deflate, br", "accept-language": "id" };
    const take = (response: IncomingMessage): void => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        const { headers } = response;
        done({
          status: response.statusCode ?? 0,
          body: Buffer.concat(parts),
          type: headers["content-type"] ?? "",
          encoding: headers["content-encoding"] ?? "",
          location: headers.location ?? "",
        });
      });
    };
    const asking = url.startsWith("https:")
      ? getSecure(url, { headers }, take)
      : getPlain(url, { headers, agent: false }, take);
    asking.on("error", failed);
  });
}

const scripts = {
  reading: await bundle("reading"),
  forms: await Promise.all((["form", "form-amounts", "form-codes", "form-plain"] as const).map(bundle)),
};

/** A small script of one form: it counts with its page, which stays a form page. */
const formScript = /\/push-[^/]+$/;

/**
 * Weighs a screen; null where the path redirects or answers with something else than a page. `clientFolder` holds the
 * built files.
 */
export async function weigh(
  origin: string,
  { path, kind }: Screen,
  cookie: string,
  clientFolder = "build/client",
): Promise<Weight | null> {
  // The second visit is answered as most are: from the page cache if the page may be cached.
  await fetchBytes(origin + path, cookie);
  const { status, body, type, encoding } = await fetchBytes(origin + path, cookie);
  if (!type.startsWith("text/html") || (status >= 300 && status < 400)) return null;
  const html = (
    encoding === "gzip" ? gunzipSync(body) : encoding === "br" ? brotliDecompressSync(body) : body
  ).toString();
  // Our own inline scripts name files that they fetch on demand.
  const named = [...scripts.forms, scripts.reading].reduce((rest, script) => rest.replace(script, () => ""), html);
  const modules = new Set(
    [...named.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)]
      .map((match) => match[1] as string)
      .filter((name) => !name.includes("/after-load-")),
  );
  for (const match of named.matchAll(/(?:import|from)\s*\(?"(\/assets\/[^"]+\.js)"/g)) modules.add(match[1] as string);
  const afterLoad = /"(\/assets\/after-load-[^"]+)"/.exec(html)?.[1];
  // Structured data is not executed. It counts with its page.
  const inline = [...html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/ld))[^>]*>([^]*?)<\/script>/g)].map(
    (match) => match[1] as string,
  );
  const carries = [...modules].some((name) => !formScript.test(name))
    ? "rich"
    : inline.some((one) => one.startsWith(scripts.reading))
      ? "reading"
      : "form";
  const bytesOf = async (name: string): Promise<number> =>
    brotliCompressSync(await readFile(join(clientFolder, name))).length;
  const sizes = await Promise.all([...modules].map(async (name) => [name, await bytesOf(name)] as const));
  const blocking = [
    ...html.matchAll(
      /<link[^>]*rel="stylesheet"[^>]*>|<script(?=[^>]*\ssrc=)(?![^>]*\s(?:async|defer|type="module"))[^>]*>/g,
    ),
  ].length;
  const lastName = (path.split("?")[0] as string).split("/").findLast((part) => part !== "") ?? "home";
  return {
    path,
    status,
    kind,
    carries,
    page: encoding === "" ? brotliCompressSync(body).length : body.length,
    inlineScript: inline.length === 0 ? 0 : brotliCompressSync(inline.join("\n")).length,
    files: sizes.reduce((sum, [, bytes]) => sum + bytes, 0),
    own: sizes.filter(([name]) => name.startsWith(`/assets/${lastName}-`)).reduce((sum, [, bytes]) => sum + bytes, 0),
    afterLoad: afterLoad ? await bytesOf(afterLoad) : 0,
    requests: 1 + blocking,
  };
}

/** Tools of the project that prod does not serve. */
const outsideProd = new Set(["/gallery", "/sandbox", "/sandbox/host", "/sandbox/error"]);

/** The limits that a screen exceeds, in words; empty if none. */
export function tooHeavy({
  path,
  status,
  kind,
  carries,
  page,
  inlineScript,
  files,
  own,
  afterLoad,
  requests,
}: Weight): string[] {
  const limit = limitBytes[kind];
  const faults: string[] = [];
  const hold = (what: string, bytes: number, most: number) => {
    if (bytes > most) faults.push(`${path}: ${what} weighs ${bytes} bytes, ${most} are allowed (product decisions 7)`);
  };
  if (kind === "rich") hold("its own script", own, limitBytes.rich.own);
  if (outsideProd.has(path)) return faults;
  hold(kind === "rich" ? "the page with its scripts" : "the page", page + files, limit.page);
  if (kind !== "rich") hold("its inline script", inlineScript, limit.inlineScript);
  hold("the after-load file", afterLoad, limitBytes.afterLoad);
  // Error pages, and states of a rich screen without its rich part, have the limits of a form page.
  const mayCarry: readonly Kind[] = kind === "rich" || status !== 200 ? [kind, "form"] : [kind];
  if (!mayCarry.includes(carries))
    faults.push(`${path}: is a ${kind} page, and carries the scripts of a ${carries} page`);
  if (requests > 1) faults.push(`${path}: ${requests - 1} files hold up the first paint`);
  return faults;
}

/** All screens by the patterns of their paths, from the product's own list of routes; the kind is read in the screen's file. */
async function everyScreen(): Promise<Screen[]> {
  Object.assign(globalThis, { __reactRouterAppDirectory: join(process.cwd(), "src") });
  const { default: routes } = (await import("../src/routes.ts")) as {
    default: RouteConfigEntry[] | Promise<RouteConfigEntry[]>;
  };
  const screens = (entries: RouteConfigEntry[], above: string): (Screen & { file: string })[] =>
    entries.flatMap((entry) => {
      const path = [above, entry.path].filter(Boolean).join("/");
      return entry.children ? screens(entry.children, path) : [{ path: `/${path}`, kind: "form", file: entry.file }];
    });
  const byPath = new Map(
    await Promise.all(
      screens(await routes, "").map(async ({ path, file }) => [path, { path, kind: await kindIn(file) }] as const),
    ),
  );
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The screens whose path has no parameter. */
export const fixedScreens = async (): Promise<Screen[]> =>
  (await everyScreen()).filter(({ path }) => !/[:*]/.test(path));

/** The screens at these paths. */
export async function screensAt(paths: readonly string[]): Promise<Screen[]> {
  const screens = await everyScreen();
  const isAt = (pattern: string, path: string): boolean =>
    new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(path);
  return paths.flatMap((path) => {
    const screen = screens.find((one) => one.path === path) ?? screens.find((one) => isAt(one.path, path));
    return screen ? [{ path, kind: screen.kind }] : [];
  });
}

/** The kind in a screen's handle; without one it is a form (`ScreenHandle`). */
async function kindIn(file: string): Promise<Kind> {
  const text = await readFile(join(process.cwd(), "src", file), "utf8");
  const handle = /^export const handle\b[^]*?^(?:.*\};?|\});?$/m.exec(text)?.[0] ?? "";
  return (/\bkind: "(reading|rich)"/.exec(handle)?.[1] ?? "form") as Kind;
}

if (import.meta.main) {
  const ground = await openGround();
  const product = await startProduct(ground);
  const rows: Row[] = [];
  const faults: string[] = [];
  try {
    const { cookie } = await logIn(ground);
    for (const screen of await fixedScreens()) {
      // Without a login, for pages such as the login page that redirect a logged-in borrower.
      const weight = (await weigh(product.origin, screen, cookie)) ?? (await weigh(product.origin, screen, ""));
      if (!weight) continue;
      const found = tooHeavy(weight);
      faults.push(...found);
      const { kind, status, page, inlineScript, files, own, afterLoad, requests } = weight;
      rows.push({
        screen: screen.path,
        kind,
        status,
        page,
        "inline script": inlineScript,
        ...(kind === "rich" ? { files, own } : { files: "", own: "" }),
        "after load": afterLoad,
        "requests before paint": requests,
        met: found.length === 0 ? "yes" : "no",
      });
    }
    report(
      "Weight of the screens, compressed bytes",
      rows.toSorted((a, b) => Number(b["page"]) - Number(a["page"])),
    );
    for (const fault of faults) console.log(fault);
  } finally {
    await product.stop();
    await ground.stop();
  }
  process.exitCode = faults.length === 0 ? 0 : 1;
}
