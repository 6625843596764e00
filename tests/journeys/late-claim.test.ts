/** A borrower who met a campaign's conditions before its end finds the prize afterwards, reads the deadline, and claims it, also without script. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { logIn, sandboxPost } from "#tests/support/borrower.ts";
import { phone } from "#tests/support/browser.ts";
import { startBehindTls, type RunningProduct } from "#tests/support/journey-server.ts";

// A campaign of the shared product may not end beside the others.
let product: RunningProduct;
let database: pg.Client;
beforeAll(async () => {
  product = await startBehindTls(await mkdtemp(join(tmpdir(), "tunai-late-")));
  const socket = encodeURIComponent(join(product.dataDir, "postgres"));
  database = new pg.Client({ connectionString: `postgresql://tunai@localhost/tunai?host=${socket}` });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await product.stop("SIGTERM");
  await rm(product.dataDir, { recursive: true, force: true });
});

it("What was earned by the end of a campaign is fetched after it, and the page says until when.", async () => {
  const who = await phone({ origin: product.origin, javaScript: false });
  await logIn(who, "081277700009");
  await database.query(
    `insert into campaign_fact (borrower_id, fact, event_id, happened_at)
     select b.borrower_id, f, f || '_test', now() from borrower b, unnest(array['PROFILE_COMPLETED', 'PASSWORD_SET']) f
     where not exists (select from campaign_fact o where o.borrower_id = b.borrower_id and o.fact = f)`,
  );
  await database.query(
    `update campaign set closes_at = now() + interval '1 hour', claims_until = now() + interval '15 days' where activity_id = 'new-gift'`,
  );
  await sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: 2 * 3600 });
  for (const language of ["en", "zh", "id"]) {
    await who.page.goto(`${who.origin}/webview/new-gift?of=new-gift&lang=${language}`);
    await who.look(`late-claim-${language}`);
  }
  await who.page.locator("main form button[type=submit]").first().click();
  await expect.poll(() => who.page.locator("main").innerText()).toMatch(/Kupon/);
  await who.look("late-claim-given");
});
