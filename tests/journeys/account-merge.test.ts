/** Two accounts of one person become one at 360 px, with and without script: approval and the way back, rejection, and declining. */
import { beforeAll, expect, it } from "vitest";
import { waitForNextCode } from "#tests/support/applying.ts";
import { invented, newestCode, type Person } from "#tests/support/borrower.ts";
import { phone, type Phone, type PhoneOptions } from "#tests/support/browser.ts";
import { pictureOf, press, sendChosen } from "#tests/support/information.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";
import { decideCase, pass } from "#tests/support/reviewing.ts";
import { enter, proveIdentity } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

// A merge can be undone for 72 hours: that needs a clock of its own.
let product: ReadyProduct;
beforeAll(async () => {
  product = await ownDays();
});
const phoneHere = (options: PhoneOptions = {}) => phone({ origin: product.origin, ...options });
const text = ({ page }: Phone) => page.locator("main").innerText();
const base = "/webview/merge-mobile";

/** The older account, and the one that its owner made once more; the second one is at hand. */
async function twice(seed: number, options: PhoneOptions) {
  const person = await invented(await phoneHere(), seed);
  const first = await phoneHere();
  await enter(first, person.mobileNumber);
  await proveIdentity(first, person);
  const again: Person = { ...person, mobileNumber: `0858${person.mobileNumber.slice(4)}` };
  const who = await phoneHere(options);
  await enter(who, again.mobileNumber);
  await proveIdentity(who, again);
  return { who, person, again };
}

/** From the entry to the signature. @returns whether the page had changed before it was signed, and was shown again */
async function toSigned({ who, person, again }: Awaited<ReturnType<typeof twice>>): Promise<boolean> {
  const { page } = who;
  await who.open(base);
  await who.look("merge-entry");
  await page.fill("[name=otherMobileNumber]", again.mobileNumber);
  await page.check("[name=channel][value=SMS]", { force: true });
  await press(who, "account_merge_number");
  await page.getByText("Ini nomor akun yang sedang Anda pakai").first().waitFor();
  await waitForNextCode(who);
  await page.fill("[name=otherMobileNumber]", person.mobileNumber);
  await press(who, "account_merge_number");
  await page.waitForURL(/merge-mobile-otp/);
  await who.look("merge-code");
  // A step ahead of its turn leads back to the one that comes.
  await page.goto(`${who.origin}${base}-preview`);
  expect(page.url()).toMatch(/merge-mobile-otp$/);
  await page.fill("[name=code]", await newestCode(who, person.mobileNumber));
  await press(who, "account_merge_code");
  await page.waitForURL(/upload-info/);
  await who.look("merge-face");
  await page.fill("[name=nik]", person.nik);
  await page.setInputFiles("[name=photo]", await pictureOf(who, person, "selfie"));
  await page.check("[name=agreed]");
  await press(who, "identity_face_check");
  await page.getByText("Foto (0 dari 6)").waitFor();
  await page.setInputFiles("[name=photo]", await pictureOf(who, person, "identityCard"));
  await sendChosen(who, "account_merge_photo");
  await page.getByText("Foto (1 dari 6)").waitFor();
  await who.look("merge-proof");
  await page.locator(`a[href="${base}-preview"]`).click();
  await page.getByRole("heading", { name: "Sebelum dan sesudah" }).waitFor();
  await waitForNextCode(who);
  await who.look("merge-preview");
  // Money is earned while the page is open: only the current page can be signed.
  const shown = await page.inputValue("[name=previewHash]");
  for (const [act, data] of [["join", { agree: true }] as const, ["check-in", {}] as const])
    await who.context.request.post(`${who.origin}/api/activity/watering/${act}`, {
      data,
      headers: { "Sec-Fetch-Site": "same-origin" },
    });
  await press(who, "account_merge_sign");
  const changed = page.getByText("Isi kedua akun berubah sejak halaman ini dibuka").first();
  // A code that was proven in these ten minutes signs another request too.
  await page.locator("[name=code]").or(changed).or(page.getByText("1 sampai 3 hari")).first().waitFor();
  if (await page.locator("[name=code]").isVisible()) {
    await who.look("merge-sign");
    await page.fill("[name=code]", await newestCode(who, again.mobileNumber));
    await press(who, "account_merge_sign_code");
  }
  // Another request of the same day earns nothing more, and is signed at once.
  await changed.or(page.getByText("1 sampai 3 hari").first()).first().waitFor();
  const wasChanged = await changed.isVisible();
  if (wasChanged) {
    expect(await page.inputValue("[name=previewHash]")).not.toBe(shown);
    await who.look("merge-preview-changed");
    await press(who, "account_merge_sign");
  }
  await page.waitForURL(/merge-mobile-result/);
  await who.look("merge-review");
  expect(await text(who)).toContain("1 sampai 3 hari");
  return wasChanged;
}

it.each(waysOf(import.meta.url, [true, false]))(
  "two accounts become one, and two again (script: %s)",
  { timeout: 400_000 },
  async (javaScript) => {
    const made = await twice(javaScript ? 71 : 72, { javaScript });
    const { who, person, again } = made;
    const { page } = who;
    expect(await toSigned(made)).toBe(true);
    await decideCase(product.origin, "account_merge", { decision: "APPROVE" });
    await pass(who, 61);
    // The number of the account that asked was kept; the login of both has ended.
    await expect
      .poll(
        async () => {
          await page.goto(`${who.origin}${base}-result`);
          return page.url();
        },
        { timeout: 60_000, interval: 1_000 },
      )
      .toContain("/login");
    const back = await phoneHere({ javaScript });
    await waitForNextCode(back);
    await enter(back, again.mobileNumber);
    await back.open(`${base}-result`);
    await back.page.getByRole("heading", { name: "Kedua akun sudah menjadi satu" }).waitFor();
    await back.page.locator('a[href^="/verify/"]').waitFor();
    await back.look("merge-done");
    const verify = await back.page.locator('a[href^="/verify/"]').getAttribute("href");
    await back.open(base);
    await back.look("merge-entry-merged");
    await back.page.goto(`${back.origin}${verify}`);
    await back.page.getByText("Digabung, masih bisa dibatalkan").waitFor();
    await back.look("merge-verify");
    await back.open(`${base}-result`);
    await press(back, "account_merge_reverse");
    await back.page.getByRole("heading", { name: "Penggabungan dibatalkan" }).waitFor();
    await back.look("merge-reversed");
    // Both log in by their own number again.
    const first = await phoneHere();
    // A strange browser has two codes of a number in an hour.
    await pass(first, 3_660);
    await enter(first, person.mobileNumber);
    await first.open(`${base}-result`);
    await first.page.getByRole("heading", { name: "Penggabungan dibatalkan" }).waitFor();
  },
);

it("a person declines, and another request is rejected with its reason", { timeout: 400_000 }, async () => {
  const made = await twice(73, {});
  const { who } = made;
  const { page } = who;
  await toSigned(made);
  await who.open(base);
  await who.look("merge-entry-running");
  await who.open(`${base}-result`);
  await press(who, "account_merge_decline");
  await page.getByRole("heading", { name: "Akun tidak digabung" }).waitFor();
  await who.look("merge-declined");
  // A number has five codes in an hour.
  await pass(who, 3_660);
  await toSigned(made);
  await decideCase(product.origin, "account_merge", { decision: "REJECT", reasonCode: "NUMBER_NOT_OWN" });
  await who.open(`${base}-result`);
  await page.getByText("Salah satu nomor tidak terdaftar atas nama Anda").waitFor();
  await who.look("merge-rejected");
});

it("in English and Chinese the entry says what is needed, and nobody gets in without a login", async () => {
  const visitor = await phoneHere();
  await visitor.page.goto(`${visitor.origin}${base}`);
  expect(visitor.page.url()).toContain("/login");
  for (const [index, language] of (["en-GB", "zh-CN"] as const).entries()) {
    const who = await phoneHere({ language });
    await enter(who, (await invented(who, 76 + index)).mobileNumber);
    await who.open(base);
    await who.look(`merge-entry-unverified-${language}`);
    expect(await who.page.locator(`main a[href="/webview/identity"]`).count()).toBe(1);
    await who.open(`${base}-result`);
    expect(who.page.url()).toMatch(/merge-mobile$/);
  }
});
