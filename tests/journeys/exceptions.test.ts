/** Exceptions at the staff's desk: a retry succeeds or leaves the exception open; staff close one that was handled in another way. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, transact, type Database } from "#server/database.server.ts";
import { exceptionLifecycle, insertException } from "#server/events/event-exception-store.ts";
import { startEmbeddedPostgres } from "#server/postgres/embedded.ts";
import { systemRandom } from "#server/process/random.ts";
import { realTime } from "#server/work/timers.ts";
import { invented } from "#tests/support/borrower.ts";
import { phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { deskFaults } from "#tests/support/desk.ts";
import { startBehindTls, type RunningProduct } from "#tests/support/journey-server.ts";
import { madeLoan } from "#tests/support/paying.ts";

const random = systemRandom();
let product: RunningProduct;
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let database: Database;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "tunai-exceptions-"));
  server = await startEmbeddedPostgres({ dataDir: join(dataDir, "outside"), log: () => {} });
  product = await startBehindTls(await mkdtemp(join(dataDir, "product-")), { DATABASE_URL: server.connection });
  database = openDatabase({ connection: server.connection, log: () => {} });
});
afterAll(async () => {
  await database.destroy();
  await product.stop("SIGTERM");
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** As if the payout of this loan had found no loan that runs: no journey can bring that about. */
async function left({ borrowerId, loanId }: { borrowerId: string; loanId: string }): Promise<void> {
  const at = realTime();
  await transact(database, async (trx) => {
    const [name, eventId] = ["loan.activated", `activated_${loanId}`];
    const data = JSON.stringify({ borrowerId, loanId, transferId: random.uuid() });
    await trx
      .insertInto("domain_event")
      .values({ name, id: eventId, happenedAt: at, data, writtenAt: at })
      .onConflict((conflict) => conflict.columns(["name", "id"]).doNothing())
      .execute();
    const [id, cause] = [random.uuid(), "LOAN_NOT_RUNNING"];
    const heard = { name, eventId, subscriber: "repayment-books" };
    await insertException(trx, { ...heard, id, cause, borrowerId, loanId, leftAt: at });
    await exceptionLifecycle.begin(trx, { id, borrowerId, actor: "SYSTEM", cause, at });
  });
}

/** As if a bank had reported a transfer that we did not order. */
async function reported(): Promise<void> {
  const [at, eventId, doubtId] = [realTime(), random.uuid(), `doubted_${random.uuid()}`];
  const about = { provider: "sandbox-bank", eventId };
  const [kind, outcome] = ["TRANSFER_FAILED", "UNKNOWN_SUBJECT"];
  const body = { kind, eventId, transferId: random.uuid(), code: "BENEFICIARY_BANK_REFUSED", detail: "" };
  const data = { outcome, provider: about.provider, reportId: eventId, borrowerId: null, loanId: null };
  await transact(database, async (trx) => {
    await trx
      .insertInto("partner_event")
      .values({ ...about, kind, body: JSON.stringify(body), receivedAt: at, handledAt: at, outcome })
      .execute();
    const name = "partner.report_doubted";
    await trx
      .insertInto("domain_event")
      .values({ name, id: doubtId, happenedAt: at, data: JSON.stringify(data), writtenAt: at })
      .execute();
    const heard = { name, eventId: doubtId, subscriber: "exception-partner-report" };
    const row = { ...heard, id: random.uuid(), cause: outcome, borrowerId: null, loanId: null, leftAt: at };
    await insertException(trx, row);
    await exceptionLifecycle.begin(trx, { id: row.id, actor: "SYSTEM", cause: outcome, at });
  });
}

test("Finance sees why the books of a loan could not be opened, has it tried again, and closes what nothing can be done about", async () => {
  const borrower = await phone({ origin: product.origin });
  const { mobileNumber } = await invented(borrower, 9);
  const loan = await madeLoan(borrower, "approved-1", mobileNumber);
  await left(loan);
  await left({ borrowerId: loan.borrowerId, loanId: random.uuid() });

  const who = await staffPhone("finance", 0, { origin: product.origin, width: 1280 });
  const { page } = who;
  await page.getByRole("link", { name: /2\s?Kendala yang perlu ditangani/ }).waitFor();
  await page.getByRole("navigation", { name: "Bagian konsol" }).getByRole("link", { name: "Kendala" }).click();
  await page.waitForURL(/\/staff\/exceptions$/);
  await who.look("staff-exceptions");
  expect(await deskFaults(page)).toEqual([]);
  expect(await page.locator("main tbody tr").count()).toBe(2);
  // A link leads to its loan.
  await page.locator(`main a[href="/staff/loans/${loan.loanId}"]`).click();
  await page.waitForURL(/\/staff\/loans\//);
  await page.goBack();

  // The loan that runs: tried again it is done.
  const row = page.locator("main tbody tr", { has: page.locator(`a[href="/staff/loans/${loan.loanId}"]`) });
  await row.locator('a[href^="/staff/exceptions/"]').click();
  await page.getByText("Pinjaman ini tidak ditemukan, atau tidak sedang berjalan.").first().waitFor();
  await page.locator(".borrower-head").waitFor();
  await who.look("staff-exception");
  expect(await deskFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Coba lagi" }).click();
  await page.waitForURL(/retried=1/);
  await reloadedUntil(page, "Berhasil dikerjakan");
  expect(await page.getByRole("button", { name: "Coba lagi" }).count()).toBe(0);
  await who.look("staff-exception-done");

  // The one of an unknown transfer: the retry leaves it open, and it is closed with a reason.
  await page.goto(`${who.origin}/staff/exceptions`);
  await page.locator('main tbody a[href^="/staff/exceptions/"]').click();
  await page.getByRole("button", { name: "Coba lagi" }).click();
  await page.waitForURL(/retried=1/);
  await reloadedUntil(page, "Perlu ditangani");
  await page.fill("[name=reason]", "Salah");
  await page.getByRole("button", { name: "Tutup", exact: true }).click();
  await page.getByText("paling sedikit 10 karakter").first().waitFor();
  await who.look("staff-exception-problem");
  await page.fill("[name=reason]", "Bank melaporkan pencairan yang tidak pernah ada.");
  await page.getByRole("button", { name: "Tutup", exact: true }).click();
  await page.getByText("Kendala ditutup.").waitFor();
  await page.getByText("Bank melaporkan pencairan yang tidak pernah ada.").waitFor();
  await who.look("staff-exception-closed");
  await page.goto(`${who.origin}/staff/exceptions`);
  await page.getByText("Tidak ada kendala.").waitFor();

  // A partner's report that cannot be handled automatically.
  await reported();
  await page.goto(`${who.origin}/staff/exceptions`);
  await page.locator("main tbody").getByRole("link", { name: "Laporan mitra" }).click();
  await page.getByText("Transfer gagal").waitFor();
  await page.getByText("BENEFICIARY_BANK_REFUSED").waitFor();
  await who.look("staff-exception-report");
  expect(await deskFaults(page)).toEqual([]);

  const auditor = await staffPhone("auditor", 0, { origin: product.origin, language: "en-GB" });
  await auditor.open("/staff/exceptions?state=CLOSED");
  await auditor.page.locator('main tbody a[href^="/staff/exceptions/"]').first().click();
  await auditor.page.getByText("Closed by staff").waitFor();
  // Staff who may only read see no form.
  expect(await auditor.page.locator("main form").count()).toBe(0);
  await auditor.look("staff-exception-of-an-auditor");
});

/** A job does the retry, so the page is reloaded until it shows the result. */
async function reloadedUntil(page: Awaited<ReturnType<typeof phone>>["page"], text: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.goto(page.url().split("?")[0]!);
      return page.locator("main").innerText();
    })
    .toContain(text);
}
