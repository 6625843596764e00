/**
 * docs/events.md lists each event that visits report by name, and is generated from the screens: `npx vitest -u` writes
 * it.
 */
import { join } from "node:path";
import { expect, it } from "vitest";
import { productSources, root, type Source } from "./support/house-sources.ts";

interface Told {
  name: string;
  domain: string;
  /** P for the page view of a screen, C for clicks, inputs and results of a form. */
  type: "P" | "C";
  /** English text of the button or link, if it has one. */
  words: string;
}

const screens = productSources.filter(({ path }) => /^src\/(?:features|web\/ui)\/.*\.tsx?$/.test(path));
const domainOf = (path: string): string => /^src\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1] ?? "web/ui";

/** `track="a"`, `track={b ? "a" : "c"}`, `track: "a"`, `data-track={`a-${b}`}`; variable parts are written `{}`. */
const places = /(?<![\w-])(?:data-)?track(?::\s*|=)("[^"]*"|`[^`]*`|\{(?:[^{}]|\{[^{}]*\})*\})/g;
const namesIn = (value: string): string[] =>
  [...value.matchAll(/"([^"]*)"|`([^`]*)`/g)].map(([, plain, made]) => plain ?? made!.replaceAll(/\$\{[^}]*\}/g, "{}"));

const englishOf = new Map<string, string>();
for (const { path, text } of productSources.filter((one) => /\/(?:texts|[\w-]+-texts)\.ts$/.test(one.path)))
  for (const [, key, en] of text.matchAll(/\b(\w+): \{[^{}]*?\ben:\s*"((?:[^"\\]|\\.)*)"/g))
    englishOf.set(`${domainOf(path)} ${key}`, en!);

/** The text between the tag's end and the next tag, or the label next to the name in a list of links. */
function wordsAt({ path, code }: Source, from: number): string {
  const behind = code.slice(from, from + 200);
  const key =
    /^[^<>]*>\s*\{[^{}]*?\bt\("(\w+)"/.exec(behind)?.[1] ??
    /^[^{}]*\b(?:label|words): (?:t\()?"(\w+)"/.exec(behind)?.[1];
  return key === undefined ? "" : (englishOf.get(`${domainOf(path)} ${key}`) ?? "");
}

const told: Told[] = screens.flatMap((source) => {
  const domain = domainOf(source.path);
  const clicks = [...source.code.matchAll(places)].flatMap((match) =>
    namesIn(match[1]!)
      // The value of a condition is no name.
      .filter((name) => /^[a-z][\w{}-]+$/.test(name))
      .map((name): Told => ({ name, domain, type: "C", words: wordsAt(source, match.index + match[0].length) })),
  );
  const views = [...source.code.matchAll(/\bScreenHandle(?:<[^=]*>)? = \{[^]*?\bevent: "(\w+)"/g)].map(
    ([, name]): Told => ({ name: name!, domain, type: "P", words: "" }),
  );
  return [...clicks, ...views];
});

it("lists every event by its domain with the words at which it happens", async () => {
  const rows = new Map<string, Told & { all: Set<string> }>();
  for (const one of told) {
    const key = `${one.domain} ${one.type} ${one.name}`;
    const row = rows.get(key) ?? { ...one, all: new Set<string>() };
    if (one.words) row.all.add(one.words);
    rows.set(key, row);
  }
  const lines = [...rows.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([, { name, domain, type, all }]) =>
        `| \`${name}\` | ${type} | ${domain} | ${[...all].join("; ").replaceAll("|", "/")} |`,
    );
  const page = `# Events of visits

Names under which a page reports what its visitor did: \`businessEvent\` of the upload form (\`POST /event/uploadEvents/v2\`, or \`logEvent\` of the app). Made from the screens by \`tests/events.test.ts\`; \`npx vitest run tests/events.test.ts -u\` writes it again.

- A page view (P) goes by the path's pattern (\`/webview/message/{}\`) unless the screen names it here.
- A click, a used field or the outcome of a form (C) goes by its name. \`{}\` is a variable part: a step, a kind.
- Nothing that a person typed or reads is reported. Every visitor may switch it off at \`/privacy\`.

| Name | Type | Domain | At the words |
|---|---|---|---|
${lines.join("\n")}
`;
  await expect(page).toMatchFileSnapshot(join(root, "docs/events.md"));
});

it("gives each event one name in lower case that no other domain uses for its own", () => {
  const domains = Map.groupBy(
    told.filter(({ type }) => type === "C"),
    ({ name }) => name,
  );
  const shared = [...domains]
    .filter(([, all]) => new Set(all.map(({ domain }) => domain)).size > 1)
    .map(([name]) => name);
  // Actions of campaigns, whose skins are domains; coupons, used in a loan application; both home pages link to a loan.
  expect(shared.toSorted()).toEqual(["campaign_act", "coupon_apply", "home-apply"]);
});
