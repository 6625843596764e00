/** The lines of a lender's statement, in the order of its page, its CSV and its PDF. */
import type { LenderStatement } from "./contract.ts";
import type { texts } from "./texts.ts";

type Key = keyof typeof texts;

export interface LenderStatementLine {
  /** The line's code, which stays the same in every language; its text has the same name. */
  code: Key;
  /** Rupiah; parts per million in a line of a rate. */
  amount: number;
  /** Number of loans, in the lines by days past due. */
  loans?: number;
  kind?: "SUM" | "RATE";
}

export interface StatementSection {
  code: Key;
  note?: Key;
  lines: LenderStatementLine[];
}

/** Movements that take away are negative: the lines of a section of balances add up to its last one. */
export function linesOfStatement(statement: LenderStatement): StatementSection[] {
  const { available, invested, writtenOff, interest, buckets, tkb90Ppm } = statement;
  const line = (code: Key, amount: number, more: Partial<LenderStatementLine> = {}): LenderStatementLine => ({
    code,
    amount,
    ...more,
  });
  const closing = (amount: number) => line("closing", amount, { kind: "SUM" });
  return [
    {
      code: "AVAILABLE",
      lines: [
        line("opening", available.openingRupiah),
        line("deposited", available.depositedRupiah),
        line("income", available.incomeRupiah),
        line("principalReturned", available.returnedRupiah),
        line("withdrawnBack", available.withdrawnBackRupiah),
        line("funded", 0 - available.fundedRupiah),
        line("withdrawn", 0 - available.withdrawnRupiah),
        closing(available.closingRupiah),
      ],
    },
    {
      code: "INVESTED",
      lines: [
        line("opening", invested.openingRupiah),
        line("funded", invested.fundedRupiah),
        line("principalReturned", 0 - invested.returnedRupiah),
        closing(invested.closingRupiah),
      ],
    },
    {
      code: "WRITTEN_OFF",
      note: "writtenOffNote",
      lines: [
        line("opening", writtenOff.openingRupiah),
        line("writtenOff", writtenOff.writtenOffRupiah),
        line("recovered", 0 - writtenOff.recoveredRupiah),
        closing(writtenOff.closingRupiah),
      ],
    },
    {
      code: "INTEREST",
      note: "interestNote",
      lines: [
        line("received", interest.receivedRupiah),
        line("discounted", interest.discountedRupiah),
        line("carriedPaid", interest.carriedPaidRupiah),
        line("carried", 0 - interest.carriedRupiah),
        line("brought", interest.broughtRupiah),
        line("sharePart", interest.sharePpm, { kind: "RATE" }),
        line("share", interest.shareRupiah, { kind: "SUM" }),
      ],
    },
    {
      code: "BUCKETS",
      note: buckets === null ? "bucketsUnknown" : "bucketsNote",
      lines: (buckets ?? []).map(({ bucket, loans, rupiah }) => line(bucket, rupiah, { loans })),
    },
    ...(tkb90Ppm === null
      ? []
      : [{ code: "QUALITY" as const, note: "tkbNote" as const, lines: [line("TKB90", tkb90Ppm, { kind: "RATE" })] }]),
  ];
}
