import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { admitAll, type Importance } from "./admission.ts";

const turnedAway = new Set<Importance>();
const app = await testApp({ load: { ...admitAll, admit: (importance) => !turnedAway.has(importance) } });
const overloaded = (...importances: Importance[]) => {
  turnedAway.clear();
  for (const one of importances) turnedAway.add(one);
};

describe("an overloaded process", () => {
  it("tells a program in the envelope when to come back, and has done nothing", async () => {
    overloaded("ordinary");
    const client = app.client({ "Accept-Language": "en" });
    const refused = await client.post("/api/user/generateCaptcha", {});
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("2");
    expect(refused.body.status).toMatchObject({
      code: "UNAVAILABLE",
      detail: "The service is not available right now. Please try again shortly.",
    });
    expect(refused.body.traceId).toBe(refused.headers.get("trace-id"));
    // The session that this call would begin was not created.
    expect(refused.headers.getSetCookie()).toEqual([]);
    overloaded();
    expect((await client.post("/api/user/generateCaptcha", {})).status).toBe(200);
  });

  it.each([
    ["id", "Sedang ramai", "Coba lagi"],
    ["en", "Very busy right now", "Try again"],
    ["zh-CN", "当前访问人数较多", "重试"],
  ])("shows a person a calm page (%s) that leads on to the same address", async (language, title, again) => {
    overloaded("ordinary");
    const page = await app.client({ "Accept-Language": language }).get("/webview/bills?navBar=1&x=%22%3E%3Cb%3E");
    expect(page.status).toBe(503);
    expect(page.headers.get("retry-after")).toBe("5");
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.text).toContain(`<h1>${title}</h1>`);
    expect(page.text).toContain(`<a href="/webview/bills?navBar=1&#38;x=%22%3E%3Cb%3E">${again}</a>`);
    expect(page.headers.get("content-security-policy")).toMatch(/style-src 'sha256-/);
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  it("says of a form that nothing of it was processed, and never links to another site", async () => {
    overloaded("ordinary");
    const form = await app
      .client({ "Accept-Language": "en" })
      .send("POST", "//evil.example/login", "a=1", { "Content-Type": "application/x-www-form-urlencoded" });
    expect(form.text).toContain("Your request has not been processed.");
    expect(form.text).toContain('<a href="/">Back to the page before</a>');
  });

  it("still says that it lives and is ready, so that no balancer takes it away from the others", async () => {
    overloaded("ordinary", "telemetry", "callback");
    expect((await app.client().get("/healthz")).status).toBe(200);
    expect((await app.client().get("/readyz")).status).toBe(200);
  });

  it("gives up telemetry before anything else, and partners' callbacks after everything else", async () => {
    const event = () => app.client().post("/event/uploadEvents/v2", { events: [] });
    const callback = () => app.client().send("POST", "/api/webhook/sandbox-bank", "{}");
    overloaded("telemetry");
    expect((await event()).status).toBe(503);
    expect((await app.client().get("/api/user/getAreaDataList")).status).toBe(200);
    overloaded("telemetry", "ordinary");
    expect((await callback()).status).not.toBe(503);
    overloaded("callback");
    expect((await callback()).status).toBe(503);
  });
});
