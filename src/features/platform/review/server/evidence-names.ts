/** Names of pieces of evidence for staff: the same on the case's page and on the checker's. */
import { languages, say, type Text } from "#shared/texts.ts";
import { texts } from "../texts.ts";
import { selfieSlot, type EvidenceRow } from "./evidence-store.ts";

/** The first number of each kind came with the request; the second, when more was asked for. */
const names = {
  PHOTO: ["photo", "photoMore"],
  VIDEO: ["video", "videoMore"],
  SELFIE: ["selfie", "selfie"],
} as const;

/** The selfie of a request has a separate slot among its pictures. */
export const mediaOf = ({ slot, about }: Pick<EvidenceRow, "slot" | "about">): keyof typeof names =>
  slot === selfieSlot ? "SELFIE" : about.media;

export function pieceName(piece: Pick<EvidenceRow, "slot" | "about" | "round">): Text {
  const text = texts[names[mediaOf(piece)][piece.round - 1]!];
  const [id, en, zh] = languages.map((language) => say(text, language, { number: piece.slot }));
  return { id: id!, en: en!, zh: zh! };
}
