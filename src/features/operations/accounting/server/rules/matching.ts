/** Matches lines of a bank's statement with transfers of the ledger. Pure. // Spec credit-support 12 */
import { daysBetween, type BusinessDate } from "#shared/dates.ts";

export interface Theirs {
  id: string;
  bookedOn: BusinessDate;
  /** Rupiah; into the account above zero. */
  amount: number;
  /** The reference, and whatever else is known to name the same movement. */
  names: readonly string[];
}

export interface Ours {
  transferId: string;
  valueDate: BusinessDate;
  amount: number;
  names: readonly string[];
}

export interface StatementMatch {
  id: string;
  transferId: string;
  by: "REFERENCE" | "AMOUNT";
}

/** Days between the bank's day and ours within which an equal amount counts as the same movement. */
const maxDaysApart = 1;

/**
 * First by name and amount, the days nearest to each other first; then by amount alone, where within a day of each other
 * there is only one line and one transfer of it. Each line and each transfer is used once.
 */
export function matchLines(theirs: readonly Theirs[], ours: readonly Ours[]): StatementMatch[] {
  const byName = new Map<string, Ours[]>();
  for (const one of ours)
    for (const name of new Set(one.names)) {
      const key = `${name} ${one.amount}`;
      byName.set(key, [...(byName.get(key) ?? []), one]);
    }
  const used = new Set<string>();
  const matches: StatementMatch[] = [];
  const rest: Theirs[] = [];
  for (const line of theirs) {
    const candidates = line.names
      .flatMap((name) => byName.get(`${name} ${line.amount}`) ?? [])
      .filter(({ transferId }) => !used.has(transferId))
      .toSorted((a, b) => apart(line, a) - apart(line, b) || (a.transferId < b.transferId ? -1 : 1));
    const found = candidates[0];
    if (!found) {
      rest.push(line);
      continue;
    }
    used.add(found.transferId);
    matches.push({ id: line.id, transferId: found.transferId, by: "REFERENCE" });
  }
  return [
    ...matches,
    ...byAmount(
      rest,
      ours.filter(({ transferId }) => !used.has(transferId)),
    ),
  ];
}

const apart = (line: Theirs, one: Ours): number => Math.abs(daysBetween(line.bookedOn, one.valueDate));

function byAmount(theirs: readonly Theirs[], ours: readonly Ours[]): StatementMatch[] {
  const oursBy = grouped(ours);
  const theirsBy = grouped(theirs);
  return theirs.flatMap((line): StatementMatch[] => {
    const near = (oursBy.get(line.amount) ?? []).filter((one) => apart(line, one) <= maxDaysApart);
    const [only] = near;
    if (!only || near.length > 1) return [];
    const rivals = (theirsBy.get(line.amount) ?? []).filter((one) => apart(one, only) <= maxDaysApart);
    return rivals.length === 1 ? [{ id: line.id, transferId: only.transferId, by: "AMOUNT" }] : [];
  });
}

function grouped<One extends { amount: number }>(all: readonly One[]): Map<number, One[]> {
  const groups = new Map<number, One[]>();
  for (const one of all) {
    const group = groups.get(one.amount);
    if (group) group.push(one);
    else groups.set(one.amount, [one]);
  }
  return groups;
}

/** Ids within a transfer's own id and reference by which a bank may name it: our ids of loans, payouts, receipts and deposits. */
export function namesOfTransfer({ id, reference }: { id: string; reference: string }): string[] {
  const text = `${id} ${reference}`;
  const ids = text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|pay_[0-9a-f]{32}/g) ?? [];
  const typed = /^(?:lender_deposit|house_(?:operating_deposit|escrow_top_up|voucher_paid|prize_tax_paid))_(.+)$/.exec(
    id,
  );
  return [...new Set([id, reference, ...ids, ...(typed?.[1] === undefined ? [] : [typed[1]])].map(nameOf))];
}

/** A reference without what banks change in it: case and spaces. */
export const nameOf = (reference: string): string => reference.toLowerCase().replaceAll(/\s+/g, "");
