/** Every published content: its head, figures, links and languages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { collectionNames, figureNames } from "#features/platform/content/contract.ts";
import {
  textFaultsOf,
  handWrittenFigures,
  handWrittenTimes,
  headingsOf,
  linksOf,
} from "#features/platform/content/server/checks.ts";
import { contentFiles, type ContentText } from "#features/platform/content/server/files.ts";
import { languages } from "#shared/texts.ts";
import { allFiles, comparable, mountedScreens, productSources, root } from "#tests/support/house-sources.ts";

/** Amounts, rates and numbers checked by hand, because no figure of ours determines them. */
const ownNumbers: readonly { place: RegExp; written: RegExp; why: string }[] = [
  { place: /./, written: /@ojk\.go\.id|^157$/, why: "Addresses of the authority" },
  {
    place: /tkb|site\/home\/texts/,
    written: /^(?:60|90) ?(?:hari|days|天)$/,
    why: "Names of the authority's measures",
  },
  { place: /privacy|what-an-app-may-ask/, written: /^24/, why: "The law's own three times 24 hours" },
  { place: /service-protocol/, written: /^14/, why: "The protocol's own notice of its changes" },
  { place: /how-to-loan-new/, written: /minutes?$|menit$|分钟$/, why: "How long people take, which no rule sets" },
  {
    place: /credit\/limit\/texts/,
    written: /^(?:3|7|30|60) ?(?:hari|days|天)$/,
    why: "Names of the spans of days past due that the score tells apart",
  },
  { place: /report\/charts/, written: /^90/, why: "Names of buckets of days past due and of the authority's measures" },
  {
    place: /credit\/funding\/texts|operations\/watchtower\/texts/,
    written: /^(?:7|30|60|90) ?(?:hari|days|天)$/,
    why: "Names of spans of days past due and of the authority's measures",
  },
  { place: /sandbox/, written: /./, why: "What the sandbox plays, named where it is played" },
];

const texts = collectionNames.flatMap((collection) =>
  [...contentFiles(collection).values()].map((text) => ({
    collection,
    text,
    place: `content/${collection}/${text.key}.${text.language}.md`,
  })),
);
const inEachLanguage = new Map<string, ContentText[]>();
for (const { collection, text } of texts)
  inEachLanguage.set(`${collection}/${text.key}`, [...(inEachLanguage.get(`${collection}/${text.key}`) ?? []), text]);

function none(faults: readonly string[], instead: string): void {
  if (faults.length > 0) throw new Error(`${instead}\n  - ${[...new Set(faults)].join("\n  - ")}`);
}

it("has the head lines of its collection, figures that there are, and addresses that a page shows", () => {
  const faults = texts.flatMap(({ collection, text, place }) =>
    textFaultsOf(collection, text).map(
      ({ path, code, names }) => `${place}: ${path}: ${code}${names ? ` (${names})` : ""}`,
    ),
  );
  none(faults, "Mend the head or the text:");
});

it("lies in a collection's folder, in three languages", () => {
  const known = new Set([...collectionNames, "agreement", "fonts"]);
  none(
    allFiles.filter((path) => path.startsWith("content/") && !known.has(path.split("/")[1] as string)),
    "No collection has this folder (contract of platform/content):",
  );
  none(
    [...inEachLanguage].filter(([, all]) => all.length !== languages.length).map(([name]) => name),
    "Write the missing language:",
  );
});

it("says the same in each language: the same headings, figures and links", () => {
  const shapes = {
    headings: headingsOf,
    figures: (markdown: string) =>
      [...new Set([...markdown.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]))].sort().join(" "),
    links: (markdown: string) => linksOf(markdown).sort().join(" "),
  };
  const faults = [...inEachLanguage].flatMap(([name, all]) =>
    Object.entries(shapes).flatMap(([what, shapeOf]) => {
      const shown = all.map((text) => ({ language: text.language, shape: shapeOf(text.markdown) }));
      return new Set(shown.map(({ shape }) => shape)).size > 1
        ? [`${name}: ${what}: ${shown.map(({ language, shape }) => `${language}: ${shape || "none"}`).join("; ")}`]
        : [];
    }),
  );
  none(faults, "A reader of one language must not miss what another is told:");
});

it("has the same head in each language, but for its words", () => {
  const lines = ["section", "topic", "order", "published", "until", "picture"] as const;
  const faults = [...inEachLanguage].flatMap(([name, all]) =>
    lines
      .filter((line) => new Set(all.map(({ head }) => head[line] ?? "")).size > 1)
      .map(
        (line) =>
          `${name}: ${line}: ${all.map(({ language, head }) => `${language}: ${head[line] ?? "none"}`).join(", ")}`,
      ),
  );
  none(faults, "Only title and summary differ by language:");
});

it("writes no rate, amount, number or mail address that a figure gives", () => {
  const faults = texts.flatMap(({ text, place }) =>
    handWrittenFigures(`${text.title}\n${text.head.summary ?? ""}\n${text.markdown}`)
      .filter((written) => !ownNumbers.some((own) => own.place.test(place) && own.written.test(written)))
      .map((written) => `${place}: ${written}`),
  );
  none(
    faults,
    `Name a figure ({{…}}: ${figureNames.join(", ")}), or add the number to ownNumbers in tests/contents.test.ts with its reason:`,
  );
});

it("leaves times and sizes to the constants that rule them, in the texts of screens, calls and messages too", () => {
  const written = productSources.flatMap(({ path, code }) =>
    [...code.matchAll(/\b(?:id|en|zh): (["`])((?:(?!\1)[^\\]|\\.)*)\1/g)].flatMap((match) =>
      handWrittenTimes(match[2] as string).map((time) => ({ path, time })),
    ),
  );
  const agreements = allFiles
    .filter((path) => /^content\/agreement\/.*\.md$/.test(path))
    .flatMap((path) => handWrittenTimes(readFileSync(join(root, path), "utf8")).map((time) => ({ path, time })));
  const faults = [...written, ...agreements].filter(
    ({ path, time }) => !ownNumbers.some((own) => own.place.test(path) && own.written.test(time)),
  );
  none(
    faults.map(({ path, time }) => `${path}: ${time}`),
    "Name the constant (src/shared/promised-times.ts, or the contract's) in the text, or add the number to ownNumbers with its reason:",
  );
});

it("writes quotation marks and apostrophes as print does", () => {
  const files = allFiles.filter((path) => /^content\/.*\.(?:id|en)\.md$/.test(path));
  const faults = files.flatMap((path) => {
    const whole = readFileSync(join(root, path), "utf8");
    // The head is data; so are code, addresses and markup.
    const prose = whole.replace(/^---\n[^]*?\n---\n/, "").replace(/`[^`]*`|\]\([^)]*\)|<[^>\n]*>/g, "");
    return [...prose.matchAll(/.{0,20}["'].{0,20}/g)].map(([place]) => `${path}: ${place}`);
  });
  none(faults, "Write “…”, ‘…’ and ’ in prose:");
});

it("leads only to pages that are there", async () => {
  const mounted = new Set((await mountedScreens()).map(({ path }) => path));
  const patterns = [...mounted].map(
    (path) => new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll("{}", "[^/]+")}$`),
  );
  const isThere = (address: string) => {
    const path = comparable(address.split(/[?#]/)[0] || "/").replace(/(.)\/$/, "$1");
    return mounted.has(path) || patterns.some((pattern) => pattern.test(path)) || path.startsWith("/api/rates/");
  };
  const faults = texts.flatMap(({ text, place }) =>
    linksOf(text.markdown)
      .filter((address) => address.startsWith("/") && !isThere(address))
      .map((address) => `${place}: ${address}`),
  );
  none(faults, "These pages are not mounted (src/routes.ts):");
});

/** Pages that texts refer to by name, and their paths. */
const namedPages: Readonly<Record<string, string>> = {
  Danai: "/lend",
  Keamanan: "/webview/security",
  Pengaduan: "/complaint",
};

it("names only pages that are there, in the texts of screens, calls and messages too", async () => {
  const mounted = new Set((await mountedScreens()).map(({ path }) => path));
  const written = [
    ...productSources.map(({ path, code }) => ({ path, text: code })),
    ...texts.map(({ text, place }) => ({ path: place, text: text.markdown })),
  ].flatMap(({ path, text }) =>
    [...text.matchAll(/\bhalaman (\p{Lu}\p{Ll}+)/gu)].map((match) => ({ path, name: match[1] as string })),
  );
  const faults = written
    .filter(({ name }) => !Object.hasOwn(namedPages, name) || !mounted.has(namedPages[name]!))
    .map(({ path, name }) => `${path}: halaman ${name}`);
  none(faults, "Name a page that is mounted, and add it to namedPages with its address:");
  const named = new Set(written.map(({ name }) => name));
  expect(Object.keys(namedPages).filter((name) => !named.has(name))).toEqual([]);
});

it("reads files at all", () => {
  expect(texts.length).toBeGreaterThan(15);
});

/**
 * Things that people can do themselves, and the page for each: questions about them link there, never only to the
 * telephone.
 */
const acts: readonly { asks: RegExp; page: RegExp; why: string }[] = [
  {
    asks: /(?:menutup|tutup) akun|close (?:my|your|an) account|注销账户/i,
    page: /\/(?:webview\/cancel-account|close-account)\b/,
    why: "Accounts are closed on a page of their own",
  },
  {
    asks: /ponsel saya hilang|ponsel hilang|lost (?:my|your) phone|手机丢了|nomor(?:nya)? (?:sudah tidak aktif|tidak kembali|hilang)|number is gone|号码(?:已停用|无法恢复)/i,
    page: /\/(?:webview\/)?lost-number\b/,
    why: "Who has no number any more asks for another one there",
  },
  {
    asks: /kode verifikasi tidak sampai|code does not arrive|收不到验证码/i,
    page: /\/(?:webview\/)?lost-number\b/,
    why: "A code that does not arrive may go to a number that is gone",
  },
];

it("leads whoever asks how to do something to the page that does it", () => {
  const faults = texts.flatMap(({ text, place }) =>
    ["faq", "help"].some((collection) => place.startsWith(`content/${collection}/`))
      ? acts
          .filter(({ asks, page }) => asks.test(`${text.title}\n${text.markdown}`) && !page.test(text.markdown))
          .map(({ why }) => `${place}: ${why}`)
      : [],
  );
  none(faults, "Link the page:");
});

it("promises of passwords only what is so: of a bank's by the figure, of all others for the staff", () => {
  // A sentence that says "never" of passwords; lists of other people's mistakes say it of them.
  const passwords = /kata sandi|password|密码/i;
  const never = /tidak pernah|tidak meminta|never|绝不|不索要|不会索要/i;
  const ofStaff = /petugas|staff|our people|工作人员|客服/i;
  const faults = texts.flatMap(({ text, place }) =>
    text.markdown
      .split(/(?<=[.!?。！？])\s*|\n/)
      .filter((sentence) => passwords.test(sentence) && never.test(sentence) && !ofStaff.test(sentence))
      .map((sentence) => `${place}: ${sentence}`),
  );
  none(faults, "Some institutions take a login on our page: say {{bankPasswords}}, or who never asks:");
});
