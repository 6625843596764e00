/** Answers of the register of write-offs. */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import type { Reader } from "#server/database.server.ts";
import { sumsOfDays, writtenOffOn, type WrittenOff } from "#server/ledger/index.ts";
import { answerExport } from "#server/list-export/exporting.ts";
import type { CsvColumn } from "#server/list-export/lines.ts";
import { cursorIn } from "#server/records/list-order.ts";
import { listPage } from "#server/records/list-page.ts";
import { dateInWib, type BusinessDate } from "#shared/dates.ts";
import { loansNamed, loanStateTexts } from "#features/credit/loan/server/index.ts";
import type { WrittenOffLoan } from "../desk-contract.ts";
import { exportWriteOffs, listWriteOffs } from "../staff-contract.ts";
import { writeOffTexts as texts } from "../texts.ts";

async function shown(reader: Reader, rows: readonly WrittenOff[]): Promise<WrittenOffLoan[]> {
  const loans = await loansNamed(
    reader,
    rows.map(({ loanId }) => loanId),
  );
  const byId = new Map(loans.map((loan) => [loan.id, loan]));
  return rows.flatMap(({ at, loanId, owedRupiah, ...sums }) => {
    const loan = byId.get(loanId);
    if (!loan) return [];
    const { borrowerId, number: loanNumber, state } = loan;
    const recoveredRupiah = Math.max(0, sums.amountRupiah - owedRupiah);
    const name = { loanId, loanNumber, borrowerId, state };
    return [{ ...name, writtenOffAt: at.toISOString(), ...sums, recoveredRupiah, owedRupiah: Math.max(0, owedRupiah) }];
  });
}

/** Debits and credits by write-offs on these days, as the trial balance shows them. */
async function ledgerOf(reader: Reader, days: { from: BusinessDate; to: BusinessDate }) {
  const sums = await sumsOfDays(reader, days);
  const own = sums.find((one) => one.accountKind === "WRITTEN_OFF" && one.transferKind === "WRITE_OFF");
  return { ledgerRupiah: own?.debits ?? 0, ledgerRecoveredRupiah: own?.credits ?? 0 };
}

const columns: readonly CsvColumn<WrittenOffLoan>[] = [
  { label: texts.loan, cell: ({ loanNumber }) => loanNumber },
  { label: texts.borrower, cell: ({ borrowerId }) => borrowerId },
  { label: texts.state, cell: ({ state }, { say }) => say(loanStateTexts[state]) },
  { label: texts.writtenOffAt, cell: ({ writtenOffAt }, { at }) => at(writtenOffAt) },
  { label: texts.principal, cell: ({ principalRupiah }) => principalRupiah },
  { label: texts.interest, cell: ({ interestRupiah }) => interestRupiah },
  { label: texts.fees, cell: ({ feesRupiah }) => feesRupiah },
  { label: texts.amount, cell: ({ amountRupiah }) => amountRupiah },
  { label: texts.recovered, cell: ({ recoveredRupiah }) => recoveredRupiah },
  { label: texts.owed, cell: ({ owedRupiah }) => owedRupiah },
];

export const writeOffAnswers: readonly CallAnswer[] = [
  answer(listWriteOffs, async ({ cursor, limit, from: first, to: last }, { services, database }) => {
    const today = dateInWib(services.clock.now());
    const to = last ?? (first !== undefined && first > today ? first : today);
    const from = first ?? (`${to.slice(0, 8)}01` satisfies BusinessDate);
    const [rows, ledger] = await Promise.all([
      writtenOffOn(database, { from, to }, { cursor, max: limit + 1 }),
      ledgerOf(database, { from, to }),
    ]);
    const { page, nextCursor } = listPage(rows, limit, ({ at, loanId }) => cursorIn(at, loanId));
    return { items: await shown(database, page), nextCursor, from, to, ...ledger };
  }),
  answerExport(exportWriteOffs, listWriteOffs, { name: "write-offs", title: texts.title, columns }),
];
