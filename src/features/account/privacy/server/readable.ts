/** The readable page of a copy: everything in it in words, one file that opens in any browser, without script or network. */
import type { PersonalSection, PersonalUse, PersonalRow } from "#server/personal-data/index.ts";
import type { Services } from "#server/services.ts";
import { formatInstant } from "#shared/dates.ts";
import { defineTexts, say, type Language, type Text } from "#shared/texts.ts";
import { flattenedRow, labelOf, personalLinesOf } from "./wording.ts";

const texts = defineTexts({
  title: { id: "Salinan data Anda di {brand}", en: "Copy of your data at {brand}", zh: "您在 {brand} 的数据副本" },
  made: { id: "Dibuat {when}", en: "Created {when}", zh: "生成于 {when}" },
  lead: {
    id: "Halaman ini memuat semua yang kami simpan tentang Anda. Berkas data/*.json berisi hal yang sama untuk dibaca mesin, dengan nomor teknisnya, dan folder files berisi foto dan dokumen Anda.",
    en: "This page holds everything that we keep about you. The files data/*.json hold the same for machines, with its technical numbers, and the folder files your photos and documents.",
    zh: "本页包含我们保存的与您有关的全部数据。data/*.json 为含技术编号的机器可读格式，files 文件夹内为您的照片和文件。",
  },
  withheld: {
    id: "Tidak termasuk: nama petugas, batas-batas pemeriksaan penipuan, kata sandi, dan kunci teknis.",
    en: "Not included: names of staff, thresholds of fraud checks, passwords and technical keys.",
    zh: "不包含：员工姓名、反欺诈阈值、密码及技术密钥。",
  },
  careful: {
    id: "Simpan salinan ini di tempat yang aman: siapa pun yang memilikinya bisa membacanya.",
    en: "Keep this copy in a safe place: anyone who has it can read it.",
    zh: "请妥善保存此副本：任何持有者都能阅读其内容。",
  },
  empty: { id: "Tidak ada data tentang", en: "Nothing is kept about", zh: "没有以下数据" },
  none: { id: "Tidak ada.", en: "Nothing.", zh: "无。" },
  contents: { id: "Isi", en: "Contents", zh: "目录" },
  uses: { id: "Bagaimana data Anda dipakai", en: "How your data was used", zh: "您的数据如何被使用" },
  usesLine: {
    id: "{rule}: {outcome}. Dibaca: {read}.",
    en: "{rule}: {outcome}. Read: {read}.",
    zh: "{rule}：{outcome}。读取：{read}。",
  },
});

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);

export interface ReadableInput {
  language: Language;
  brandName: string;
  at: Date;
  sections: readonly PersonalSection[];
  uses: readonly PersonalUse[];
}

/** `index.html` of the copy. */
export async function readablePage(services: Services, input: ReadableInput): Promise<string> {
  const { language, brandName, at, sections, uses } = input;
  const t = (text: Text, parameters?: Record<string, string>) => escaped(say(text, language, parameters));
  const heading = t(texts.title, { brand: brandName });
  const filled: { section: PersonalSection; html: string }[] = [];
  for (const section of sections) {
    const html = await sectionOf(services, section, language);
    if (html !== null) filled.push({ section, html });
  }
  const empty = sections.filter(({ rows }) => rows.length === 0).map(({ title }) => say(title, language));
  const links = filled.map(
    ({ section: { name, title } }) => `<li><a href="#${escaped(name)}">${escaped(say(title, language))}</a></li>`,
  );
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
<p>${t(texts.made, { when: formatInstant(at, language) })}</p>
<p>${t(texts.lead)}</p>
<p>${t(texts.withheld)}</p>
<p><strong>${t(texts.careful)}</strong></p>
<nav aria-label="${t(texts.contents)}"><h2>${t(texts.contents)}</h2>
<ul class="contents">${links.join("")}<li><a href="#uses">${t(texts.uses)}</a></li></ul></nav>
${filled.map(({ html }) => html).join("\n")}
<h2 id="uses">${t(texts.uses)}</h2>
${usesOf(uses, language)}
<h2>${t(texts.empty)}</h2>
<p>${escaped(empty.join(" · "))}</p>
</main>
</body>
</html>
`;
}

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 0 auto; padding: 1rem; color: #1a1a1a; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; border-bottom: 1px solid #767676; }
a { color: #0b5394; } .contents { columns: 16rem; padding-inline-start: 1.25rem; }
dl { display: grid; grid-template-columns: minmax(8rem, 16rem) 1fr; gap: .25rem 1rem; margin: 1rem 0; padding: 1rem; border: 1px solid #ccc; border-radius: .5rem; }
dt { color: #555; } dd { margin: 0; overflow-wrap: anywhere; } dd ul { margin: 0; padding-inline-start: 1.25rem; }
dd img { display: block; max-width: 12rem; max-height: 12rem; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
`;

function usesOf(uses: readonly PersonalUse[], language: Language): string {
  const lines = uses.map(({ at, reference, decision, rule, outcome, read }) => {
    const line = say(texts.usesLine, language, {
      rule: say(rule, language),
      outcome: say(outcome, language),
      read: read.map((one) => say(one, language)).join(", "),
    });
    const about = [formatInstant(at, language), reference, decision ? say(decision, language) : ""];
    return `<li><strong>${escaped(about.filter(Boolean).join(" · "))}</strong><br>${escaped(line)}</li>`;
  });
  return lines.length > 0 ? `<ul>${lines.join("\n")}</ul>` : `<p>${escaped(say(texts.none, language))}</p>`;
}

/** Null when none of it has a meaning for people. */
async function sectionOf(services: Services, section: PersonalSection, language: Language): Promise<string | null> {
  const shown: string[] = [];
  for (const row of section.rows) {
    const fields = await fieldsOfRow(services, section, row, language);
    const items = fields.map(([label, value]) => `<dt>${escaped(label)}</dt><dd>${value}</dd>`);
    if (items.length > 0) shown.push(`<dl>${items.join("")}</dl>`);
  }
  if (shown.length === 0) return null;
  return `<h2 id="${escaped(section.name)}">${escaped(say(section.title, language))}</h2>\n${shown.join("\n")}`;
}

/** Each field that says something, as its label and HTML. */
async function fieldsOfRow(
  services: Services,
  { inWords, labels }: PersonalSection,
  row: PersonalRow,
  language: Language,
): Promise<[label: string, html: string][]> {
  const fields: [string, string][] = [];
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === undefined) continue;
    const parts: [string, unknown][] = inWords[name] ? [[name, value]] : flattenedRow({ [name]: value });
    for (const [path, one] of parts) {
      const own = inWords[path];
      if (own) {
        const text = await own(services, row, language);
        if (text) fields.push([labelOf(path, language, labels), withBreaks(text)]);
        continue;
      }
      const isFile = typeof one === "string" && one.startsWith("files/");
      const lines = isFile ? [] : personalLinesOf(services, path, one, language).map(withBreaks);
      const html = isFile
        ? fileOf(one)
        : lines.length > 1
          ? `<ul>${lines.map((line) => `<li>${line}</li>`).join("")}</ul>`
          : lines[0];
      if (html !== undefined) fields.push([labelOf(path, language, labels), html]);
    }
  }
  return fields;
}

const withBreaks = (text: string): string => escaped(text).replaceAll("\n", "<br>");

/** A link to a file of the copy; pictures are shown at once. */
function fileOf(path: string): string {
  const picture = /\.(?:jpg|png|webp)$/.test(path) ? `<img src="${escaped(path)}" alt="" loading="lazy">` : "";
  return `<a href="${escaped(path)}">${picture}${escaped(path)}</a>`;
}
