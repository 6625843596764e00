/** A lender's statement as CSV. */
import { csvBegin, csvLine } from "#server/records/csv.ts";
import { say, type Language } from "#shared/texts.ts";
import type { LenderStatement } from "../contract.ts";
import { linesOfStatement } from "../lines-contract.ts";
import { texts } from "../texts.ts";

/** Each line has a code and a label, so that a program finds a line in any language. The same statement gives the same bytes. */
export function statementCsv(statement: LenderStatement, language: Language): string {
  const head = ["lender", "month", "section", "code", "label", "amount", "unit", "loans"];
  const rows = linesOfStatement(statement).flatMap(({ code: section, lines }) =>
    lines.map(({ code, amount, loans, kind }) => [
      statement.lenderId,
      statement.month,
      section,
      code,
      say(texts[code], language),
      amount,
      kind === "RATE" ? "PPM" : "IDR",
      loans ?? null,
    ]),
  );
  return csvBegin + [head, ...rows].map((row) => csvLine(row)).join("");
}
