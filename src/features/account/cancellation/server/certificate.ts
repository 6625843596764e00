/** The certificate of a closed account: its contents in words, and the place of its sealed file. // Spec account 6 */
import { findErasure, retainedKinds } from "#features/account/privacy/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import { dateInWib, formatDate, formatInstant } from "#shared/dates.ts";
import { say, type Language } from "#shared/texts.ts";
import { keptRules, type CertificatePart, type ClosureCertificate } from "../contract.ts";
import { keptTexts, texts } from "../texts.ts";
import { findClosed, type ClosureRow } from "./store.ts";

export async function certificateOf(reader: Reader, row: ClosureRow): Promise<ClosureCertificate> {
  const [erasure, kept] = await Promise.all([
    findErasure(reader, row.borrowerId),
    retainedKinds(reader, row.borrowerId),
  ]);
  const isErased = row.state === "ERASED";
  return {
    closureId: row.id,
    askedAt: row.askedAt.toISOString(),
    closedAt: row.closedAt!.toISOString(),
    erasedAt: isErased ? row.endedAt!.toISOString() : null,
    unreadableValues: erasure?.unreadableValues ?? null,
    deletedRows: erasure?.deletedRows ?? 0,
    kept: kept.map(({ kind, rule, count, until }) => ({
      kind,
      rule: rule as (typeof keptRules)[number],
      count,
      until: until.toISOString(),
    })),
    hasFile: row.certificateKey !== null,
    retentionEndedAt: row.retentionEndedAt?.toISOString() ?? null,
    hasEndFile: row.endCertificateKey !== null,
  };
}

/** Where the sealed file of each part is noted. */
export const certificateColumns = { ERASURE: "certificateKey", END: "endCertificateKey" } as const satisfies Record<
  CertificatePart,
  string
>;

/** The data for the certificate: null while the deletion runs, or when its file exists. */
export async function certificateToDraw(
  reader: Reader,
  closureId: string,
  part: CertificatePart,
): Promise<{ certificate: ClosureCertificate; brandId: string | null; language: Language; issuedAt: Date } | null> {
  const row = await findClosed(reader, closureId);
  if (row?.state !== "ERASED" || row[certificateColumns[part]] !== null) return null;
  const issuedAt = part === "END" ? row.retentionEndedAt : row.endedAt;
  if (!issuedAt) return null;
  return {
    certificate: await certificateOf(reader, row),
    brandId: row.brandId,
    language: (row.language as Language | null) ?? "id",
    issuedAt,
  };
}

export interface CertificateWords {
  title: string;
  lead: string;
  facts: [label: string, value: string][];
  keptTitle: string;
  /** A line for each rule; empty when nothing is kept. */
  kept: [rule: string, until: string][];
  /** Heads of the columns of both tables. */
  columns: [string, string];
  /** Below the facts, and below the kept data. */
  notes: [string, string];
}

/** The certificate's texts in a language. */
export function certificateWords(
  certificate: ClosureCertificate,
  language: Language,
  part: CertificatePart,
): CertificateWords {
  const t = (key: keyof typeof texts, parameters?: Record<string, string | number>) =>
    say(texts[key], language, parameters);
  const when = (at: string) => formatInstant(new Date(at), language);
  const { closureId, askedAt, closedAt, erasedAt, retentionEndedAt, unreadableValues, deletedRows } = certificate;
  const kept = keptByRule(certificate);
  const isEnd = part === "END";
  return {
    title: t(isEnd ? "certEndTitle" : "certTitle"),
    lead: t(isEnd ? "certEndBody" : "certBody"),
    facts: [
      [t("certNumber"), closureId],
      [t("askedAt"), when(askedAt)],
      [t("certClosed"), when(closedAt)],
      ...(erasedAt ? [[t("certErased"), when(erasedAt)] as [string, string]] : []),
      [t("certUnreadable"), String(unreadableValues ?? 0)],
      [t("certRows"), String(deletedRows)],
      ...(isEnd && retentionEndedAt ? [[t("certEnded"), when(retentionEndedAt)] as [string, string]] : []),
    ],
    keptTitle: t("certKept"),
    kept: kept.map(({ rule, count, until }) => [
      say(keptTexts[rule], language),
      `${t("certKeptItem", { count })} ${formatDate(dateInWib(new Date(until)), language)}`,
    ]),
    columns: [t("certItem"), t("certValue")],
    notes: [
      t("certUnreadableWhy"),
      kept.length === 0 ? `${t("certKeptNothing")} ${t("certComplaint")}` : t("certComplaint"),
    ],
  };
}

function keptByRule({ kept }: ClosureCertificate) {
  return keptRules.flatMap((rule) => {
    const of = kept.filter((one) => one.rule === rule);
    const until = of
      .map((one) => one.until)
      .toSorted()
      .at(-1);
    return until ? [{ rule, until, count: of.reduce((sum, one) => sum + one.count, 0) }] : [];
  });
}

/** Stores the key of the sealed file; false when another one was stored first. */
export async function storeCertificate(
  trx: Reader,
  closureId: string,
  { part, objectKey }: { part: CertificatePart; objectKey: string },
): Promise<boolean> {
  const column = certificateColumns[part];
  const row = await trx
    .updateTable("account_closure")
    .set({ [column]: objectKey })
    .where("id", "=", closureId)
    .where(column, "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
