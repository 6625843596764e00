/** Pictures uploaded by an app with a ticket: where they are stored, and which tickets are rejected. */
import sharp from "sharp";
import { expect, it } from "vitest";
import { isIdentityComplete } from "#features/account/identity/server/index.ts";
import { sandboxPersons } from "#server/outside/sandbox-bank/persons.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { ticketMinutes } from "../contract.ts";

const app = await testApp();
const { services, clock } = app;
const newBorrower = async () => {
  const borrowerId = services.random.uuid();
  return { borrowerId, client: await app.loggedIn(borrowerId) };
};
let shade = 0;
/** Each picture is different: one that was sent before does not count again. */
const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: { r: 90, g: 120, b: shade++ } } })
    .jpeg()
    .toBuffer();
const ticketOf = async (client: TestClient, asked: object): Promise<string> => {
  const { status, body } = await client.post("/api/capture/tickets", asked);
  expect([status, body.ticket]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)]);
  return body.ticket;
};
async function upload(client: TestClient, ticket: string, bytes?: Uint8Array) {
  const form = new FormData();
  form.append("photo", new File([new Uint8Array(bytes ?? (await picture()))], "photo.jpg", { type: "image/jpeg" }));
  return client.send("POST", `/api/capture/tickets/${ticket}/photo`, form);
}
const documents = async (client: TestClient) => (await client.get("/api/document/kind/SALARY_SLIP")).body.photos.length;

it("puts a picture where the page's own form would: the card, a document, and the face, which is compared at once", async () => {
  const { borrowerId, client } = await newBorrower();
  const card = await upload(client, await ticketOf(client, { kind: "CARD_PHOTO" }));
  expect([card.status, card.body]).toEqual([200, { documentId: expect.stringMatching(/^[\w-]{8,64}$/) }]);
  expect((await client.get("/api/identity")).body.hasCardPhoto).toBe(true);
  await upload(client, await ticketOf(client, { kind: "DOCUMENT", documentKind: "SALARY_SLIP" }));
  expect(await documents(client)).toBe(1);
  const { fullName, nik, birthPlace, birthDate, sex } = sandboxPersons.find(({ outcome }) => outcome === "APPROVED")!;
  await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  // The consent is given on the page, before the ticket is created.
  const without = await upload(client, await ticketOf(client, { kind: "FACE" }));
  expect([without.status, without.body.status.fields[0].code]).toEqual([422, "SERVICE_AGREEMENT_NEEDED"]);
  expect((await upload(client, await ticketOf(client, { kind: "FACE", agreed: true }))).status).toBe(200);
  expect(await isIdentityComplete(services.database, borrowerId)).toBe(true);
});

it("refuses a ticket that was used, is over, is another borrower's or was never given, and stores nothing", async () => {
  const { client } = await newBorrower();
  const other = (await newBorrower()).client;
  const input = { kind: "DOCUMENT", documentKind: "SALARY_SLIP" };
  const refused = async (who: TestClient, ticket: string) => {
    const { status, body } = await upload(who, ticket);
    expect([status, body.status.code]).toEqual([409, "TICKET_UNUSABLE"]);
  };
  const used = await ticketOf(client, input);
  await upload(client, used);
  await refused(client, used);
  const own = await ticketOf(client, input);
  await refused(other, own);
  await refused(client, "x".repeat(43));
  clock.advance(ticketMinutes * 60_000 + 1);
  await refused(client, own);
  expect([await documents(client), await documents(other)]).toEqual([1, 0]);
  expect((await app.client().post("/api/capture/tickets", input)).status).toBe(401);
});

it("gives one of forty uploads at once the ticket", async () => {
  const { client } = await newBorrower();
  const ticket = await ticketOf(client, { kind: "DOCUMENT", documentKind: "SALARY_SLIP" });
  const pictures = await Promise.all(Array.from({ length: 40 }, picture));
  const answers = await Promise.all(pictures.map((bytes) => upload(client, ticket, bytes)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await documents(client)).toBe(1);
});

it("uses a ticket up by a picture that is refused, and says why; a document has to be named", async () => {
  const { client } = await newBorrower();
  const ticket = await ticketOf(client, { kind: "CARD_PHOTO" });
  const bad = await upload(client, ticket, new TextEncoder().encode("no picture"));
  expect([bad.status, bad.body.status.code]).toEqual([422, "PHOTO_KIND"]);
  expect((await upload(client, ticket)).body.status.code).toBe("TICKET_UNUSABLE");
  const unnamed = await client.post("/api/capture/tickets", { kind: "DOCUMENT" });
  expect(unnamed.body.status.fields?.[0]?.code ?? unnamed.body.status.code).toBe("DOCUMENT_KIND_NEEDED");
});

it("keeps no ticket in readable form", async () => {
  const { borrowerId, client } = await newBorrower();
  const ticket = await ticketOf(client, { kind: "CARD_PHOTO" });
  const rows = await services.database
    .selectFrom("capture_ticket")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(ticket);
});
