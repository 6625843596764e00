/**
 * One of N documents: offered where it can help, chosen, given in any way, skipped, expired; its link only allows
 * uploads.
 */
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { expect, it } from "vitest";
import { offerInformation, withdrawOffer } from "#features/account/document/server/index.ts";
import { transact } from "#server/database.server.ts";
import { applicant, sendApplication } from "#tests/support/person.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";

const app = await testApp();
const { services, clock } = app;
const { database } = services;
const day = 86_400_000;

let number = 0;
async function applied(key = "review") {
  const mobileNumber = `08127776${String(++number).padStart(4, "0")}`;
  const of = await applicant(app, key, { mobileNumber });
  await sendApplication(of);
  await app.settle();
  return { ...of, mobileNumber };
}
type Of = Awaited<ReturnType<typeof applied>>;
const offer = async ({ borrowerId }: Of) =>
  (await (await app.loggedIn(borrowerId)).get("/api/information-offer")).body.offer;
const caseOf = (borrowerId: string) =>
  database.selectFrom("underwriting_case").selectAll().where("borrowerId", "=", borrowerId).executeTakeFirstOrThrow();
/** All are the same test person: whatever would make the next one a duplicate is deleted. */
async function gone({ borrowerId }: Of): Promise<void> {
  const { loanId } = await caseOf(borrowerId);
  await (await app.loggedIn(borrowerId)).post(`/api/loan/${loanId}/cancel`, {});
  for (const table of ["identity", "bank_account", "underwriting_mark"] as const)
    await database.deleteFrom(table).where("borrowerId", "=", borrowerId).execute();
}
async function picture(kind?: string, hue = 10) {
  const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: { r: hue, g: 9, b: 9 } } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  if (kind) form.append("kind", kind);
  form.append("photo", new File([new Uint8Array(bytes)], "s.jpg", { type: "image/jpeg" }));
  return form;
}
const codeOf = ({ status, body }: { status: number; body: { status?: { code: string } } }) => [
  status,
  body.status?.code,
];
/** A visitor who opens the link of the offer. */
async function guestOf({ mobileNumber }: Of): Promise<TestClient> {
  const guest = app.client();
  const { items } = (await guest.get(`/api/sandbox/messages?to=${mobileNumber}`)).body;
  const { link } = items.find((one: { link?: string }) => one.link?.includes("/webview/n-select-one-outside"));
  guest.cookies.set("link", new URL(link).searchParams.get("t")!);
  return guest;
}

it("is offered while only the score is open; the first thing that comes ends it, chosen or not", async () => {
  const of = await applied();
  const { offerId, kind, options, state } = await offer(of);
  expect([kind, state, options.length]).toEqual(["REVIEW", "OPEN", 6]);
  expect((await of.client.get("/api/loan/home")).body.review.offerUntil).not.toBeNull();
  const path = `/api/information-offer/${offerId}`;
  const wrong = await of.client.post(`${path}/choose`, { option: "LOOKUP_NPWP" });
  expect(codeOf(wrong)).toEqual([422, "OPTION_NOT_OFFERED"]);
  expect((await of.client.post(`${path}/choose`, { option: "SOCIAL" })).body.offer.chosen).toBe("SOCIAL");
  const other = await app.loggedIn(randomUUID());
  expect(codeOf(await other.post(`${path}/choose`, { option: "SOCIAL" }))).toEqual([404, "OFFER_UNKNOWN"]);
  expect(codeOf(await other.post(`${path}/skip`, {}))).toEqual([404, "OFFER_UNKNOWN"]);
  await of.client.send("POST", "/api/document/kind/BANK_STATEMENT", await picture());
  expect(await offer(of)).toMatchObject({ state: "GIVEN", chosen: "SOCIAL", given: "DOCUMENT_BANK_STATEMENT" });
  expect(codeOf(await of.client.post(`${path}/choose`, { option: "SOCIAL" }))).toEqual([409, "OFFER_OVER"]);
  expect(codeOf(await of.client.post(`${path}/skip`, {}))).toEqual([409, "OFFER_OVER"]);
  // Staff still decide: a document alone does not satisfy the rule.
  expect((await caseOf(of.borrowerId)).state).toBe("WAITING");
  await gone(of);
});

it("is ended by limits elsewhere and by a social account too, and is none where nothing could change", async () => {
  const one = await applied();
  await one.client.post("/api/competitors", { lenderKey: "JULO", limitRupiah: 1_000_000, consent: true });
  expect(await offer(one)).toMatchObject({ state: "GIVEN", given: "COMPETITORS" });
  await gone(one);
  const two = await applied();
  await two.client.post("/api/social-accounts", { network: "X", name: "siti", consent: true });
  expect(await offer(two)).toMatchObject({ state: "GIVEN", given: "SOCIAL" });
  await gone(two);
  const clear = await applied("approved-1");
  expect(await offer(clear)).toBeNull();
  await gone(clear);
});

it("is one at a time: something newer that is offered ends what was open", async () => {
  const of = await applied();
  const { offerId } = await offer(of);
  const { id: subjectId } = await caseOf(of.borrowerId);
  await transact(database, (trx) =>
    offerInformation(services, trx, {
      borrowerId: of.borrowerId,
      subjectId,
      kind: "REVIEW",
      options: ["SOCIAL", "COMPETITORS"],
    }),
  );
  const newer = await offer(of);
  expect([newer.state, newer.offerId === offerId, newer.options.length]).toEqual(["OPEN", false, 2]);
  const chosen = await of.client.post(`/api/information-offer/${offerId}/choose`, { option: "SOCIAL" });
  expect(codeOf(chosen)).toEqual([409, "OFFER_OVER"]);
  // It ends with its own case and no other.
  await transact(database, (trx) => withdrawOffer(services, trx, of.borrowerId, randomUUID()));
  expect((await offer(of)).state).toBe("OPEN");
  await gone(of);
});

it("is skipped once and for all, ends after 7 days, and with its application", async () => {
  const skipping = await applied();
  const { offerId } = await offer(skipping);
  const skipped = await skipping.client.post(`/api/information-offer/${offerId}/skip`, {});
  expect(skipped.body.offer.state).toBe("SKIPPED");
  expect((await skipping.client.post(`/api/information-offer/${offerId}/skip`, {})).body).toEqual(skipped.body);
  await gone(skipping);

  const late = await applied();
  clock.advance(7 * day);
  await app.settle();
  expect((await offer(late)).state).toBe("EXPIRED");
  await gone(late);

  const withdrawn = await applied();
  await gone(withdrawn);
  expect((await offer(withdrawn)).state).toBe("WITHDRAWN");
});

it("takes uploads and a public name by its link, shows nothing personal, and nothing once it is over", async () => {
  const of = await applied();
  const guest = await guestOf(of);
  const seen = await guest.get("/api/information-offer/outside");
  expect(seen.body).toEqual({
    state: "OPEN",
    uploads: ["BANK_STATEMENT", "EMPLOYMENT_INSURANCE_CARD"],
    social: true,
    dueAt: expect.any(String),
  });
  const upload = async (kind: string) =>
    guest.send("POST", "/api/information-offer/outside/upload", await picture(kind, 99));
  expect(codeOf(await upload("PASSPORT"))).toEqual([404, "OFFER_UNKNOWN"]);
  for (const path of ["/api/document", "/api/information-offer", "/api/social-accounts", "/api/loan/home"])
    expect((await guest.get(path)).status, path).toBe(401);
  expect((await upload("BANK_STATEMENT")).body).toEqual({ state: "GIVEN" });
  expect(codeOf(await upload("BANK_STATEMENT"))).toEqual([409, "OFFER_OVER"]);
  const social = { network: "X", name: "siti", consent: true };
  expect(codeOf(await guest.post("/api/social-accounts/outside", social))).toEqual([409, "OFFER_OVER"]);
  await gone(of);

  const named = await applied();
  const other = await guestOf(named);
  expect(codeOf(await other.post("/api/social-accounts/outside", { ...social, consent: undefined }))).toEqual([
    422,
    "SOCIAL_CONSENT",
  ]);
  expect((await other.post("/api/social-accounts/outside", social)).body).toEqual({ network: "X" });
  expect(await offer(named)).toMatchObject({ state: "GIVEN", given: "SOCIAL" });
  await gone(named);
});

it("ends with the decision of people, which nothing that is added could change any more", async () => {
  const of = await applied();
  const { offerId } = await offer(of);
  const { id: caseId } = await caseOf(of.borrowerId);
  const [maker, checker] = [
    await app.staff(randomUUID(), ["underwriter"]),
    await app.staff(randomUUID(), ["underwriter"]),
  ];
  await maker.post(`/api/staff/cases/${caseId}/decision`, { proposal: "APPROVE", note: "x" });
  const checked = await checker.post(`/api/staff/cases/${caseId}/check`, { agree: true, note: "x" });
  expect(checked.status, checked.text).toBe(200);
  expect((await caseOf(of.borrowerId)).state).toBe("CLOSED");
  const skipped = await of.client.post(`/api/information-offer/${offerId}/skip`, {});
  expect(codeOf(skipped)).toEqual([409, "OFFER_OVER"]);
  await gone(of);
});

it("after a refusal for want of evidence lets the same application be sent again, its terms filled in", async () => {
  const of = await applied();
  const { id: caseId, amountRupiah, tenorDays } = await caseOf(of.borrowerId);
  const [maker, checker] = [
    await app.staff(randomUUID(), ["underwriter"]),
    await app.staff(randomUUID(), ["underwriter"]),
  ];
  await maker.post(`/api/staff/cases/${caseId}/decision`, { proposal: "REJECT", reason: "EVIDENCE", note: "x" });
  await checker.post(`/api/staff/cases/${caseId}/check`, { agree: true, note: "x" });
  await app.settle();
  expect(await offer(of)).toMatchObject({ kind: "REOFFER", state: "OPEN" });
  const home = (await of.client.get("/api/loan/home")).body;
  expect(home.mayApplyOn).toBeNull();
  expect(home.draft).toBeNull();
  await of.client.send("POST", "/api/document/kind/SALARY_SLIP", await picture(undefined, 77));
  await app.settle();
  expect((await offer(of)).given).toBe("DOCUMENT_SALARY_SLIP");
  const { draft } = (await of.client.get("/api/loan/draft")).body;
  expect(draft).toMatchObject({ amountRupiah, tenorDays });
  const refused = await of.client.get("/api/loan/home");
  expect(refused.body.refusal.tryAgainOn).toBe(refused.body.today);
  await gone(of);
});

it("is given once, whoever of many comes first", async () => {
  for (let round = 0; round < 5; round++) {
    const of = await applied();
    const { offerId } = await offer(of);
    await Promise.all([
      of.client.send("POST", "/api/document/kind/BANK_STATEMENT", await picture(undefined, round)),
      of.client.post("/api/social-accounts", { network: "X", name: "siti", consent: true }),
      of.client.post("/api/competitors", { lenderKey: "JULO", limitRupiah: 1_000_000, consent: true }),
      of.client.post(`/api/information-offer/${offerId}/skip`, {}),
    ]);
    const events = await database
      .selectFrom("lifecycle_event")
      .select("toState")
      .where("machine", "=", "information_offer")
      .where("subjectId", "=", offerId)
      .execute();
    expect(events).toHaveLength(2);
    await gone(of);
  }
});
