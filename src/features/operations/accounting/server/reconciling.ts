/** Bank statements against the ledger: each line and each transfer is matched once, and the rest is work. // Spec credit-support 12 */
import { createHash } from "node:crypto";
import * as v from "valibot";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader, type Transaction } from "#server/database.server.ts";
import { listPage } from "#server/records/list-page.ts";
import type { Services } from "#server/services.ts";
import { addDays, dateInWib } from "#shared/dates.ts";
import { namesOfPayouts } from "#features/credit/disbursement/server/index.ts";
import { receiptIdOf } from "#features/credit/repayment/server/index.ts";
import { getStatementLine, listStatementLines, maxLines, uploadStatement, workOnLine } from "../statement-contract.ts";
import { matchLines, nameOf, type Theirs } from "./rules/matching.ts";
import { csvLayout, readStatementFile, type FileFault } from "./rules/statement-file.ts";
import {
  addLines,
  addOurs,
  addStatement,
  changeLine,
  findLine,
  formats,
  lineOf,
  listLines,
  lockLine,
  lockReconciling,
  newestStatements,
  noteMatches,
  unmatchedOurs,
  unmatchedTheirs,
  type BankStatementFile,
} from "./store.ts";

/** Days before and after a file within which a movement may be booked on the other side. */
const slackDays = 3;
const statementsShown = 10;

/** The text of a file. @throws Refusal FILE_NOT_TEXT */
async function textOf(file: File): Promise<{ text: string; hash: Buffer }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.includes("\0")) throw new TypeError("A text has no zeros.");
    return { text, hash: createHash("sha256").update(bytes).digest() };
  } catch {
    throw new Refusal("FILE_NOT_TEXT");
  }
}

const linesShown = 20;

/** A fault of a file in the form of the call's refusals. */
function refusalOf(fault: FileFault): Refusal<typeof uploadStatement.problems> {
  type File = typeof uploadStatement.problems;
  switch (fault.code) {
    case "FILE_EMPTY":
      return new Refusal<File>("FILE_EMPTY");
    case "FILE_COLUMNS":
      return new Refusal<File>("FILE_COLUMNS", { columns: fault.columns.join(", ") });
    case "FILE_LONG":
      return new Refusal<File>("FILE_LONG", { max: fault.max });
    default: {
      const more = fault.lines.length > linesShown ? " …" : "";
      return new Refusal<File>(fault.code, { lines: fault.lines.slice(0, linesShown).join(", ") + more });
    }
  }
}

/** Matches what is open on both sides around a file's days. @returns how many of the file's new lines are matched, and how many transfers only we have */
async function reconcile(
  { random, outside }: Services,
  trx: Transaction,
  file: BankStatementFile,
  added: readonly { id: string }[],
): Promise<{ matched: number; oursOnly: number }> {
  const [from, to] = [addDays(file.from, -slackDays), addDays(file.to, slackDays)];
  const theirs = await unmatchedTheirs(trx, file.account, from, to);
  const ours = await unmatchedOurs(trx, file.account, from, to);
  const references = theirs.map(({ reference }) => reference);
  const names = await namesOfReferences(trx, outside.collection.adapter, references);
  const matches = matchLines(
    theirs.map((line): Theirs => ({ ...line, names: names.get(line.reference) ?? [] })),
    ours,
  );
  await noteMatches(trx, file.account, matches, file.at);
  const matchedIds = new Set(matches.map(({ transferId }) => transferId));
  const alone = ours.filter(
    ({ transferId, valueDate }) => !matchedIds.has(transferId) && valueDate >= file.from && valueDate <= file.to,
  );
  const ids = alone.map(() => random.uuid());
  const oursOnly = await addOurs(trx, file.account, alone, ids, file.at);
  const own = new Set(added.map(({ id }) => id));
  return { matched: matches.filter(({ id }) => own.has(id)).length, oursOnly };
}

/** Names under which the ledger may know a bank's reference: itself, our payout, the receipt of the payment. */
async function namesOfReferences(
  reader: Reader,
  provider: string,
  references: readonly string[],
): Promise<Map<string, string[]>> {
  const payouts = await namesOfPayouts(reader, references);
  return new Map(
    references.map((reference) => [
      reference,
      [reference, receiptIdOf(provider, reference), ...(payouts.get(reference) ?? [])].map(nameOf),
    ]),
  );
}

const noteIn = (row: string) => ({ table: "accounting_line", column: "noteSealed", row }) as const;

export const reconcilingAnswers: readonly CallAnswer[] = [
  answer(uploadStatement, async ({ account, format: key, file: upload }, { services, database, principal, refuse }) => {
    const format = (await formats(database)).find((one) => one.key === key) ?? refuse("FORMAT_UNKNOWN");
    const { text, hash } = await textOf(upload);
    const at = services.clock.now();
    const read = readStatementFile(text, {
      layout: v.parse(csvLayout, format.layout),
      max: maxLines,
      today: dateInWib(at),
    });
    if ("fault" in read) throw refusalOf(read.fault);
    const { lines } = read;
    const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
    const file: BankStatementFile = {
      id: services.random.uuid(),
      account,
      format: key,
      hash,
      lines,
      from: days[0]!,
      to: days.at(-1)!,
      staffId: principal.staff.staffId,
      at,
    };
    const outcome = await transact(services.database, async (trx) => {
      await lockReconciling(trx, account);
      const ids = lines.map(() => services.random.uuid());
      const added = await addLines(trx, file, ids);
      await addStatement(trx, file, lines.length - added.length);
      const { matched, oursOnly } = await reconcile(services, trx, file, added);
      const known = lines.length - added.length;
      return { known, matched, theirsOnly: added.length - matched, oursOnly };
    });
    principal.trail?.note({ facts: { statementId: file.id, account, lines: lines.length, ...outcome } });
    return { statementId: file.id, lines: lines.length, ...outcome };
  }),
  answer(listStatementLines, async ({ cursor, limit, state }, { database }) => {
    const [on = "", id = ""] = cursor?.split("~") ?? [];
    const after = cursor === undefined ? undefined : { on, id };
    const [rows, known, statements] = await Promise.all([
      listLines(database, state, { after, max: limit + 1 }),
      formats(database),
      newestStatements(database, statementsShown),
    ]);
    const { page, nextCursor } = listPage(rows, limit, (row) => `${row.bookedOn}~${row.id}`);
    return {
      items: page.map(lineOf),
      nextCursor,
      formats: known.map(({ key, name }) => ({ key, name })),
      statements: statements.map((row) => ({
        statementId: row.id,
        account: row.account,
        from: row.fromOn,
        to: row.toOn,
        lines: row.lines,
        known: row.known,
        matched: row.matched,
        uploadedBy: row.uploadedBy,
        uploadedAt: row.uploadedAt.toISOString(),
      })),
    };
  }),
  answer(getStatementLine, async ({ lineId }, { services, database, refuse }) => {
    const row = (await findLine(database, lineId)) ?? refuse("LINE_UNKNOWN");
    const note = row.noteSealed === null ? null : services.keys.open(row.noteSealed, noteIn(row.id));
    return { ...lineOf(row), note };
  }),
  answer(workOnLine, async ({ lineId, state, note }, { services, trx, principal, refuse }) => {
    const row = (await lockLine(trx, lineId)) ?? refuse("LINE_UNKNOWN");
    if (row.state === "MATCHED") return refuse("LINE_MATCHED");
    const staffId = principal.staff.staffId;
    const noteSealed = services.keys.seal(note, noteIn(lineId));
    await changeLine(trx, lineId, { state, staffId, noteSealed, at: services.clock.now() });
    return { state };
  }),
];
