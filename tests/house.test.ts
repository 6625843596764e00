/** The project's rules as a test (docs/architecture.md): each failure names the places and says what to do instead. */
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import {
  allFiles,
  comparable,
  declaredCalls,
  domains,
  importsOf,
  isContract,
  migrations,
  mountedScreens,
  none,
  places,
  productSources,
  screenRows,
  sources,
  tableOwners,
  testSources,
  type Source,
} from "#tests/support/house-sources.ts";

/** Wings import only wings left of them; `site` and `operations` are side by side at the end. */
const wings = ["platform", "account", "credit", "rewards", "support", "operations", "site"];

describe("the wings", () => {
  it("import only what stands left of them", () => {
    const domainOf = (path: string) => /^src\/features\/([^/]+\/[^/]+)\//.exec(path)?.[1];
    const wingOf = (domain: string) => domain.split("/")[0] as string;
    const files = new Set(allFiles);
    const upward = productSources.flatMap((source) => {
      const from = domainOf(source.path);
      if (from === undefined) return [];
      return importsOf(source, files).flatMap((target) => {
        const to = domainOf(target);
        if (to === undefined || wings.indexOf(wingOf(to)) <= wings.indexOf(wingOf(from))) return [];
        return [`${source.path} imports ${target}`];
      });
    });
    none(
      upward,
      `The order is ${wings.join(" < ")}. What a lower wing must know of a higher one it asks by a question (src/server/questions.ts):`,
    );
  });
});

describe("the floor", () => {
  it("has rooms, and lies flat with ten files at most", () => {
    const flat = readdirSync("src/server").filter((name) => name.endsWith(".ts") && !name.includes(".test."));
    expect(flat.length, flat.join(", ")).toBeLessThanOrEqual(10);
  });

  it("is asked by questions: no domain adds a field to another file's interface", () => {
    none(
      productSources.flatMap(({ path, code }) => (/\bdeclare module "#/.test(code) ? [path] : [])),
      "Define a question (src/server/questions.ts) in place of the field:",
    );
  });
});

describe("a domain", () => {
  const rooms = new Set(["routes.ts", "nav.ts", "texts.ts", "server", "screens", "staff", "parts"]);

  it("has only the rooms that every domain has, in one of the wings", () => {
    const strange = domains.flatMap(({ files, folder }) =>
      files.filter((file) => !isContract(file) && !rooms.has(file.slice(folder.length + 1).split("/")[0] as string)),
    );
    none(
      [...strange, ...domains.filter(({ wing }) => !wings.includes(wing)).map(({ folder }) => folder)],
      "A domain holds contract.ts (staff-contract.ts, <theme>-contract.ts), routes.ts, nav.ts, texts.ts, server/, screens/, staff/, parts/ and nothing else. Move these files into one of them:",
    );
  });

  it("has a name of its own in the whole house", () => {
    const names = domains.map(({ name }) => name);
    none(
      domains.filter(({ name }, index) => names.indexOf(name) !== index).map(({ folder }) => folder),
      "Two domains share a name; tables, migrations and texts are found by it. Rename one:",
    );
  });

  it("keeps the console's calls, when they have a contract of their own, in that one alone", async () => {
    const split = new Set(
      domains
        .filter(
          ({ folder, files }) =>
            files.includes(`${folder}/staff-contract.ts`) && files.includes(`${folder}/contract.ts`),
        )
        .map(({ folder }) => folder),
    );
    // The console's own domain has no borrower's part: it is divided by topic.
    const faults = (await declaredCalls()).filter(
      ({ domain, contract, call }) =>
        split.has(domain.folder) &&
        domain.name !== "staff" &&
        (call.policy.who === "staff") !== contract.endsWith("/staff-contract.ts"),
    );
    none(
      faults.map(({ contract, exported }) => `${contract}: ${exported}`),
      "Calls whose policy is `staff` stand in staff-contract.ts, all others in contract.ts or one by theme. Move:",
    );
  });

  it("names its files by what they hold", () => {
    none(
      allFiles.filter((path) => /(?:^|[/-])(?:utils?|helpers?|common|misc)(?:[/.-]|$)/.test(path)),
      "Nobody finds anything in utils, helpers, common or misc. Name the file by the field's word for what it holds:",
    );
  });

  it("is wired: its answers in src/api.ts, its screens in src/routes.ts, its entries in the menus in src/nav.ts", () => {
    const wiring = (file: string) => sources.find(({ path }) => path === file)?.code ?? "";
    const exportsAnswers = (file: string) =>
      /export const domain\b/.test(sources.find(({ path }) => path === file)?.code ?? "");
    const missing = domains.flatMap(({ folder, files }) => [
      ...(files.includes(`${folder}/server/index.ts`) &&
      exportsAnswers(`${folder}/server/index.ts`) &&
      !wiring("src/api.ts").includes(`${folder.slice(4)}/server/index.ts"`)
        ? [`${folder}/server/index.ts in src/api.ts`]
        : []),
      ...(files.includes(`${folder}/routes.ts`) && !wiring("src/routes.ts").includes(`${folder.slice(4)}/routes.ts"`)
        ? [`${folder}/routes.ts in src/routes.ts`]
        : []),
      ...(files.includes(`${folder}/nav.ts`) && !wiring("src/nav.ts").includes(`${folder.slice(4)}/nav.ts"`)
        ? [`${folder}/nav.ts in src/nav.ts`]
        : []),
    ]);
    none(missing, "These are written and not reachable. Add the domain's line to the wiring:");
  });
});

describe("the screens", () => {
  it("are mounted exactly once when docs/screens.tsv says since when they are there, and absent otherwise", async () => {
    const mounted = (await mountedScreens()).map(({ path }) => path);
    const count = (path: string) => mounted.filter((one) => one === comparable(path)).length;
    const rows = screenRows();
    // A website page may have a short and a long address, each served by one route.
    none(
      rows
        .filter(({ since }) => since !== "")
        .filter(({ path }) => count(path) !== 1)
        .map(({ path }) => `${path}: mounted ${count(path)} times`),
      "docs/screens.tsv says that these screens are there. Mount each once in its domain's routes.ts, or empty its column `since`:",
    );
    none(
      rows
        .filter(({ since }) => since === "")
        .filter(({ path }) => count(path) > 0)
        .map(({ path }) => path),
      "These screens are mounted. Write since when into the last column of docs/screens.tsv:",
    );
    const known = new Set(rows.map(({ path }) => comparable(path)));
    none(
      mounted.filter((path) => !known.has(path)),
      "These routes are not in docs/screens.tsv. Add a row: path, domain, login, what the screen really does, since:",
    );
    none(
      rows
        .filter(({ path }, index) => rows.findIndex((other) => comparable(other.path) === comparable(path)) !== index)
        .map(({ path }) => path),
      "docs/screens.tsv names these screens twice. Keep one row:",
    );
  });

  it("belong to the domain that docs/screens.tsv names", async () => {
    const byPath = new Map((await mountedScreens()).map(({ path, file }) => [path, file]));
    const strangers = screenRows().flatMap(({ path, domain, since }) => {
      const file = byPath.get(comparable(path));
      return since !== "" && file && !file.startsWith(`src/features/${domain}/`)
        ? [`${path}: ${file}, expected in src/features/${domain}`]
        : [];
    });
    none(
      strangers,
      "A stranger finds a URL's code by the domain in docs/screens.tsv. Move the screen, or correct the row:",
    );
  });

  it("carry no style attribute", () => {
    const markup = productSources.filter(({ path }) => path.endsWith(".tsx"));
    none(
      [...places(markup, /\bstyle=\{\{/), ...places(markup, /<[a-z][\w-]*(?:\s[^<>]*?)?\sstyle=/)],
      "The content policy forbids style attributes. Use a class of the kit, or one in a CSS file beside the screen:",
    );
  });
});

/**
 * How often a server's code answers a call: by its own name, an alias of the import, or mapped from a list that names
 * it.
 */
function timesAnswered(code: string, exported: string): number {
  const names = [
    exported,
    ...[...code.matchAll(new RegExp(`\\b${exported} as (\\w+)`, "g"))].map((match) => match[1] as string),
  ];
  const answersOf = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`\\banswer(?:Export)?\\(\\s*(?:\\w+\\.)?${name}\\b`, "g"))].length;
  // The answers of a mapped list end where the next one begins; its variable may be used in several of them.
  const inLoops = code.split(/(?=(?:\.\.\.|= )(?:\w+\()?\[)/).map((loop) => {
    const [, list = "", variable = ""] = /^(?:\.\.\.|= )(?:\w+\()?\[([^\]]*)\]\)?\s*\.map\(\((\w+)\)/.exec(loop) ?? [];
    return names.some((name) => new RegExp(`\\b${name}\\b`).test(list)) ? Math.min(1, answersOf(loop, variable)) : 0;
  });
  return [...names.map((name) => answersOf(code, name)), ...inLoops].reduce((sum, count) => sum + count, 0);
}

describe("the calls", () => {
  const answersIn = (folder: string) =>
    productSources
      .filter(({ path }) => path.startsWith(`${folder}/server/`))
      .map(({ code }) => code)
      .join("\n");

  it("are answered once each, in the server of the domain that declares them", async () => {
    const faults = (await declaredCalls()).flatMap(({ exported, domain, call }) => {
      const answered = timesAnswered(answersIn(domain.folder), exported);
      return answered === 1
        ? []
        : [`${call.method} ${call.path} (${exported} of ${domain.folder}): answered ${answered} times`];
    });
    none(
      faults,
      "A declared call is published. Answer each once with answer(call, handler) in its domain's server, or remove it from the contract:",
    );
  });

  it("have a path of their own", async () => {
    const names = (await declaredCalls()).map(({ call }) => `${call.method} ${comparable(call.path)}`);
    none(
      names.filter((name, index) => names.indexOf(name) !== index),
      "Two contracts declare these paths. Give each call its own:",
    );
    none(
      (await declaredCalls())
        .filter(
          ({ call }) => !/^\/(?:api|event|\.well-known)\/|^\/[\w/-]+\.(?:xml|txt|webmanifest|js|html)$/.test(call.path),
        )
        .map(({ call }) => call.path),
      "Calls live below /api/ (or /event/, given by the spec); files for machines (/sitemap.xml, /sw.js) where these look for them. Move:",
    );
  });

  it("use every kind of policy, so that none is dead", async () => {
    const used = new Set((await declaredCalls()).map(({ call }) => call.policy.who));
    const kinds = [
      "anyone",
      "visitor",
      "borrower",
      "link",
      "staff",
      "webhook",
      "host-app",
      "partner",
      "sandbox",
    ] as const;
    none(
      kinds.filter((kind) => !used.has(kind)),
      "No call has these policies. Use each, or remove it from src/shared/contract.ts:",
    );
  });

  it("declare only problems that a test provokes", async () => {
    const tests = testSources.map(({ code }) => code).join("\n");
    const unproved = (await declaredCalls()).flatMap(({ domain, exported, call }) =>
      Object.keys(call.problems)
        .filter((code) => !new RegExp(`["'\`]${code}["'\`]`).test(tests))
        .map((code) => `${code} of ${exported} (${domain.folder})`),
    );
    none(
      unproved,
      "Write a test of the call that provokes each of these problems and names its code, or remove it from the contract:",
    );
  });

  it("share one schema for moments, days, amounts and places in a list, and one function for a list's pages", () => {
    const contracts = productSources.filter(({ path }) => isContract(path));
    none(
      [
        ...places(contracts, /\bv\.isoTimestamp\(\)|\bv\.isoDate\(\)|\bv\.number\(\), v\.safeInteger\(\)/),
        ...places(contracts, /\bcursor: v\..*/),
        ...places(
          productSources,
          /\bnextCursor: .*\.length > .*/,
          (path) => path === "src/server/records/list-page.ts",
        ),
      ],
      "Take `instant`, `answeredDate`, `answeredRupiah` or `unboundedRupiah` of #shared/fields/answered.ts, `idListQuery` or `cursorLike` of #shared/fields/list.ts (a cursor of one's own refuses what `listOf` gave), `listPage` of #server/records/list-page.ts:",
    );
  });

  it("that move money, sign or submit are safe to repeat: only a POST has them", async () => {
    const faults = (await declaredCalls())
      .filter(({ call }) => "idempotent" in call.policy && call.policy.idempotent && call.method !== "POST")
      .map(({ call }) => `${call.method} ${call.path}`);
    none(faults, "Only a POST has an effect that happens once. Make these POST, or drop `idempotent`:");
  });
});

describe("the data", () => {
  const owners = tableOwners();
  const verbs =
    /\b(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|using|mergeInto)\(\s*\[?\s*["'`](\w+)(?:\s+as\s+\w+)?["'`]/g;
  const inSql = /\b(?:from|join|into|update)\s+(\w+)/gi;
  const tablesNamed = ({ code }: Source): string[] => [
    ...[...code.matchAll(verbs)].map((match) => match[1] as string),
    ...[...code.matchAll(/\bsql(?:<[^`]*>)?`([^`]*)`/g)].flatMap((template) =>
      [...(template[1] as string).matchAll(inSql)].map((match) => match[1] as string),
    ),
  ];

  it("of a domain is touched by its own server alone", () => {
    const faults = productSources.flatMap((source) => {
      const domain = domains.find(({ folder }) => source.path.startsWith(`${folder}/`))?.name ?? "server";
      return tablesNamed(source)
        .filter((table) => owners.has(table) && owners.get(table) !== domain)
        .map((table) => `${source.path} names ${table}, a table of ${owners.get(table)}`);
    });
    none(
      faults,
      "A store names only its own tables. Ask the owner through its server/index.ts (or the floor's function):",
    );
  });

  it("has no foreign key from one domain to another", () => {
    const faults = migrations.flatMap(({ path, text }) => {
      const made = [...text.matchAll(/create table (?:if not exists )?(\w+)/gi)].map((match) => match[1] as string);
      const owner = owners.get(made[0] ?? "") ?? "server";
      // Created while both tables belonged to one domain.
      if (path === "migrations/20261121-2358-staff-digest.sql") return [];
      return [...text.matchAll(/references\s+(\w+)/gi)]
        .filter((match) => (owners.get(match[1] as string) ?? "server") !== owner)
        .map((match) => `${path}: references ${match[1]}`);
    });
    none(
      faults,
      "Foreign keys across domains keep the schema from being distributed. Keep the id and check it in code:",
    );
  });

  it("of money is whole: no floating point in columns or code", () => {
    const columns = migrations.flatMap(({ path, text }) =>
      [
        ...text
          .replace(/--.*$/gm, "")
          .matchAll(/^\s*\w+\s+(?:real|double precision|float\d?|numeric|decimal|money)\b/gim),
      ].map((match) => `${path}: ${match[0].trim()}`),
    );
    none(columns, "Amounts are bigint of whole rupiah, rates whole parts per million. Change the column:");
    const code = productSources.filter(({ path }) => !/^src\/web\/(?:enhance|tracking|native)\//.test(path));
    none(
      [
        ...places(code, /\b(?:Number\.)?parseFloat\(/),
        ...places(code, /\.toFixed\(/),
        ...places(code, /\b\w*Rupiah\b\s*\/\s*(?![*/])\w+/),
        ...places(code, /\b\w*Rupiah\b\s*\*\s*\d*\.\d/),
      ],
      "Money is whole rupiah: multiply and divide with BigInt or src/shared/money.ts, format with formatRupiah:",
    );
  });

  it("is migrated forward by files with a time of their own and functions that every supported database has", () => {
    const names = migrations.map(({ path }) => basename(path));
    none(
      names.filter((name) => !/^\d{8}-\d{4}-[a-z0-9-]+\.sql$/.test(name)),
      "A migration is named YYYYMMDD-HHMM-domain-what.sql:",
    );
    none(
      migrations.flatMap(({ path, text }) =>
        [
          ...text
            .replace(/--.*$/gm, "")
            .matchAll(/\b(?:uuidv7|gen_random_uuid|now|clock_timestamp|current_timestamp|current_date)\b\s*\(?/gi),
        ].map((match) => `${path}: ${match[0]}`),
      ),
      "Ids and times come from the ports, not from SQL. Pass them in:",
    );
  });
});
