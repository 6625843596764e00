/**
 * The project's rules for the code itself: time and randomness only through their ports, names, unused code, and the
 * module boundaries of the linter.
 */
import { matchesGlob } from "node:path";
import { describe, expect, it } from "vitest";
import { allFiles, importsOf, isTest, none, places, productSources, sources } from "#tests/support/house-sources.ts";

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

  it("names the columns of raw SQL's rows as fields", () => {
    none(
      places(sources, /\bsql<[^`]*\b[a-z]+_[a-z][^`]*>`/),
      "Rows have fields: sql<{ dueAt: Date }>`select due_at …`. // docs/decisions/172",
    );
  });

  /** Names for which the field has a usual word, and that word: docs/glossary.md lists them with their places. */
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
  /** Refused as a part of names too: the message names the replacement. */
  const refusedParts: Readonly<Record<string, RegExp>> = {
    "…Action": /\b\w*Deeds?\b|\bdeedOf\b|\bdeeds\b/,
    "…Chargeback": /\b(?!PaymentTakenBack\b)(?:\w*TakenBack\w*|takenBack\w*)\b/,
  };
  /**
   * Allowed inside a file, but not as exported names: they were once names of things for which the field has a word.
   */
  const exportedNames =
    /\bexport (?:async )?(?:function|const|class|interface|type) (?:Found|Answered|Frame|placeOf|hear|giveUp)\b/;
  /** Names that stay because they are published or stored. */
  const published = new Set([
    "longestTenorDays",
    "mostPlatforms",
    "mostPhotos",
    "mostCost",
    "maxDaysPastDue",
    "mostRupiah",
    "leastRupiah",
  ]);

  it("calls things by the field's names", () => {
    const names = new RegExp(`\\b(?:${Object.keys(refusedNames).join("|")}|\\w+Wish)\\b`);
    const withoutStrings = productSources.map((source) => ({
      ...source,
      code: source.code.replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, (text) => " ".repeat(text.length)),
    }));
    none(
      places(withoutStrings, names)
        // "Wish" in a draw is the specification's own word.
        .filter((place) => !/^src\/features\/rewards\/.*: (?:wish|\w+Wish)$/.test(place))
        .map((place) => `${place} → ${refusedNames[place.split(": ").at(-1) as string] ?? "…Input or …Options"}`),
      "The field has a word for each of these (docs/glossary.md). Take it:",
    );
    none(
      places(withoutStrings, exportedNames),
      "Another file reads this name. Say what it is (CallOutcome, SearchMatch, CallContext, receive, closeUnanswered):",
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

  /** Names that every module of one kind gives to the same thing, allowed only in such modules. */
  const roles: readonly (readonly [names: readonly string[], where: RegExp])[] = [
    // React Router looks for these by name.
    [["loader", "action", "handle", "ErrorBoundary"], /^src\/(?:root|web\/shells\/|features\/.*\/(?:screens|staff)\/)/],
    [["webview", "staff", "website", "bare", "aboutBorrower"], /^src\/features\/[^/]+\/[^/]+\/routes\.ts$/],
    [["nav"], /^src\/features\/[^/]+\/[^/]+\/nav\.ts$/],
    [["texts"], /\/texts\.ts$/],
    [["domain"], /\/server\/index\.ts$/],
    [["records"], /\/server\/records\.ts$/],
    [["personalData"], /\/server\/personal-data\.ts$/],
    [["words"], /\/server\/words\.ts$/],
    [["timeline"], /\/server\/timeline\.ts$/],
    [["notices"], /\/server\/notices\.ts$/],
    [["workLists"], /\/server\/work-lists\.ts$/],
    [["staffAnswers"], /\/server\/staff\.ts$/],
    [["csvColumns"], /\/server\/csv-columns\.ts$/],
    // Each answers the console's question of the same name about a borrower, or its search, its report and its digest.
    [["accountStates"], /\/server\/account-states\.ts$/],
    [["borrowerFlags"], /\/server\/borrower-flags\.ts$/],
    [["figures"], /\/server\/figures\.ts$/],
    [["search"], /\/server\/search\.ts$/],
    [["report"], /\/server\/report\.ts$/],
    [["digest"], /\/server\/digest\.ts$/],
    // The looks of a campaign's skins, and the examples of a component in its gallery.
    [["looks"], /\/parts\/looks\.tsx$/],
    [["examples"], /^src\/web\/ui\/[^/]+\/examples\.tsx$/],
  ];

  it("gives an exported name one meaning", () => {
    const isRole = (name: string, path: string) =>
      roles.some(([names, where]) => names.includes(name) && where.test(path));
    const definedIn = new Map<string, Set<string>>();
    const add = (name: string, path: string) => {
      if (!isRole(name, path)) definedIn.set(name, (definedIn.get(name) ?? new Set()).add(path));
    };
    for (const { path, code } of productSources) {
      for (const [, name = ""] of code.matchAll(
        /^export (?:async )?(?:const|let|function\*?|(?:abstract )?class|type|interface) (\w+)/gm,
      ))
        add(name, path);
      for (const [, names = ""] of code.matchAll(/^export const \{([^}]*)\} =/gm))
        for (const one of names.split(",")) if (one.trim() !== "") add(one.split(":").at(-1)?.trim() ?? "", path);
    }
    const several = [...definedIn].filter(([, paths]) => paths.size > 1);
    expect(definedIn.size).toBeGreaterThan(5000);
    none(
      several.map(([name, paths]) => `${name}: ${[...paths].join(", ")}`),
      "A name that other files read means one thing in the whole house. Say in each which one it is (findLoanDocument, findBorrowerDocument):",
    );
  });

  it("hangs nothing on the services from outside", () => {
    none(
      places(productSources, /\bnew WeakMap<Services\b/, (path) => path === "src/server/process/per-services.ts"),
      "A hidden registry is no wiring. Make it a field of Services or of Domain, or take perServices:",
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

  /** Exports that the product does not use itself, each with its reason. */
  const offeredAnyway: Readonly<Record<string, string>> = {
    fixedClock: "the clock that tests move",
    silentLog: "the log of tests",
    canDraw: "a test looks for letters that the documents' fonts lack",
    headingsOf: "a test compares the languages of a content",
    tierPermissions: "a test of the policies tells them from permissions that no call has",
    namesOfExamples: "a test looks for examples of calls that are gone",
    withoutExample: "a test compares the calls without an example with their reasons",
    namesWithMeaning: "a test looks for meanings of names that are gone",
    unpublished: "the tests' clients hold every answer against what its call publishes",
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
