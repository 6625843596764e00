/** Exposure, events that wait for a network, and opting out, in a real browser. */
import { describe, expect, test } from "vitest";
import { eventsOf, trackedSite, visitSite } from "#tests/support/tracked-page.ts";

const site = trackedSite();
const events = () => eventsOf(site);
const visit = (path: string) => visitSite(site, path);

describe("what is told later, or not at all", () => {
  const exposures = () =>
    site.uploads
      .filter(({ path }) => path === "/event/logMetrics")
      .flatMap(({ body }) => (JSON.parse(body) as { metrics: { measurement: string; parameter: object }[] }).metrics)
      .filter(({ measurement }) => measurement === "exposure")
      .map(({ parameter }) => parameter);
  test("A component of which half was to be seen for half a second is told as exposed, once in a page view; a glance is none.", async () => {
    await visit("/exposed/0198a1b2");
    await site.page.waitForLoadState("networkidle");
    // A visible element is reported within the next frames.
    await site.page.evaluate(async () => {
      for (const id of ["offer", "banner"]) {
        document.getElementById(id)?.scrollIntoView();
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }
    });
    for (const _ of [1, 2]) await site.page.waitForTimeout(600);
    await site.page.goto("about:blank");
    await expect.poll(exposures).toEqual([{ component: "banner", path: "/exposed/{}" }]);
  });
  test("Events whose upload failed wait for the next page, as they were, at most fifty and for a day.", async () => {
    site.down = true;
    await visit("/borrow");
    await expect.poll(() => events().length).toBe(1);
    await site.page.waitForLoadState("networkidle");
    await site.page.click("#pay");
    await expect.poll(() => events().length).toBe(2);
    const keptCount = () =>
      site.page.evaluate(() => JSON.parse(sessionStorage.getItem("tunai:events") ?? "[]").length as number);
    await expect.poll(keptCount).toBe(2);
    const first = events();
    site.uploads = [];
    site.down = false;
    await site.page.goto(`${site.origin}/lend`);
    await expect.poll(() => events().length).toBe(3);
    expect(events().slice(0, 2)).toEqual(first);
    expect(await keptCount()).toBe(0);
    // Events older than a day are not sent; only the newest fifty are.
    await site.page.evaluate(
      (events) => sessionStorage.setItem("tunai:events", JSON.stringify(events)),
      [{ ...first[0], eventTime: Date.now() - 86_400_001 }],
    );
    site.uploads = [];
    await site.page.goto(`${site.origin}/borrow`);
    await expect.poll(() => events().map(({ businessEvent }) => businessEvent)).toEqual(["/borrow"]);
    site.down = true;
    await site.page.waitForLoadState("networkidle");
    await site.page.evaluate(() => {
      for (let click = 0; click < 70; click++) document.getElementById("pay")?.click();
    });
    await expect.poll(keptCount).toBe(50);
  });
  test("An error whose report did not arrive is reported with the next page, once.", async () => {
    site.down = true;
    await visit("/borrow");
    await site.page.waitForLoadState("networkidle");
    const fail = () =>
      site.page.evaluate(() =>
        document.dispatchEvent(
          new CustomEvent("tunai:failed", {
            detail: { status: 0, code: "NETWORK_ERROR", detail: "away 081234567890", traceId: "", method: "POST" },
          }),
        ),
      );
    await fail();
    await fail();
    await expect
      .poll(() => site.page.evaluate(() => JSON.parse(sessionStorage.getItem("tunai:logs") ?? "[]").length as number))
      .toBe(2);
    site.down = false;
    site.uploads = [];
    for (const path of ["/lend", "/borrow"]) {
      await site.page.goto(site.origin + path);
      await expect.poll(() => events().length).toBeGreaterThan(0);
      await site.page.waitForLoadState("networkidle");
    }
    const logs = site.uploads.filter(({ path }) => path === "/event/uploadLog");
    expect(logs).toHaveLength(1);
    expect(JSON.parse(logs[0]!.body)).toMatchObject({
      level: "ERROR",
      logs: [1, 2].map(() => ({ metricsType: "HTTP", parameter: { url: "/borrow", status: 0, method: "POST" } })),
    });
    expect(logs[0]!.body).not.toContain("081234567890");
  });
  test("A visitor who switched measuring off is not measured: no event, no figure, no key; errors without who met them.", async () => {
    site.context = await site.browser.newContext();
    await site.context.addCookies([
      { name: "analytics", value: "off", url: site.origin },
      { name: "userToken", value: "v1-u42-xyz", url: site.origin },
    ]);
    site.attributes = 'data-attach="userKey userStatus"';
    site.page = await site.context.newPage();
    await site.page.goto(`${site.origin}/borrow`);
    await site.page.waitForLoadState("networkidle");
    await site.page.click("#pay");
    await site.page.evaluate(
      () =>
        void setTimeout(() => {
          throw new Error("boom");
        }),
    );
    await expect.poll(() => site.uploads.length).toBe(1);
    await site.page.goto("about:blank");
    await site.page.goto(`${site.origin}/lend`);
    await site.page.waitForLoadState("networkidle");
    await site.page.waitForTimeout(700);
    expect(site.uploads.map(({ path }) => path)).toEqual(["/event/uploadLog"]);
    expect(JSON.parse(site.uploads[0]!.body)).toMatchObject({ logs: [{ parameter: { userId: "" } }] });
    expect(await site.page.evaluate(() => localStorage.getItem("userKey"))).toBeNull();
  });
});
