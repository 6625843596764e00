/** Which tests are near files that have changed. */
import { globSync, readFileSync } from "node:fs";

/** Registries that a new call, table, screen or text must also be entered in. */
const registries = [
  "tests/house.test.ts",
  "tests/house-code.test.ts",
  "tests/house-words.test.ts",
  "tests/contents.test.ts",
  "tests/rights.test.ts",
  "tests/staff-rights.test.ts",
  "tests/retention.test.ts",
  "tests/operation-retention.test.ts",
  "tests/locks.test.ts",
  "tests/personal-data.test.ts",
  "tests/policies.test.ts",
  "tests/texts.test.ts",
  "tests/words.test.ts",
  "tests/rate-limits.test.ts",
  "tests/announced.test.ts",
  "tests/lifecycles.test.ts",
  "tests/rounds.test.ts",
];

/** The folder of a file's domain: `src/features/credit/limit`. */
export const domainOf = (path: string): string | undefined => /^src\/features\/[^/]+\/[^/]+/.exec(path)?.[0];

export interface Near {
  /** Test files, in order, each once. */
  files: string[];
  /** Whether a file changed on which every domain depends. */
  isFloor: boolean;
}

/**
 * The tests of the domains that these files belong to, of those that import one of them, of migrations' domains, and the
 * registries; a test that changed is near itself. Paths as git gives them, from the repository's root.
 */
export function nearTests(changed: readonly string[], root = "."): Near {
  const all = globSync("{src,tests}/**/*.test.{ts,tsx}", { cwd: root }).sort();
  const domains = new Set(globSync("src/features/*/*", { cwd: root }));
  const touched = new Set(changed.flatMap((path) => domainOf(path) ?? migrated(path, domains) ?? []));
  const near = new Set([...touched, ...importersOf(touched, root)]);
  const isProduct = changed.some((path) => path.startsWith("src/") || path.startsWith("migrations/"));
  const files = all.filter(
    (test) =>
      changed.includes(test) ||
      near.has(domainOf(test) ?? "") ||
      (isProduct && registries.includes(test)) ||
      isBeside(test, changed),
  );
  // Journeys need a build: run a changed one by its name.
  return {
    files: files.filter((test) => !test.startsWith("tests/journeys/") && !test.startsWith("tests/engines/")),
    isFloor: changed.some((path) => /^src\/(?!features\/)|^tests\/support\//.test(path) && !path.endsWith(".test.ts")),
  };
}

/** For shared code: the tests in the folder of the changed file. */
const isBeside = (test: string, changed: readonly string[]): boolean =>
  changed.some((path) => /^src\/(?:server|shared|web)\/.+\//.test(path) && folderOf(path) === folderOf(test));
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

/** `migrations/20261121-2305-complaint-create.sql` belongs to the domain that its name begins with. */
function migrated(path: string, domains: ReadonlySet<string>): string | undefined {
  const rest = /^migrations\/\d{8}-\d{4}-(.+)\.sql$/.exec(path)?.[1];
  return rest === undefined
    ? undefined
    : [...domains]
        .filter((domain) => rest.startsWith(`${domain.split("/").at(-1)}-`))
        .sort((one, other) => other.length - one.length)[0];
}

/** Domains with a file that names one of these in an import. */
function importersOf(touched: ReadonlySet<string>, root: string): Set<string> {
  const found = new Set<string>();
  if (touched.size === 0) return found;
  const names = [...touched].map((domain) => `"#${domain.slice("src/".length)}/`);
  for (const path of globSync("src/features/**/*.{ts,tsx}", { cwd: root })) {
    const domain = domainOf(path);
    if (!domain || found.has(domain) || touched.has(domain)) continue;
    const text = readFileSync(`${root}/${path}`, "utf8");
    if (names.some((name) => text.includes(name))) found.add(domain);
  }
  return found;
}
