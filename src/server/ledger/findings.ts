/** Findings of an auditor, and the stop of money writes that they cause. */
import { sql } from "kysely";
import { type Database, type Transaction, transact } from "#server/database.server.ts";

export type FindingCode =
  /** A sealed transfer differs from its seal. */
  | "TRANSFER_CHANGED"
  | "TRANSFER_MISSING"
  /** A seal's hash, number of entries or link to the previous one is wrong. */
  | "SEAL_BROKEN"
  /** A limited balance, or its hold, is not the sum of its transfers. */
  | "BALANCE_WRONG"
  /** The auditor's own total of an account is not the sum of its transfers. */
  | "CHECKPOINT_WRONG"
  /** An account that must not be overdrawn is overdrawn. */
  | "BALANCE_NEGATIVE"
  /** A hold was ended by a transfer of another amount or other accounts, or by none that exists. */
  | "HOLD_WRONG"
  /** A transfer's asset is not that of its accounts. */
  | "ASSET_WRONG"
  /** The sums of one asset's accounts are not zero. */
  | "ASSET_UNBALANCED";

export interface LedgerFinding {
  code: FindingCode;
  /** The transfer, account, seal or asset in question. */
  about: string;
  expected?: string;
  found?: string;
}

export interface AuditReport {
  /** Number of transfers checked. */
  transfers: number;
  findings: LedgerFinding[];
  /** Hash of the newest seal: keep it outside the database, so that a rewritten chain is detected. */
  root: string;
}

/** Stops money writes when there are findings; an existing stop stays as it is. */
export async function stopIfBroken(database: Database, now: Date, findings: readonly LedgerFinding[]): Promise<void> {
  if (findings.length === 0) return;
  await transact(database, async (trx) => {
    await sql`insert into ledger_stop (findings, stopped_at)
      select ${JSON.stringify(findings.slice(0, 100))}::jsonb, ${now} where not exists (select 1 from ledger_stop where lifted_at is null)`.execute(
      trx,
    );
  });
}

/** The findings that stopped money writes, and since when; undefined while the ledger accepts postings. */
export async function openStop(database: Database): Promise<{ since: Date; findings: LedgerFinding[] } | undefined> {
  const { rows } = await sql<{ stoppedAt: Date; findings: LedgerFinding[] }>`
    select stopped_at, findings from ledger_stop where lifted_at is null order by id limit 1`.execute(database);
  return rows[0] && { since: rows[0].stoppedAt, findings: rows[0].findings };
}

/** Lets money move again after the cause was found; the stop and its reason stay on record. */
export async function liftStop(trx: Transaction, now: Date, by: string, reason: string): Promise<void> {
  await sql`update ledger_stop set lifted_at = ${now}, lifted_by = ${by}, lift_reason = ${reason} where lifted_at is null`.execute(
    trx,
  );
}
