/** Another mobile number at 360 px, with and without script: its seven screens, what people decide, and the login afterwards. */
import { beforeAll, expect, it } from "vitest";
import { waitForNextCode } from "#tests/support/applying.ts";
import { invented, newestCode, type Person } from "#tests/support/borrower.ts";
import { phone, type Phone, type PhoneOptions } from "#tests/support/browser.ts";
import { staffPhone } from "#tests/support/console.ts";
import { pictureOf, press, sendChosen } from "#tests/support/information.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";
import { mp4 } from "#tests/support/videos.ts";
import { enter, proveIdentity } from "#tests/support/with-identity.ts";
import { waysOf } from "#tests/support/ways.ts";

// A change waits for a day: that needs a clock of its own.
let product: ReadyProduct;
beforeAll(async () => {
  product = await ownDays();
});
const phoneHere = (options: PhoneOptions = {}) => phone({ origin: product.origin, ...options });
const text = ({ page }: Phone) => page.locator("main").innerText();
const base = "/webview/loan-edit-mobile";
const video = (seconds: number) => ({ name: "bukti.mp4", mimeType: "video/mp4", buffer: mp4(seconds) });

async function verified(seed: number, options: PhoneOptions): Promise<{ who: Phone; person: Person; next: string }> {
  const who = await phoneHere(options);
  const person = await invented(who, seed);
  await enter(who, person.mobileNumber);
  await proveIdentity(who, person);
  return {
    who,
    person,
    next: `${person.mobileNumber.slice(0, -1)}${(Number(person.mobileNumber.slice(-1)) + 5) % 10}`,
  };
}

/** From the entry to the page of the proof. */
async function toProof({ who, person, next }: Awaited<ReturnType<typeof verified>>): Promise<void> {
  const { page } = who;
  await who.open(base);
  await who.look("number-entry");
  await press(who, "mobile_change_start");
  await page.waitForURL(/edit-mobile/);
  await waitForNextCode(who);
  await who.look("number-old-ask");
  await page.check("[name=channel][value=SMS]", { force: true });
  await press(who, "otp_send");
  await page.locator("[name=code]").waitFor();
  await who.look("number-old-code");
  await page.fill("[name=code]", await newestCode(who, person.mobileNumber));
  await press(who, "mobile_change_old");
  await page.waitForURL(/identity-number/);
  await who.look("number-identity");
  await page.fill("[name=nik]", "3171010101900001");
  await page.setInputFiles("[name=photo]", await pictureOf(who, person, "selfie"));
  await page.check("[name=agreed]");
  await press(who, "identity_face_check");
  await page.getByText("Sisa 4 kali").first().waitFor();
  await who.look("number-identity-wrong");
  await page.fill("[name=nik]", person.nik);
  await page.setInputFiles("[name=photo]", await pictureOf(who, person, "selfie"));
  await page.check("[name=agreed]");
  await press(who, "identity_face_check");
  await page.waitForURL(/new-mobile/);
  await who.look("number-new");
  await page.fill("[name=mobileNumber]", person.mobileNumber);
  await page.check("[name=channel][value=SMS]", { force: true });
  await press(who, "mobile_change_number");
  await page.getByText("Ini sudah nomor akun Anda").first().waitFor();
  await page.fill("[name=mobileNumber]", next);
  await press(who, "mobile_change_number");
  await page.waitForURL(/new-mobile-otp/);
  await who.look("number-new-code");
  // A step ahead of its turn leads back to the one that comes.
  await page.goto(`${who.origin}${base}/edit-upload-info`);
  expect(page.url()).toMatch(/new-mobile$/);
  await page.goto(`${who.origin}${base}/new-mobile-otp`);
  await page.fill("[name=code]", await newestCode(who, next));
  await press(who, "mobile_change_code");
  await page.waitForURL(/edit-upload-info/);
  await who.look("number-proof");
}

it.each(waysOf(import.meta.url, [true, false]))(
  "a person changes the number, and people look at it (script: %s)",
  async (javaScript) => {
    const made = await verified(javaScript ? 81 : 82, { javaScript });
    const { who, person, next } = made;
    const { page } = who;
    await toProof(made);
    // The browser is new to the number: one photo at least, which is said before.
    expect(await text(who)).toContain("paling sedikit satu foto");
    expect(await page.locator("[data-track=mobile_change_submit]").innerText()).toBe("Kirim permintaan");
    await press(who, "mobile_change_submit");
    await page.getByText("Tambahkan paling sedikit satu foto bukti").first().waitFor();
    await page.setInputFiles("[name=photo]", await pictureOf(who, person, "identityCard"));
    await sendChosen(who, "mobile_change_photo");
    await page.getByText("Foto (1 dari 6)").waitFor();
    await page.setInputFiles("[name=video]", video(31));
    await sendChosen(who, "mobile_change_video");
    await page.getByText("Video terlalu panjang").first().waitFor();
    await who.look("number-proof-video-long");
    await page.setInputFiles("[name=video]", video(12));
    await sendChosen(who, "mobile_change_video");
    await page.getByText("Satu video tersimpan").waitFor();
    await who.look("number-proof-full");
    await press(who, "mobile_change_submit");
    await page.waitForURL(/edit-result/);
    await who.look("number-result-review");
    expect(await text(who)).toContain("1 sampai 3 hari");

    // A flag: one person proposes, another one confirms.
    const staff = await staffPhone("underwriter", 0, { origin: product.origin });
    await staff.open("/staff/reviews");
    await staff.page.locator('main a[href^="/staff/reviews/"]').filter({ hasText: "RV-" }).first().click();
    await staff.page.waitForURL(/\/staff\/reviews\/[0-9a-f-]{36}/);
    await staff.look("number-staff-case");
    const seen = await text(staff);
    expect(seen).not.toContain(next);
    expect(seen).toContain("Perangkat dikenal kurang dari 7 hari");
    await staff.page.locator("a.evidence-open").first().click();
    await staff.page.locator("img.evidence-picture").waitFor();
    await staff.look("number-staff-case-open");

    await who.open(base);
    await who.look("number-entry-running");
    await who.open(`${base}/edit-result`);
    await press(who, "mobile_change_withdraw");
    await page.getByRole("heading", { name: "Permintaan dibatalkan" }).waitFor();
    await who.look("number-result-withdrawn");
  },
);

it("in English and Chinese the pages say the same, and nobody without a login or a verified face gets in", async () => {
  const visitor = await phoneHere();
  await visitor.page.goto(`${visitor.origin}${base}`);
  expect(visitor.page.url()).toContain("/login");
  for (const [index, language] of (["en-GB", "zh-CN"] as const).entries()) {
    const who = await phoneHere({ language });
    await enter(who, (await invented(who, 85 + index)).mobileNumber);
    await who.open(base);
    await who.look(`number-entry-unverified-${language}`);
    expect(await who.page.locator(`main a[href="/webview/identity"]`).count()).toBe(1);
    await who.open(`${base}/edit-result`);
    expect(who.page.url()).toMatch(/loan-edit-mobile$/);
  }
});
