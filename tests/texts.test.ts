/**
 * No unused text: a key of `defineTexts` is named by a file that imports its texts, or by a closed list whose values
 * such a file shows.
 */
import { join } from "node:path";
import { expect, it } from "vitest";
import { languages, type Text } from "#shared/texts.ts";
import {
  allFiles,
  declaredCalls,
  importsOf,
  isContract,
  productSources,
  root,
  type Source,
} from "#tests/support/house-sources.ts";

interface TextKey {
  path: string;
  key: string;
}

const isText = (value: unknown): value is Text =>
  typeof value === "object" &&
  value !== null &&
  languages.every((language) => typeof (value as Record<string, unknown>)[language] === "string");

async function textKeys(): Promise<TextKey[]> {
  const modules = productSources.filter(({ path, code }) => path.endsWith(".ts") && code.includes("defineTexts({"));
  const found = await Promise.all(
    modules.map(async ({ path }) =>
      Object.values((await import(join(root, path))) as Record<string, unknown>).flatMap((exported) =>
        typeof exported === "object" && exported !== null
          ? Object.entries(exported).flatMap(([key, value]) => (isText(value) ? [{ path, key }] : []))
          : [],
      ),
    ),
  );
  return found.flat();
}

/** String literals of a source, and patterns of its templates with placeholders. */
function namedIn({ code }: Source): { words: ReadonlySet<string>; patterns: RegExp[]; isDynamic: boolean } {
  const words = new Set([...code.matchAll(/(["'])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map((match) => match[2] as string));
  for (const [, name] of code.matchAll(/\.(\w+)/g)) words.add(name as string);
  for (const [, name] of code.matchAll(/`([\w-]+)`/g)) words.add(name as string);
  const patterns = [...code.matchAll(/`([\w-]*(?:\$\{[^`{}]*\}[\w-]*)+)`/g)]
    .map((match) => (match[1] as string).split(/\$\{[^`{}]*\}/))
    .filter((pieces) => pieces.some((piece) => piece !== ""))
    .map((pieces) => new RegExp(`^${pieces.join(".+")}$`));
  // A key that is computed at run time: `t(state)`.
  const isDynamic = /\bt\((?!["'`])/.test(code);
  return { words, patterns, isDynamic };
}

/** Answers a question about a source once: it is asked for each of some ten thousand keys. */
function once<Answer>(ask: (source: Source, about: string) => Answer): (source: Source, about: string) => Answer {
  const answers = new Map<string, Answer>();
  return (source, about) => {
    const name = `${source.path} ${about}`;
    if (!answers.has(name)) answers.set(name, ask(source, about));
    return answers.get(name) as Answer;
  };
}

/** Names in objects whose keys a page iterates over. */
const inlineKeys = once(
  ({ code }): ReadonlySet<string> =>
    new Set([...code.matchAll(/[{,]\s*["']?([\w-]+)["']?\s*:/g)].map((match) => match[1] as string)),
);
const keysOf = (code: string): string[] =>
  [...code.matchAll(/^\s*["']?([\w-]+)["']?: /gm)].map((match) => match[1] as string);

/** Whether a source reads a module's texts by a computed name. */
const isLookedUp = once(({ code }, path): boolean => {
  const imported = [...code.matchAll(/import \{([^}]*)\} from "([^"]*texts\.ts)"/g)].filter(([, , from = ""]) =>
    path.endsWith(from.replace(/^[.#/]+/, "").replace(/^(?:\.\.\/)+/, "")),
  );
  const names = imported
    .flatMap(([, list = ""]) => list.split(",").map((name) => name.trim().split(" as ").at(-1) as string))
    .filter((name) => name !== "");
  return names.some((name) =>
    new RegExp(`\\bin ${name}\\b|\\b${name}(?: as [^)]*)?\\)?\\[|Object\\.hasOwn\\(${name}\\b`).test(code),
  );
});

it("has a reader for every text", async () => {
  const files = new Set(allFiles);
  const readers = new Map<string, Source[]>();
  for (const source of productSources)
    for (const path of importsOf(source, files)) readers.set(path, [...(readers.get(path) ?? []), source]);
  // Texts that a module re-exports are also used by its importers.
  const readersOf = (path: string, seen = new Set<string>()): Source[] =>
    seen.has(path)
      ? []
      : (seen.add(path),
        (readers.get(path) ?? []).flatMap((source) =>
          /export .*\bfrom\b/.test(source.code) && source.path.endsWith("texts.ts")
            ? [source, ...readersOf(source.path, seen)]
            : [source],
        ));
  const named = new Map(productSources.map((source) => [source.path, namedIn(source)]));
  const calls = new Set((await declaredCalls()).map(({ call }) => `${call.method} ${call.path}`));
  const lists = productSources.filter(({ path }) => isContract(path) || path.startsWith("src/shared/"));
  const closedLists = new Set(
    lists.flatMap(({ path, code }) => [
      ...(named.get(path)?.words ?? []),
      ...(code.includes("Object.keys(") ? keysOf(code) : []),
    ]),
  );
  // A contract may show its own list as texts.
  const anywhere = (key: string, own: string) =>
    productSources.some(({ path }) => (path !== own || isContract(own)) && named.get(path)?.words.has(key));
  const domainOf = (path: string) => path.split("/").slice(0, 4).join("/");
  const inDomain = (key: string, own: string) =>
    productSources.some(
      ({ path }) => path !== own && domainOf(path) === domainOf(own) && named.get(path)?.words.has(key),
    );
  const identifiers = new Set(
    productSources
      .filter(({ path }) => !path.endsWith("texts.ts"))
      .flatMap(({ code }) => code.match(/\b[A-Za-z]\w*\b/g) ?? [])
      // A column is shown by its field's name.
      .flatMap((name) => [name, name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())]),
  );
  const isRead = ({ path, key }: TextKey): boolean => {
    if (/^(?:GET|POST) \//.test(key)) return calls.has(key);
    // A code may come from anywhere in the product: shown as it is, or composed of two.
    if (/^[A-Z][A-Z0-9_]*$/.test(key))
      return (
        anywhere(key, path) ||
        productSources.some(
          (source) => source.path !== path && named.get(source.path)?.patterns.some((pattern) => pattern.test(key)),
        )
      );
    const own = productSources.find((source) => source.path === path) as Source;
    const all = [...readersOf(path), own];
    return all.some((source) => {
      const { words, patterns, isDynamic } = named.get(source.path) as ReturnType<typeof namedIn>;
      if (source !== own && (words.has(key) || (isDynamic && inlineKeys(source, "").has(key)))) return true;
      if (patterns.some((pattern) => pattern.test(key))) return true;
      // Facts and events are looked up by the name from the server: `factNames[name]`, `name in texts`.
      if (isLookedUp(source, path) && identifiers.has(key)) return true;
      // A word comes from a contract's list or from its own domain.
      return isDynamic && (closedLists.has(key) || /^\d+$/.test(key) || inDomain(key, path));
    });
  };
  const unread = (await textKeys()).filter((text) => !isRead(text)).map(({ path, key }) => `${path}: ${key}`);
  expect(unread, "Nobody shows these texts. Show them or delete them:").toEqual([]);
});
