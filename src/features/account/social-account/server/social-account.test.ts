/**
 * Social accounts over HTTP: given under a consent, one name per network, sealed, visible to staff, deleted with the
 * consent.
 */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { applicant } from "#tests/support/person.ts";
import { transact } from "#server/database.server.ts";
import { consentSweep } from "../../privacy/server/consents.ts";
import { giveConsent } from "../../privacy/server/index.ts";
import { socialAccountsOf } from "./index.ts";
import { stateName } from "./telling.ts";

const app = await testApp();
const { services, clock } = app;
const path = "/api/social-accounts";
const newBorrower = async () => {
  const borrowerId = services.random.uuid();
  return { borrowerId, client: await app.loggedIn(borrowerId) };
};
const inputOf = (network: string, name: string) => ({ network, name, consent: true });
const codeOf = ({
  status,
  body,
}: {
  status: number;
  body: { status?: { code: string; fields?: { code: string }[] } };
}) => [status, body.status?.fields?.[0]?.code ?? body.status?.code];

it("takes a public name of five networks by a consent, and nothing that is none", async () => {
  const { client } = await newBorrower();
  expect(codeOf(await client.post(path, { network: "X", name: "siti" }))).toEqual([422, "SOCIAL_CONSENT"]);
  for (const name of ["https://x.com/siti", "siti rahayu", "@", "a/b", "x".repeat(61), "siti@mail.id"])
    expect(codeOf(await client.post(path, inputOf("X", name)))[0], name).toBe(422);
  expect(codeOf(await client.post(path, inputOf("X", "siti rahayu")))).toEqual([422, "SOCIAL_NAME_FORMAT"]);
  expect(codeOf(await client.post(path, inputOf("FRIENDSTER", "siti")))).toEqual([422, "CHOICE_INVALID"]);
  const { body } = await client.post(path, inputOf("INSTAGRAM", " @siti.rahayu "));
  expect(body.items).toMatchObject([{ network: "INSTAGRAM", name: "siti.rahayu" }]);
  expect(body.items[0].code).toMatch(/^[A-Z]{6}$/);
  // The consent is in force: another network needs no second one.
  expect((await client.post(path, { network: "TIKTOK", name: "siti" })).body.items).toHaveLength(2);
});

it("corrects the name of a network with a code of its own, also when told many times at once", async () => {
  const { client } = await newBorrower();
  const first = (await client.post(path, inputOf("X", "siti"))).body.items[0];
  await Promise.all(Array.from({ length: 10 }, (_, n) => client.post(path, inputOf("X", `siti${n}`))));
  const { items } = (await client.get(path)).body;
  expect(items).toHaveLength(1);
  expect(items[0].id).not.toBe(first.id);
  const { body } = await client.post(`${path}/${items[0].id}/remove`, {});
  expect(body.items).toEqual([]);
  expect((await client.post(`${path}/${items[0].id}/remove`, {})).status).toBe(200);
});

it("is nobody else's to see or remove, sealed at rest, and seen by staff beside the documents", async () => {
  const { borrowerId, client } = await applicant(app, "approved-1");
  const other = await newBorrower();
  const [{ id, code }] = (await client.post(path, inputOf("FACEBOOK", "nama.rahasia"))).body.items;
  await other.client.post(`${path}/${id}/remove`, {});
  expect((await other.client.get(path)).body.items).toEqual([]);
  const row = await services.database
    .selectFrom("social_account")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain("rahasia");
  const staff = await app.staff(services.random.uuid(), ["underwriter"]);
  const seen = (await staff.get(`/api/staff/borrowers/${borrowerId}/documents`)).body;
  expect(seen.socialAccounts).toMatchObject([{ network: "FACEBOOK", name: "nama.rahasia", code }]);
});

it.each(["WITHDRAWN", "ENDED"])("goes with its consent (%s)", async (end) => {
  const { borrowerId, client } = await newBorrower();
  await client.post(path, inputOf("LINKEDIN", "siti-rahayu"));
  const { items } = (await client.get("/api/privacy/consents")).body;
  const { id } = items.find((one: { kind: string }) => one.kind === "SOCIAL");
  if (end === "WITHDRAWN") await client.post(`/api/privacy/consents/${id}/withdraw`, {});
  else {
    clock.advance(90 * 86_400_000);
    while ((await consentSweep.run(services)) > 0);
  }
  expect(await socialAccountsOf(services, services.database, borrowerId)).toEqual([]);
});

it("is written under the consent that stands, or not at all, when it is withdrawn meanwhile", async () => {
  for (let round = 0; round < 10; round++) {
    const { borrowerId, client } = await newBorrower();
    await client.post(path, inputOf("X", "siti"));
    const consent = await transact(services.database, (trx) =>
      giveConsent(services, trx, { borrowerId, kind: "SOCIAL", language: "id", device: "x" }),
    );
    await Promise.allSettled([
      stateName(services, {
        borrowerId,
        network: "TIKTOK",
        name: "siti",
        consent: false,
        language: "id",
        device: "x",
      }),
      client.post(`/api/privacy/consents/${consent.id}/withdraw`, {}),
    ]);
    expect(await socialAccountsOf(services, services.database, borrowerId)).toEqual([]);
  }
});
