/**
 * Many copies of one borrower's running loan, in a separate installation: for measuring a month's end and a rail's
 * inquiries.
 */
import { pause } from "#server/work/timers.ts";
import { sealAll } from "#server/ledger/index.ts";
import { fundHouse, multiply, standingIn } from "#tests/support/many-borrowers.ts";
import { startProduct, type Ground } from "./product.ts";
import { withRunningLoan } from "./running-loan.ts";

/**
 * Loads `copies` running loans beside the one that they are copied from.
 * @param prepare what else the first borrower does, before its rows are copied.
 */
export async function loadRunningLoans(
  ground: Ground,
  copies: number,
  prepare: (cookie: string, origin: string) => Promise<void> = async () => {},
): Promise<void> {
  // As the server's own superuser: the product's role may not leave references unchecked.
  const superuser = ground.connection.replace("//tunai@", "//postgres@");
  const product = await startProduct(ground);
  // Rows that the sandbox and the catalogues seed exist once.
  await pause(3_000);
  const standing = await standingIn(ground.connection);
  const cookie = await withRunningLoan(ground);
  await prepare(cookie, product.origin);
  await product.stop();
  const begun = performance.now();
  const rows = await multiply(superuser, standing, copies, new Date());
  await fundHouse(superuser);
  await sealAll(ground.database, new Date(), 0);
  console.log(`${rows} rows of ${copies} borrowers in ${Math.round((performance.now() - begun) / 1000)} s`);
}
