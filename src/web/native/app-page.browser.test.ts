/** A page inside an app, in a real browser: what it says by the bridge and what by the network. */
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
        const heard: unknown[] = [];
        Object.assign(window, {
          heard,
          TunaiNative: {
            postMessage(text: string) {
              const asked = JSON.parse(text) as { id: string; call: string };
              heard.push(asked);
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
    // A file that is still fetched holds up the load.
    await site.page.goto(site.origin + path, { waitUntil: "domcontentloaded" });
    return () =>
      site.page.evaluate(
        () => (window as unknown as { heard: { call: string; data: Record<string, unknown> }[] }).heard,
      );
  }
  test("Events go to the app instead, the bar's height is asked, links are handed over.", async () => {
    const heard = await visitInApp("2.11.8");
    await expect.poll(async () => (await heard()).map(({ call }) => call)).toContain("logEvent");
    await site.page.click("#out");
    const asked = await heard();
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
    const heard = await visitInApp("2.11.8");
    await expect.poll(() => events().map(({ eventType }) => eventType)).toEqual(["P"]);
    expect(await heard()).toEqual([]);
    letCome();
    await expect.poll(async () => (await heard()).map(({ call }) => call)).toContain("statusBarHeight");
    await site.page.click("#pay");
    await expect.poll(async () => (await heard()).filter(({ call }) => call === "logEvent").length).toBe(1);
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
    const heard = await visitInApp("2.11.7");
    await expect.poll(async () => (await heard()).map(({ call }) => call)).toContain("logEvent");
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
    const heard = await visitInApp("1.9.0");
    await expect.poll(() => events().length).toBe(1);
    expect((await heard()).map(({ call }) => call)).toEqual([]);
  });
  test("The app hears the title, that the login is over and where to go on; it calls and shares for the page.", async () => {
    const heard = await visitInApp("2.12.0", { path: "/login?next=%2Fwebview%2Fbills" });
    const dataOf = async (call: string) => (await heard()).find((one) => one.call === call)?.data;
    await expect.poll(() => dataOf("loggedOut")).toEqual({});
    expect(await dataOf("setTitle")).toEqual({ key: "/login", title: "Masuk" });
    expect(await dataOf("sessionLost")).toEqual({ next: "/webview/bills" });
    await site.page.click("#phone");
    expect(await dataOf("openExternal")).toEqual({ kind: "PHONE", value: "+622150001234" });
    await site.page.click("#share");
    expect(await dataOf("share")).toEqual({ text: "Ayo pinjam", url: site.origin });
    expect(site.page.url()).toContain("/login");
    for (const message of await heard())
      expect(v.is(questionOf(message.call as NativeCall), message), JSON.stringify(message)).toBe(true);
  });
  test("An older app hears none of it, and what an app refuses the plain link does.", async () => {
    const older = await visitInApp("2.11.8", { path: "/login?next=%2Fwebview%2Fbills" });
    await expect.poll(async () => (await older()).map(({ call }) => call)).toContain("statusBarHeight");
    await site.page.click("#share");
    await site.page.waitForURL("**/shared");
    const known = ["hashedUserId", "statusBarHeight", "headerInfo", "logEvent"];
    expect((await older()).filter(({ call }) => !known.includes(call))).toEqual([]);
    await site.context.close();
    const heard = await visitInApp("2.12.0", { path: "/login?next=https://evil.test", refuses: ["share"] });
    await expect.poll(async () => (await heard()).map(({ call }) => call)).toContain("loggedOut");
    expect((await heard()).map(({ call }) => call)).not.toContain("sessionLost");
    await site.page.click("#share");
    await site.page.waitForURL("**/shared");
  });
});
