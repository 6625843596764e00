/** The timeline of a borrower who used every domain of the account wing is shown in words. */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { contesting } from "#tests/support/contesting.ts";

const app = await testApp();
const { services, clock } = app;

it("tells look-ups, links, requests and consents in words, whatever came of them", async () => {
  const { borrowerId } = await contesting(app).owner();
  const client = await app.loggedIn(borrowerId, "STEP_UP_BIND");
  const key = () => ({ "Idempotency-Key": services.random.uuid() });
  const npwp = (credential: string) =>
    client.post("/api/lookup/NPWP", { account: "012345678901000", credential, consent: true });
  for (const word of ["wrong", "none", "plain"]) await npwp(word);
  await client.post("/api/lookup/NPWP/remove", {});
  for (const word of ["other", "away1"])
    await client.post("/api/lookup/EDUCATION", { account: word, institution: "Kampus", year: 2010, consent: true });
  for (const userId of ["wrong1", "other1", "away12", "siti2024"]) {
    const { linkId } = (await client.post("/api/account-link", { kind: "BANK", consent: true })).body;
    await client.post(`/api/account-link/${linkId}`, { institution: "BCA", userId, credential: "abc123" });
  }
  const { linkId } = (await client.post("/api/account-link", { kind: "ECOM", consent: true })).body;
  await client.post(`/api/account-link/${linkId}/end`, {});
  const { requestId } = (await client.post("/api/mobile-change", {})).body.request;
  await client.post(`/api/mobile-change/${requestId}/withdraw`, {});
  await client.post("/api/identity-correction", {});
  await client.post("/api/privacy/requests", { kind: "RESTRICTION", text: "Jangan dipakai." }, key());
  await client.post("/api/privacy/consents", { kind: "PROMOTION", on: true });
  await client.post("/api/email", { email: "siti@contoh.id" });
  await (await app.loggedIn(borrowerId, "DATA_EXPORT")).post("/api/privacy/export", {});
  await (await app.loggedIn(borrowerId, "EMAIL")).post("/api/email", { email: "siti@contoh.id" });
  await app.settle();
  clock.advance(25 * 3_600_000);
  await app.settle();
  const support = await app.staff(services.random.uuid(), ["support"]);
  const told: string[] = [];
  for (let before = ""; ;) {
    const { items, nextCursor } = (await support.get(`/api/staff/borrowers/${borrowerId}/timeline?lang=en${before}`))
      .body;
    told.push(...items.map(({ text, details }: { text: string; details: string }) => `${text} · ${details}`));
    if (!nextCursor) break;
    before = `&cursor=${encodeURIComponent(nextCursor)}`;
  }
  expect(told.length).toBeGreaterThan(20);
  // No code, no id, no key of a notice or fact, no path.
  const raw =
    /\b(?!RV-|NPWP|BPJS|KTP|NIK|SMS|BCA|PDF|ZIP|OTP)[A-Z]{3,}(?:_[A-Z]+)*\b|[0-9a-f]{8}-[0-9a-f]{4}|: [a-z]+\.[a-z_]+|\b[a-z]+[A-Z]\w*:|\/webview|\/staff|\bunknown\b/;
  // A case's number may have no digit.
  expect(told.filter((line) => raw.test(line.replace(/\bRV-\w+/g, "RV-")))).toEqual([]);
});
