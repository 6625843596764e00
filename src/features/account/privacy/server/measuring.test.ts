/** Opting out of measurement: by a cookie for a visitor at /privacy, and by the consent as well for a borrower. */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { drawnPages } from "#tests/support/drawn-pages.ts";
import { loggingIn } from "#tests/support/logging-in.ts";

const app = await testApp();
const { enter, nextNumber } = loggingIn(app);
const cookieOf = (client: ReturnType<typeof app.client>) => client.cookies.get("analytics") ?? "";

it("A visitor switches measuring off in this browser, and on again.", async () => {
  const client = app.client();
  const sends = async (measuring: string) => (await client.post("/api/privacy/measuring", { measuring })).status;
  expect([await sends("OFF"), cookieOf(client)]).toEqual([200, "off"]);
  expect([await sends("ON"), cookieOf(client)]).toEqual([200, ""]);
  expect(await sends("PERHAPS")).toBe(422);
});

it("A borrower's consent sets it as well, and no other consent does.", async () => {
  const client = app.client();
  await enter(client, nextNumber());
  const turn = (kind: string, on: boolean) => client.post("/api/privacy/consents", { kind, on });
  await turn("PROMOTION", false);
  expect(cookieOf(client)).toBe("");
  await turn("ANALYTICS", false);
  expect(cookieOf(client)).toBe("off");
  await turn("ANALYTICS", true);
  expect(cookieOf(client)).toBe("");
});

it("The page about privacy offers it without script, and says what was chosen.", async () => {
  const draw = await drawnPages(app);
  const { html } = await draw(app.client(), "/privacy", "en");
  expect(html).toMatch(/<form[^>]*method="post"[^>]*action="\/privacy"|<form[^>]*action="\/privacy"[^>]*method="post"/);
  expect(html).toContain('value="OFF"');
  expect((await draw(app.client(), "/privacy?measuring=off", "en")).text).toContain("no longer noted");
});
