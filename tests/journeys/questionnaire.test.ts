/** Questionnaires and surveys at a phone: asked after an event, saved, sent, over; with and without script, in three languages. */
import { beforeAll, expect, it } from "vitest";
import { invented, logIn } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { madeApplication, staffPhone } from "#tests/support/console.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";
import { madeLoan, moveDays } from "#tests/support/paying.ts";
import { waysOf } from "#tests/support/ways.ts";

let product: ReadyProduct;
beforeAll(async () => {
  product = await ownDays();
});

const at = (options: Parameters<typeof phone>[0] = {}) => phone({ origin: product.origin, ...options });
/** Buttons of a choice lie under what is drawn. */
const tick = ({ page }: Phone, name: string, value: string | number) =>
  page.check(`[name="answers.${name}"][value="${value}"]`, { force: true });
const press = async ({ page }: Phone, track: string) => {
  await page.locator(`button[data-track="${track}"]`).click();
  await page.waitForLoadState();
};
const isShown = ({ page }: Phone, name: string) =>
  page.locator(`[name="answers.${name}"]`).first().locator("xpath=ancestor::*[@class='follow-up']").isVisible();
const heading = ({ page }: Phone, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

/** An invitation comes after the commit of what it follows. */
async function untilInvited({ page, origin }: Phone): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto(`${origin}/webview/questionnaire`);
        return page.locator("main a[href^='/webview/questionnaire?key=']").count();
      },
      { timeout: 30_000 },
    )
    .toBe(1);
}
/** A borrower whose application was rejected, logged in on a phone of this kind. */
async function refused(seed: number, options: Parameters<typeof phone>[0]): Promise<Phone> {
  const maker = await at();
  const person = await invented(maker, seed);
  await madeApplication(maker, "refused-age", person.mobileNumber);
  await untilInvited(maker);
  const who = await at(options);
  await who.context.addCookies(await maker.context.cookies());
  const locale = { "en-GB": "en", "zh-CN": "zh", "id-ID": "id" }[options?.language ?? "id-ID"];
  await who.page.goto(`${who.origin}/webview/questionnaire?lang=${locale}`);
  return who;
}

it("After a payout: the consent first, follow-ups by answer, nothing lost, sent once, taken back.", async () => {
  const who = await at();
  const { page } = who;
  const person = await invented(who, 71);
  const { borrowerId } = await madeLoan(who, person, person.mobileNumber);
  await untilInvited(who);
  await who.look("questionnaire-waiting");
  await page.locator("main a[href^='/webview/questionnaire?key=']").click();

  // One box, not ticked; without it everything else is asked.
  await page.locator("[name=agreed]").waitFor();
  expect(await page.isChecked("[name=agreed]")).toBe(false);
  await who.look("questionnaire-consent");
  await press(who, "questionnaire_consent");
  await page.waitForURL(/without=1/);
  expect(await page.locator("[name='answers.income-change']").count()).toBe(0);
  await who.look("questionnaire-open");

  // A follow-up shows with its answer and hides with another; what was typed in it stays.
  expect(await isShown(who, "hard-part")).toBe(false);
  await tick(who, "ease", 2);
  expect(await isShown(who, "hard-part")).toBe(true);
  await tick(who, "hard-part", "code");
  await tick(who, "cost-clear", "no");
  await page.fill("[name='answers.cost-unclear']", "Biaya meterai");
  await tick(who, "cost-clear", "yes");
  expect(await isShown(who, "cost-unclear")).toBe(false);

  // After a change of the consent the typed answers are still there, and more questions appear.
  await press(who, "questionnaire_reconsider");
  await page.check("[name=agreed]");
  await press(who, "questionnaire_consent");
  await page.locator("[name='answers.income-change']").first().waitFor();
  expect(await page.inputValue("[name='answers.cost-unclear']")).toBe("Biaya meterai");
  expect(await page.isChecked("[name='answers.hard-part'][value=code]")).toBe(true);
  await tick(who, "income-change", "less");
  expect(await isShown(who, "income-less-since")).toBe(true);
  await page.fill("[name='answers.income-less-since']", "2026-10-01");

  // Saved, and gone on with later; then sent with a question forgotten, past the browser's own check.
  await press(who, "questionnaire_save");
  await page.getByText("Tersimpan.").waitFor();
  await who.look("questionnaire-saved");
  await page.locator("form#f").evaluate((form) => form.setAttribute("novalidate", ""));
  await page.evaluate(() => document.querySelectorAll("[required]").forEach((one) => one.removeAttribute("required")));
  await press(who, "questionnaire_send");
  const summary = page.locator("[data-problem-summary]:not([hidden])");
  await summary.getByText("Ada pertanyaan yang belum diisi").waitFor();
  expect(await summary.locator("li").allInnerTexts()).toEqual(["Kecepatan dana masuk dibanding perkiraan Anda?"]);
  expect(await page.inputValue("[name='answers.income-less-since']")).toBe("2026-10-01");
  await who.look("questionnaire-unanswered");
  await tick(who, "speed", "faster");
  await press(who, "questionnaire_send");
  await heading(who, "Terima kasih, jawaban Anda sudah kami terima");
  await who.look("questionnaire-done");
  // The reviewer reads these answers as long as the consent is in force.
  const staff = await staffPhone("underwriter", 0, { origin: product.origin });
  await staff.open(`/staff/borrowers/${borrowerId}/review-answers`);
  await staff.page.getByText("Berkurang", { exact: true }).waitFor();
  await press(who, "questionnaire_withdraw");
  await heading(who, "Terima kasih, jawaban Anda sudah kami terima");
  expect(await page.locator("button[data-track=questionnaire_withdraw]").count()).toBe(0);

  await staff.page.reload();
  await staff.page.getByText("Tidak ada jawaban dengan persetujuan.").waitFor();
  await page.goto(`${who.origin}/webview/questionnaire`);
  await heading(who, "Tidak ada kuesioner");
  await who.look("questionnaire-empty");
  await who.open("/webview/my-profile");
  await page.locator("main a[href='/webview/questionnaire']").waitFor();
});

const words = {
  "en-GB": {
    title: "Help us explain decisions better",
    missing: "There are questions that have not been filled in",
    done: "Thank you, we have your answers",
    expired: "Questionnaire has expired",
    ended: "Questionnaire has ended",
  },
  "zh-CN": {
    title: "帮助我们更好地说明决定",
    missing: "还有问题尚未填写",
    done: "谢谢，我们已收到您的回答",
    expired: "问卷已过期",
    ended: "问卷已结束",
  },
} as const;

it.each(["en-GB", "zh-CN"] as const)(
  "After a rejection, without script, %s: shown by style, saved, named, sent.",
  async (language) => {
    const said = words[language];
    const who = await refused(language === "en-GB" ? 72 : 73, { language, javaScript: false });
    const { page } = who;
    await page.goto(`${who.origin}/webview/event-questionnaire/AFTER_REJECTION`);
    await heading(who, said.title);
    expect(await isShown(who, "not-understood")).toBe(false);
    await tick(who, "understood", "no");
    expect(await isShown(who, "not-understood")).toBe(true);
    await page.fill("[name='answers.not-understood']", "Umur?");
    await press(who, "questionnaire_save");
    await page.waitForURL(/saved=1/);
    expect(await page.inputValue("[name='answers.not-understood']")).toBe("Umur?");
    await page.locator("form#f").evaluate((form) => form.setAttribute("novalidate", ""));
    await press(who, "questionnaire_send");
    await page.getByText(said.missing).first().waitFor();
    expect(await page.inputValue("[name='answers.not-understood']")).toBe("Umur?");
    await who.look("questionnaire-no-script");
    await tick(who, "treated", 4);
    await press(who, "questionnaire_send");
    await heading(who, said.done);
  },
);

it.each(
  waysOf(import.meta.url, [
    ["id-ID", true, "Survei terkirim. Terima kasih!"],
    ["en-GB", false, "Survey sent. Thank you!"],
    ["zh-CN", true, "调查已提交，谢谢！"],
  ]),
)("A survey without a login, in %s.", async (language, javaScript, done) => {
  const who = await at({ language, javaScript });
  const { page } = who;
  await who.open("/webview/survey");
  expect(await page.locator("button[data-track=questionnaire_save]").count()).toBe(0);
  await tick(who, "where", "both");
  await tick(who, "find", 1);
  await page.fill("[name='answers.not-found']", "Biaya");
  await tick(who, "language", "id");
  await press(who, "questionnaire_send");
  await heading(who, done);
  await who.look("survey-success");
  await page.goto(`${who.origin}/webview/survey`);
  // The same session has had its turn.
  expect(await page.locator("form#f [name='answers.where']").count()).toBe(0);
  await who.look("survey-done");
});

it("Without a login the page of an event says why one is needed, and the list leads to it.", async () => {
  const who = await at();
  await who.open("/webview/event-questionnaire/AFTER_PAYOUT");
  await heading(who, "Masuk untuk menjawab");
  await who.open("/webview/event-questionnaire/NO_SUCH_EVENT");
  await who.page.goto(`${who.origin}/webview/questionnaire?key=after-payout`);
  expect(new URL(who.page.url()).pathname).toBe("/login");
});

it("One that was stopped by two people has ended, one of eight days ago has expired; the editor sees what is wrong in a structure.", async () => {
  const who = await refused(74, { language: "en-GB" });
  const { page } = who;
  const maker = await staffPhone("content", 0, { origin: product.origin, width: 1280 });
  await maker.open("/staff/contents?collection=questionnaire");
  await maker.open("/staff/contents/questionnaire/after-rejection");
  const text = await maker.page.inputValue("[name='texts.en.markdown']");
  await maker.page.fill(
    "[name='texts.en.markdown']",
    text.replace("show-if=understood:partly,no", "show-if=understood:maybe"),
  );
  await maker.page.getByRole("button", { name: "Pratinjau" }).click();
  await maker.page.getByText("not-understood: show-if").first().waitFor();
  await maker.page.fill(
    "[name='texts.en.markdown']",
    text.replace("type=scale; from=1", "type=scale; from=2").replace("`1`", "`2`"),
  );
  await maker.page.getByRole("button", { name: "Pratinjau" }).click();
  await maker.page.getByText("Susunannya berbeda dari bahasa lain").first().waitFor();
  await maker.look("questionnaire-editor");
  await maker.page.goto(`${maker.origin}/staff/contents/questionnaire/after-rejection`);
  await maker.page
    .locator("#withdraw [name=note]")
    .evaluate((field) => field.closest("details")?.setAttribute("open", ""));
  await maker.page.fill("#withdraw [name=note]", "Cukup.");
  await maker.page.locator("#withdraw button.button-danger").click();
  await maker.page.waitForURL(/proposals/);
  const proposal = new URL(maker.page.url()).pathname;

  await page.goto(`${who.origin}/webview/event-questionnaire/AFTER_REJECTION`);
  await heading(who, words["en-GB"].title);
  const checker = await staffPhone("content", 1, { origin: product.origin });
  await checker.page.goto(checker.origin + proposal);
  await checker.page.getByRole("button", { name: "Setuju, tarik" }).click();
  await checker.page.waitForLoadState();
  // Answers sent after the end are refused with the end page.
  await tick(who, "understood", "yes");
  await tick(who, "treated", 5);
  await press(who, "questionnaire_send");
  await heading(who, words["en-GB"].ended);
  await who.look("questionnaire-ended");

  const late = await at({ language: "zh-CN" });
  const person = await invented(late, 75);
  await madeLoan(late, person, person.mobileNumber);
  await untilInvited(late);
  await moveDays(late, 8);
  await late.page.goto(`${late.origin}/webview/questionnaire?key=after-payout`);
  if (new URL(late.page.url()).pathname === "/login")
    await logIn(late, person.mobileNumber, "/webview/questionnaire?key=after-payout");
  await heading(late, words["zh-CN"].expired);
  await late.look("questionnaire-expired");
});

it("Staff see groups, on a small screen too.", async () => {
  const answers = Object.entries({ where: "app", find: 4, language: "id", devices: ["android"], wish: "Tombol besar" });
  for (let index = 0; index < 8; index++) {
    const visitor = await at({ javaScript: false });
    const sent = await visitor.context.request.post(`${visitor.origin}/api/user/questionnaire`, {
      data: {
        questionnaireKey: "app-and-website",
        version: 1,
        answers: answers.map(([questionKey, value]) => ({ questionKey, value })),
      },
    });
    expect(sent.status(), await sent.text()).toBe(200);
  }
  const staff = await staffPhone("auditor", 0, { origin: product.origin });
  await staff.open("/staff/questionnaires");
  await staff.page.locator("main a[href='/staff/questionnaires/app-and-website']").click();
  await staff.page.getByText("Kelompok di bawah 5 orang tidak ditampilkan.").waitFor();
  await staff.page.getByText("Tombol besar").first().waitFor();
  await staff.look("questionnaire-results");
});
