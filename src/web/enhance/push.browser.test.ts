/** Turning reminders on in a real browser: the words for each kind of browser, and what the form sends. */
import { beforeAll, expect, it } from "vitest";
import { field, formPage, origin, page, pages, posts } from "#tests/support/enhanced-page.ts";
import { bundle } from "./build.ts";

let script = "";
beforeAll(async () => {
  script = await bundle("push");
  const fields = ["endpoint", "p256dh", "auth"].map((name) => field(name, `type="hidden"`)).join("");
  const parts = ["unable", "denied", "failed"].map((part) => `<p data-push-part="${part}">${part}</p>`).join("");
  pages.set(
    "/push",
    () =>
      `<div data-push="server-key">${parts}<div data-push-part="form" hidden>${formPage(`${fields}<button data-push-start>Aktifkan</button>`)}</div></div>`,
  );
});

/** A push service cannot be reached from a test: the browser's part is simulated by the standard. */
async function opened(browser: { permission: string; answers?: string; subscribes?: boolean; had?: boolean }) {
  await page.goto(`${origin}/push`);
  await page.evaluate(({ permission, answers, subscribes, had }) => {
    const calls: string[] = [];
    const subscription = { endpoint: "https://push.example/one", keys: { p256dh: "the-key", auth: "the-secret" } };
    const pushManager = {
      getSubscription: async () => (had ? { unsubscribe: async () => void calls.push("unsubscribe") } : null),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        calls.push(applicationServerKey);
        if (!subscribes) throw new Error("no push service");
        return { toJSON: () => subscription };
      },
    };
    Object.defineProperty(navigator, "serviceWorker", { value: { ready: Promise.resolve({ pushManager }) } });
    Object.assign(globalThis, {
      calls,
      PushManager: class {},
      Notification: { permission, requestPermission: async () => answers ?? permission },
    });
  }, browser);
  await page.evaluate(script);
}
const seen = () =>
  page
    .locator("[data-push-part]:visible")
    .evaluateAll((parts) => parts.map((one) => (one as HTMLElement).dataset["pushPart"]));

it("a browser that can is asked, its answer is sent, and a subscription with another key is ended first", async () => {
  await opened({ permission: "default", answers: "granted", subscribes: true, had: true });
  expect(await seen()).toEqual(["form"]);
  await page.locator("[data-push-start]").click();
  await page.waitForURL(/\/done$/);
  const sent = new URLSearchParams(posts[0]!.body.toString("utf8"));
  expect(Object.fromEntries(sent)).toMatchObject({
    endpoint: "https://push.example/one",
    p256dh: "the-key",
    auth: "the-secret",
  });
  expect(posts).toHaveLength(1);
});

it("one that forbids it, before or when it is asked, says how to allow it; one whose push service fails says so", async () => {
  await opened({ permission: "denied" });
  expect(await seen()).toEqual(["denied"]);
  await opened({ permission: "default", answers: "denied" });
  await page.locator("[data-push-start]").click();
  await expect.poll(seen).toEqual(["denied"]);
  await opened({ permission: "default", answers: "granted", subscribes: false });
  await page.locator("[data-push-start]").click();
  await expect.poll(seen).toEqual(["failed"]);
  expect(posts).toEqual([]);
});

it("one without push keeps the words that stand there without script", async () => {
  await page.goto(`${origin}/push`);
  await page.evaluate("delete globalThis.PushManager");
  await page.evaluate(script);
  expect(await page.locator("[data-push-part=unable]").isVisible()).toBe(true);
  expect(await page.locator("[data-push-part=form]").isVisible()).toBe(false);
});
