/** The house rules as a test (docs/architecture.md): each failure names the places and says what to do instead. */
import { spawnSync } from "node:child_process";
import { basename, matchesGlob } from "node:path";
import { describe, it } from "vitest";
import {
  allFiles,
  comparable,
  declaredCalls,
  domains,
  importsOf,
  isContract,
  isTest,
  migrations,
  mountedScreens,
  none,
  places,
  productSources,
  root,
  screenRows,
  sources,
  tableOwners,
  testSources,
  type Source,
} from "#tests/support/house-sources.ts";

/** Wings import only wings left of them; `site` and `operations` stand side by side at the end. */
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
      `The order is ${wings.join(" < ")}. What a lower wing must know of a higher one it asks by a field of Domain (src/server/domain.ts):`,
    );
  });
});

describe("a domain", () => {
  const rooms = new Set(["routes.ts", "texts.ts", "server", "screens", "staff", "parts"]);

  it("has only the rooms that every domain has, in one of the wings", () => {
    const strange = domains.flatMap(({ files, folder }) =>
      files.filter((file) => !isContract(file) && !rooms.has(file.slice(folder.length + 1).split("/")[0] as string)),
    );
    none(
      [...strange, ...domains.filter(({ wing }) => !wings.includes(wing)).map(({ folder }) => folder)],
      "A domain holds contract.ts (staff-contract.ts, <theme>-contract.ts), routes.ts, texts.ts, server/, screens/, staff/, parts/ and nothing else. Move these files into one of them:",
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
    // The console's own domain has no borrower's part: it is cut by theme.
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

  it("is wired: its answers in src/api.ts, its screens in src/routes.ts", () => {
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
    ]);
    none(missing, "These are written and not reachable. Add the domain's line to the wiring:");
  });
});

describe("the screens", () => {
  it("are mounted exactly once when docs/screens.tsv says since when they are there, and absent otherwise", async () => {
    const mounted = (await mountedScreens()).map(({ path }) => path);
    const count = (path: string) => mounted.filter((one) => one === comparable(path)).length;
    const rows = screenRows();
    // A website's page may have a short and a long address that one route each serves.
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

/** How often a server's code answers a call: by its own name, an alias of the import, or in a loop over a list that names it. */
function timesAnswered(code: string, exported: string): number {
  const names = [
    exported,
    ...[...code.matchAll(new RegExp(`\\b${exported} as (\\w+)`, "g"))].map((match) => match[1] as string),
  ];
  const answersOf = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`\\banswer(?:Once)?\\(\\s*\\w+,\\s*(?:\\w+\\.)?${name}\\b`, "g"))].length;
  // A loop's own answers end where the next loop begins; its variable may serve in several of them.
  const inLoops = code.split(/(?=\bfor \(const )/).map((loop) => {
    const [, variable = "", list = ""] = /^for \(const (\w+) of (?:\w+\()?\[([^\]]*)\]/.exec(loop) ?? [];
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
      "A declared call is published. Answer each once with answer(api, call) in its domain's server, or remove it from the contract:",
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
        .filter(({ call }) => !/^\/(?:api|event)\/|^\/[\w/-]+\.(?:xml|txt|webmanifest)$/.test(call.path))
        .map(({ call }) => call.path),
      "Calls live below /api/ (or /event/, given by the spec); files for machines (/sitemap.xml) where these look for them. Move:",
    );
  });

  it("use every kind of policy, so that none is dead", async () => {
    const used = new Set((await declaredCalls()).map(({ call }) => call.policy.who));
    const kinds = ["anyone", "visitor", "borrower", "link", "staff", "webhook", "host-app", "sandbox"] as const;
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
        ...places(contracts, /\bcursor: v\..*\bv\.uuid\(.*/),
        ...places(productSources, /\bnextCursor: .*\.length > .*/, (path) => path === "src/server/list-page.ts"),
      ],
      "Take `instant`, `answeredDate`, `answeredRupiah` or `unboundedRupiah` of #shared/fields/answered.ts, `idListQuery` of #shared/fields/list.ts, `listPage` of #server/list-page.ts:",
    );
  });

  it("that move money, sign or submit are safe to repeat: their answer is answerOnce's", async () => {
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
      // Made while both tables were one domain's.
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

describe("the code", () => {
  /** Ports that wrap the machine's time, and scripts of the browser, where there is no injected clock. */
  const mayReadTime = (path: string) =>
    /^src\/(?:server\/(?:clock|work\/timers|random)\.ts|web\/(?:enhance|tracking|native)\/)/.test(path);

  it("reads the wall clock in the clock port alone", () => {
    none(
      [
        ...places(productSources, /\bDate\.now\(|\bnew Date\(\s*\)|\bTemporal\.Now\b/, mayReadTime),
        ...places(productSources, /\bsql(?:<[^`]*>)?`[^`]*\b(?:now\(\)|current_timestamp|clock_timestamp)/i),
      ],
      "Time is a port: take clock.now() (business) or clock.realNow() (sessions) from the services:",
    );
  });

  /** Names of our own that the field has a word for, and that word: docs/glossary.md says them with their places. */
  const refusedNames: Readonly<Record<string, string>> = {
    Directory: "CallRouter",
    Asked: "HttpRequest",
    Told: "HttpResponse",
    askedOfNode: "requestOfNode",
    askedOfWeb: "requestOfWeb",
    toldOfWeb: "responseOfWeb",
    webOfTold: "webResponseOf",
    writeTold: "writeResponse",
    mayPost: "passesOriginCheck",
    letIn: "admit",
    watchLoad: "watchAdmission",
    Pacer: "SlowBodyGuard",
    createPacer: "createSlowBodyGuard",
    frameReader: "cacheKeyReader",
    EffectFrame: "EffectContext",
    forgettingSweep: "retentionSweep",
    tellLater: "notifyLater",
    keepAside: "holdInSuspense",
    wish: "input or options",
    effectOf: "applyEvent",
    strike: "remind",
    takeIn: "open",
    waysWork: "paymentMethodWork",
  };
  /** Refused as a part of names too: what they became says the refusal. */
  const refusedParts: Readonly<Record<string, RegExp>> = {
    "…Action": /\b\w*Deeds?\b|\bdeedOf\b|\bdeeds\b/,
    "…Chargeback": /\b(?!PaymentTakenBack\b)(?:\w*TakenBack\w*|takenBack\w*)\b/,
  };
  /** What is published or stored under such a name, and its name in the code beside it. */
  const published = new Set(["longestTenorDays", "mostPlatforms", "mostPhotos", "mostCost", "longestDaysPastDue"]);

  it("calls things by the field's names", () => {
    const names = new RegExp(`\\b(?:${Object.keys(refusedNames).join("|")}|\\w+Wish)\\b`);
    const withoutStrings = productSources.map((source) => ({
      ...source,
      code: source.code.replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, (text) => " ".repeat(text.length)),
    }));
    none(
      places(withoutStrings, names, (path) => /campaign-wish|^src\/features\/rewards\//.test(path)).map(
        (place) => `${place} → ${refusedNames[place.split(": ").at(-1) as string] ?? "…Input or …Options"}`,
      ),
      "The field has a word for each of these (docs/glossary.md). Take it:",
    );
    for (const [name, part] of Object.entries(refusedParts))
      none(places(withoutStrings, part), `The field has a word for each of these (docs/glossary.md). Call it ${name}:`);
    none(
      places(withoutStrings, /\b(?:most|least|longest)[A-Z]\w*/).filter(
        (place) => !published.has(place.split(": ").at(-1) as string),
      ),
      "Bounds are max… and min…. Rename:",
    );
  });

  it("draws chance from the random port alone", () => {
    none(
      places(
        productSources,
        /\bMath\.random\(|\bcrypto\.randomUUID\(|\brandomUUID\(\)/,
        (path) => mayReadTime(path) || path.startsWith("src/web/"),
      ),
      "Randomness is a port: take random from the services:",
    );
  });

  it("holds no placeholder and no promise for later", () => {
    const files = sources.filter(
      ({ path }) => /^(?:src|scripts|migrations|content|docs|brands|bench)\//.test(path) && path !== "docs/screens.tsv",
    );
    const words =
      /\b(?:TODO|FIXME|XXX|HACK|TBD)\b|lorem ipsum|not (?:yet )?implemented|under construction|belum tersedia di versi/;
    none(
      files.flatMap(({ path, text }) =>
        text
          .split("\n")
          .flatMap((line, index) => (words.test(line) ? [`${path}:${index + 1}: ${line.trim().slice(0, 80)}`] : [])),
      ),
      "What is not built is absent. Build it or remove it:",
    );
  });

  it("has no file that nothing uses", () => {
    const files = new Set(allFiles);
    const byPath = new Map(sources.map((source) => [source.path, source]));
    const scripts = sources.find(({ path }) => path === "package.json")?.text ?? "";
    const beginnings = allFiles.filter(
      (path) =>
        isTest(path) ||
        /^[\w.-]+\.ts$/.test(path) ||
        /^(?:scripts|bench)\/[\w-]+\.ts$/.test(path) ||
        /^src\/(?:root\.tsx|routes\.ts|start\.ts|entry\.\w+\.tsx?)$/.test(path) ||
        scripts.includes(path),
    );
    const reached = new Set<string>();
    const waiting = [...beginnings];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (reached.has(path)) continue;
      reached.add(path);
      const source = byPath.get(path);
      if (source && /\.(tsx?|mjs)$/.test(path)) waiting.push(...importsOf(source, files));
    }
    const unused = allFiles.filter(
      (path) => /^src\/.*\.(?:tsx?|br|svg|json)$/.test(path) && !path.endsWith(".d.ts") && !reached.has(path),
    );
    none(unused, "Nothing imports these files. Use them or delete them:");
  });

  /** What the product offers and does not use itself, each with its reason. */
  const offeredAnyway: Readonly<Record<string, string>> = {
    fixedClock: "the clock that tests move",
    silentLog: "the log of tests",
    canDraw: "a test looks for letters that the documents' fonts lack",
    headingsOf: "a test compares the languages of a content",
    tierPermissions: "a test of the policies tells them from permissions that no call has",
    forgetComplaints: "what complaints hold of a borrower goes before the borrower's key is shredded (law 27/2022)",
  };

  it("has no export that only tests use", () => {
    const files = new Set(allFiles);
    const users = sources.filter(
      ({ path }) => /\.(?:tsx?|mjs)$/.test(path) && !isTest(path) && !path.startsWith("bench/"),
    );
    const passedOn = new Map(
      users.map(({ path, code }) => [
        path,
        [...code.matchAll(/^export \* from .*$/gm)].flatMap(([line]) =>
          importsOf({ path, text: line, code: line }, files),
        ),
      ]),
    );
    const reached = new Map(
      users.map((user) => [
        user.path,
        new Set(importsOf(user, files).flatMap((path) => [path, ...(passedOn.get(path) ?? [])])),
      ]),
    );
    const times = (code: string, name: string) => [...code.matchAll(new RegExp(`\\b${name}\\b`, "g"))].length;
    // React Router looks for these by name.
    const ofRoutes = new Set(["handle", "loader", "action", "Layout", "ErrorBoundary", "handleError"]);
    const unused = productSources.flatMap(({ path, code }) =>
      [...code.matchAll(/^export (?:async )?(?:const|let|function|class|type|interface) (\w+)/gm)]
        .map((match) => match[1] as string)
        .filter(
          (name) =>
            !ofRoutes.has(name) &&
            times(code, name) === 1 &&
            !users.some((user) => reached.get(user.path)?.has(path) && times(user.code, name) > 0),
        )
        .map((name) => ({ path, name })),
    );
    none(
      unused.filter(({ name }) => !(name in offeredAnyway)).map(({ path, name }) => `${path}: ${name}`),
      "The product does not use what these files offer. Use it, delete it, or say above why it is there:",
    );
    none(
      Object.keys(offeredAnyway).filter((name) => unused.every((one) => one.name !== name)),
      "The product uses these, or has them no more. Take them off the list above:",
    );
  });

  it("passes the linter, which guards the walls between floors and domains", () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["node_modules/oxlint/bin/oxlint", "--format", "unix", "."],
      { cwd: root, encoding: "utf8" },
    );
    const faults = stdout.split("\n").filter((line) => /: .*\[Error/.test(line));
    none(
      status === 0 ? [] : faults.length > 0 ? faults : [stderr.trim() || stdout.trim()],
      "oxlint says why beside each place; `npm run lint` shows it with the source:",
    );
  });
});

describe("the linter", () => {
  it("holds the walls for every file of the product but its wiring", () => {
    const { overrides } = JSON.parse(sources.find(({ path }) => path === ".oxlintrc.json")?.text ?? "{}") as {
      overrides: { files: string[]; rules: Record<string, unknown> }[];
    };
    const open = overrides
      .filter(({ rules }) => rules["no-restricted-imports"] === "off")
      .flatMap(({ files }) => files);
    // A pattern without a slash means that name in every folder.
    const faults = productSources
      .filter(({ path }) => path.split("/").length > 2)
      .flatMap(({ path }) =>
        open
          .filter((glob) => matchesGlob(path, glob.includes("/") ? glob : `**/${glob}`))
          .map((glob) => `${glob}: ${path}`),
      );
    none(
      [...new Set(faults.map((fault) => fault.split(": ")[0] as string))],
      "These patterns of .oxlintrc.json switch the walls off inside the product. Name the files, with their folder:",
    );
  });
});
