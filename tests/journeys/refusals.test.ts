/**
 * A refusal on a page with its script: its words are seen, the focus is at the field or at the summary, and what was typed stands there.
 * One form for each kind of field; the pages of all forms are looked at without script (`tests/after/refusals.test.ts`).
 */
import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { newestCode, type Person } from "#tests/support/borrower.ts";
import type { Phone } from "#tests/support/browser.ts";
import { proveIdentity, withIdentity } from "#tests/support/with-identity.ts";

let who: Phone;
let person: Person;
beforeAll(async () => {
  ({ who, person } = await withIdentity());
  await proveIdentity(who, person);
});

/** Sends the form, and waits for the page that says why not: by the name of the field at which the reader goes on, or "summary". */
async function refused(track: string, words: string | RegExp): Promise<string> {
  const { page } = who;
  expect(await page.locator("html[data-enhanced]").count()).toBe(1);
  await page.locator(`button[data-track="${track}"]`).first().click();
  await page.getByText(words).first().waitFor();
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      if (!at || at === document.body) return "";
      return at.closest("[data-problem-summary]") ? "summary" : (at.getAttribute("name") ?? at.tagName);
    });
  await expect.poll(focused).not.toBe("");
  return focused();
}
/** The fields that say themselves what is wrong with them. */
const wrong = () =>
  who.page.locator("[aria-invalid=true]").evaluateAll((fields) => fields.map((field) => field.getAttribute("name")));
const value = (name: string) => who.page.inputValue(`[name="${name}"]`);
const post = async (path: string, data: object) =>
  expect(
    (await who.context.request.post(who.origin + path, { data, headers: { "Sec-Fetch-Site": "same-origin" } })).ok(),
  ).toBe(true);

it("at a number", async () => {
  await who.open("/webview/merge-mobile");
  await who.page.fill("[name=otherMobileNumber]", person.mobileNumber);
  expect(await refused("account_merge_number", "Ini nomor akun yang sedang Anda pakai")).toBe("summary");
  expect((await value("otherMobileNumber")).replace(/\D/g, "")).toContain(person.mobileNumber.slice(1));
  expect(await wrong()).toEqual(["otherMobileNumber"]);
  await who.look("refused-number");
});

it("at a code, with the hidden id of the code that waits", async () => {
  await post("/api/mobile/sendVerificationWithoutCaptcha", { purpose: "SET_PASSWORD", channel: "SMS" });
  await who.open("/webview/password");
  const id = await value("verificationId");
  const code = await newestCode(who, person.mobileNumber);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  await who.page.fill("[name=code]", wrong);
  await who.page.fill("[name=password]", "Sandi-kuat-2026");
  expect(await refused("password_save", /Sisa \d/)).toBe("code");
  expect(await value("verificationId")).toBe(id);
  await who.look("refused-code");
});

it("at a file, beside a name and a choice", async () => {
  await who.open("/webview/bank-account/name");
  await who.page.fill("[name=name]", "Joko Widodo");
  await who.page.selectOption("[name=where]", "BANK");
  const buffer = await sharp({ create: { width: 100, height: 100, channels: 3, background: "#888" } })
    .png()
    .toBuffer();
  await who.page.setInputFiles("[name=photo]", { name: "small.png", mimeType: "image/png", buffer });
  expect(await refused("holder_name_ask", "Foto terlalu kecil untuk dibaca")).toBe("summary");
  expect([await value("name"), await value("where")]).toEqual(["Joko Widodo", "BANK"]);
  expect(await wrong()).toEqual(["photo"]);
  await who.look("refused-file");
});

it("at an amount, beside a choice and a text", async () => {
  await who.open("/webview/additional-info/competitors");
  await who.page.selectOption("[name=lenderKey]", { index: 1 });
  const chosen = await value("lenderKey");
  await who.page.fill("[name=lenderName]", "Pinjam Kita");
  await who.page.fill("[name=limitRupiah]", "1500000");
  await who.page.check("[name=consent]");
  expect(await refused("competitor_add", "jangan keduanya")).toBe("summary");
  expect([
    await value("lenderKey"),
    await value("lenderName"),
    (await value("limitRupiah")).replace(/\D/g, ""),
  ]).toEqual([chosen, "Pinjam Kita", "1500000"]);
  expect(await wrong()).toEqual(["lenderName"]);
  await who.look("refused-amount");
});

it("at no field: a partner that is away", async () => {
  await who.open("/webview/spider/npwp");
  await who.page.fill("[name=account]", "01.234.567.8-901.000");
  await who.page.fill("[name=credential]", "away");
  await who.page.check("[name=consent]");
  expect(await refused("lookup_npwp_ask", "Layanan ini sedang tidak menjawab")).toBe("summary");
  expect((await value("account")).replace(/\D/g, "")).toBe("012345678901000");
  // A secret is typed once more.
  expect(await value("credential")).toBe("");
  expect(await wrong()).toEqual([]);
  await who.look("refused-partner");
});

it("at figures that changed since the page was read: energy poured in another tab", async () => {
  const watering = "/api/activity/watering";
  await post(`${watering}/join`, { agree: true });
  await post(`${watering}/check-in`, {});
  await who.open("/webview/activity/watering");
  const energy = Number(await value("energyBefore"));
  expect(energy).toBeGreaterThan(10);
  await post(`${watering}/pour`, { pours: 1, energyBefore: energy });
  expect(await refused("campaign_act", "Energi Anda sudah berubah")).toBe("summary");
  // The figures now, so that the next press is about what is seen.
  expect(Number(await value("energyBefore"))).toBeLessThan(energy);
  await who.look("refused-energy");
});
