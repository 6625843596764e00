/** A product with a borrower whose loan runs, like most visitors. */
import { startDisbursement } from "#features/credit/disbursement/server/index.ts";
import { transact } from "#server/database.server.ts";
import { silentLog } from "#server/process/log.server.ts";
import { openJobs } from "#server/work/jobs.ts";
import { pause } from "#server/work/timers.ts";
import { signedLoan, type LoanInput } from "#tests/support/loan.ts";
import { servicesOn, sessionOf, type Ground } from "./product.ts";

/** The pages that borrowers open most. */
export const borrowerPaths = {
  home: "/webview/home",
  bills: "/webview/bills",
  status: "/api/v5/cashloan/userStatus",
  apply: "/webview/apply-loan",
};

/** The session cookies of borrowers whose loans were paid out by the product that is measured, one each. */
export async function runningLoans(ground: Ground, count: number, loanInput: LoanInput = {}): Promise<string[]> {
  const jobs = await openJobs({ database: ground.database, connection: ground.connection, log: silentLog });
  const services = { ...servicesOn(ground), jobs };
  const cookies: string[] = [];
  for (let made = 0; made < count; made++) {
    const loan = await signedLoan({ services }, loanInput);
    await transact(ground.database, (trx) => startDisbursement(services, trx, loan.borrowerId, loan.loanId));
    cookies.push((await sessionOf(ground, loan.borrowerId)).cookie);
  }
  const active = async (): Promise<number> => {
    const { count: paidOut } = await ground.database
      .selectFrom("loan")
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .where("state", "=", "ACTIVE")
      .executeTakeFirstOrThrow();
    return Number(paidOut);
  };
  for (let tries = 0; (await active()) < count; tries++) {
    if (tries > 240) throw new Error("Not all loans were paid out.");
    await pause(500);
  }
  await jobs.stop();
  return cookies;
}

/** The session cookie of a borrower whose loan was paid out by the product that is measured. */
export const withRunningLoan = async (ground: Ground): Promise<string> => (await runningLoans(ground, 1))[0]!;
