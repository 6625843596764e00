/** Two processes of the rewards on the same rows, on real PostgreSQL over up to 50 connections. */
import { testApp } from "./app.ts";
import { testDatabase } from "./database.ts";

export const connections = 50;

export async function twoRewardProcesses() {
  const made = await testDatabase({ poolSize: connections });
  const app = await testApp({ campaigns: true, database: made });
  /** Another process on the same rows, with the same keys and its own jobs and sweeps. */
  const other = await testApp({
    campaigns: true,
    database: made,
    environment: { DATA_DIR: app.services.config.dataDir },
  });
  await app.settle();
  return {
    app,
    other,
    /** Business time of both processes. */
    moveTo(moment: Date): void {
      app.clock.moveTo(moment);
      other.clock.moveTo(moment);
    },
  };
}
