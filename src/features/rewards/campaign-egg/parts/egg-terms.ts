/** Rules of eggs in addition to the tables. */
import { texts } from "../texts.ts";

export const eggTerms = [texts.termChoice, texts.termDay, texts.termStock, texts.termWho] as const;
