/** The readable page of a copy: everything in it in words, one file that opens in any browser, without script or network. */
import { wordOf } from "#server/console-words.ts";
import type { PersonalSection, PersonalUse } from "#server/personal-data/index.ts";
import type { Services } from "#server/services.ts";
import { formatDate, formatInstant, isBusinessDate } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { defineTexts, say, type Language, type Text } from "#shared/texts.ts";
import { codeTexts } from "./code-texts.ts";
import { fieldTexts } from "./field-texts.ts";

const texts = defineTexts({
  title: { id: "Salinan data Anda di {brand}", en: "Copy of your data at {brand}", zh: "您在 {brand} 的数据副本" },
  made: { id: "Dibuat {when}", en: "Made {when}", zh: "生成于 {when}" },
  lead: {
    id: "Halaman ini memuat semua yang kami simpan tentang Anda. Berkas data/*.json berisi hal yang sama untuk dibaca mesin, dan folder files berisi foto dan dokumen Anda.",
    en: "This page holds everything that we keep about you. The files data/*.json hold the same for machines, and the folder files your photos and documents.",
    zh: "本页包含我们保存的与您有关的全部数据。data/*.json 为机器可读格式，files 文件夹内为您的照片和文件。",
  },
  withheld: {
    id: "Tidak termasuk: nama petugas, batas-batas pemeriksaan penipuan, kata sandi, dan kunci teknis.",
    en: "Not included: names of staff, thresholds of fraud checks, passwords and technical keys.",
    zh: "不包含：员工姓名、反欺诈阈值、密码及技术密钥。",
  },
  careful: {
    id: "Simpan salinan ini di tempat yang aman: siapa pun yang memilikinya dapat membacanya.",
    en: "Keep this copy in a safe place: whoever has it can read it.",
    zh: "请妥善保存此副本：任何持有者都能阅读其内容。",
  },
  empty: { id: "Tidak ada data tentang", en: "Nothing is kept about", zh: "没有以下数据" },
  none: { id: "Tidak ada.", en: "Nothing.", zh: "无。" },
  yes: { id: "ya", en: "yes", zh: "是" },
  no: { id: "tidak", en: "no", zh: "否" },
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
export function readablePage(services: Services, input: ReadableInput): string {
  const { language, brandName, at, sections, uses } = input;
  const t = (text: Text, parameters?: Record<string, string>) => escaped(say(text, language, parameters));
  const heading = t(texts.title, { brand: brandName });
  const body = sections
    .filter(({ rows }) => rows.length > 0)
    .map((section) => sectionOf(services, section, language))
    .join("\n");
  const empty = sections.filter(({ rows }) => rows.length === 0).map(({ title }) => say(title, language));
  const used = uses
    .map(({ at: when, reference, decision, rule, outcome, read }) => {
      const line = t(texts.usesLine, {
        rule: say(rule, language),
        outcome: say(outcome, language),
        read: read.map((one) => say(one, language)).join(", "),
      });
      const about = [formatInstant(when, language), reference, decision ? say(decision, language) : ""];
      return `<li><strong>${escaped(about.filter(Boolean).join(" · "))}</strong><br>${line}</li>`;
    })
    .join("\n");
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 0 auto; padding: 1rem; color: #1a1a1a; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; border-bottom: 1px solid #767676; }
dl { display: grid; grid-template-columns: minmax(8rem, 16rem) 1fr; gap: .25rem 1rem; margin: 1rem 0; padding: 1rem; border: 1px solid #ccc; border-radius: .5rem; }
dt { color: #555; } dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
</style>
</head>
<body>
<main>
<h1>${heading}</h1>
<p>${t(texts.made, { when: formatInstant(at, language) })}</p>
<p>${t(texts.lead)}</p>
<p>${t(texts.withheld)}</p>
<p><strong>${t(texts.careful)}</strong></p>
${body}
<h2>${t(texts.uses)}</h2>
${used ? `<ul>${used}</ul>` : `<p>${t(texts.none)}</p>`}
<h2>${t(texts.empty)}</h2>
<p>${escaped(empty.join(" · "))}</p>
</main>
</body>
</html>
`;
}

function sectionOf(services: Services, { name, title, rows }: PersonalSection, language: Language): string {
  const shown = rows.map((row) => {
    const fields = flat(row).map(([field, value]) => {
      const text = valueText(services, field, value, language);
      const isFile = typeof value === "string" && value.startsWith("files/");
      return `<dt>${escaped(labelOf(field, language))}</dt><dd>${isFile ? `<a href="${escaped(value)}">${escaped(value)}</a>` : escaped(text)}</dd>`;
    });
    return `<dl>${fields.join("")}</dl>`;
  });
  return `<h2 id="${escaped(name)}">${escaped(say(title, language))}</h2>\n${shown.join("\n")}`;
}

/** What a sealed value says, field by field, in words. */
export function fieldsInWords(
  services: Services,
  value: unknown,
  language: Language,
): { label: string; text: string }[] {
  const row = typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : { value };
  return flat(row).map(([field, one]) => ({
    label: labelOf(field, language),
    text: valueText(services, field, one, language),
  }));
}

/** `work.companyName`, with its value; what is empty is left out. */
function flat(row: Readonly<Record<string, unknown>>, before = ""): [field: string, value: unknown][] {
  return Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
    if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0))
      return [];
    const path = before ? `${before}.${name}` : name;
    const isObject = typeof value === "object" && !(value instanceof Date) && !Array.isArray(value);
    return isObject ? flat(value as Record<string, unknown>, path) : [[path, value]];
  });
}

/** By its last word: what is inside of a value has a name of its own. A name without words is shown as it is. */
function labelOf(path: string, language: Language): string {
  return path
    .split(".")
    .map((name) =>
      Object.hasOwn(fieldTexts, name) ? say(fieldTexts[name as keyof typeof fieldTexts], language) : name,
    )
    .join(" › ");
}

function valueText(services: Services, path: string, value: unknown, language: Language): string {
  if (value instanceof Date) return formatInstant(value, language);
  if (typeof value === "boolean") return say(value ? texts.yes : texts.no, language);
  if (typeof value === "number" && path.endsWith("civilStatus")) return codeText(services, `CIVIL_${value}`, language);
  if (typeof value === "number") return path.endsWith("Rupiah") ? formatRupiah(value) : String(value);
  if (Array.isArray(value))
    return value
      .map((one) => (typeof one === "object" ? JSON.stringify(one) : valueText(services, path, one, language)))
      .join(", ");
  const text = String(value);
  if (isBusinessDate(text)) return formatDate(text, language);
  return /^[A-Z][A-Z0-9_]*$/.test(text) ? codeText(services, text, language) : text;
}

/** A code in words; of one that is not among ours, as the console says it. */
export const codeText = (services: Services, code: string, language: Language): string =>
  Object.hasOwn(codeTexts, code)
    ? say(codeTexts[code as keyof typeof codeTexts], language)
    : wordOf(services, "codes", code, language);
