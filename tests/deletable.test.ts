/**
 * Deleting a domain means deleting its folder and its lines in the wiring: shown for three domains that every other one
 * knows only through contributions. No menu links to it any more; files whose sentences link to it are listed.
 */
import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { productSources, root } from "#tests/support/house-sources.ts";

const isLong = process.env["TEST_LONG"] === "1";

interface Deletable {
  folder: string;
  /** Its name in the wiring. */
  name: string;
  wiring: readonly string[];
  /** Files that show some of its data, by the types of its calls: they are removed or changed with it. */
  showing: readonly string[];
  /**
   * Files that link to a page of it, with the reason: their text is removed or changed with the domain. Texts in
   * `content/` may link too.
   */
  leading: Readonly<Record<string, readonly string[]>>;
}

const deletable: readonly Deletable[] = [
  {
    folder: "src/features/support/complaint",
    name: "complaint",
    wiring: ["src/api.ts", "src/nav.ts", "src/routes.ts"],
    // They show the figures published by complaints.
    showing: [
      "src/features/site/company/parts/complaints-by-year.ts",
      "src/features/site/company/screens/publication-complaint.tsx",
    ],
    leading: {
      "the words of links in messages": ["src/features/support/message/parts/link-act.ts"],
      "a sentence tells the borrower to complain": [
        "src/features/account/cancellation/screens/close-account.tsx",
        "src/features/account/cancellation/server/index.ts",
        "src/features/account/platform-check/screens/ojk-checkuser.tsx",
        "src/features/account/privacy/screens/privacy-request.tsx",
        "src/features/account/privacy/server/legal-hold.ts",
        "src/features/credit/limit/screens/credit.tsx",
        "src/features/rewards/campaign/server/notices.ts",
        "src/features/site/company/parts/still-no-answer.tsx",
      ],
      "help pages": [
        "src/features/site/home/screens/service.tsx",
        "src/features/support/help/screens/customer-service.tsx",
        "src/features/support/help/screens/prevent-fraud.tsx",
      ],
      "the foot and the areas of the website, which are written for it as a whole": [
        "src/web/shells/website-foot.tsx",
        "src/web/shells/website.tsx",
        "src/web/ui/site-footer/examples.tsx",
      ],
    },
  },
  {
    folder: "src/features/rewards/campaign-egg",
    name: "campaignEgg",
    wiring: ["src/routes.ts", "src/skin-looks.ts"],
    showing: [],
    leading: {
      "the skins that campaigns may have, with the addresses of their pages": [
        "src/features/rewards/campaign/skins-contract.ts",
      ],
      "an example of a notice": ["src/features/rewards/campaign/server/notices.ts"],
    },
  },
  {
    folder: "src/features/rewards/campaign-wish",
    name: "wishes",
    wiring: ["src/api.ts", "src/routes.ts", "src/skin-looks.ts"],
    showing: [],
    leading: {
      "the skins that campaigns may have, with the addresses of their pages": [
        "src/features/rewards/campaign/skins-contract.ts",
      ],
    },
  },
];

it.each(deletable)("The wiring alone, and files that show something of it, import $folder", (domain) => {
  const { folder, wiring, showing } = domain;
  const importers = productSources
    .filter(({ path, code }) => !path.startsWith(`${folder}/`) && code.includes(`${folder.slice("src/".length)}/`))
    .map(({ path }) => path);
  expect(importers.toSorted()).toEqual([...wiring, ...showing].toSorted());
});

/** The addresses of a domain's pages up to their first parameter: `/staff/complaints`. */
const addressesOf = (folder: string): string[] => {
  const { code = "" } = productSources.find(({ path }) => path === `${folder}/routes.ts`) ?? {};
  return [...code.matchAll(/\broute\(\s*"([^":*]+?)\/?(?:[:*][^"]*)?"/g)].map(([, path = ""]) => `/${path}`);
};
/**
 * Whether code contains the address, or one below it, as a whole: not `/api/staff/complaints`, not
 * `/complaints-by-year`.
 */
const names = (code: string, address: string): boolean =>
  new RegExp(`(?<![\\w/-])${address.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-])`).test(code);

it.each(deletable)("No link is dead without $folder: no other file names its pages, but for those stated", (domain) => {
  const { folder, leading } = domain;
  const addresses = addressesOf(folder);
  expect(addresses.length).toBeGreaterThan(0);
  const leadingThere = productSources
    .filter(({ path, code }) => !path.startsWith(`${folder}/`) && addresses.some((address) => names(code, address)))
    .map(({ path }) => path);
  expect(leadingThere.toSorted()).toEqual(Object.values(leading).flat().toSorted());
});

it("The frames of the console and of borrower's pages name no page of a domain, but for the home and logging out", () => {
  const named = ["src/web/shells/staff.tsx", "src/web/shells/webview.tsx"].flatMap((file) => {
    const { code = "" } = productSources.find(({ path }) => path === file) ?? {};
    return [...code.matchAll(/["'`](\/[a-z][^"'`]*)["'`]/g)].map(([, path = ""]) => path);
  });
  expect([...new Set(named)].toSorted()).toEqual(["/staff", "/staff/logout", "/webview/home"]);
});

/** Type-checks the whole product without the domain: takes half a minute, so only in the long run. */
async function faultsWithout({ folder, name, wiring }: Deletable): Promise<string[]> {
  const copy = await mkdtemp(join(tmpdir(), "tunai-without-"));
  try {
    for (const part of ["src", ".react-router", "tsconfig.json", "package.json"])
      await cp(join(root, part), join(copy, part), { recursive: true });
    await symlink(join(root, "node_modules"), join(copy, "node_modules"));
    await rm(join(copy, folder), { recursive: true });
    await rm(join(copy, ".react-router/types", folder), { recursive: true, force: true });
    for (const file of wiring) {
      const lines = (await readFile(join(copy, file), "utf8")).split("\n");
      await writeFile(join(copy, file), lines.filter((line) => !new RegExp(`\\b${name}\\b`).test(line)).join("\n"));
    }
    const settings = {
      extends: "./tsconfig.json",
      include: ["src/**/*", ".react-router/types/**/*"],
      exclude: ["src/**/*.test.ts", "src/**/*.test.tsx"],
    };
    await writeFile(join(copy, "tsconfig.without.json"), JSON.stringify(settings));
    const { stdout } = spawnSync(
      process.execPath,
      [join(root, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", "tsconfig.without.json"],
      { cwd: copy, encoding: "utf8" },
    );
    return [...new Set([...stdout.matchAll(/^(src\/[^(]+)\(/gm)].map(([, path = ""]) => path))];
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

it.each(deletable)(
  isLong
    ? "The types of the product hold, but for files that show something of it, without $folder"
    : "The wiring has lines of its own, which go and nothing else, for $folder",
  { timeout: 900_000 },
  async (domain) => {
    const { folder, name, wiring, showing } = domain;
    if (isLong) return expect((await faultsWithout(domain)).toSorted()).toEqual(showing);
    for (const file of wiring) {
      const text = await readFile(join(root, file), "utf8");
      const lines = text.split("\n").filter((line) => new RegExp(`\\b${name}\\b`).test(line));
      expect(lines).toEqual([
        expect.stringMatching(new RegExp(`^import .* from ".*${folder.slice("src/".length)}/.*";$`)),
        expect.stringMatching(new RegExp(`^ {2}(?:\\.\\.\\.)?${name},$`)),
      ]);
    }
  },
);
