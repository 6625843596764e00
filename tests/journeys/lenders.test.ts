/** The money side at month's end: a lender's statement, its income by two people, the trial balance, a bank's statement with its open lines. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { dateInWib } from "#shared/dates.ts";
import { invented, sandboxGet } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { deskFaults } from "#tests/support/desk.ts";
import { startBehindTls, type RunningProduct } from "#tests/support/journey-server.ts";
import { madeLoan, moveDays, pay } from "#tests/support/paying.ts";

let product: RunningProduct;
let borrower: Phone;
beforeAll(async () => {
  product = await startBehindTls(await mkdtemp(join(tmpdir(), "tunai-lenders-")));
  borrower = await phone({ origin: product.origin });
}, 300_000);
afterAll(async () => {
  await product.stop("SIGTERM");
  await rm(product.dataDir, { recursive: true, force: true });
});

const text = ({ page }: Phone) => page.locator("main").innerText();
const today = async () => dateInWib(new Date((await sandboxGet<{ now: string }>(borrower, "/api/sandbox/clock")).now));

/** The same page on a phone, and in another language. */
async function elsewhere(finance: Phone, path: string, name: string): Promise<void> {
  for (const [width, language] of [
    [360, "en-GB"],
    [1280, "zh-CN"],
    [360, "id-ID"],
  ] as const) {
    const other = await phone({ origin: product.origin, width, language, looksCloser: true });
    await other.context.addCookies((await finance.context.cookies()).filter((cookie) => cookie.name !== "lang"));
    await other.open(path);
    await other.look(`${name}-${language.slice(0, 2)}-${width}`);
    await other.context.close();
  }
}

it("closes the month, shares its interest, and shows where every rupiah went", async () => {
  const person = await invented(borrower, 8_512);
  const { loanId } = await madeLoan(borrower, "approved-1", person.mobileNumber);
  await moveDays(borrower, 31);
  const bill = await borrower.page.evaluate(async () => (await fetch("/api/repayment/bills")).json());
  const { virtualAccountNumber } = await borrower.page.evaluate(async () =>
    (
      await fetch("/api/repayment/virtual-account", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ bankCode: "014" }),
      })
    ).json(),
  );
  expect(JSON.stringify(bill)).toContain(loanId);
  await pay(borrower, { virtualAccountNumber, amount: 400_000 });
  const paidIn = (await today()).slice(0, 7);
  while ((await today()).slice(0, 7) === paidIn) await moveDays(borrower, 1);
  await moveDays(borrower, 3);

  const finance = await staffPhone("finance", 0, { origin: product.origin, width: 1280 });
  const admin = await staffPhone("admin", 0, { origin: product.origin, width: 1280 });
  const { page } = finance;
  await expect
    .poll(async () => (await page.goto(`${product.origin}/staff/lenders`)) && page.locator("tbody a").count(), {
      timeout: 120_000,
    })
    .toBeGreaterThan(1);
  await finance.look("lenders");
  expect(await deskFaults(page)).toEqual([]);
  await page.locator("tbody a").first().click();
  await page.waitForURL(new RegExp(`${paidIn}$`));
  await finance.look("lender-statement");
  const statement = new URL(page.url()).pathname;
  expect(await text(finance)).toContain("TKB90");
  expect(await text(finance)).not.toContain(person.mobileNumber);
  for (const kind of ["pdf", "csv"]) {
    const href = await page.locator(`main a[href*="/${kind}"]`).getAttribute("href");
    const file = await page.request.get(product.origin + href);
    expect([kind, file.status(), (await file.body()).subarray(0, 4).toString("latin1")]).toEqual([
      kind,
      200,
      kind === "pdf" ? "%PDF" : "\u00ef\u00bb\u00bfl",
    ]);
  }
  await elsewhere(finance, statement, "lender-statement");

  await finance.open("/staff/lenders/income");
  await finance.look("lenders-income");
  expect(await deskFaults(page)).toEqual([]);
  await page.locator("form#propose [name=reason]").fill("Bagi hasil bulan lalu.");
  await page.locator("form#propose button:not([type=button])").last().click();
  await page.waitForURL(/\/staff\/checks\//);
  await admin.open(new URL(page.url()).pathname);
  await admin.look("lenders-income-check");
  await admin.page.locator("button[name=approve][value=true]").click();
  await admin.page.getByText("Dilaksanakan").first().waitFor();
  await finance.open("/staff/lenders/income");
  expect(await text(finance)).toContain("Sudah dibagi");
  await elsewhere(finance, "/staff/lenders/income", "lenders-income");

  await finance.open("/staff/lenders/withdrawals");
  await page.locator("form#account [name=lenderId]").selectOption({ index: 1 });
  await page.locator("form#account [name=bankCode]").fill("014");
  await page.locator("form#account [name=accountNumber]").fill("4441112223");
  await page.locator("form#account [name=reason]").fill("Surat pemberi dana hari ini.");
  await page.locator("form#account button:not([type=button])").last().click();
  await page.waitForURL(/\/staff\/checks\//);
  await admin.open(new URL(page.url()).pathname);
  await admin.look("lender-account-check");
  await admin.page.locator("button[name=approve][value=true]").click();
  await admin.page.getByText("Dilaksanakan").first().waitFor();
  await finance.open("/staff/lenders/withdrawals");
  expect(await text(finance)).toContain("2223");
  await finance.look("lenders-withdrawals");
  expect(await deskFaults(page)).toEqual([]);
  await elsewhere(finance, "/staff/lenders/withdrawals", "lenders-withdrawals");

  await finance.open(`/staff/accounting?month=${paidIn}`);
  await finance.look("trial-balance");
  expect(await text(finance)).toContain("Sudah ditutup");
  await elsewhere(finance, `/staff/accounting?month=${paidIn}`, "trial-balance");
  await page.getByRole("link", { name: "ESCROW" }).click();
  await page.waitForURL(/account=ESCROW/);
  await finance.look("ledger-account");
  expect(await deskFaults(page)).toEqual([]);
  await elsewhere(finance, "/staff/accounting/account?account=ESCROW", "ledger-account");

  const path = "/staff/accounting/reconciliation";
  await finance.open(path);
  const send = async (csv: string) => {
    await page.locator("[name=format]").selectOption("STANDARD_CSV");
    await page
      .locator("[name=file]")
      .setInputFiles({ name: "koran.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.locator("form#upload button:not([type=button])").last().click();
  };
  const day = await today();
  await send(`date,reference,amount\n${day},BIAYA ADMIN,setengah\n`);
  await page.getByText("Baris 2:").first().waitFor();
  await finance.look("reconciliation-refused");
  await finance.open(path);
  await send(`date,reference,amount\n${day},BIAYA ADMIN,-6500\n${day},BUNGA BANK,1250\n`);
  await page.getByText("Berkas dibandingkan").first().waitFor();
  await finance.look("reconciliation-uploaded");
  // Money out of the account keeps its sign.
  expect(await text(finance)).toContain("-6.500");
  await finance.open(path);
  expect(await deskFaults(page)).toEqual([]);
  await elsewhere(finance, path, "reconciliation");
  await page.getByRole("link", { name: "BIAYA ADMIN" }).click();
  await page.waitForURL(/reconciliation\/[\w-]+$/);
  await page.locator("form#work [name=state]").selectOption("SETTLED");
  await page.locator("form#work [name=note]").fill("Biaya bulanan bank.");
  await page.locator("form#work button:not([type=button])").last().click();
  await page.getByText("Tersimpan.").first().waitFor();
  await finance.look("statement-line");
  expect(await text(finance)).toContain("Biaya bulanan bank.");
  await elsewhere(finance, new URL(page.url()).pathname, "statement-line");
}, 900_000);
