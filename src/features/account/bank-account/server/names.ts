/**
 * Whether a bank's name for an account's holder is the name on the identity card. Banks write upper case, drop or add
 * titles, shorten long names, abbreviate, and double a single name; people have one name or six.
 */

export type NameMatch = "SAME" | "SIMILAR" | "DIFFERENT";

/** Titles and forms of address, without their dots. */
const titles = new Set(
  "BPK BAPAK IBU SDR SDRI SAUDARA SAUDARI TN TUAN NY NYONYA NN NONA MR MRS MS DR DRG DRS DRA DRH IR PROF H HJ HAJI HAJJAH KH RR RM RA SE SH SPD SKOM SSOS SIP SAG SKM SPSI SSI STP STR AMD AMK MM MSI MPD MKOM MH MT MBA BA BSC SKEP NERS".split(
    " ",
  ),
);
/** Degrees that are words of a name elsewhere: one only as the last word. */
const lastTitles = new Set(["ST"]);

/** Spellings of one name on cards, at banks and in registers; `where` restricts a rule to a position in the name. */
const spellings: readonly { of: RegExp; is: string; where?: (words: readonly string[], at: number) => boolean }[] = [
  // On Bali: I Md. Sudana, Ni Kt. Sari, I Gst. Ngr. Rai.
  { of: /^(MD|MDE)$/, is: "MADE", where: isBalinese },
  { of: /^(KT|KTT|KET)$/, is: "KETUT", where: isBalinese },
  { of: /^(NYM|NYMN|NYO)$/, is: "NYOMAN", where: isBalinese },
  { of: /^(WYN|WY|WAY)$/, is: "WAYAN", where: isBalinese },
  { of: /^(PT|PTU)$/, is: "PUTU", where: isBalinese },
  { of: /^(KDK|KD)$/, is: "KADEK", where: isBalinese },
  { of: /^(KMG|KM)$/, is: "KOMANG", where: isBalinese },
  { of: /^(GD|GDE)$/, is: "GEDE", where: isBalinese },
  { of: /^(LH)$/, is: "LUH", where: isBalinese },
  { of: /^(GST|GUST)$/, is: "GUSTI" },
  { of: /^(NGR)$/, is: "NGURAH" },
  { of: /^(AG)$/, is: "AGUNG", where: isBalinese },
  {
    of: /^(MUHAMMAD|MUHAMAD|MOHAMMAD|MOHAMAD|MOCHAMMAD|MOCHAMAD|MUCHAMMAD|MUHAMMED|MOHAMED|MOCH|MOH|MUH|MHD|MD|MOHD|MUHD)$/,
    is: "MUHAMMAD",
  },
  { of: /^(AHMAD|ACHMAD|AKHMAD|AHMD|ACHM)$/, is: "AHMAD" },
  // On Sulawesi and elsewhere; as the last word it is a degree.
  { of: /^(ST|STI|STT)$/, is: "SITI", where: (words, at) => at < words.length - 1 },
  { of: /^(ABD|ABDL|ABDUL)$/, is: "ABDUL" },
  { of: /^(NR)$/, is: "NUR" },
  { of: /^(DG)$/, is: "DAENG" },
  { of: /^(BT|BTE|BINTI)$/, is: "BINTI", where: (_words, at) => at > 0 },
  { of: /^(BN|BIN)$/, is: "BIN", where: (_words, at) => at > 0 },
];

/** Whether the name begins as names of Bali do. */
function isBalinese(words: readonly string[], at: number): boolean {
  return at > 0 && /^(I|NI|IDA|ANAK|AA|DEWA|DESAK|COKORDA|SANG|GUSTI|GST)$/.test(words[0] ?? "");
}
/** Fields of banks cut names off there at the earliest. */
const shortestCutLetters = 15;

/** The words of a name without titles, accents and punctuation. A name made only of titles keeps its last word. */
export function nameWords(name: string): string[] {
  const plain = name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .replace(/['’`]/g, "")
    // After a comma come academic degrees: "BUDI SANTOSO, S.E., M.M."
    .replace(/,.*$/, "")
    // S.E. → SE, M.KOM → MKOM; a dot after a longer word only ends it.
    .replace(/\b([A-Z])\.(?=[A-Z])/g, "$1")
    .replace(/[^A-Z]+/g, " ")
    .trim();
  const words = plain.split(" ").filter(Boolean);
  const isLast = (index: number): boolean => index > 0 && index === words.length - 1;
  const named = words.filter(
    (word, index) =>
      !(titles.has(word) || (lastTitles.has(word) && isLast(index))) ||
      (word.length === 1 && index > 0 && index < words.length - 1),
  );
  const nameParts = named.length > 0 ? named : words.slice(-1);
  return nameParts.map(
    (word, at) => spellings.find(({ of, where }) => of.test(word) && (where?.(nameParts, at) ?? true))?.is ?? word,
  );
}

/** Compares the name on the card with the one that the bank holds. */
export function compareNames(onCard: string, atBank: string): NameMatch {
  const card = withoutDoubling(nameWords(onCard));
  const bank = withoutDoubling(nameWords(atBank));
  if (card.length === 0 || bank.length === 0) return "DIFFERENT";
  const [cardLetters, bankLetters] = [card.join(""), bank.join("")];
  if (cardLetters === bankLetters) return "SAME";
  if (bankLetters.length >= shortestCutLetters && cardLetters.startsWith(bankLetters)) return "SIMILAR";
  if (bankLetters.length >= shortestCutLetters && bankLetters.startsWith(cardLetters) && card.length > 1)
    return "SIMILAR";
  return wordsAgree(card, bank) ? "SIMILAR" : "DIFFERENT";
}

/** `SUKARTI SUKARTI` is how a system writes a single name that wants two. */
function withoutDoubling(words: string[]): string[] {
  return words.length === 2 && words[0] === words[1] ? words.slice(0, 1) : words;
}

/**
 * Compares word by word in order: equal, abbreviated, or one letter different. The shorter name may lack words of the
 * longer one only if it has at least two; at least one whole word must be equal, and the first words must agree.
 */
function wordsAgree(card: readonly string[], bank: readonly string[]): boolean {
  const [short, long] = card.length <= bank.length ? [card, bank] : [bank, card];
  if (short.length !== long.length && short.length < 2) return false;
  let at = 0;
  let whole = 0;
  for (const [index, word] of short.entries()) {
    const found = long.findIndex((other, place) => place >= at && isAlike(word, other));
    if (found < 0 || (index === 0 && found !== 0)) return false;
    if (word.length >= 3 && !isAbbreviated(word, long[found]!)) whole++;
    at = found + 1;
  }
  return whole > 0;
}

const isAbbreviated = (a: string, b: string): boolean => a !== b && (a.startsWith(b) || b.startsWith(a));

function isAlike(a: string, b: string): boolean {
  if (a === b || isAbbreviated(a, b)) return true;
  return Math.min(a.length, b.length) >= 5 && isOneLetterOff(a, b);
}

/** One letter changed, added or left out; or two neighbours exchanged. */
function isOneLetterOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const restA = a.slice(start);
  const restB = b.slice(start);
  if (restA.length === restB.length)
    return (
      restA.slice(1) === restB.slice(1) ||
      (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
    );
  return restA.length > restB.length ? restA.slice(1) === restB : restB.slice(1) === restA;
}

/** `J••• W•••••••`: shows that it is another person, but not who. */
export function maskHolderName(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .map((word) => word.slice(0, 1) + "•".repeat(Math.max(1, word.length - 1)))
    .join(" ");
}
