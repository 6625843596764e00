/**
 * Faults on demand: the next answers of a sandbox port about one person or account, set in advance and used up in
 * order. A port takes part by its list of outcomes in `sandboxOutcomes` and by `take` in its adapter.
 * // docs/decisions/248
 */
import { sql } from "kysely";
import type { Clock } from "#server/process/clock.ts";
import type { Database } from "#server/database.server.ts";
import { bureauOutcomes } from "./bureau/outcomes.ts";
import { faceCheckOutcomes } from "./face-check/outcomes.ts";
import { linkOutcomes } from "./linking/outcomes.ts";
import { lookupOutcomes } from "./lookup/outcomes.ts";
import { mailNextOutcomes, messagingOutcomes } from "./messaging/outcomes.ts";
import { pushOutcomes } from "./push/outcomes.ts";
import { receiverOutcomes } from "./webhooks/outcomes.ts";
import type { SandboxSecret } from "./sandbox-secret.ts";

/** The outcomes that testers can choose for each port. */
export const sandboxOutcomes = {
  BUREAU: bureauOutcomes,
  FACE_CHECK: faceCheckOutcomes,
  LINKING: linkOutcomes,
  LOOKUP: lookupOutcomes,
  MAIL: mailNextOutcomes,
  MESSAGING: messagingOutcomes,
  PUSH: pushOutcomes,
  WEBHOOK: receiverOutcomes,
} as const satisfies Record<string, readonly string[]>;
export type SandboxOutcomePort = keyof typeof sandboxOutcomes;

export interface NextAnswer<Outcome extends string = string> {
  outcome: Outcome;
  /** Business seconds until the outcome is there; until then the port is at work. Null: as the port has it. */
  delaySeconds: number | null;
  /** Further copies of its callback, for ports with callbacks. */
  duplicates: number;
}

export interface SandboxNext {
  /** Adds answers after those that wait. `key` is the port's identifier of the person or account: NIK, number, address, user id, name of the receiver's address. */
  put(port: SandboxOutcomePort, key: string, answers: readonly NextAnswer[]): Promise<void>;
  /** Takes the oldest one; null when none waits. */
  take<Port extends SandboxOutcomePort>(
    port: Port,
    key: string,
  ): Promise<NextAnswer<(typeof sandboxOutcomes)[Port][number]> | null>;
}

export function createSandboxNext(tools: { database: Database; clock: Clock; secret: SandboxSecret }): SandboxNext {
  const { database, clock, secret } = tools;
  const indexOf = (port: SandboxOutcomePort, key: string): Buffer => secret.index(`next:${port}:${written(port, key)}`);
  return {
    async put(port, key, answers) {
      if (answers.length === 0) return;
      await database
        .insertInto("sandbox_next")
        .values(
          answers.map(({ outcome, delaySeconds, duplicates }) => ({
            port,
            keyIndex: indexOf(port, key),
            outcome,
            delaySeconds,
            duplicates,
            putAt: clock.now(),
          })),
        )
        .execute();
    },
    async take(port, key) {
      const { rows } = await sql<{ outcome: string; delaySeconds: number | null; duplicates: number }>`
        delete from sandbox_next where number = (select number from sandbox_next where port = ${port}
          and key_index = ${indexOf(port, key)} order by number limit 1 for update skip locked)
        returning outcome, delay_seconds, duplicates`.execute(database);
      const [row] = rows;
      if (!row) return null;
      return { outcome: row.outcome as never, delaySeconds: row.delaySeconds, duplicates: row.duplicates };
    },
  };
}

/** The same person or account however the key is written. */
function written(port: SandboxOutcomePort, key: string): string {
  // An address at a push service has its upper case for a reason.
  if (port === "PUSH") return key.trim();
  const text = key.trim().toLowerCase();
  return port === "MESSAGING" ? text.replace(/\D/g, "").replace(/^62/, "0") : text;
}
