/** A loan booked for a later day: booked, refused out of range, its day, applied for at that day's price; cancelled and lapsed without script. */
import { beforeAll, expect, it } from "vitest";
import { pressLink } from "#tests/support/applying.ts";
import { invented, logIn, sandboxGet, sandboxPost } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { madeApplication } from "#tests/support/console.ts";
import { press } from "#tests/support/information.ts";
import { ownDays, type ReadyProduct } from "#tests/support/journey-server.ts";
import { moveDays, moveToMorning, moveToTime } from "#tests/support/paying.ts";
import { addDays, dateInWib } from "#shared/dates.ts";

let product: ReadyProduct;
const page = "/webview/by-appointment";
beforeAll(async () => {
  product = await ownDays();
});

const main = (who: Phone) => who.page.locator("main").innerText();
const inDays = async (who: Phone, days: number) =>
  addDays(dateInWib(new Date((await sandboxGet<{ now: string }>(who, "/api/sandbox/clock")).now)), days);

/** A borrower with everything given and nothing open: an application was sent and withdrawn. */
async function ready(seed: number) {
  const helper = await phone({ origin: product.origin });
  const person = await invented(helper, seed);
  const { loanId } = await madeApplication(helper, person, person.mobileNumber);
  await helper.page.evaluate(async (id) => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`/api/loan/${id}/cancel`, { method: "POST", headers, body: "{}" });
    if (!answer.ok) throw new Error(await answer.text());
  }, loanId);
  return { helper, person };
}

/** Opens the page again until its text has these words: the sweep comes within its interval. */
const untilSays = (who: Phone, path: string, words: string) =>
  expect
    .poll(async () => ((await who.page.goto(`${who.origin}${path}`)) ? main(who) : ""), {
      interval: 400,
      timeout: 90_000,
    })
    .toContain(words);

it("is booked, comes to its day, and is applied for with its figures filled in", async () => {
  const { helper: who } = await ready(8_401);
  await moveToMorning(who);
  await who.open("/webview/home");
  await pressLink(who, page);
  await who.page.waitForURL(/by-appointment/);
  await who.look("appointment-form");
  const button = await who.page.locator(".action-bar .button").first().boundingBox();
  expect(button!.y + button!.height).toBeLessThanOrEqual(740);
  expect(await main(who)).toContain("limit tidak kami sisihkan");
  await who.page.fill("[name=amountRupiah]", "2000000");
  await who.page.check("[name=tenorDays][value='60']", { force: true });
  await who.page.selectOption("[name=purpose]", "EDUCATION");
  // Out of range, past what the browser would let through.
  await who.page.locator("[name=on]").evaluate((field: HTMLInputElement) => {
    field.removeAttribute("min");
    field.removeAttribute("max");
  });
  await who.page.fill("[name=on]", await inDays(who, 31));
  await press(who, "appointment_book");
  await who.page.locator("[data-problem-for=on]:not([hidden])").waitFor();
  await who.look("appointment-refused");
  expect(await who.page.inputValue("[name=on]")).toBe(await inDays(who, 31));
  await who.page.fill("[name=on]", await inDays(who, 7));
  await press(who, "appointment_book");
  await who.page.waitForURL(/booked=1/);
  await who.look("appointment-booked");
  expect(await main(who)).toMatch(/Rp\s2\.000\.000/);
  for (const language of ["en", "zh"]) {
    await who.page.goto(`${who.origin}${page}?lang=${language}`);
    await who.look(`appointment-booked-${language}`);
  }
  await who.page.goto(`${who.origin}${page}?lang=id`);
  await who.open("/webview/home");
  expect(await main(who)).toContain("Janji untuk");
  await who.look("appointment-home-booked");
  await moveDays(who, 7);
  await untilSays(who, "/webview/home", "Hari janji pinjaman Anda");
  await who.look("appointment-home-day");
  await pressLink(who, page);
  await who.page.waitForURL(/by-appointment/);
  await who.look("appointment-day");
  expect(await main(who)).toContain("Tidak ada yang berubah");
  await pressLink(who, "/webview/apply-loan");
  await who.page.waitForURL(/apply-loan/);
  await who.look("appointment-apply");
  expect((await who.page.inputValue("[name=amountRupiah]")).replaceAll(/\D/g, "")).toBe("2000000");
  expect(await who.page.inputValue("[name=tenorDays]:checked")).toBe("60");
  expect(await main(who)).toContain("Dari janji Anda");
  await press(who, "apply-submit");
  await who.page.waitForURL(/\/webview\/home/);
  await who.open(page);
  expect(await main(who)).toContain("Pinjam nanti");
}, 240_000);

it("without script and in Chinese it is cancelled, booked again, and lapses; a frozen limit books nothing", async () => {
  const { helper, person } = await ready(8_402);
  const who = await phone({ origin: product.origin, javaScript: false, language: "zh-CN" });
  // One code a minute goes to a number, and the account was opened by one just now.
  await sandboxPost(who, "/api/sandbox/clock", { advanceSeconds: 61 });
  await logIn(who, person.mobileNumber);
  const book = async () => {
    await who.open(page);
    await who.page.selectOption("[name=purpose]", "HEALTH");
    await who.page.fill("[name=on]", await inDays(who, 3));
    await press(who, "appointment_book");
    await who.page.waitForURL(/booked=1/);
  };
  await who.open(page);
  await who.look("appointment-form-plain");
  await book();
  await who.look("appointment-booked-plain");
  await press(who, "appointment_cancel");
  await who.page.waitForURL(/cancelled=1/);
  await who.look("appointment-cancelled");
  expect(await main(who)).toContain("预约已取消");
  await book();
  await moveToTime(who, "10:00:00");
  await moveDays(who, 3);
  await untilSays(who, page, "预约日已到");
  await who.look("appointment-day-plain");
  await moveDays(who, 4);
  await untilSays(who, page, "预约已失效");
  await who.look("appointment-lapsed");
  await helper.page.goto(`${helper.origin}/webview/credit`);
  await helper.page.evaluate(async () => {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": "a-key-of-a-pause" };
    const answer = await fetch("/api/credit/pause", { method: "POST", headers, body: JSON.stringify({ days: 30 }) });
    if (!answer.ok) throw new Error(await answer.text());
  });
  await who.open(page);
  await who.look("appointment-frozen");
  expect(await main(who)).toContain("您的额度已冻结");
}, 240_000);
