/**
 * Income stated by others: from domains that read it with the borrower's consent. It may confirm the typed income;
 * alone it never counts against the borrower. // Spec account 7, docs/decisions/071
 */
import type { Reader, Transaction } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { wholePpm } from "#shared/money.ts";
import { profileSaved } from "./events.ts";
import { homeAddressOf } from "./home.ts";
import { lockProfile, writeProfile } from "./store.ts";
import { defineQuestion } from "#server/questions.ts";

export interface StatedIncome {
  /** The source's kind: two links of one kind count as one source. */
  source: "BPJS" | "BANK";
  /** Per month, whole rupiah. */
  monthlyRupiah: number;
}

/** Asked by the profile: what a register or an account elsewhere states of the income, while it counts. */
export const incomeStatements = defineQuestion<
  (services: Services, reader: Reader, borrowerId: string) => Promise<StatedIncome[]>
>("income-statements", "MANY");
/** Asked by the profile: how many requests of a domain brought another person's record since then; its facts were dropped. */
export const foreignRecords = defineQuestion<(reader: Reader, borrowerId: string, since: Date) => Promise<number>>(
  "foreign-records",
  "MANY",
);

/** The share of the typed income from which a statement confirms it, as evidence of income. // Spec account 7: 80 % */
export const confirmingPpm = 800_000;

/** Whether the stated income is at least this share (ppm) of the typed income. */
export const confirmsIncome = (statedRupiah: number, typedRupiah: number, sharePpm: number): boolean =>
  BigInt(statedRupiah) * BigInt(wholePpm) >= BigInt(typedRupiah) * BigInt(sharePpm);

/** One entry per source: the higher of two. */
export async function statedIncomesOf(services: Services, reader: Reader, borrowerId: string): Promise<StatedIncome[]> {
  const found = new Map<StatedIncome["source"], number>();
  const stated = await Promise.all(
    services.ask(incomeStatements).map((statements) => statements(services, reader, borrowerId)),
  );
  for (const { source, monthlyRupiah } of stated.flat())
    found.set(source, Math.max(found.get(source) ?? 0, monthlyRupiah));
  return [...found].map(([source, monthlyRupiah]) => ({ source, monthlyRupiah }));
}

/** Days for which an answer of a register or bank under another person's name counts. */
export const foreignDays = 90;

/** Recent look-ups and links that belonged to another person: a mark for reviewers, nothing more. // Spec account 7 */
export async function foreignRecordsOf(services: Services, reader: Reader, borrowerId: string): Promise<number> {
  const since = new Date(services.clock.now().getTime() - foreignDays * 86_400_000);
  const counts = await Promise.all(services.ask(foreignRecords).map((count) => count(reader, borrowerId, since)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Whether a third party's statement can replace a pay slip. // Product decisions 4: income evidence */
export const isIncomeConfirmed = (stated: readonly StatedIncome[], typedRupiah: number): boolean =>
  stated.some(({ monthlyRupiah }) => confirmsIncome(monthlyRupiah, typedRupiah, confirmingPpm));

/** Writes an income that the borrower accepted into the profile; the caller sets the limit. False when there is no work yet. */
export async function takeOverIncome(
  services: Services,
  trx: Transaction,
  borrowerId: string,
  monthlyIncomeRupiah: number,
): Promise<boolean> {
  const { answers, drafts, completedAt } = await lockProfile(services, trx, borrowerId);
  if (!answers.work) return false;
  const zone = answers.home ? (homeAddressOf(answers.home)?.zone ?? null) : null;
  const work = { ...answers.work, monthlyIncomeRupiah };
  await writeProfile(services, trx, borrowerId, {
    answers: { ...answers, work },
    drafts,
    completedAt,
    isIncomeByLink: false,
    zone,
  });
  await services.events.announce(trx, profileSaved, {
    id: `saved_${services.random.uuid()}`,
    at: services.clock.now(),
    borrowerId,
    isComplete: answers.personal !== undefined && answers.home !== undefined,
    isIncomeChanged: false,
  });
  return true;
}
