/** A product with a borrower whose loan runs: what most people who come have. */
import { startDisbursement } from "#features/credit/disbursement/server/index.ts";
import { transact } from "#server/database.server.ts";
import { silentLog } from "#server/log.server.ts";
import { openJobs } from "#server/work/jobs.ts";
import { pause } from "#server/work/timers.ts";
import { signedLoan } from "#tests/support/loan.ts";
import { servicesOn, sessionOf, type Ground } from "./product.ts";

/** What borrowers open most. */
export const borrowerPaths = {
  home: "/webview/home",
  bills: "/webview/bills",
  status: "/api/v5/cashloan/userStatus",
  apply: "/webview/apply-loan",
};

/** The session cookie of a borrower whose loan was paid out by the product that is measured. */
export async function withRunningLoan(ground: Ground): Promise<string> {
  const jobs = await openJobs({ connection: ground.connection, log: silentLog });
  const services = { ...servicesOn(ground), jobs };
  const loan = await signedLoan({ services }, {});
  await transact(ground.database, (trx) => startDisbursement(services, trx, loan.borrowerId, loan.loanId));
  for (let tries = 0; (await loan.read()).state !== "ACTIVE"; tries++) {
    if (tries > 120) throw new Error("The loan was not paid out.");
    await pause(500);
  }
  await jobs.stop();
  return (await sessionOf(ground, loan.borrowerId)).cookie;
}
