/** Letters of the plan on paper: what was sent is what is printed, and an address is seen by those alone who may see it. */
import { PDFiumLibrary } from "@hyzyla/pdfium";
import { afterAll, expect, it } from "vitest";
import { identityOf } from "#features/account/identity/server/index.ts";
import { profileOf } from "#features/account/profile/server/index.ts";
import { messageInInbox } from "#features/platform/notice/server/index.ts";
import { addDays, instantOf, weekdayOf } from "#shared/dates.ts";
import { languages } from "#shared/texts.ts";
import { testApp } from "#tests/support/app.ts";
import { ripeBorrower } from "#tests/support/approved-loan.ts";
import { repaying } from "#tests/support/repaying.ts";
import { letterPdf } from "./letters.ts";

const app = await testApp();
const { services, clock } = app;
const { running, bill } = repaying(app);
const library = await PDFiumLibrary.init();
afterAll(() => library.destroy());

async function textOf(bytes: Uint8Array): Promise<string> {
  const document = await library.loadDocument(bytes);
  const text = [...document.pages()].map((page) => page.getText()).join("\n");
  document.destroy();
  // Lines are broken where the paper ends.
  return text.replaceAll(/\s+/g, " ");
}

/** A borrower whose first letter was sent. */
async function withLetter() {
  const { borrowerId } = await ripeBorrower(app);
  const loan = await running({ borrowerId });
  let day = addDays((await bill(loan)).rows[0]!.dueOn, 7);
  while (weekdayOf(day) > 5) day = addDays(day, 1);
  clock.moveTo(instantOf(day, "WIB", { hour: 9 }));
  await app.settle();
  const client = await app.loggedIn(borrowerId);
  const { letters } = (await client.get("/api/repayment/servicing?lang=en")).body;
  return { ...loan, client, letters: letters as { letterId: string; title: string; sentAt: string }[] };
}
type Client = Awaited<ReturnType<typeof app.staff>>;
const fileOf = async (client: Client, path: string) => {
  const answer = await client.get(path);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  return answer;
};

it("A letter is printed as it was sent: the borrower's own without an address, staff's with it, and each opening is recorded.", async () => {
  const other = await withLetter();
  const { borrowerId, loanId, client, letters } = await withLetter();
  // The month between them has ended the session.
  const stranger = await app.loggedIn(other.borrowerId);
  expect(letters).toHaveLength(1);
  const [{ letterId, title }] = letters as [(typeof letters)[number]];
  const own = `/api/repayment/servicing/letters/${letterId}/pdf`;
  const inbox = (await client.get(`/api/message/${letterId}?lang=en`)).body;
  const opened = await fileOf(client, `${own}?lang=en`);
  expect(opened.headers.get("content-disposition")).toMatch(/^attachment; filename="letter-[\d-]+-[0-9a-f]{8}\.pdf"$/);

  const support = await app.staff(services.random.uuid(), ["support"]);
  const listed = (await support.get(`/api/staff/servicing/${loanId}`)).body.letters;
  expect(listed.map((one: { letterId: string }) => one.letterId)).toEqual([letterId]);
  const staffPath = `/api/staff/servicing/${loanId}/letters/${letterId}/pdf`;
  await fileOf(support, staffPath);
  const seen = await services.database
    .selectFrom("audit_entry")
    .select("permission")
    .where("action", "=", "GET /api/staff/servicing/{loanId}/letters/{letterId}/pdf")
    .execute();
  expect(seen).toEqual([{ permission: "borrower.unmask" }]);

  // Collectors have no other way to an address or a number than a contact that the gate lets through.
  const collector = await app.staff(services.random.uuid(), ["collector"]);
  expect((await collector.get(staffPath)).status).toBe(403);
  expect((await collector.get(`/api/staff/servicing/${loanId}`)).body.letters).toHaveLength(1);

  for (const [who, path] of [
    [stranger, own],
    [client, own.replace(letterId, services.random.uuid())],
    [support, staffPath.replace(loanId, other.loanId)],
    [support, staffPath.replace(loanId, services.random.uuid())],
  ] as const) {
    const answer = await who.get(path);
    expect([answer.status, answer.body.status?.code]).toEqual([404, "LETTER_UNKNOWN"]);
  }
  expect([title, inbox.title]).toEqual(["A letter about your loan", title]);
  expect(borrowerId).not.toBe(other.borrowerId);
});

it("The paper says in each language what the inbox says, read by a program that is not ours, and is the same each time.", async () => {
  const { borrowerId, loanId, letters } = await withLetter();
  const { letterId } = letters[0]!;
  const { fullName } = (await identityOf(services, services.database, borrowerId))!;
  const { street } = (await profileOf(services, services.database, borrowerId))!.address;
  for (const language of languages) {
    const reader = { borrowerId, language, brandId: "tunai" };
    const sent = await messageInInbox(services, services.database, reader, letterId);
    const made = async (isPosted: boolean) =>
      (await letterPdf(services, services.database, { borrowerId, loanId }, reader, { letterId, isPosted }))!.bytes;
    const [own, posted] = [await textOf(await made(false)), await textOf(await made(true))];
    const squeezed = (text: string) => text.replaceAll(/\s+/g, "");
    for (const text of [own, posted]) {
      expect(squeezed(text)).toContain(squeezed(sent!.body));
      expect(text).toContain(sent!.title);
      // A letter without a font would be missing.
      expect(text).not.toMatch(/\uFFFD/);
    }
    expect([own.includes(fullName), own.includes(street)]).toEqual([false, false]);
    expect([posted.includes(fullName), posted.includes(street)]).toEqual([true, true]);
    expect(Buffer.from(await made(true))).toEqual(Buffer.from(await made(true)));
  }
});
