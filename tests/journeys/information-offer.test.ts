/** One of several things: chosen, given, skipped, by its link, and after a refusal; social accounts on their three pages. */
import { expect, it } from "vitest";
import { newestLink, personOf } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { caseOf, madeCase, staffPhone } from "#tests/support/console.ts";
import { pictureOf, press } from "#tests/support/information.ts";

const says = (who: Phone) => who.page.locator("main").innerText();

async function tellName(who: Phone, name: string): Promise<void> {
  const { page } = who;
  await page.selectOption("[name=network]", "INSTAGRAM");
  await page.fill("[name=name]", name);
  if (await page.locator("[name=consent]").count()) await page.check("[name=consent]", { force: true });
  await press(who, "social_account_add");
}

it("An offer is found at home, chosen, and given; what is told at social networks is shown with its code and removed.", async () => {
  const who = await phone();
  const { page } = who;
  await who.open("/login");
  const made = await madeCase(who, 112);
  const desk = await staffPhone("underwriter", 0, { width: 1280 });
  const caseId = await caseOf(desk, made);
  await who.open("/webview/home");
  await who.look("home-offer");
  await who.open("/webview/additional-info");
  await who.look("additional-info-offer");
  await page.locator("main a[href='/webview/n-select-one']").first().click();
  await page.locator("[name=option]").first().waitFor({ state: "attached" });
  await who.look("offer-open");
  // By its link, without script and a login: uploads and a public name, and nothing of hers.
  const guest = await phone({ javaScript: false, language: "zh-CN" });
  await guest.page.goto(await newestLink(who, made.mobileNumber, "/webview/n-select-one-outside"));
  await guest.look("outside-review");
  await guest.page.locator("main a[href='/webview/social-media-outside']").click();
  await guest.look("social-outside");
  await press(who, "information_choose");
  await who.look("offer-refused");
  await page.locator("[name=option][value=SOCIAL]").check({ force: true });
  await press(who, "information_choose");
  await page.waitForURL(/social-media-special$/);
  await who.look("social-special");
  await tellName(who, "https://instagram.com/siti");
  await page.getByText("nama akun publiknya saja").first().waitFor();
  await who.look("social-special-refused");
  await who.open("/webview/n-select-one");
  expect(await says(who)).toContain("Pilihan Anda");
  await who.look("offer-chosen");
  await who.open("/webview/social-media-special");
  await tellName(who, "@siti.rahayu");
  await page.getByText("Terima kasih, sudah kami terima").waitFor();
  await who.look("offer-given");
  await who.open("/webview/social-media");
  expect(await says(who)).toMatch(/Kode: [A-Z]{6}/);
  await who.look("social-told");
  await desk.page.goto(`${desk.origin}/staff/borrowers/${made.borrowerId}/documents`);
  expect(await says(desk)).toContain("siti.rahayu");
  await desk.look("desk-documents-social");
  await press(who, "social_account_remove");
  await page.locator("button[data-track=social_account_remove]").waitFor({ state: "detached" });
  await who.look("social-empty");

  // Refused for want of evidence: the same may be sent again with one proof, here by the link and without a login.
  await desk.page.goto(`${desk.origin}/staff/cases/${caseId}`);
  await desk.page.locator("[name=proposal][value=REJECT]").check({ force: true });
  await desk.page.selectOption("#decide [name=reason], [name=reason]", "EVIDENCE");
  await desk.page.locator("[name=note]").first().fill("Slip tidak terbaca.");
  await desk.page.getByRole("button", { name: "Usulkan" }).click();
  await desk.page.getByText("Usulan Anda menunggu orang lain.").waitFor();
  const checker = await staffPhone("underwriter", 1);
  await checker.page.goto(`${checker.origin}/staff/cases/${caseId}`);
  await checker.page.fill("[name=note]", "Benar.");
  await checker.page.getByRole("button", { name: "Setuju, berlakukan" }).click();
  await checker.page.getByText("Ditolak").first().waitFor();
  await who.open("/webview/home");
  await who.look("home-reoffer");
  await who.open("/webview/n-select-one");
  expect(new URL(page.url()).pathname).toBe("/webview/n-select-one-reoffer");
  await who.look("reoffer-open");
  const stranger = await phone({ javaScript: false, language: "en-GB" });
  const path = "/webview/n-select-one-outside";
  await stranger.page.goto(await newestLink(who, made.mobileNumber, path));
  await stranger.look("outside-open");
  expect(await says(stranger)).not.toContain(made.mobileNumber);
  const person = await personOf(who, "review");
  await stranger.page.selectOption("[name=kind]", "BANK_STATEMENT");
  await stranger.page.setInputFiles("[name=photo]", await pictureOf(who, person, "selfie"));
  await press(stranger, "information_upload");
  await stranger.page.getByText("Thank you, we have it").waitFor();
  await stranger.look("outside-given");
  await who.open("/webview/n-select-one-reoffer");
  await who.look("reoffer-given");
  await page.locator("main a[href='/webview/apply-loan']").click();
  await expect.poll(() => page.inputValue("[name=amountRupiah]")).toMatch(/^1\.?000\.?000$/);
}, 300_000);

it("Pages without an offer, and of a link that is none, say so in words.", async () => {
  const who = await phone({ language: "en-GB" });
  for (const path of ["/webview/n-select-one-outside", "/webview/social-media-outside"]) {
    await who.page.goto(`${who.origin}${path}`);
    expect(await says(who)).toContain("This link is over");
    await who.look(`over${path.replaceAll("/", "-")}`);
  }
}, 300_000);
