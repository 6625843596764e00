/** The sandbox's bank and payment company: two ports, the payer, and background work. */
import { sql } from "kysely";
import type { Log } from "#server/process/log.server.ts";
import { repeatEvery, type Repeating } from "#server/work/timers.ts";
import type { BankPort } from "../bank/port.ts";
import type { CollectionPort } from "../collection/port.ts";
import { deliverDueCallbacks, hostilityOf, peaceful, type CallbackTools, type Hostility } from "./callbacks.ts";
import { answerDuePushes, createSandboxCollection } from "./collection.ts";
import { payInSandboxBank, payables, type PayableOrder, type PayAnswer, type PayOrder } from "./payer.ts";
import { createSandboxTransfers, settleDueTransfers } from "./transfers.ts";

export { behaviourSchema, peaceful, sandboxWebhookPath, type Behaviour, type Hostility } from "./callbacks.ts";
export {
  magicAccounts,
  magicWallets,
  personByMobile,
  personByNik,
  sandboxPersons,
  type SandboxPerson,
} from "./persons.ts";
export type { PayableOrder, PayAnswer, PayOrder } from "./payer.ts";

export interface SandboxBank {
  bank: BankPort;
  collection: CollectionPort;
  /** Plays the payer. POST /api/sandbox/bank/pay (product decisions 3). */
  pay(order: PayOrder): Promise<PayAnswer>;
  /** Open payables, newest first. */
  payables(most: number): Promise<PayableOrder[]>;
  /** Settles and delivers everything that is due by business time; returns how many things happened. For the sandbox's clock and tests. */
  tick(): Promise<number>;
  /** How many actions it has done in this process so far, on request or by itself. */
  worked(): number;
  /** Callbacks that wait for their time or their next try. */
  waiting(): Promise<number>;
  hostility(): Promise<Hostility>;
  /** Shares in parts per million; callbacks that are not covered behave normally. */
  setHostility(shares: Partial<Hostility>): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** Enough to empty any backlog of a test, and a limit in case a callback comes back due for ever. */
const maxRounds = 200;

/** Whether a round finds something, or more than that, by one read instead of three transactions. */
async function hasDue({ database, clock }: CallbackTools): Promise<boolean> {
  const now = clock.now();
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from sandbox_transfer where state = 'PENDING' and settle_at <= ${now})
      or exists (select from sandbox_ewallet_push where state = 'PUSHED' and answer_at <= ${now})
      or exists (select from sandbox_callback where state = 'DUE' and due_at <= ${now}) as due`.execute(database);
  return rows[0]!.due;
}

/** `tools.database` is the bank's own connection: nothing here shares a pool or a transaction with the product. */
export function createSandboxBank(tools: CallbackTools, log: Log): SandboxBank {
  let working: Repeating | undefined;
  let worked = 0;
  const round = async (): Promise<number> =>
    (await hasDue(tools))
      ? (await settleDueTransfers(tools)) + (await answerDuePushes(tools)) + (await deliverDueCallbacks(tools))
      : 0;
  const tick = async (): Promise<number> => {
    let total = 0;
    for (let count = 0; count < maxRounds; count++) {
      const done = await round();
      if (done === 0) break;
      total += done;
      worked += done;
    }
    return total;
  };
  const failed = (error: unknown): void => log.warn("sandbox bank", { port: "bank", error });
  let isAsked = false;
  let under: Promise<void> | undefined;
  const workWhileAsked = async (): Promise<void> => {
    while (working && isAsked) {
      isAsked = false;
      await tick().catch(failed);
    }
    under = undefined;
  };
  /** Before `start` nothing runs by itself, so that a test decides when time passes. A request during a round is handled in the next round. */
  const soon = (): void => {
    if (!working) return;
    isAsked = true;
    under ??= workWhileAsked();
  };
  return {
    bank: createSandboxTransfers(tools, soon),
    collection: createSandboxCollection(tools),
    async pay(order) {
      const answer = await payInSandboxBank(tools, order);
      soon();
      return answer;
    },
    payables: (most) => payables(tools, most),
    tick,
    worked: () => worked,
    async waiting() {
      const rows = await tools.database
        .selectFrom("sandbox_callback")
        .select("callbackId")
        .where("state", "=", "DUE")
        .execute();
      return rows.length;
    },
    hostility: () => hostilityOf(tools.database),
    async setHostility(shares) {
      const values = { shares: JSON.stringify({ ...peaceful, ...shares }) };
      await tools.database
        .insertInto("sandbox_hostility")
        .values({ id: 1, ...values })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(values))
        .execute();
    },
    start() {
      working ??= repeatEvery(1000, async () => void (await tick()), failed);
    },
    async stop() {
      const ending = working;
      working = undefined;
      await ending?.stop();
      await under;
    },
  };
}
