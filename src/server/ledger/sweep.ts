/** The audit of each minute: seals new transfers and logs an error when something is broken. */
import type { Sweep } from "#server/work/sweeps.ts";
import { sealNew } from "./sealing.ts";

export const ledgerSweep: Sweep = {
  name: "ledger-seal",
  everySeconds: 60,
  async run({ database, clock, log }) {
    const { transfers, findings } = await sealNew(database, clock.now());
    for (const { code, about } of findings)
      log.error("ledger invariant broken, money writes are stopped", { code, reference: about });
    return transfers;
  },
};
