/** Documents asked for again, from the desk of an underwriter to the borrower's phone and back, with and without script. */
import { expect, it } from "vitest";
import { personOf } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { caseOf, madeCase, staffPhone } from "#tests/support/console.ts";
import { pictureOf, press, sendChosen } from "#tests/support/information.ts";

const says = (who: Phone) => who.page.locator("main").innerText();

async function upload(who: Phone, type: string): Promise<void> {
  const person = await personOf(who, "review");
  await who.page.goto(`${who.origin}/webview/additional-again/upload/${type}`);
  await who.look(`again-upload-${type}`);
  await who.page.setInputFiles("[name=photo]", await pictureOf(who, person, "selfie"));
  await sendChosen(who);
  await who.page.waitForURL(/saved=1/);
  await who.look(`again-upload-${type}-saved`);
}

it("An underwriter asks for documents twice; the borrower sends them, then goes on without, and the time stands still.", async () => {
  const borrower = await phone({ javaScript: true });
  const { page } = borrower;
  await borrower.page.goto(`${borrower.origin}/login`);
  const made = await madeCase(borrower, 111);
  await borrower.open("/webview/additional-again");
  expect(await says(borrower)).toContain("Tidak ada yang diminta");
  await borrower.look("again-none");

  const desk = await staffPhone("underwriter", 0, { width: 1280 });
  const caseId = await caseOf(desk, made);
  const openCase = () => desk.page.goto(`${desk.origin}/staff/cases/${caseId}`);
  await openCase();
  // Nothing chosen: the error is at the fields, and the typed values stay.
  await desk.page.locator("#ask [name=note], form#ask [name=note]").first().fill("Foto slip gaji buram.");
  await desk.page.getByRole("button", { name: "Minta", exact: true }).click();
  await desk.look("desk-case-ask-refused");
  for (const kind of ["SALARY_SLIP", "FAMILY_CARD"])
    await desk.page.locator(`[name=kinds][value=${kind}]`).check({ force: true });
  await desk.page.locator("[name=reasons][value=UNREADABLE]").check({ force: true });
  await desk.page.getByRole("button", { name: "Minta", exact: true }).click();
  await desk.page.getByText("Menunggu dokumen").first().waitFor();
  await desk.look("desk-case-asked");
  await desk.page.goto(`${desk.origin}/staff/cases?state=ASKED`);
  await desk.look("desk-cases-asked");

  await borrower.open("/webview/home");
  expect(await says(borrower)).toContain("Kami perlu dokumen Anda");
  await borrower.look("home-asked");
  await borrower.open("/webview/additional-info");
  expect(await says(borrower)).toContain("Diminta petugas");
  expect(await says(borrower)).not.toContain("Anda siap mengajukan");
  await borrower.look("additional-info-asked");
  await page.locator("main a[href='/webview/additional-again']").first().click();
  await page.getByText("Foto slip gaji buram.").waitFor();
  await borrower.look("again-open");
  await press(borrower, "document_request_answer");
  await page.getByText("Belum semua dokumen diunggah").first().waitFor();
  await borrower.look("again-refused");
  await upload(borrower, "salary-slip");
  await upload(borrower, "family-card");
  await borrower.open("/webview/additional-again");
  await borrower.look("again-complete");
  await press(borrower, "document_request_answer");
  await page.getByText("Terima kasih, sudah kami terima").waitFor();
  await borrower.look("again-sent");

  await openCase();
  await desk.page.getByText("Dokumen dikirim").first().waitFor();
  await desk.look("desk-case-answered");
  await desk.page.locator("[name=kinds][value=TAX_CARD]").check({ force: true });
  await desk.page.locator("[name=reasons][value=TOO_OLD]").check({ force: true });
  await desk.page.getByRole("button", { name: "Minta", exact: true }).click();
  await desk.page.getByText("Menunggu dokumen").first().waitFor();

  // The same, without script and in English: goes on without it.
  const other = await phone({ javaScript: false, language: "en-GB" });
  await other.context.addCookies(await borrower.context.cookies());
  await other.open("/webview/additional-again/upload/salary-slip");
  // Not requested this time: the list shows the requested kinds.
  expect(new URL(other.page.url()).pathname).toBe("/webview/additional-again");
  await other.look("again-open");
  await other.page.check("[name=withoutRest]", { force: true });
  await press(other, "document_request_answer");
  await other.page.getByText(/Thank you, we have it|Terima kasih, sudah kami terima/).waitFor();
  await other.look("again-sent");
  await openCase();
  expect(await desk.page.getByRole("button", { name: "Minta", exact: true }).count()).toBe(0);
  await desk.look("desk-case-asked-twice");
}, 300_000);
