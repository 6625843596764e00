/** A document as structured text: the source of the PDF and of the HTML view for screen readers. */
import type { Language } from "#shared/texts.ts";

export interface Span {
  text: string;
  bold?: true;
}

export type Block =
  | { kind: "heading"; level: 2 | 3; text: Span[] }
  | { kind: "paragraph"; text: Span[] }
  /** `start` is the first number of an ordered list. */
  | { kind: "list"; ordered: boolean; start: number; items: Span[][] }
  /** Columns in `numeric` are aligned right. */
  | { kind: "table"; header: string[]; rows: string[][]; numeric: number[] };

/** A run of blocks in one language. In English and Chinese documents each section is followed by its Indonesian text. */
export interface RenderedSection {
  language: Language;
  /** The Indonesian text next to a translation. */
  isOriginal?: true;
  blocks: Block[];
}
