/**
 * The guards and effects of the server, a second time: one that is taken out leaves no caller behind that could miss it, and most tests settle
 * before they look, so that the sweeps clean up what it would have stopped. `guards.tsv` has them by place, in the order of the code: locks,
 * refusals and outcomes, limits, proofs, conditions asked of others or within a transaction (with `?`), second looks under a lock, effects, and
 * the filters of what is written, locked or counted. `-u` writes it again; its diff has to show no row that lost something it still needs. That
 * each lock holds its row is in `locks`, what each proof refuses in `proofs`, what a decision finds changed in `second-looks`. // Security rules 3
 */
import { join } from "node:path";
import { expect, it } from "vitest";
import { productSources, root } from "#tests/support/house-sources.ts";

interface Found {
  index: number;
  guard: string;
}

/** The places where a guard may stand: a function, a constant, a method of a kind of row, the answer of a call. */
const owner =
  /^(?:export )?(?:async )?function (\w+)|^(?:export )?const (\w+)|^ {2,4}(?:async )?(\w+)\([^()]*(?:\([^()]*\))?[^()]*\)[^;(]*\{$|^ *(?:\.\.\..*=> )?answer\(\s*(\w+),/gm;

const all = (code: string, pattern: RegExp, guardOf: (found: RegExpMatchArray) => string | null): Found[] =>
  [...code.matchAll(pattern)].flatMap((one) => {
    const guard = guardOf(one);
    return guard === null ? [] : [{ index: one.index, guard }];
  });

/** Names that come from another domain or from the floors below. */
function importedIn(code: string): { domains: Set<string>; any: Set<string> } {
  const domains = new Set<string>();
  const any = new Set<string>();
  for (const [, names, from] of code.matchAll(/^import (?:type )?\{([^}]*)\} from "(#[^"]+)"/gm))
    for (const name of names!.split(",").map((one) => one.trim().split(" as ").at(-1)!)) {
      any.add(name);
      if (from!.startsWith("#features/")) domains.add(name);
    }
  return { domains, any };
}

/** The filters of what is written, locked, counted or added up: `updateTable bank_account where borrowerId = and isMain =`. */
function filtersOf(code: string): Found[] {
  return [...code.matchAll(/[^;]+/g)].flatMap(({ index, 0: statement }) => {
    const deeds = [
      ...statement.matchAll(/\.(updateTable|deleteFrom|forUpdate|forShare|skipLocked|countAll|(?<=fn\.)\w+)\b/g),
    ];
    if (deeds.length === 0) return [];
    const tables = [...statement.matchAll(/\.(?:updateTable|deleteFrom|selectFrom)\("(\w+)/g)].map(
      ([, table]) => table!,
    );
    const filters = statement.matchAll(/\.(?:where|filterWhere|having)\(\s*(?:"([\w.]+)",\s*"([^"]+)"|(\w*))/g);
    const by = [...filters].map(([, column, is, other]) => (column ? `${column} ${is}` : other || "condition"));
    const of = [...new Set([...deeds.map(([, deed]) => deed!), ...tables])];
    return [{ index: index + deeds[0]!.index, guard: `${of.join(" ")} where ${by.join(" and ")}`.trimEnd() }];
  });
}

/** Guards stand within it; it is none. */
const wrapper = "transact";
/** A condition under a lock that ends the work, with the number of its parts: `look (2)`. */
const look = /^look(?: \(\d+\))?$/;
/** A lock that holds rows until the transaction ends. */
const isLock = /^(?:\w+\.)*(?:lock|claim)[A-Z]|^forUpdate|^sql /;
/** Guards by their name wherever they stand, and so found once. */
const always = /^(?:lock|refuse)[A-Z]|^limitRate$|^consumeProof$/;

/** Refusals and outcomes, with the number of their conditions where that is more than one: `PICK_LOCKED (2)`. */
function refusalsIn(code: string): Found[] {
  const pattern =
    /\bthrow (?:await )?(?:new )?(\w+)(?:<[^(]*>)?\((?:\s*"([A-Z_]+)")?|\b(?:refuse|refusal)\(\s*"(\w+)"|\) return "([A-Z]\w+)"/g;
  return all(code, pattern, (one) => {
    const [, error, ofError, refused, outcome] = one;
    if (error && /Error$|^redirect$/.test(error)) return null;
    const before = code.slice(code.slice(0, one.index).search(/[^;}]*$/), one.index);
    const conditions = before.slice(before.lastIndexOf("if (") + 1).split(/&&|\|\|/).length;
    const name = ofError ?? refused ?? (outcome ? `return ${outcome}` : error!);
    return before.includes("if (") && conditions > 1 ? `${name} (${conditions})` : name;
  });
}

/** Second looks; without a lock before them they are none. */
function looksIn(code: string): Found[] {
  return all(code, /\) return(?! "[A-Z]| refus)\b/g, ({ index }) => {
    const before = code.slice(code.slice(0, index).search(/[^;}]*$/), index);
    if (!before.includes("if (")) return null;
    const conditions = before.slice(before.lastIndexOf("if (") + 1).split(/&&|\|\|/).length;
    return conditions > 1 ? `look (${conditions})` : "look";
  });
}

/** `notice.sent` of `notice.sent?.`. */
const nameOf = (called: string): string => called.replace(/\?\.$/, "").replaceAll("?", "");

function foundIn(code: string): Found[] {
  const { domains, any } = importedIn(code);
  return [
    ...all(code, /\bawait (lock[A-Z]\w*|refuse[A-Z]\w*|limitRate|consumeProof)\(/g, ([, name]) => name!),
    // Locks in SQL that is written out.
    ...all(code, /\b(?:pg_advisory_xact_lock|for update(?: of \w+)?)\b/g, ([lock]) => `sql ${lock}`),
    ...refusalsIn(code),
    // An effect is a statement by itself: on others, or within a transaction.
    ...all(
      code,
      /^ *(?:\} )?(?:else )?(?:(?:if|for) \(.*\) )?await (?:services\.)?([\w.?]+)\((?=([^;]{0,80}))/gm,
      ([, called, given]) => {
        const name = nameOf(called!);
        const isEffect = any.has(name) || /^(?:jobs|events)\./.test(name) || /\b(?:trx|database)\b/.test(given!);
        return isEffect && name !== wrapper && !always.test(name) ? name : null;
      },
    ),
    // Conditions asked of others, or once more within a transaction.
    ...all(
      code,
      /(?:if \(|&& |\|\| |\? |!)\(*(?:!\()?await (?:services\.)?([\w.?]+)\((?=([^;]{0,80}))/g,
      ([, called, given]) => {
        const name = nameOf(called!);
        return (domains.has(name) || /\btrx\b/.test(given!)) && !always.test(name) ? `${name}?` : null;
      },
    ),
    ...looksIn(code),
    ...filtersOf(code),
  ];
}

function guardsOf({ path, code }: { path: string; code: string }): string[] {
  const owners = [...code.matchAll(owner)];
  const file = path.replace(/^src\/(?:features\/)?|\.ts$/g, "").replace(/(?<=\w\/[\w-]+)\/server(?=\/)/, "");
  const places = new Map<string, string[]>();
  for (const { index, guard } of foundIn(code).toSorted((a, b) => a.index - b.index)) {
    const [, ...names] = owners.findLast((one) => one.index < index) ?? [];
    const place = names.find((one) => one !== undefined) ?? "?";
    const earlier = places.get(place) ?? [];
    if (look.test(guard) && !earlier.some((one) => isLock.test(one))) continue;
    places.set(place, [...earlier, guard]);
  }
  return [...places].map(([place, guards]) => `${file}\t${place}\t${guards.join(", ")}`);
}

it("everything that is locked, refused, limited, proven or done to others where it happens stands in its list", async () => {
  const found = productSources.filter(({ path }) => /^src\/.*server\/.*\.ts$/.test(path)).flatMap(guardsOf);
  await expect(`${found.toSorted().join("\n")}\n`).toMatchFileSnapshot(join(root, "tests/guards.tsv"));
});
