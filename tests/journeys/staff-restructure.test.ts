/** Staff offer help to a late borrower: one proposes with both schedules in view, another checks at an own browser, the borrower finds it. */
import { beforeAll, expect, it } from "vitest";
import { invented } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";
import { madeLoan, moveDays, moveToMorning } from "#tests/support/paying.ts";

let product: ReadyProduct;
beforeAll(async () => {
  product = await ownDays();
});

const text = ({ page }: Phone) => page.locator("main").innerText();

it("proposes from the loan's page, is refused on the page what cannot be offered, and is confirmed by another without script", async () => {
  const borrower = await phone({ origin: product.origin });
  const person = await invented(borrower, 8_311);
  await moveToMorning(borrower);
  const { loanId } = await madeLoan(borrower, person, person.mobileNumber);
  await moveDays(borrower, 40);
  const page = `/staff/loans/${loanId}/restructure`;

  const maker = await staffPhone("underwriter", 0, { origin: product.origin, width: 1280 });
  await maker.open(`/staff/loans/${loanId}`);
  await maker.page.locator(`main a[href='${page}']`).click();
  await maker.page.waitForURL(new RegExp(page));
  await maker.look("staff-restructure");
  const form = maker.page.locator("form#propose");
  const send = async (programme: string) => {
    await form.locator(`[name=programme][value=${programme}]`).check({ force: true });
    await form.locator("[name=reason]").fill("Peminjam menelepon dan menjelaskan keadaannya.");
    await form.locator("button[data-track=staff_restructure_propose]").click();
  };
  await send("PAUSE");
  await maker.page.getByText("Program ini tidak bisa ditawarkan sekarang").first().waitFor();
  await maker.look("staff-restructure-refused");
  expect(await form.locator("[name=reason]").inputValue()).toContain("menelepon");
  await send("SPREAD");
  await maker.page.getByText("Usulan dikirim untuk diperiksa").first().waitFor();
  await maker.look("staff-restructure-proposed");

  const checker = await staffPhone("finance", 0, { origin: product.origin, width: 360, javaScript: false });
  await checker.open(page);
  await checker.look("staff-restructure-360");
  await checker.page.locator("main a[href^='/staff/checks/']").click();
  await checker.page.waitForURL(/\/staff\/checks\//);
  await checker.look("staff-restructure-check");
  expect(await text(checker)).toMatch(/60 hari, cicilan 1/);
  await checker.page.locator("button[name=approve][value=true]").click();
  await checker.page.getByText("Dilaksanakan").first().waitFor();

  await borrower.open("/webview/loanrestruture");
  await borrower.look("staff-restructure-borrower");
  expect(await text(borrower)).toContain("Jadwal lama dan baru");
});
