/**
 * The contract suite of the native hosts: pages of /webview as each app and version sees them. Over HTTP where no script matters; in a
 * browser with an app that never answers, and with one that says what it should not. // Spec embedded-platform 5
 */
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { BrowserContext, Page } from "playwright-core";
import fc from "fast-check";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { readQuestion } from "#features/operations/sandbox/parts/host-answers.ts";
import { readBrands } from "#server/process/brand.server.ts";
import type { AppPlatform } from "#shared/native-host.ts";
import { atATime } from "#tests/support/at-a-time.ts";
import { personOf } from "#tests/support/borrower.ts";
import { phone, type Phone } from "#tests/support/browser.ts";
import { agentOf, userAgents, type AppName } from "#tests/support/user-agents.ts";
import { enter } from "#tests/support/with-identity.ts";

const isLong = Boolean(process.env["TEST_LONG"]);
const brands = readBrands("brands");
const apps = [...new Set(userAgents.map(({ app }) => app))];
/** The oldest, both sides of the version that knows `hashedUserId`, and the newest. // Spec embedded-platform 5 */
const versions = ["1.0.0", "2.11.7", "2.11.8", "3.0.0"] as const;
const platforms = ["ANDROID", "IOS"] as const satisfies readonly AppPlatform[];

/** The screens of /webview that stand and need nothing in their address. */
const screens = readFileSync("docs/screens.tsv", "utf8")
  .split("\n")
  .map((line) => line.split("\t"))
  .filter(([path = "", , , , since = ""]) => /^\/webview\/[\w/-]+$/.test(path) && since.trim() !== "")
  .map(([path = ""]) => path);
/** Opened from an SMS by a person who is no borrower: in the website's frame, which has no bar of an app. */
const inWebsiteFrame = new Set(["/webview/contact-consent"]);
/** Pages that end the login of the cookie that the suite shares. */
const readApart = new Set(["/webview/logout"]);

interface Host {
  app: AppName;
  version: string;
  platform: AppPlatform;
}
const hosts: Host[] = apps.flatMap((app, row) =>
  versions.map((version, column) => ({ app, version, platform: platforms[((row >> 1) + column) % 2]! })),
);
/** Each screen in two apps, and over the screens each pair of app and version some ten times. The long run takes every combination. */
const visits: { path: string; host: Host }[] = screens.flatMap((path, row) =>
  isLong
    ? hosts.flatMap((host) => platforms.map((platform) => ({ path, host: { ...host, platform } })))
    : [0, 7].map((step) => ({ path, host: hosts[(row * 5 + step) % hosts.length]! })),
);

const agent = ({ app, version, platform }: Host) => agentOf(app, version, platform);
const brandOf = ({ app }: Host) => brands.find(({ hostApps }) => hostApps.includes(app))!;
const nameOf = ({ app, version, platform }: Host) => `${app}/${version} on ${platform}`;

let borrower: Phone;
let cookie = "";
beforeAll(async () => {
  borrower = await phone();
  await enter(borrower, (await personOf(borrower, "approved-1")).mobileNumber);
  cookie = (await borrower.context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
});

const text = (html: string, form: RegExp) => form.exec(html)?.[1];

/** Faults of one page as one host is given it. */
async function faultsOf(path: string, host: Host): Promise<string[]> {
  // A third of the pages stand in a frame without a bar, a third keep the back slot empty.
  const flags = ["navBar=1", "navBar=1&hideBack=1", ""][(screens.indexOf(path) + apps.indexOf(host.app)) % 3]!;
  const answer = await fetch(`${inject("origin")}${path}${flags && `?${flags}`}`, {
    headers: { "User-Agent": agent(host), "Accept-Language": "id", ...(readApart.has(path) ? {} : { Cookie: cookie }) },
    redirect: "manual",
  });
  const html = await answer.text();
  const faults: string[] = [];
  const hold = (fault: string, isRight: boolean) =>
    void (isRight || faults.push(`${path}?${flags} as ${nameOf(host)}: ${fault}`));
  hold(`answers ${answer.status}`, answer.status < 500);
  if (answer.status >= 300 && answer.status < 400) {
    const location = new URL(answer.headers.get("location") ?? "", inject("origin"));
    hold(`leads to ${location} without its flags`, flags === "" || location.search.includes(flags.split("&")[0]!));
    return faults;
  }
  if (!answer.headers.get("content-type")?.startsWith("text/html")) return faults;
  const brand = brandOf(host);
  const head = text(html, /<html([^>]*)>/) ?? "";
  for (const [name, value] of [
    ["host-app", host.app],
    ["brand", brand.id],
    ["country", brand.country],
  ] as const)
    hold(`data-${name} is not ${value}`, head.includes(`data-${name}="${value}"`));
  const title = text(html, /<title>([^<]*)<\/title>/) ?? "";
  hold("its title names no brand", title.endsWith(brand.name));
  const own = brand.titles[path]?.id;
  hold(
    "the brand's own title",
    own === undefined || (title.includes(own) && (flags === "" || html.includes(`>${own}</p>`))),
  );
  hold("not one h1", html.split("<h1").length === 2);
  const bars = html.split('class="navigation-bar"').length - 1;
  const hasBar = flags !== "" && !inWebsiteFrame.has(path);
  hold(`${bars} bars`, bars === (hasBar ? 1 : 0));
  hold("the back slot", /<a[^>]*data-back=""/.test(html) === (hasBar && flags === "navBar=1"));
  hold("tabs of the browser", !html.includes('class="tab-bar"'));
  const odd = [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)]
    .map(([, href = ""]) => href)
    .filter((href) => !/^(?:\/(?!\/)|#|\?|https:\/\/|tel:|mailto:)/.test(href));
  hold(`links ${odd.join()}`, odd.length === 0);
  return faults;
}

describe("over HTTP", () => {
  it("Every fixed screen opens in every app with its brand, title, bar, back and links.", async () => {
    expect(screens.length).toBeGreaterThan(140);
    const found = await atATime(
      4,
      visits.map(
        ({ path, host }) =>
          () =>
            faultsOf(path, host),
      ),
    );
    expect(found.flat()).toEqual([]);
  });
});

/** An app that never answers: it only keeps what the page says. */
async function inSilentApp(context: BrowserContext, host: Host): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript((platform) => {
    const sent: string[] = [];
    const port = { postMessage: (message: string) => void sent.push(message), addEventListener: () => {} };
    Object.assign(window, { sent });
    if (platform === "IOS") Object.assign(window, { webkit: { messageHandlers: { TunaiNative: port } } });
    else Object.assign(window, { TunaiNative: port });
  }, host.platform);
  return page;
}
const sentOf = (page: Page) => page.evaluate(() => (window as unknown as { sent: string[] }).sent);
/** The state of a page that a message could change. */
const standingOf = (page: Page) =>
  page.evaluate(() => ({
    address: location.href,
    html: document.documentElement.outerHTML,
    cookie: document.cookie,
    stored: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    inherited: Object.keys(Object.prototype).join(),
    receiver: String(Object.isFrozen((window as unknown as { TunaiWeb: object }).TunaiWeb)),
  }));

/** Messages that no honest app sends, and almost honest ones; `ids` are those of the page's own questions. */
function hostileMessages(ids: readonly string[], count: number): string[] {
  const id = fc.oneof(fc.constantFrom(...ids), fc.constantFrom("__proto__", "0".repeat(32), ""), fc.string());
  const message = fc.record(
    {
      v: fc.oneof(fc.constant(1), fc.jsonValue()),
      id,
      ok: fc.oneof(fc.constantFrom("true", 1, null), fc.jsonValue()),
      event: fc.constantFrom("backPressed", "resumed", "__proto__", "constructor"),
      data: fc.jsonValue(),
    },
    { requiredKeys: ["v", "id"] },
  );
  const almost = message.filter(({ ok }) => typeof ok !== "boolean").map((one) => JSON.stringify(one));
  const polluting = id.map(
    (own) => `{"v":1,"__proto__":{"id":"${own.replaceAll(/\W/g, "")}","ok":true},"constructor":{"prototype":{"x":1}}}`,
  );
  const long = id.map((own) => JSON.stringify({ v: 1, id: own, ok: true, data: 24, filler: "x".repeat(8_192) }));
  const foreign = fc
    .stringMatching(/^[0-9a-f]{32}$/)
    .map((own) => JSON.stringify({ v: 1, id: own, ok: true, data: "0123456789abcdef" }));
  return fc.sample(fc.oneof(almost, polluting, long, foreign, fc.json(), fc.string()), count);
}

/** Opens a page and sends it hostile messages; answers what could have changed, before and after. */
async function besetPage(page: Page, address: string, when: "AT_ONCE" | "AT_REST" = "AT_ONCE") {
  await page.goto(address, when === "AT_REST" ? { waitUntil: "networkidle" } : {});
  // The bridge is open when its receiver is there.
  await page.waitForFunction(() => "TunaiWeb" in window);
  const before = await standingOf(page);
  const ids = (await sentOf(page)).map((message) => (JSON.parse(message) as { id: string }).id);
  await page.evaluate(
    (messages) => {
      const { TunaiWeb } = window as unknown as { TunaiWeb: { receive(message: unknown): void } };
      for (const message of messages) TunaiWeb.receive(message);
    },
    hostileMessages(["f".repeat(32), ...ids], isLong ? 10_000 / screens.length : 300),
  );
  return { before, after: await standingOf(page) };
}

/** Which page a host opens here: each a different one, whatever the run. */
const pageOf = (host: Host) => screens[(hosts.indexOf(host) * 7) % screens.length]!;

/** The long run opens every screen in every host, an app after the other. */
const groups = isLong
  ? apps.map((app) => ({
      name: app as string,
      chosen: hosts.filter((host) => host.app === app).flatMap((host) => screens.map((path) => ({ host, path }))),
    }))
  : [
      {
        name: "Every second host",
        chosen: hosts.filter((_, row) => (row + (row >> 2)) % 2 === 0).map((host) => ({ host, path: pageOf(host) })),
      },
    ];

describe("in a browser", () => {
  it.each(groups)(
    "$name: an app that never answers leaves each page usable, hears only what its version knows, and hostile messages change nothing.",
    { timeout: isLong ? 3_600_000 : 1_200_000 },
    async ({ chosen }) => {
      const state = await borrower.context.storageState();
      const faults: string[] = [];
      await atATime(
        3,
        chosen.map(({ host, path }) => async () => {
          const name = `${path} as ${nameOf(host)}`;
          const context = await borrower.context.browser()!.newContext({
            proxy: { server: inject("front").proxy },
            serviceWorkers: "block",
            viewport: { width: 360, height: 740 },
            locale: "id-ID",
            userAgent: agent(host),
            storageState: state,
          });
          const page = await inSilentApp(context, host);
          page.on("pageerror", ({ message }) => faults.push(`${name}: ${message}`));
          let seen = await besetPage(page, `${borrower.origin}${path}?navBar=1`);
          // A page that was still fetching changes by itself: it is opened once more, and beset once it is at rest.
          if (!isDeepStrictEqual(seen.after, seen.before)) seen = await besetPage(page, page.url(), "AT_REST");
          expect(seen.after, name).toEqual(seen.before);
          for (const message of await sentOf(page))
            if (readQuestion(message, host.version).verdict.is !== "OK") faults.push(`${name}: says ${message}`);
          await context.close();
        }),
      );
      expect(faults).toEqual([]);
    },
  );
});
