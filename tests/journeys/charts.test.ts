/** The console's charts: drawn without script, each with its table and CSV, for the lengths of time that may be chosen. */
import { beforeAll, expect, test } from "vitest";
import { invented, sandboxPost } from "#tests/support/borrower.ts";
import { madeApplication, staffPhone } from "#tests/support/console.ts";
import { phone } from "#tests/support/browser.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";

// Figures are folded every five minutes, which on the shared product would end the codes of concurrent logins.
let product: ReadyProduct;
beforeAll(async () => {
  product = await ownDays();
});

test("Whoever has a part in the business sees its figures by the day, without script, and takes them as CSV", async () => {
  const borrower = await phone({ origin: product.origin });
  const person = await invented(borrower, 8_601);
  await madeApplication(borrower, person, person.mobileNumber);
  await sandboxPost(borrower, "/api/sandbox/clock", { advanceSeconds: 301 });
  const who = await staffPhone("finance", 0, { origin: product.origin, width: 1280, javaScript: false });
  const { page } = who;
  await who.open("/staff");
  const applications = page.locator("section.chart").first();
  expect(await applications.locator("svg").getAttribute("aria-label")).toMatch(/[1-9]/);
  await who.look("staff-charts");
  await applications.locator("summary").click();
  expect(await applications.locator("tbody tr").count()).toBe(30);
  await page.click('a[href="/staff?days=7"]');
  await page.waitForURL(/days=7/);
  await page.locator("section.chart summary").first().click();
  expect(await page.locator("section.chart").first().locator("tbody tr").count()).toBe(7);
  await page.click('a[href="/staff?days=7&charts=operation"]');
  await page.waitForURL(/charts=operation/);
  const bank = page.locator("section.chart", { hasText: "Bank: pencairan" });
  expect(await bank.locator(".chart-besides").textContent()).toMatch(/Median waktu jawab: \S/);
  await who.look("staff-charts-operation");
  await bank.locator("summary").click();
  expect(await bank.locator("tbody tr").count()).toBe(7);
  const calls = await page.request.get(`${who.origin}/api/staff/report/partner-bank/csv?days=7`);
  expect((await calls.text()).split("\r\n")[0]).toContain("partner.calls_count:bank:ANSWERED");
  const csv = await page.request.get(`${who.origin}/api/staff/report/applications/csv?days=7`);
  expect((await csv.text()).split("\r\n")[0]).toBe("day,loan.submitted_count,loan.disbursed_count");
  await page.setViewportSize({ width: 1024, height: 900 });
  await who.look("staff-charts-1024");
});
