/** A list of more than 50,000 rows at a desk: asked for, made in the background, downloaded by who asked alone, and gone after its day. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/database.server.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded.ts";
import { realTime } from "#server/work/timers.ts";
import { sandboxPost } from "#tests/support/borrower.ts";
import { phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { deskFaults } from "#tests/support/desk.ts";
import { startBehindTls, type RunningProduct } from "#tests/support/journey-server.ts";
import { sheetOf } from "#tests/support/workbook.ts";

const rows = 50_400;
let product: RunningProduct;
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tunai-list-exports-"));
  server = await startEmbeddedPostgres({ dataDir: join(dataDir, "outside"), log: () => {} });
  product = await startBehindTls(await mkdtemp(join(dataDir, "product-")), { DATABASE_URL: server.connection });
  const database = openDatabase({ connection: server.connection, log: () => {} });
  await sql`insert into underwriting_case (borrower_id, id, loan_id, loan_number, purpose, amount_rupiah, tenor_days, state, outcome, submitted_at)
    select md5('borrower' || n)::uuid, md5('case' || n)::uuid, md5('loan' || n)::uuid, 'TN-' || n, 'DAILY', 1000000, 30, 'CLOSED', 'APPROVED',
      ${realTime()}::timestamptz - n * interval '5 minutes'
    from generate_series(1, ${sql.lit(rows)}) as n`.execute(database);
  await database.destroy();
});
afterAll(async () => {
  await product.stop("SIGTERM");
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test("An auditor takes a list of 50,400 cases: it is made in the background, downloaded whole, and gone after a day", async () => {
  const who = await staffPhone("auditor", 0, { origin: product.origin, width: 1280 });
  const { page } = who;
  await page.goto(`${who.origin}/staff/cases?state=CLOSED`);
  await page.getByText("Unduh daftar ini untuk Excel").click();
  await page.fill("[name=reason]", "Laporan tahunan ke pengawas");
  await page.getByRole("button", { name: "Unduh XLSX" }).click();
  await page.waitForURL(/\/staff\/exports\?asked=1$/);
  await page.getByText("berkasnya dibuat di latar belakang. Muat ulang").waitFor();
  await who.look("staff-exports-asked");
  await expect
    .poll(
      async () => {
        await page.goto(`${who.origin}/staff/exports`);
        return page.locator("main").innerText();
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toContain("Siap diunduh");
  await page.getByRole("cell", { name: "50.400" }).waitFor();
  expect(await deskFaults(page)).toEqual([]);
  await who.look("staff-exports-ready");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Unduh XLSX" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^cases-\d{4}-\d\d-\d\d\.xlsx$/);
  expect(await sheetOf(await file.path())).toHaveLength(rows + 1);
  // The same person on a phone without script, in English.
  const plain = await phone({ origin: product.origin, language: "en-GB", javaScript: false });
  await plain.context.addCookies((await who.context.cookies()).filter(({ name }) => name !== "lang"));
  await plain.open("/staff/exports");
  await plain.look("staff-exports-plain");
  const [again] = await Promise.all([
    plain.page.waitForEvent("download"),
    plain.page.getByRole("button", { name: "Download XLSX" }).click(),
  ]);
  expect(await sheetOf(await again.path())).toHaveLength(rows + 1);
  // The trail has the downloads with what they add up to.
  await page.goto(`${who.origin}/staff/audit`);
  await page.getByText("Mengunduh berkas daftar").first().waitFor();
  await page.getByText("SHA-256").first().waitFor();

  // No other person sees it, in any language.
  const other = await staffPhone("admin", 0, { origin: product.origin, language: "zh-CN", width: 1280 });
  await other.open("/staff/exports");
  await other.page.getByText("暂无。请在列表页下载较长的列表。").waitFor();
  await other.look("staff-exports-of-another");

  await sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: 86_400 });
  await page.goto(`${who.origin}/staff/exports`);
  await page.getByText("Sudah dihapus").waitFor();
  expect(await page.getByRole("button", { name: "Unduh XLSX" }).count()).toBe(0);
  await who.look("staff-exports-gone");
});
