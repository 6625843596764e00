/** A late loan: the bill says the plan, a collector reaches the borrower by the number that is shown, and the borrower promises, objects and pays. */
import { beforeAll, expect, it } from "vitest";
import { addDays, dateInWib, weekdayOf } from "#shared/dates.ts";
import { invented, sandboxGet } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";
import { madeLoan, moveDays, moveToMorning } from "#tests/support/paying.ts";

let product: ReadyProduct;
beforeAll(async () => {
  product = await ownDays();
});

const text = ({ page }: Phone) => page.locator("main").innerText();

it("shows the plan on the bill, the number to a collector for ten minutes, each contact to the borrower, and takes a promise without script", async () => {
  const borrower = await phone({ origin: product.origin });
  const person = await invented(borrower, 8_411);
  await moveToMorning(borrower);
  const { loanId } = await madeLoan(borrower, person, person.mobileNumber);
  await borrower.open("/webview/bills");
  await borrower.page.locator("#plan summary").click();
  await borrower.look("servicing-bill-plan");
  expect(await text(borrower)).toContain("Petugas bisa menelepon");

  await moveDays(borrower, 39);
  // On a weekday, when people may be called.
  for (;;) {
    const { now } = await sandboxGet<{ now: string }>(borrower, "/api/sandbox/clock");
    const tomorrow = addDays(dateInWib(new Date(now)), 1);
    if (weekdayOf(tomorrow) < 6 && !/-(12-25|01-01)$/.test(tomorrow)) break;
    await moveDays(borrower, 1);
  }
  // Ten is over on that day by some minutes.
  await moveToMorning(borrower);

  const collector = await staffPhone("collector", 0, { origin: product.origin, width: 1280 });
  await collector.open("/staff/servicing");
  await collector.look("staff-servicing");
  await collector.page.locator(`main a[href='/staff/servicing/${loanId}']`).click();
  await collector.page.waitForURL(new RegExp(loanId));
  await collector.look("staff-servicing-loan");
  // The letter stands there; its file has an address, which a collector does not see.
  expect(await text(collector)).toContain("Surat yang terkirim");
  expect(await collector.page.locator("main a[href$='/pdf']").count()).toBe(0);
  expect(await text(collector)).not.toContain(person.mobileNumber);
  await collector.page.locator("button[data-track=staff_servicing_contact]").click();
  await collector.page.getByText(person.mobileNumber).first().waitFor();
  await collector.look("staff-servicing-number");
  await collector.page.locator("form#end [name=outcome]").selectOption("REACHED");
  await collector.page.locator("button[data-track=staff_servicing_end]").click();
  await collector.page.getByText("Hasil kontak dicatat").first().waitFor();
  expect(await text(collector)).not.toContain(person.mobileNumber);
  await collector.page.locator("button[data-track=staff_servicing_contact]").click();
  await collector.page.getByText("Peminjam tidak boleh dihubungi sekarang").first().waitFor();
  await collector.look("staff-servicing-closed");

  const plain = await phone({ origin: product.origin, javaScript: false, width: 360 });
  await plain.context.addCookies(await borrower.context.cookies());
  await plain.open("/webview/servicing");
  await plain.look("servicing-360");
  expect(await text(plain)).toContain("Tersambung");
  expect(await text(plain)).toContain("Surat tentang pinjaman ini");
  const [letter] = await Promise.all([
    plain.page.waitForEvent("download"),
    plain.page.locator("main a[href$='/pdf']").first().click(),
  ]);
  expect(letter.suggestedFilename()).toMatch(/^letter-.*\.pdf$/);
  await plain.page.locator("button[data-track=contact_object]").first().click();
  await plain.page.getByText("Keberatan Anda kami terima").first().waitFor();
  await plain.page
    .locator("form#promise [name=on]")
    .fill((await plain.page.locator("form#promise [name=on]").getAttribute("max")) ?? "");
  await plain.page.locator("button[data-track=promise_payment]").click();
  await plain.page.getByText("Janji Anda dicatat").first().waitFor();
  await plain.look("servicing-promised-360");
  await plain.page.locator("#hours summary").click();
  await plain.page.locator("#hours [name=hours][value=EVENING]").check({ force: true });
  await plain.page.locator("#hours [name=consent]").check();
  await plain.look("servicing-hours");
  await plain.page.locator("button[data-track=contact_hours_agree]").click();
  await plain.page.getByText("Persetujuan Anda dicatat").first().waitFor();
  await plain.look("servicing-hours-agreed");
  await plain.page.locator("button[data-track=contact_hours_withdraw]").click();
  await plain.page.getByText("Persetujuan ditarik").first().waitFor();
  expect(await text(plain)).toContain("Ada janji bayar yang berjalan");

  const finance = await staffPhone("finance", 0, { origin: product.origin, width: 1024 });
  await finance.open(`/staff/servicing/${loanId}`);
  await finance.look("staff-servicing-finance");
  expect(await text(finance)).toContain("Belum terlambat 180 hari");
  const [posted] = await Promise.all([
    finance.page.waitForEvent("download"),
    finance.page.locator("main a[href$='/pdf']").first().click(),
  ]);
  expect(posted.suggestedFilename()).toMatch(/^letter-.*\.pdf$/);
  await finance.open("/staff/servicing/plans");
  await finance.look("staff-servicing-plans");
});
