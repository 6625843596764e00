/** The after-load file in a real browser: what the page sends, in which form, and what it never sends. */
import { describe, expect, test } from "vitest";
import type { Upload } from "#tests/support/tracked-page.ts";
import { eventsOf, trackedSite, visitSite } from "#tests/support/tracked-page.ts";

const site = trackedSite();
const events = () => eventsOf(site);
const visit = (path: string) => visitSite(site, path);

describe("visits", () => {
  test("A page view leaves with the headers of the specification and without what the query must not tell.", async () => {
    site.attributes = 'data-attach="userKey userStatus"';
    await visit("/webview/message/0198a1b2?lang=id&t=canary-token&phone=081234567890&utm_source=sms");
    await expect.poll(() => events().length).toBe(1);
    expect(events()[0]).toMatchObject({
      eventType: "P",
      businessEvent: "/webview/message/{}",
      eventValue: "lang=id&utm_source=sms",
      platformType: "WEB",
    });
    expect(events()[0]?.eventParams.userKey).toMatch(/^[A-Z]{8}-\d{13}$/);
    expect(events()[0]?.eventParams.userStatus).toBe("REGISTERED");
    const { headers, body } = site.uploads[0] as Upload;
    expect(headers).toMatchObject({
      "yqg-platform-environment-info": "WEB",
      country: "IDN",
      "platform-type": "WEB",
      "platform-sdk-type": "WEB",
      build: "36000",
      "device-token": "fake-1795000000000",
      "accept-language": "id",
    });
    expect(body).not.toMatch(/canary|08123|secret/);
  });
  test("A browser without a label gets one that no clock tells, and keeps it.", async () => {
    site.context = await site.browser.newContext();
    site.page = await site.context.newPage();
    await site.page.goto(`${site.origin}/borrow`);
    await expect.poll(() => events().length).toBe(1);
    const label = site.uploads[0]!.headers["device-token"];
    expect(label).toMatch(/^fake-\d{13}-[0-9a-f]{16}$/);
    const kept = async () =>
      (await site.context.cookies(site.origin)).find(({ name }) => name === "deviceToken")?.value;
    expect(await kept()).toBe(label);
    await site.page.goto(`${site.origin}/borrow?lang=id`);
    await expect.poll(() => events().length).toBe(2);
    expect([await kept(), site.uploads.at(-1)!.headers["device-token"]]).toEqual([label, label]);
  });
  test("Clicks and used fields are told by their names, never by their contents.", async () => {
    await visit("/borrow");
    await site.page.waitForLoadState("networkidle");
    await site.page.click("#pay");
    await site.page.fill("[name=amount]", "1234567");
    await expect.poll(() => events().filter(({ eventType }) => eventType === "C").length).toBe(2);
    const [click, input] = events().filter(({ eventType }) => eventType === "C");
    expect(click).toMatchObject({
      businessEvent: "pay_now",
      eventParams: { elementType: "Button", elementId: "pay", elementContent: "primary" },
    });
    expect(input).toMatchObject({ businessEvent: "amount", eventParams: { elementType: "Input", elementContent: "" } });
    expect(site.uploads.map(({ body }) => body).join()).not.toMatch(/Budi|1234567/);
  });
  test("What waits when the page is left still arrives, and figures of the visit with it.", async () => {
    await visit("/borrow");
    await site.page.waitForLoadState("load");
    await site.page.waitForTimeout(700);
    await site.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await site.page.waitForTimeout(100);
    // The page view has arrived, so only the click waits.
    await expect.poll(() => events().length).toBe(1);
    await site.page.evaluate(() => document.getElementById("pay")?.click());
    await site.page.goto("about:blank");
    await expect.poll(() => events().map(({ businessEvent }) => businessEvent)).toContain("pay_now");
    await expect.poll(() => site.uploads.some(({ path }) => path === "/event/logMetrics")).toBe(true);
    const { metrics } = JSON.parse(site.uploads.find(({ path }) => path === "/event/logMetrics")?.body ?? "{}") as {
      metrics: { measurement: string }[];
    };
    const kinds = metrics.map(({ measurement }) => measurement);
    expect(kinds).toEqual(expect.arrayContaining(["page_load", "stay", "scroll", "lcp", "ttfb"]));
    expect(kinds).not.toContain("exposure");
  });
  test("While the answer to a form is awaited, all that there is to tell is told, and nothing is left for the moment that the answer comes in.", async () => {
    await visit("/borrow");
    await site.page.waitForLoadState("networkidle");
    await site.page.waitForTimeout(600);
    site.uploads = [];
    await site.page.evaluate(() => document.getElementById("pay")?.click());
    await site.page.click("#send", { noWaitAfter: true });
    await expect
      .poll(() => site.uploads.map(({ path }) => path).sort())
      .toEqual(["/event/logMetrics", "/event/uploadEvents/v2"]);
    site.answerForm?.();
    await site.page.waitForURL(/sent$/);
    await expect.poll(() => events().map(({ businessEvent }) => businessEvent)).toEqual(["pay_now", "/sent"]);
    expect(site.uploads.filter(({ path }) => path === "/event/logMetrics")).toHaveLength(1);
  });
  test("Sent before the script came, a form does not wait with it either.", async () => {
    let letCome = (): void => {};
    site.scriptMayCome = new Promise((come) => (letCome = come));
    site.context = await site.browser.newContext();
    site.page = await site.context.newPage();
    await site.page.goto(`${site.origin}/borrow`, { waitUntil: "commit" });
    await site.page.waitForSelector("#send");
    await site.page.evaluate(() => document.getElementById("send")?.setAttribute("aria-busy", "true"));
    await site.page.click("#send", { noWaitAfter: true });
    await expect.poll(() => site.answerForm).toBeTruthy();
    letCome();
    await expect.poll(() => events().map(({ businessEvent }) => businessEvent)).toEqual(["/borrow"]);
    site.answerForm?.();
    await site.page.waitForURL(/sent$/);
  });
  test("What came of an act is told by the page that its answer leads to, once: neither again when that is read anew or gone back to, nor where a link leads there.", async () => {
    await visit("/borrow");
    await site.page.waitForLoadState("networkidle");
    await site.page.click("#act");
    await site.page.waitForURL(/acted/);
    const acts = () =>
      events().flatMap(({ businessEvent, eventValue, eventParams }) =>
        businessEvent === "campaign_act" ? [`${eventValue} ${eventParams.activity}`] : [],
      );
    await expect.poll(acts).toEqual(["act=play ", "act=play&outcome=AWARD egg-win"]);
    const views = () => events().filter(({ eventType }) => eventType === "P").length;
    await site.page.reload();
    await expect.poll(views).toBe(3);
    await site.page.goto(`${site.origin}/acted`);
    await expect.poll(views).toBe(4);
    await site.page.goBack();
    await site.page.waitForTimeout(700);
    expect(acts()).toHaveLength(2);
  });
  test("A failing script is logged in the form of the specification, five times at most; a failing log is silent.", async () => {
    site.down = true;
    const errors: string[] = [];
    await visit("/borrow");
    await site.page.waitForLoadState("networkidle");
    site.page.on("pageerror", (error) => errors.push(error.message));
    await site.page.evaluate(() => {
      for (let i = 0; i < 9; i++)
        setTimeout(() => {
          throw new Error("boom 081234567890");
        });
    });
    await expect.poll(() => site.uploads.filter(({ path }) => path === "/event/uploadLog").length).toBe(5);
    await site.page.waitForTimeout(300);
    const logs = site.uploads.filter(({ path }) => path === "/event/uploadLog");
    expect(logs).toHaveLength(5);
    expect(JSON.parse(logs[0]?.body ?? "{}")).toMatchObject({
      level: "ERROR",
      logs: [{ appId: "tunai", osType: "WEB", measurement: "js_error", parameter: { userId: "u42", url: "/borrow" } }],
    });
    expect(logs[0]?.body).not.toContain("081234567890");
    expect(errors).toHaveLength(9);
  });
  test("A browser asks for no bridge.", async () => {
    await visit("/borrow");
    await expect.poll(() => events().length).toBe(1);
    expect(site.bridgesAsked).toBe(0);
  });
  test("The staff console is no visit.", async () => {
    await visit("/staff/borrowers");
    await site.page.waitForLoadState("networkidle");
    await site.page.waitForTimeout(700);
    expect(site.uploads).toEqual([]);
  });
});
