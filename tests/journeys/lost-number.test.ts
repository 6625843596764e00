/** A lost SIM at 360 px, with and without script: the same pages for known and unknown, on the website and in an app. */
import { beforeAll, expect, it } from "vitest";
import { waitForNextCode } from "#tests/support/applying.ts";
import { invented, newestCode, sandboxGet, type Person } from "#tests/support/borrower.ts";
import { phone, type Phone, type PhoneOptions } from "#tests/support/browser.ts";
import { fillBirthDate, pictureOf, press, sendChosen } from "#tests/support/information.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";
import { waysOf } from "#tests/support/ways.ts";

let product: ReadyProduct;
beforeAll(async () => {
  product = await ownDays();
});
const phoneHere = (options: PhoneOptions = {}) => phone({ origin: product.origin, ...options });
const text = ({ page }: Phone) => page.locator("main").innerText();

async function begin(who: Phone, person: Person, path: string): Promise<void> {
  const { page } = who;
  await who.open(path);
  await page.fill("[name=mobileNumber]", person.mobileNumber);
  await page.fill("[name=nik]", person.nik);
  await fillBirthDate(page, person.birthDate);
  await press(who, "lost_number_start");
  await page.locator("[name=captcha]").waitFor();
  await who.look("lost-number-captcha");
  expect(await page.inputValue("[name=nik]")).toBe(person.nik);
  await page.fill("[name=captcha]", "zzzz");
  await press(who, "lost_number_start");
  await page.getByText("Jawaban gambar belum cocok").first().waitFor();
  const key = await page.inputValue("[name=captchaKey]");
  const { answer } = await sandboxGet<{ answer: string }>(who, `/api/sandbox/captcha/${key}`);
  await page.fill("[name=captcha]", answer);
  await press(who, "lost_number_start");
  await page.waitForURL(/request=/);
}

it.each(waysOf(import.meta.url, [true, false]))(
  "a person whose SIM is gone asks for another number (script: %s)",
  async (javaScript) => {
    const who = await phoneHere({ javaScript });
    const { page } = who;
    const person = await invented(who, javaScript ? 91 : 92);
    const next = `0858${person.mobileNumber.slice(4)}`;
    await begin(who, person, javaScript ? "/lost-number" : "/webview/lost-number");
    await who.look("lost-number-new");
    await page.fill("[name=mobileNumber]", next);
    await page.check("[name=channel][value=SMS]", { force: true });
    await press(who, "lost_number_name");
    await page.locator("[name=code]").waitFor();
    await who.look("lost-number-code");
    await waitForNextCode(who);
    await page.fill("[name=code]", await newestCode(who, next));
    await press(who, "lost_number_code");
    await page.locator("[name=agreed]").waitFor();
    await who.look("lost-number-selfie");
    await page.setInputFiles("[name=photo]", await pictureOf(who, person, "selfie"));
    await page.check("[name=agreed]");
    await press(who, "identity_face_check");
    await page.getByRole("heading", { name: "Kirim bukti" }).waitFor();
    await press(who, "lost_number_submit");
    await page.getByText("Tambahkan paling sedikit satu foto").first().waitFor();
    await page.setInputFiles("[name=photo]", await pictureOf(who, person, "identityCard"));
    await sendChosen(who, "lost_number_photo");
    await page.getByText("Foto (1 dari 6)").waitFor();
    await who.look("lost-number-proof");
    await press(who, "lost_number_submit");
    await page.getByRole("heading", { name: "Permintaan terkirim" }).waitFor();
    await who.look("lost-number-sent");
    expect(await text(who)).toMatch(/LN-[0-9A-Z]{8}/);
    // Other borrowers do not see it.
    const other = await phoneHere({ language: "en-GB" });
    await other.page.goto(page.url());
    await other.page.getByRole("heading", { name: "There is no such request here" }).waitFor();
    await other.look("lost-number-elsewhere");
  },
);

it("in Chinese and English its first page says what is needed", async () => {
  for (const language of ["zh-CN", "en-GB"] as const) {
    const who = await phoneHere({ language });
    await who.open("/lost-number");
    await who.look(`lost-number-start-${language}`);
  }
});
