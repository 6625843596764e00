/** Words of a text as they are searched: small letters without accents, Chinese cut into its words, Indonesian without its particles and prefixes. */
import type { Language } from "#shared/texts.ts";

const locales: Record<Language, string> = { id: "id", en: "en", zh: "zh" };
const segmenters = new Map<Language, Intl.Segmenter>();

function segmenterOf(language: Language): Intl.Segmenter {
  let segmenter = segmenters.get(language);
  if (!segmenter)
    segmenters.set(language, (segmenter = new Intl.Segmenter(locales[language], { granularity: "word" })));
  return segmenter;
}

const plain = (word: string): string => word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Words that occur in every text; a query made only of them is searched as it is. */
const emptyWords: Record<Language, ReadonlySet<string>> = {
  id: new Set(
    "yang dan di ke dari untuk dengan atau pada adalah itu ini saya anda kami apa bagaimana apakah bisa dapat akan jika bila oleh dalam sebagai tidak".split(
      " ",
    ),
  ),
  en: new Set(
    "the a an and or of to in for with is are be do does i you we my your our how what when can will if by on at it this that not".split(
      " ",
    ),
  ),
  zh: new Set("的 了 是 我 您 你 我们 吗 怎么 如何 什么 和 或 在 会 可以".split(" ")),
};

/** `perpanjangan` → also `panjang`: a reader who asks for `memperpanjang` finds both. */
const beginnings = /^(?:memper|diper|mem|men|meng|meny|me|ber|ter|per|pem|pen|peng|peny|pe|di|ke|se)(?=[a-z]{4})/;
const endings = /(?:kan|an|i|nya|lah|kah)$/;

/** The stem without affixes, if enough of the word remains. */
function indonesianStem(word: string): string {
  const cut = word.replace(/(?:nya|lah|kah|ku|mu)$/, (ending) => (word.length - ending.length >= 4 ? "" : ending));
  const begun = cut.replace(beginnings, "");
  const ended = begun.replace(endings, (ending) => (begun.length - ending.length >= 4 ? "" : ending));
  return ended.length >= 4 ? ended : cut;
}

/** Pairs of neighbouring Chinese signs: a word that the segmenter does not know (还款) is found by them. */
function signPairs(text: string): string[] {
  return (text.match(/\p{Script=Han}+/gu) ?? []).flatMap((run) =>
    Array.from({ length: run.length - 1 }, (_, index) => run.slice(index, index + 2)),
  );
}

/** All words of a text; an Indonesian word as written and by its stem, a Chinese one also by its characters and their pairs. */
export function wordsOf(text: string, language: Language): string[] {
  const words: string[] = language === "zh" ? [...(text.match(/\p{Script=Han}/gu) ?? []), ...signPairs(text)] : [];
  for (const { segment, isWordLike } of segmenterOf(language).segment(text)) {
    if (!isWordLike) continue;
    const word = plain(segment);
    if (language !== "zh" || word.length > 2 || !/\p{Script=Han}/u.test(word)) words.push(word);
    if (language === "id") {
      const stem = indonesianStem(word);
      if (stem !== word) words.push(stem);
    }
  }
  return words;
}

/** The words of a query: without stop words, unless it has no others. */
export function queryWords(query: string, language: Language): string[] {
  const words: string[] = [];
  // Neighbouring single signs form a word that the segmenter does not know.
  let signs = "";
  const endSigns = () => {
    words.push(...(signs.length > 1 ? signPairs(signs) : signs === "" ? [] : [signs]));
    signs = "";
  };
  for (const { segment, isWordLike } of segmenterOf(language).segment(query)) {
    const word = plain(segment);
    if (isWordLike && language === "zh" && /^\p{Script=Han}$/u.test(word) && !emptyWords.zh.has(word)) {
      signs += word;
      continue;
    }
    endSigns();
    if (isWordLike) words.push(language === "id" ? indonesianStem(word) : word);
  }
  endSigns();
  const telling = words.filter((word) => !emptyWords[language].has(word));
  return [...new Set(telling.length > 0 ? telling : words)];
}
