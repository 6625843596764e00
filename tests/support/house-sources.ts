/** The repository as the house rules see it: files with their text, contracts, routes, tables. Read once for a test run. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { Call } from "#shared/contract.ts";
import { languages, type Text } from "#shared/texts.ts";

export const root = resolve(import.meta.dirname, "../..");

export interface Source {
  /** From the root: `src/features/credit/limit/contract.ts`. */
  path: string;
  text: string;
  /** Without comments; what stands in strings stays. */
  code: string;
}

const skippedFolders = new Set(["node_modules", "build", ".git", ".react-router", ".data"]);
const readable = /\.(tsx?|mjs|css|sql|md|tsv|json|sh)$/;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skippedFolders.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** Comments are blanked; a `//` inside a string or an address (`https://`) is none. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "))
    .replace(/(^|[\s;{}(,])\/\/.*$/gm, "$1");
}

const paths = ["src", "tests", "scripts", "bench", "migrations", "docs", "content", "brands"].flatMap((folder) =>
  filesBelow(join(root, folder)),
);
const own = readdirSync(root)
  .filter((name) => name.endsWith(".ts") || name === ".oxlintrc.json")
  .map((name) => join(root, name));
/** Every file of the repository, also pictures and fonts. */
export const allFiles: string[] = [...paths, ...own].map((path) => relative(root, path));
export const sources: Source[] = allFiles
  .filter((path) => readable.test(path))
  .map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return { path, text, code: /\.(tsx?|mjs|css)$/.test(path) ? withoutComments(text) : text };
  });

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.startsWith("tests/");
const generated = new Set(["src/server/database.types.ts"]);
/** TypeScript that runs in the product. */
export const productSources = sources.filter(
  ({ path }) => /^src\/.*\.tsx?$/.test(path) && !isTest(path) && !generated.has(path),
);
export const testSources = sources.filter(({ path }) => /\.tsx?$/.test(path) && isTest(path));
export const migrations = sources.filter(({ path }) => path.startsWith("migrations/"));

export interface Domain {
  wing: string;
  name: string;
  /** `src/features/credit/limit` */
  folder: string;
  files: string[];
}
export const domains: Domain[] = [
  ...new Set(
    allFiles.map((path) => /^src\/features\/[^/]+\/[^/]+(?=\/)/.exec(path)?.[0]).filter((path) => path !== undefined),
  ),
].map((folder) => ({
  wing: folder.split("/")[2] as string,
  name: folder.split("/")[3] as string,
  folder,
  files: allFiles.filter((path) => path.startsWith(`${folder}/`)),
}));

export interface DeclaredCall {
  /** Name under which the contract exports it. */
  exported: string;
  /** `src/features/credit/limit/contract.ts` */
  contract: string;
  domain: Domain;
  call: Call;
}

const isCall = (value: unknown): value is Call =>
  typeof value === "object" &&
  value !== null &&
  "method" in value &&
  "path" in value &&
  "policy" in value &&
  "input" in value;

/** `contract.ts`, `staff-contract.ts` where the console has calls of its own, `<theme>-contract.ts` where a contract was cut by theme. */
export const isContract = (path: string): boolean =>
  /^src\/features\/[^/]+\/[^/]+\/(?:[a-z]+-)?contract\.ts$/.test(path);
const contractsOf = ({ files }: Domain): string[] => files.filter(isContract);

/** Calls by the contracts that declare them. */
export async function declaredCalls(): Promise<DeclaredCall[]> {
  const contracts = domains.flatMap((domain) => contractsOf(domain).map((contract) => ({ domain, contract })));
  const modules = await Promise.all(
    contracts.map(async (one) => ({
      ...one,
      module: (await import(join(root, one.contract))) as Record<string, unknown>,
    })),
  );
  return modules.flatMap(({ domain, contract, module }) =>
    Object.entries(module).flatMap(([exported, value]) =>
      isCall(value) ? [{ exported, contract, domain, call: value }] : [],
    ),
  );
}

export interface NamedText {
  /** `src/features/credit/limit/texts.ts: title` */
  where: string;
  text: Text;
}
const isText = (value: unknown): value is Text =>
  typeof value === "object" &&
  value !== null &&
  languages.every((language) => typeof (value as Record<string, unknown>)[language] === "string");

/** Every text of the text modules, of the menus, and of the problems in contracts. */
export async function declaredTexts(): Promise<NamedText[]> {
  const files = productSources.filter(({ path }) =>
    /\/texts\.ts$|^src\/features\/.*\/nav\.ts$|^src\/shared\/problems\.ts$/.test(path),
  );
  const modules = await Promise.all(
    files.map(async ({ path }) => ({ path, module: (await import(join(root, path))) as Record<string, unknown> })),
  );
  const inModules = modules.flatMap(({ path, module }) => textsIn(module, path, 0));
  const inCalls = (await declaredCalls()).flatMap(({ contract, exported, call }) =>
    textsIn({ problems: call.problems, fieldProblems: call.fieldProblems ?? {} }, `${contract}: ${exported}`, 0),
  );
  return [...inModules, ...inCalls];
}

function textsIn(value: unknown, where: string, depth: number): NamedText[] {
  if (isText(value)) return [{ where, text: value }];
  if (typeof value !== "object" || value === null || depth > 4) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${where}: ${key}`, depth + 1));
}

export interface MountedScreen {
  /** As in docs/screens.tsv, with `{}` for every parameter: `/webview/message/{}`. */
  path: string;
  file: string;
}

/** The screens of `src/routes.ts`. */
export async function mountedScreens(): Promise<MountedScreen[]> {
  const { default: routes } = (await import(join(root, "src/routes.ts"))) as { default: RouteConfigEntry[] };
  const walk = (entries: readonly RouteConfigEntry[], above: string): MountedScreen[] =>
    entries.flatMap((entry) => {
      const path = entry.path ? `${above}/${entry.path}` : above;
      const inner = entry.children?.length ? walk(entry.children, path) : [];
      // A shell without screens is no screen itself.
      if (entry.path === undefined && !entry.index) return inner;
      return entry.children?.length ? inner : [{ path: comparable(path || "/"), file: `src/${entry.file}` }];
    });
  return walk(routes, "");
}

/** `/a/:id?` and `/a/{id}` alike. */
export function comparable(path: string): string {
  return path.replace(/:\w+\??|\{[^}]*\}|\*/g, "{}").replace(/\/+/g, "/");
}

export interface ScreenRow {
  path: string;
  domain: string;
  since: string;
}
export function screenRows(): ScreenRow[] {
  const lines = (sources.find(({ path }) => path === "docs/screens.tsv")?.text ?? "").trimEnd().split("\n").slice(1);
  return lines.map((line) => {
    const [path = "", domain = "", , , since = ""] = line.split("\t");
    return { path, domain, since: since.trim() };
  });
}

/** Domains that were called otherwise when their migrations were written. */
const formerNames: Readonly<Record<string, string>> = { staff: "console" };
/** Tables that went to another domain since they were made. */
const handedOver: Readonly<Record<string, string>> = {
  staff_digest: "watchtower",
  staff_note: "watchtower",
  partner_event: "server",
  loan_draft: "application",
  security_hold: "hold",
  // Migrations of the sandbox's ports begin with its name too.
  sandbox_book: "sandbox",
};

/** Which domain's migration made each table; `server` for those of the floor. */
export function tableOwners(): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { path, text } of migrations) {
    const rest = basename(path).replace(/^\d{8}-\d{4}-/, "");
    const owner = [...domains.map(({ name }) => name), ...Object.keys(formerNames)]
      .filter((name) => rest.startsWith(`${name}-`) && name !== "sandbox")
      .sort((a, b) => b.length - a.length)[0];
    for (const [, table = ""] of text.matchAll(/create table (?:if not exists )?(\w+)/gi))
      owners.set(table, handedOver[table] ?? formerNames[owner ?? ""] ?? owner ?? "server");
  }
  return owners;
}

/** Files that a file imports, by any form: static, dynamic, by glob, as a route, as a URL. */
export function importsOf({ path, text }: Source, files: ReadonlySet<string>): string[] {
  const found: string[] = [];
  const add = (target: string) => {
    for (const candidate of [target, `${target}.ts`, `${target}.tsx`]) if (files.has(candidate)) found.push(candidate);
  };
  for (const [, specifier = ""] of text.matchAll(
    /(?:from|import|import\(|new URL\(|mock\(|ssrLoadModule\()\s*["']([^"']+)["']/g,
  )) {
    if (specifier.startsWith("#tests/")) add(`tests/${specifier.slice(7)}`);
    else if (specifier.startsWith("#")) add(`src/${specifier.slice(1)}`);
    else if (specifier.startsWith(".")) add(join(dirname(path), specifier));
  }
  // Routes, layouts, entries of the build and folders of assets are named as strings.
  for (const [, name = ""] of text.matchAll(/["'`]((?:\.{1,2}\/)?[\w./-]+\.(?:tsx?|css|br|svg|json))["'`]/g)) {
    add(name);
    add(`src/${name}`);
    add(join(dirname(path), name));
  }
  return found;
}

/** Fails with the list of faults and what to do instead. */
export function none(faults: readonly string[], instead: string): void {
  if (faults.length > 0) throw new Error(`${instead}\n  - ${[...new Set(faults)].join("\n  - ")}`);
}

/** `path:line: what stands there` for every match. */
export function places(
  files: readonly Source[],
  pattern: RegExp,
  exempt: (path: string) => boolean = () => false,
): string[] {
  return files
    .filter(({ path }) => !exempt(path))
    .flatMap(({ path, code }) =>
      [...code.matchAll(new RegExp(pattern, `${pattern.flags.replace("g", "")}g`))].map(
        (match) => `${path}:${code.slice(0, match.index).split("\n").length}: ${match[0].trim().slice(0, 80)}`,
      ),
    );
}
