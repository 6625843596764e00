/** Brands of other countries: recognised, with no money in any of their pages or calls. */
import { expect, it } from "vitest";
import { readBrands } from "#server/process/brand.server.ts";
import { testApp } from "#tests/support/app.ts";
import { declaredCalls } from "#tests/support/house-sources.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { agentOf, userAgents } from "#tests/support/user-agents.ts";
import { isOfferedHere } from "./offered-here.ts";

const app = await testApp();
const { enter, nextNumber } = loggingIn(app);
const brands = readBrands("brands");
const lendsNot = userAgents.filter(({ brand }) => !brands.find(({ id }) => id === brand)!.lends);

it("Every call of money in the wings of credit and rewards is closed where the brand does not lend, but for what only reads papers and the state.", async () => {
  const open = (await declaredCalls())
    .filter(({ domain }) => domain.wing === "credit" || domain.wing === "rewards")
    .filter(({ call }) => ["borrower", "link", "visitor"].includes(call.policy.who))
    .filter(({ call }) => isOfferedHere(call, { lends: false }));
  expect(open.map(({ call }) => `${call.method} ${call.path}`).sort()).toEqual([
    "GET /api/agreement",
    "GET /api/agreement/document/{documentId}",
    "GET /api/agreement/document/{documentId}/file",
    "GET /api/agreement/document/{documentId}/page/{page}",
    "GET /api/agreement/document/{documentId}/text",
    "GET /api/agreement/documents",
    "GET /api/agreement/protocols",
    "GET /api/document-link/{documentId}",
    "GET /api/document-link/{documentId}/file",
    "GET /api/document-link/{documentId}/page/{page}",
    "GET /api/document-link/{documentId}/text",
    "GET /api/loan/home",
    "GET /api/v5/cashloan/userStatus",
    "POST /api/agreement/document/{documentId}/link",
  ]);
});

it.each(lendsNot)(
  "$app on $platform is told NOT_OFFERED_HERE by calls of loans, payments and rewards, logged in or not.",
  async ({ agent }) => {
    const borrower = app.client();
    await enter(borrower, nextNumber());
    const inApp = app.client({ "User-Agent": agent });
    for (const client of [inApp, Object.assign(inApp, { cookies: borrower.cookies })]) {
      for (const path of [
        "/api/wallet",
        "/api/points",
        "/api/coupon",
        "/api/repayment/bills",
        "/api/credit/limits",
        "/api/activity",
        "/api/loan/draft",
      ]) {
        const { status, body } = await client.get(path);
        expect([path, status, body.status?.code]).toEqual([path, 403, "NOT_OFFERED_HERE"]);
      }
      const { status, body } = await client.post("/api/loan/apply", {}, { "Idempotency-Key": "key-of-apply" });
      expect([status, body.status.code]).toEqual([403, "NOT_OFFERED_HERE"]);
    }
  },
);

it("Its visits go to the sink of its country, under its brand and app.", async () => {
  for (const { app: name, brand, agent } of lendsNot.filter(({ platform }) => platform === "IOS")) {
    const event = { eventType: "P", businessEvent: `/webview/home-${name}`, eventTime: app.clock.now().getTime() };
    await app.client({ "User-Agent": agent }).post("/event/uploadEvents/v2", { events: [event] });
    const row = await app.services.database
      .selectFrom("telemetry_event")
      .selectAll()
      .orderBy("receivedAt", "desc")
      .orderBy("id", "desc")
      .execute();
    const own = row.find(({ data }) => JSON.stringify(data).includes(`home-${name}`))!;
    expect(own).toMatchObject({
      country: brands.find(({ id }) => id === brand)!.country,
      data: { brand, hostApp: name, appVersion: 21108 },
    });
  }
});

it("An app of a brand that lends is told nothing of the kind.", async () => {
  const { status } = await app.client({ "User-Agent": agentOf("KilatApp", "2.11.8", "IOS") }).get("/api/wallet");
  expect(status).toBe(401);
});
