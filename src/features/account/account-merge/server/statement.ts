/** The statement of a merge: its public facts, and the contents of its sealed file. // Spec account 5 */
import type { Reader } from "#server/database.server.ts";
import { formatInstant } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { say, type Language } from "#shared/texts.ts";
import type { Services } from "#server/services.ts";
import type { MergeStatement } from "../contract.ts";
import { texts } from "../texts.ts";
import { findMerge, signedPreview, type MergeRow, type SignedPage } from "./store.ts";

/** Null for a merge that was never carried out. */
export function mergeStatementOf(row: MergeRow): MergeStatement | null {
  const { state } = row;
  if (!row.mergedAt || !row.reversibleUntil) return null;
  if (state !== "MERGED" && state !== "FINAL" && state !== "REVERSED") return null;
  return {
    mergeId: row.id,
    state,
    askedAt: row.askedAt.toISOString(),
    mergedAt: row.mergedAt.toISOString(),
    reversibleUntil: row.reversibleUntil.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    previewHash: row.previewHash,
    hasFile: row.statementKey !== null,
  };
}

export interface DrawnStatement {
  row: Pick<MergeRow, "id" | "brandId" | "previewHash" | "keeps">;
  page: SignedPage;
  askedAt: Date;
  mergedAt: Date;
  reversibleUntil: Date;
  language: Language;
}

/** The data for the statement; null when its file exists, or nothing was merged. */
export async function statementToDraw(
  services: Services,
  reader: Reader,
  mergeId: string,
): Promise<DrawnStatement | null> {
  const row = await findMerge(reader, mergeId);
  if (!row?.mergedAt || !row.reversibleUntil || row.statementKey !== null) return null;
  return {
    row,
    page: await signedPreview(services, reader, row),
    askedAt: row.askedAt,
    mergedAt: row.mergedAt,
    reversibleUntil: row.reversibleUntil,
    language: row.language as Language,
  };
}

export interface StatementWords {
  title: string;
  lead: string;
  facts: [label: string, value: string][];
  factColumns: [string, string];
  assets: [what: string, before: string, absorbed: string, after: string][];
  assetColumns: [string, string, string, string];
  note: string;
}

/** The statement's texts in a language. */
export function statementWords(drawn: DrawnStatement, language: Language): StatementWords {
  const { row, page, askedAt, mergedAt, reversibleUntil } = drawn;
  const t = (key: keyof typeof texts, parameters?: Record<string, string | number>) =>
    say(texts[key], language, parameters);
  const when = (at: Date) => formatInstant(at, language);
  const figure = (unit: string, value: number) =>
    unit === "RUPIAH" ? formatRupiah(value) : unit === "POINTS" ? t("points", { count: value }) : String(value);
  const [survivor, absorbed] = page.survivor === "OWN" ? [page.own, page.other] : [page.other, page.own];
  const keptNumber = row.keeps === "OWN" ? page.own : page.other;
  return {
    title: t("statementTitle"),
    lead: t("statementLead"),
    factColumns: [t("statementItem"), t("statementValue")],
    facts: [
      [t("statementNumber"), row.id],
      [t("statementSigned"), when(askedAt)],
      [t("statementMerged"), when(mergedAt)],
      [t("statementUntil"), when(reversibleUntil)],
      [t("goesOn"), survivor.maskedNumber],
      [t("ends"), absorbed.maskedNumber],
      [t("keptNumber"), keptNumber.maskedNumber],
      [t("statementHash"), row.previewHash],
    ],
    assetColumns: [t("asset"), t("goesOn"), t("ends"), t("afterwards")],
    assets: page.lines.map(({ text, unit, survivor: has, absorbed: other, after }) => [
      say(text, language),
      figure(unit, has),
      figure(unit, other),
      figure(unit, after),
    ]),
    note: t("statementNote"),
  };
}
