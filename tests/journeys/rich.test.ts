/** A rich screen in the browser: what a script takes over works as HTML before it has come and without it, and calls as the contract says. */
import { EventEmitter, once } from "node:events";
import type { Request, Route } from "playwright-core";
import { expect, it } from "vitest";
import { phone, type Phone } from "#tests/support/browser.ts";

const path = "/sandbox/areas";
const refusals = {
  "id-ID": "Wilayah ini tidak ada. Pilih lagi dari provinsi.",
  "en-GB": "There is no such area. Choose again from the province.",
  "zh-CN": "没有该地区。请从省份重新选择。",
} as const;
const names = { id: "Kode wilayah (opsional)", show: "Tampilkan" } as const;

const title = (who: Phone) => who.page.locator("h2").first();
/** The script has taken over once React knows the part's place. */
const isHydrated = (who: Phone) =>
  who.page.waitForFunction(() =>
    Object.keys(document.querySelector("[data-rich]") ?? {}).some((key) => key.startsWith("__reactContainer")),
  );

/** Opens the screen and records the browser's console messages and requests. */
async function opened(options: Parameters<typeof phone>[0] = {}) {
  const who = await phone(options);
  const said: string[] = [];
  const calls: Request[] = [];
  who.page.on("console", (message) => {
    // Journeys keep service workers away.
    if (!message.text().startsWith("Service Worker registration blocked"))
      said.push(`${message.type()}: ${message.text()}`);
  });
  who.page.on("pageerror", (error) => said.push(error.message));
  who.page.on("request", (request) => {
    if (request.url().includes("/api/user/getAreaDataList")) calls.push(request);
  });
  await who.open(path);
  await isHydrated(who);
  // A mark that a new document would not have.
  await who.page.evaluate(() => void Object.assign(window, { same: true }));
  return { who, page: who.page, said, calls, isSame: () => who.page.evaluate(() => "same" in window) };
}

it("Without script one goes down and up by links, finds a code by the form, and reads why there is none.", async () => {
  const who = await phone({ javaScript: false });
  await who.open(path);
  await who.page.getByRole("link", { name: /^DKI Jakarta|^Daerah Khusus.*Jakarta/i }).click();
  expect(new URL(who.page.url()).search).toBe("?parentCode=31");
  await who.page.getByLabel(names.id).fill("31.71.01");
  await who.page.getByRole("button", { name: names.show }).click();
  expect(await title(who).textContent()).toBe("Di dalam 31.71.01");
  await who.page.getByRole("link", { name: "Satu tingkat ke atas" }).click();
  expect(await title(who).textContent()).toBe("Di dalam 31.71");
  const answer = await who.page.goto(`${who.origin}${path}?parentCode=99`);
  expect(answer?.status()).toBe(404);
  expect(await who.page.locator("main").textContent()).toContain(refusals["id-ID"]);
});

it("With script React takes the page over without a word of complaint, and each level comes into it without a new page.", async () => {
  const { who, page, said, isSame, calls } = await opened();
  await page
    .getByRole("link", { name: /Jakarta/i })
    .first()
    .click();
  await page.getByRole("heading", { name: "Di dalam 31" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H2");
  await page
    .getByRole("link", { name: /31\.71/ })
    .first()
    .click();
  await page.getByRole("heading", { name: "Di dalam 31.71" }).waitFor();
  expect(new URL(page.url()).search).toBe("?parentCode=31.71");
  await who.look("areas-regency");
  await page.goBack();
  await page.getByRole("heading", { name: "Di dalam 31", exact: true }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Semua provinsi" }).waitFor();
  expect(await isSame()).toBe(true);
  expect(calls).toHaveLength(4);
  expect(said).toEqual([]);
});

it("A village is the end of it: the screen says so and offers the code to copy.", async () => {
  const { who, page, isSame } = await opened({ language: "en-GB" });
  await page.getByLabel("Area code (optional)").fill("31.71.01.1001");
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByText("This is the deepest level").waitFor();
  expect(await page.getByRole("button", { name: "Copy Area code" }).count()).toBe(1);
  expect(await isSame()).toBe(true);
  await who.look("areas-village");
});

it.each(Object.entries(refusals))("A refused call says why in the reader's language: %s.", async (language, words) => {
  const { who, page, isSame } = await opened({ language: language as keyof typeof refusals });
  await page.locator("input[name=parentCode]").fill("99");
  await page.locator("form button.button-secondary").click();
  await page.getByRole("heading", { name: words }).waitFor();
  await page.locator("[data-toast-region]", { hasText: words }).waitFor({ state: "attached" });
  expect(new URL(page.url()).search).toBe("?parentCode=99");
  expect(await isSame()).toBe(true);
  await who.look("areas-refused");
});

it("While an answer is on its way the page shows it; where none comes, it says so and offers another try.", async () => {
  const { page } = await opened({ outages: true });
  const requests = new EventEmitter<{ held: [Route] }>();
  await page.route("**/api/user/getAreaDataList*", (route) => void requests.emit("held", route));
  const heldAfter = async (name: string | RegExp) => {
    const [[route]] = await Promise.all([
      once(requests, "held") as Promise<[Route]>,
      page.getByRole("link", { name }).first().click(),
    ]);
    return route;
  };
  const lost = await heldAfter(/Jakarta/i);
  await page.locator("[data-rich] .skeleton").waitFor();
  await page.locator("[data-loading]").waitFor();
  await lost.abort("connectionreset");
  await page.getByRole("heading", { name: "Jaringan bermasalah. Silakan coba lagi." }).waitFor();
  expect(await page.locator("[data-loading]").isVisible()).toBe(false);
  const given = await heldAfter("Muat ulang");
  await given.continue();
  await page
    .getByRole("link", { name: /31\.71/ })
    .first()
    .waitFor();
});

it.each([
  ["a browser", undefined, "H5", "WEB"],
  ["a lender's app", "Mozilla/5.0 (Linux; Android 14) TunaiApp/2.11.8", "WEBVIEW", "ANDROID"],
] as const)(
  "The labels of a call say that the page is shown in %s.",
  async (_where, userAgent, clientType, sdkType) => {
    const { page, calls } = await opened(userAgent ? { userAgent } : {});
    await page
      .getByRole("link", { name: /Jakarta/i })
      .first()
      .click();
    await page.getByRole("heading", { name: "Di dalam 31" }).waitFor();
    const headers = calls[0]?.headers() ?? {};
    const cookies = await page.context().cookies();
    expect(headers).toMatchObject({
      "platform-sdk-type": sdkType,
      "platform-type": "WEB",
      "client-type": clientType,
      "device-token": cookies.find(({ name }) => name === "deviceToken")?.value ?? "",
      "accept-language": "id",
      build: "36000",
      country: "IDN",
    });
  },
);
