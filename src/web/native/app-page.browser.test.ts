/** A page inside an app, in a real browser: what it sends over the bridge and over the network. */
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { questionOf, type NativeCall } from "#shared/native-messages.ts";
import { eventsOf, trackedSite } from "#tests/support/tracked-page.ts";

const site = trackedSite();
const events = () => eventsOf(site);

describe("inside an app", () => {
  const agent = (version: string) =>
    `Mozilla/5.0 (Linux; Android 13; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0 Mobile Safari/537.36 TunaiApp/${version}`;
  async function visitInApp(
    version: string,
    {
      path = "/webview/home",
      refuses = [],
      ignores = [],
      cookies = {},
    }: { path?: string; refuses?: string[]; ignores?: string[]; cookies?: Record<string, string> } = {},
  ): Promise<() => Promise<{ call: string; data: Record<string, unknown> }[]>> {
    site.attributes = 'data-host-app="TunaiApp" data-open-hosts="help.tunai.example"';
    site.context = await site.browser.newContext({ userAgent: agent(version) });
    await site.context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: site.origin })));
    await site.context.addInitScript(
      ({ refused, silent }) => {
        const received: unknown[] = [];
        Object.assign(window, {
          heard: received,
          TunaiNative: {
            postMessage(text: string) {
              const asked = JSON.parse(text) as { id: string; call: string };
              received.push(asked);
              const data =
                {
                  statusBarHeight: 24,
                  hashedUserId: "0123456789abcdef",
                  headerInfo: {
                    platform: "IOS",
                    deviceToken: "device-of-app",
                    environment: {},
                    uniqueDeviceId: "6F9619FF-8B86",
                  },
                  share: { shared: true },
                  oneTimeCode: { code: "524610" },
                }[asked.call] ?? null;
              if (silent.includes(asked.call)) return;
              queueMicrotask(() =>
                (window as unknown as { TunaiWeb: { receive(text: string): void } }).TunaiWeb.receive(
                  JSON.stringify({ v: 1, id: asked.id, ok: !refused.includes(asked.call), data }),
                ),
              );
            },
          },
        });
      },
      { refused: refuses, silent: ignores },
    );
    site.page = await site.context.newPage();
    // A file still being loaded delays the load event.
    await site.page.goto(site.origin + path, { waitUntil: "domcontentloaded" });
    return () =>
      site.page.evaluate(
        () => (window as unknown as { heard: { call: string; data: Record<string, unknown> }[] }).heard,
      );
  }
  test("Events go to the app instead, the bar's height is asked, links are handed over.", async () => {
    const received = await visitInApp("2.11.8");
    await expect.poll(async () => (await received()).map(({ call }) => call)).toContain("logEvent");
    await site.page.click("#out");
    const asked = await received();
    expect(asked.map(({ call }) => call)).toEqual(
      expect.arrayContaining(["logEvent", "statusBarHeight", "hashedUserId", "openWebView"]),
    );
    expect(asked.find(({ call }) => call === "logEvent")?.data).toMatchObject({ eventType: "P", platformType: "WEB" });
    expect(asked.find(({ call }) => call === "openWebView")?.data).toMatchObject({
      url: "https://help.tunai.example/faq",
    });
    expect(await site.page.evaluate(() => document.documentElement.style.getPropertyValue("--status-bar"))).toBe(
      "24px",
    );
    expect(site.context.pages()).toHaveLength(1);
    await site.page.waitForTimeout(700);
    expect(events()).toEqual([]);
  });
  test("A bridge that has not come in a second is waited for no longer, and used once it is there.", async () => {
    let letCome = (): void => {};
    site.bridgeMayCome = new Promise((come) => (letCome = come));
    const received = await visitInApp("2.11.8");
    await expect.poll(() => events().map(({ eventType }) => eventType)).toEqual(["P"]);
    expect(await received()).toEqual([]);
    letCome();
    await expect.poll(async () => (await received()).map(({ call }) => call)).toContain("statusBarHeight");
    await site.page.click("#pay");
    await expect.poll(async () => (await received()).filter(({ call }) => call === "logEvent").length).toBe(1);
    expect(events()).toHaveLength(1);
  });
  test("A link that an app should open, and about which it says nothing, opens as a plain link.", async () => {
    await visitInApp("2.11.8", { ignores: ["openWebView"] });
    await site.page.clock.install();
    await site.page.waitForFunction(() => "TunaiWeb" in window);
    await site.page.evaluate(() => document.getElementById("out")?.setAttribute("href", "/opened"));
    await site.page.click("#out");
    await site.page.clock.runFor(2_900);
    expect(new URL(site.page.url()).pathname).toBe("/webview/home");
    await site.page.clock.runFor(200);
    await site.page.waitForURL("**/opened");
  });
  const named = () =>
    site.uploads.filter(({ path }) => path === "/api/user/device").map(({ body }) => JSON.parse(body) as object);
  test("The app's device is said to the server where the browser's label is made up, and the unique id once for a login, never in the page.", async () => {
    await visitInApp("2.11.8");
    await expect.poll(named).toEqual([{ deviceToken: "device-of-app" }]);
    await site.context.close();
    site.uploads = [];
    await visitInApp("2.11.8", { cookies: { deviceToken: "device-of-app", userToken: "v1-u42-xyz" } });
    const once = [{ deviceToken: "device-of-app", uniqueDeviceId: "6F9619FF-8B86" }];
    await expect.poll(named).toEqual(once);
    await site.page.goto(`${site.origin}/webview/bills`);
    await expect
      .poll(() => site.page.evaluate(() => document.documentElement.style.getPropertyValue("--status-bar")))
      .toBe("24px");
    expect(named()).toEqual(once);
    expect(
      await site.page.evaluate(
        () =>
          document.documentElement.outerHTML +
          document.cookie +
          JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      ),
    ).not.toContain("6F9619FF");
    await site.context.close();
    site.uploads = [];
    const received = await visitInApp("2.11.7");
    await expect.poll(async () => (await received()).map(({ call }) => call)).toContain("logEvent");
    expect(named()).toEqual([]);
  });
  test("An app that comes late is found; in an app that never answers, events take the network after a second.", async () => {
    site.attributes = 'data-host-app="TunaiApp"';
    site.context = await site.browser.newContext({ userAgent: agent("2.11.8") });
    await site.context.addInitScript(() => {
      if (location.search) return;
      const calls: string[] = [];
      const TunaiNative = {
        postMessage: (text: string) => void calls.push((JSON.parse(text) as { call: string }).call),
      };
      addEventListener("load", () => setTimeout(() => Object.assign(window, { TunaiNative }), 400));
      Object.assign(window, { calls });
    });
    site.page = await site.context.newPage();
    await site.page.goto(`${site.origin}/webview/home`);
    await expect
      .poll(() => site.page.evaluate(() => (window as unknown as { calls: string[] }).calls))
      .toContain("logEvent");
    expect(events()).toEqual([]);
    await site.page.goto(`${site.origin}/webview/home?lang=id`);
    await expect.poll(() => events().length, { timeout: 4000 }).toBe(1);
    expect(site.uploads.find(({ path }) => path === "/event/uploadEvents/v2")?.headers).toMatchObject({
      "platform-sdk-type": "ANDROID",
      "client-type": "WEBVIEW",
    });
  });
  test("An app too old for events leaves them to the network.", async () => {
    const received = await visitInApp("1.9.0");
    await expect.poll(() => events().length).toBe(1);
    expect((await received()).map(({ call }) => call)).toEqual([]);
  });
  test("The app hears the title, that the login is over and where to go on; it calls and shares for the page.", async () => {
    const received = await visitInApp("2.12.0", { path: "/login?next=%2Fwebview%2Fbills" });
    const dataOf = async (call: string) => (await received()).find((one) => one.call === call)?.data;
    await expect.poll(() => dataOf("loggedOut")).toEqual({});
    expect(await dataOf("setTitle")).toEqual({ key: "/login", title: "Masuk" });
    expect(await dataOf("sessionLost")).toEqual({ next: "/webview/bills" });
    await site.page.click("#phone");
    expect(await dataOf("openExternal")).toEqual({ kind: "PHONE", value: "+622150001234" });
    await site.page.click("#share");
    expect(await dataOf("share")).toEqual({ text: "Ayo pinjam", url: site.origin });
    expect(site.page.url()).toContain("/login");
    for (const message of await received())
      expect(v.is(questionOf(message.call as NativeCall), message), JSON.stringify(message)).toBe(true);
  });
  const say = (message: object) =>
    site.page.evaluate(
      (text) => (window as unknown as { TunaiWeb: { receive(text: string): void } }).TunaiWeb.receive(text),
      JSON.stringify(message),
    );
  test("The app brings the code of a message to its field, unless one is typed by then.", async () => {
    const received = await visitInApp("3.0.0", { path: "/code" });
    const code = () => site.page.inputValue("[name=code]");
    await expect.poll(code).toBe("524610");
    expect((await received()).find(({ call }) => call === "oneTimeCode")?.data).toEqual({
      verificationId: "0198a1b2-0000-7000-8000-000000000000",
    });
    await site.context.close();
    const older = await visitInApp("2.12.0", { path: "/code" });
    await expect.poll(async () => (await older()).map(({ call }) => call)).toContain("statusBarHeight");
    expect(await code()).toBe("");
  });
  test("The back key closes an open dialog, and leads back where none is; floods of it are read twenty times a second.", async () => {
    const received = await visitInApp("3.0.0", { path: "/code" });
    const backs = async () => (await received()).filter(({ call }) => call === "back").length;
    await expect.poll(async () => (await received()).map(({ call }) => call)).toContain("listen");
    await site.page.evaluate(() => (document.getElementById("dialog") as HTMLDialogElement).showModal());
    await say({ v: 1, event: "backPressed", data: {} });
    expect(await site.page.locator("#dialog").isVisible()).toBe(false);
    expect(await backs()).toBe(0);
    await say({ v: 1, event: "backPressed", data: {} });
    expect(await backs()).toBe(1);
    await site.page.evaluate(() => {
      const { TunaiWeb } = window as unknown as { TunaiWeb: { receive(text: string): void } };
      for (let n = 0; n < 100; n++) TunaiWeb.receive('{"v":1,"event":"backPressed","data":{}}');
    });
    expect(await backs()).toBeLessThanOrEqual(20);
    for (const message of await received())
      expect(v.is(questionOf(message.call as NativeCall), message), JSON.stringify(message)).toBe(true);
  });
  test("In front again, a page of a login that is over is read anew; one whose login stands stays as it is.", async () => {
    const received = await visitInApp("3.0.0", { path: "/code", cookies: { userToken: "v1-u42-xyz" } });
    await expect.poll(async () => (await received()).map(({ call }) => call)).toContain("listen");
    await site.page.evaluate(() => {
      Object.assign(window, { isSame: true, woken: 0 });
      const waits = document.createElement("p");
      waits.dataset["liveAgain"] = "";
      document.body.append(waits);
      addEventListener("change", () => ((window as unknown as { woken: number }).woken += 1));
    });
    const isSame = () => site.page.evaluate(() => "isSame" in window);
    await say({ v: 1, event: "network", data: { online: false } });
    await say({ v: 1, event: "network", data: { online: true } });
    await say({ v: 1, event: "resumed", data: {} });
    expect(await site.page.evaluate(() => (window as unknown as { woken: number }).woken)).toBe(2);
    await site.page.waitForTimeout(200);
    expect(await isSame()).toBe(true);
    site.isLoggedIn = false;
    await say({ v: 1, event: "resumed", data: {} });
    await expect.poll(isSame).toBe(false);
  });
  test("Nothing of what an app, an address, a field or a script's error holds leaves by tracking, log or figures.", async () => {
    const canaries = ["canaryquery", "canaryfield", "canary-environment", "Canary-0A1B-UNIQUE", "081234567891"];
    const query = ["t", "token", "next", "phone", "q", "name", "email"]
      .map((key) => `${key}=canaryquery${key}`)
      .join("&");
    await visitInApp("1.9.0", { path: `/webview/home?${query}&utm_source=081234567891` });
    await site.page.fill("[name=amount]", "canaryfield");
    await site.page.click("#pay");
    await site.page.evaluate(() => {
      setTimeout(() => {
        throw new Error("failed for canaryquery@example.com and 081234567891 at /a?t=canaryquery");
      });
      document.dispatchEvent(
        new CustomEvent("tunai:failed", {
          detail: { status: 500, code: "X", detail: "081234567891", traceId: "", method: "POST" },
        }),
      );
    });
    await expect.poll(() => site.uploads.filter(({ path }) => path === "/event/uploadLog").length).toBe(2);
    await expect.poll(() => events().length).toBeGreaterThanOrEqual(3);
    await site.page.goto("about:blank");
    await expect.poll(() => site.uploads.some(({ path }) => path === "/event/logMetrics")).toBe(true);
    const told = site.uploads.map(({ body }) => body).join("\n");
    for (const canary of canaries) expect(told).not.toContain(canary);
    await site.context.close();
    // The app's own values: they reach the one call that requests them, and no other.
    site.uploads = [];
    const received = await visitInApp("2.11.8", { cookies: { userToken: "v1-u42-xyz" } });
    await expect.poll(async () => (await received()).map(({ call }) => call)).toContain("logEvent");
    await site.page.evaluate(
      () =>
        void setTimeout(() => {
          throw new Error("boom");
        }),
    );
    await expect.poll(() => site.uploads.some(({ path }) => path === "/event/uploadLog")).toBe(true);
    await expect.poll(named).toHaveLength(1);
    const others = site.uploads.filter(({ path }) => path !== "/api/user/device").map(({ body }) => body);
    expect(others.join("\n")).not.toMatch(/6F9619FF|device-of-app/);
    expect(JSON.stringify((await received()).filter(({ call }) => call === "logEvent"))).not.toMatch(
      /6F9619FF|0123456789abcdef/,
    );
  });
  test("An older app hears none of it, and what an app refuses the plain link does.", async () => {
    const older = await visitInApp("2.11.8", { path: "/login?next=%2Fwebview%2Fbills" });
    await expect.poll(async () => (await older()).map(({ call }) => call)).toContain("statusBarHeight");
    await site.page.click("#share");
    await site.page.waitForURL("**/shared");
    const known = ["hashedUserId", "statusBarHeight", "headerInfo", "logEvent"];
    expect((await older()).filter(({ call }) => !known.includes(call))).toEqual([]);
    await site.context.close();
    const received = await visitInApp("2.12.0", { path: "/login?next=https://evil.test", refuses: ["share"] });
    await expect.poll(async () => (await received()).map(({ call }) => call)).toContain("loggedOut");
    expect((await received()).map(({ call }) => call)).not.toContain("sessionLost");
    await site.page.click("#share");
    await site.page.waitForURL("**/shared");
  });
});
