import { addDays, instantOf, type Zone } from "#shared/dates.ts";

/** Sentences of a page into which a value did not come: "sampai .", "undefined", "{date}", "0 dari 0". */
const broken: readonly RegExp[] = [
  // A word that wants a value, and the end of the sentence.
  /\b(?:sampai|sejak|hingga|mulai|tanggal|pukul|sebesar|until|since|from|at|on|by)\s+[.,;](?!\d)/giu,
  /(?:截至|直到|自|于)\s*[。，]/gu,
  /\b(?:undefined|NaN|Invalid Date|Infinity|\[object \w+\])\b/gu,
  // A parameter that no one filled in; one of an address stands behind a slash.
  /(?<![/{])\{[a-z]\w*\}/gu,
  // A list of units, "(Rp, points)", wants no figure.
  /(?<!\()Rp\s*[.,;](?!\d)/gu,
  /\b0 (?:dari|of) 0\b/giu,
  // Two signs that end one sentence.
  /[^.]\.\.(?!\.)|,\./gu,
];

/** The broken sentences of a text, each with some words around it. */
export function brokenSentences(text: string): string[] {
  return broken.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: match }) => around(text, index, match.length)),
  );
}

const around = (text: string, index: number, length: number): string =>
  text
    .slice(Math.max(0, index - 40), index + length + 10)
    .replace(/\s+/g, " ")
    .trim();

/** The text of a page: each block a line, without attributes and scripts. */
export const textOfPage = (html: string): string =>
  html
    .replace(/<(script|style|template|textarea)[^>]*>[\s\S]*?<\/\1>/g, "")
    .replace(/<\/(?:p|div|li|dt|dd|h\d|label|option|td|th|legend|button|a|summary)>|<br\/?>/g, "\n")
    .replace(/<[^>]*>/g, "");

/** Words before a time by which something is promised, or until which something is valid. */
const promised =
  /(?:paling lambat|sampai|hingga|\bby|\buntil|at the latest|最迟|截至|至)\s*(?:(?:pada|on)\s+)?(?:(?<day>\d{1,2}) (?<month>\p{L}+) (?<year>\d{4})|(?<zhYear>\d{4})年(?<zhMonth>\d{1,2})月(?<zhDay>\d{1,2})日)(?:(?:,| pukul)? (?<hour>\d\d)[.:](?<minute>\d\d) (?<zone>WIB|WITA|WIT))?/giu;
/** By the first three letters, in Indonesian and English. */
const months = ["jan", "feb", "mar", "apr", "mei|may", "jun", "jul", "agu|aug", "sep", "okt|oct", "nov", "des|dec"];
const monthOf = (name: string): number =>
  months.findIndex((month) => month.split("|").includes(name.slice(0, 3).toLowerCase())) + 1;
/** A page says of what is over until when it was to last; a day before the word makes it a period. */
const isHistory = /(?:semula berlaku|was to last|原定有效期|\d{4}|日)\s*$/iu;

/** Times of a page that are over at `now` although it promises them: "paling lambat 3 Januari 2026". */
export function pastPromises(text: string, now: Date): string[] {
  return [...text.matchAll(promised)].flatMap(({ index, 0: match, groups = {} }) => {
    const { day, month, year, zhYear, zhMonth, zhDay, hour, minute, zone } = groups;
    const number = zhMonth ? Number(zhMonth) : monthOf(month ?? "");
    if (number === 0 || isHistory.test(text.slice(0, index))) return [];
    const date = [year ?? zhYear, String(number).padStart(2, "0"), (day ?? zhDay ?? "").padStart(2, "0")].join("-");
    const until = hour
      ? instantOf(date, (zone ?? "WIB") as Zone, { hour: Number(hour), minute: Number(minute) })
      : instantOf(addDays(date, 1), "WIB");
    return until < now ? [around(text, index, match.length)] : [];
  });
}

/** Figures that cannot be: more of them than there are, less than nothing, no try left beside a form that takes one. */
const impossible: readonly ((text: string) => string[])[] = [
  (text) =>
    [...text.matchAll(/(?<![\d.,/])(\d{1,3}) (?:dari|of) (\d{1,3})(?![\d.,])/giu)].flatMap(
      ({ index, 0: match, 1: some, 2: all }) => (Number(some) > Number(all) ? [around(text, index, match.length)] : []),
    ),
  (text) =>
    [
      ...text.matchAll(
        /(?<![\d\p{L}–-])[-−]\d+ ?(?:hari|jam|menit|detik|kali|days?|hours?|minutes?|times|天|小时|分钟)/giu,
      ),
    ].map(({ index, 0: match }) => around(text, index, match.length)),
];
const noTryLeft = /(?:sisa (?:percobaan|kesempatan)[^.\n]*?|tries left[^.\n]*?|剩余次数[^。\n]*?)[:： ]0\b/iu;

/** Figures that a page contradicts itself with. `html`: of the whole page. */
export function contradictions(html: string): string[] {
  const text = textOfPage(html);
  const none = noTryLeft.exec(text);
  const takesOne = /<main[\s\S]*<button(?![^>]*\bdisabled\b)[^>]*type="submit"[\s\S]*<\/main>/.test(html);
  return [
    ...impossible.flatMap((find) => find(text)),
    ...(none && takesOne ? [around(text, none.index, none[0].length)] : []),
  ];
}
