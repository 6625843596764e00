import { sql } from "kysely";
import { beforeAll, expect, it, vi } from "vitest";
import { borrowerStatus, setBorrowerStatus } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { personalDataOf, personalDataHeld, type PersonalData } from "#server/personal-data/index.ts";
import { complaintsOf } from "#tests/support/complaint.ts";
import { applicant, sendApplication, type Applicant } from "#tests/support/person.ts";
import { testApp } from "#tests/support/app.ts";
import { eraseBorrower, erasurePartsOf, readRetained } from "./erasing.ts";

/** Fails in the middle of the erasure, the given number of times. */
let interruptions = 0;
const held: PersonalData = {
  ...personalDataOf([]),
  retain: async () => {
    if (interruptions-- > 0) throw new Error("The process ended while keeping.");
  },
  erase: async () => {
    if (interruptions-- > 0) throw new Error("The process ended while deleting.");
    return 0;
  },
};
const app = await testApp({ domains: [{ answersTo: [personalDataHeld.by(held)] }] });
const { services, clock } = app;
const { database, outside, keys } = services;
const { handedIn, act, support } = complaintsOf(app);

/** Every row of every table as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not like 'sandbox%'`.execute(
    database,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(database);
    texts.push(...rows.map(({ row }) => JSON.stringify(row)));
  }
  return texts.join("\n");
}

async function objects(): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | undefined; ;) {
    const page = await outside.storage.list(after);
    found.push(...page.items.map(({ key }) => key));
    if (page.next === null) return found;
    after = page.next;
  }
}

async function signAndPayOut(who: Applicant, mobileNumber: string): Promise<void> {
  const { loanId, toSign: shown } = (await who.client.get("/api/agreement")).body;
  expect(shown).not.toBeNull();
  const path = `/api/agreement/${loanId}`;
  await who.client.post(`${path}/accept`, { hash: shown.hash, read: true, platforms: true });
  const { body } = await who.client.post("/api/mobile/sendVerificationWithoutCaptcha", {
    purpose: "STEP_UP_SIGN",
    channel: "SMS",
  });
  const [message] = await outside.sandbox!.messages.list({ to: mobileNumber });
  const signed = await who.client.post(
    `${path}/sign`,
    { hash: shown.hash, verificationId: body.verificationId, code: message?.code ?? "" },
    { "Idempotency-Key": services.random.uuid() },
  );
  expect(signed.status, signed.text).toBe(200);
  for (let round = 0; round < 6; round++) {
    clock.advance(30_000);
    await app.settle();
  }
}

interface Life {
  who: Applicant;
  canaries: string[];
  complaintId: string;
  openId: string;
}

/** All data that the product asks of a person, with a loan on request. */
async function life(serial: string, withLoan: boolean): Promise<Life> {
  const mobileNumber = `0812555${serial}01`;
  const nik = `317401570494${serial}`;
  const accountNumber = `7711${serial}01`;
  const who = await applicant(app, "approved-1", { mobileNumber, nik, accountNumber });
  const closed = await handedIn({ text: `Kata rahasia ${serial} pertama` }, who.client);
  await act(support, closed, "take");
  await act(support, closed, "answer", { text: "Sudah kami perbaiki." });
  await who.client.post("/api/complaint/ticket/acceptance", {}, { "Idempotency-Key": services.random.uuid() });
  const open = await handedIn({ text: `Kata rahasia ${serial} kedua` }, who.client);
  await who.client.post("/api/document/kind/OTHER_TEXT/note", { note: `Catatan ${serial}` });
  if (withLoan) {
    expect((await sendApplication(who)).status).toBe(200);
    await app.settle();
    await signAndPayOut(who, mobileNumber);
    const { state } = await database
      .selectFrom("loan")
      .select("state")
      .where("borrowerId", "=", who.borrowerId)
      .executeTakeFirstOrThrow();
    expect(state).toBe("ACTIVE");
  }
  return {
    who,
    complaintId: closed.complaintId,
    openId: open.complaintId,
    canaries: [mobileNumber, nik, accountNumber, closed.email, `Kata rahasia ${serial} pertama`, `Catatan ${serial}`],
  };
}

let borrowed: Life;
let visited: Life;
beforeAll(async () => {
  borrowed = await life("6001", true);
  visited = await life("6002", false);
}, 300_000);

it("A process that ends anywhere is gone on with, and the account of it counts each value once.", async () => {
  const { borrowerId } = visited.who;
  const sealedBefore = erasurePartsOf(services).flatMap(({ tables }) => tables).length;
  expect(sealedBefore).toBeGreaterThan(40);
  await transact(database, (trx) => setBorrowerStatus(services, trx, borrowerId, "CLOSED"));
  interruptions = 1;
  await expect(eraseBorrower(services, borrowerId)).rejects.toThrow("while keeping");
  interruptions = 1;
  const key = await keys.borrowerKeys.ciphers(database, [borrowerId]);
  expect(key.size, "nothing is destroyed before all is kept").toBe(1);
  // The next round stores the retained data, destroys the key, and stops while deleting rows.
  held.retain = async () => {};
  await expect(eraseBorrower(services, borrowerId)).rejects.toThrow("while deleting");
  const done = await eraseBorrower(services, borrowerId);
  expect(done).toMatchObject({ keptItems: 0, erasedAt: clock.now() });
  expect(done.unreadableValues).toBeGreaterThan(8);
  expect(done.deletedRows).toBeGreaterThan(10);
  expect(await eraseBorrower(services, borrowerId)).toEqual(done);
});

it("Who never had a loan leaves the tombstone alone: no row, no object, no word.", async () => {
  const { who, canaries, openId, complaintId } = visited;
  await app.settle();
  const after = await dump();
  for (const canary of canaries) expect(after.includes(canary), canary).toBe(false);
  await expect(keys.borrowerKeys.cipher(database, who.borrowerId)).rejects.toThrow("shredded");
  const stays = new Set(
    erasurePartsOf(services).flatMap(({ tables }) =>
      tables.filter(({ keeps }) => keeps === "TRAIL").map(({ table }) => table),
    ),
  );
  for (const { tables } of erasurePartsOf(services))
    for (const table of tables.filter((one) => !one.through && !one.owner && !stays.has(one.table))) {
      const { rows } = await sql`select 1 from ${sql.table(table.table)} where borrower_id = ${who.borrowerId}`.execute(
        database,
      );
      expect(rows.length, table.table).toBe(0);
    }
  expect(await readRetained(services, database, who.borrowerId)).toEqual([]);
  expect(await borrowerStatus(database, who.borrowerId)).toBeNull();
  const complaints = await database
    .selectFrom("complaint")
    .select(["id", "borrowerId", "ownerId", "forgottenAt"])
    .where("id", "in", [openId, complaintId])
    .execute();
  // The open request is processed to its end, under its own key.
  expect(complaints.find(({ id }) => id === openId)).toEqual({
    id: openId,
    borrowerId: null,
    ownerId: openId,
    forgottenAt: null,
  });
  expect(complaints.find(({ id }) => id === complaintId)).toMatchObject({ borrowerId: null });
  expect(complaints.find(({ id }) => id === complaintId)?.forgottenAt).not.toBeNull();
  const cipher = await keys.borrowerKeys.cipher(database, openId);
  const message = await database
    .selectFrom("complaint_message")
    .selectAll()
    .where("complaintId", "=", openId)
    .executeTakeFirstOrThrow();
  expect(
    cipher.open(message.textSealed, { table: "complaint_message", column: "textSealed", row: message.id }),
  ).toContain("kedua");
});

it("After a loan rules keep identity, contract and payee, each under a key of its own, and nothing else opens.", async () => {
  const { who, canaries } = borrowed;
  const { borrowerId } = who;
  const { rows: photos } = await sql<{ objectKey: string }>`
    select object_key from identity_photo where borrower_id = ${borrowerId}`.execute(database);
  const pdfs = await database
    .selectFrom("agreement_document")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .execute();
  const consents = await database.selectFrom("consent").select("id").where("borrowerId", "=", borrowerId).execute();
  expect(consents.length).toBeGreaterThan(0);
  const before = await outside.storage.get(pdfs.find(({ state }) => state === "SIGNED")!.sealedKey!);
  await transact(database, (trx) => setBorrowerStatus(services, trx, borrowerId, "CLOSED"));
  // The files of agreements are not sealed with a key: while the store is down, none is reported as deleted.
  const silent = vi.spyOn(outside.storage, "remove").mockRejectedValue(new Error("The store does not answer."));
  await expect(eraseBorrower(services, borrowerId)).rejects.toThrow("The store does not answer.");
  silent.mockRestore();
  const open = pdfs.flatMap(({ shownKey, sealedKey, textKey }) => [shownKey, sealedKey, textKey]);
  expect(await objects()).toEqual(expect.arrayContaining(open.filter((key) => key !== null)));
  const done = await eraseBorrower(services, borrowerId);
  expect(
    (await objects()).filter((key) => open.includes(key)),
    "gone before any job",
  ).toEqual([]);
  await app.settle();
  expect(done.keptItems).toBeGreaterThan(5);
  const after = await dump();
  for (const canary of canaries) expect(after.includes(canary), canary).toBe(false);
  for (const id of [borrowerId, ...consents.map((consent) => consent.id)])
    await expect(keys.borrowerKeys.cipher(database, id)).rejects.toThrow("shredded");
  const remaining = await objects();
  for (const key of [...photos.map(({ objectKey }) => objectKey), ...pdfs.map(({ shownKey }) => shownKey!)])
    expect(remaining).not.toContain(key);

  const stored = await readRetained(services, database, borrowerId);
  const kinds = new Map(stored.map(({ kind, rule }) => [kind, rule]));
  expect(Object.fromEntries(kinds)).toMatchObject({
    IDENTITY: "IDENTITY_EVIDENCE",
    IDENTITY_PHOTO: "IDENTITY_EVIDENCE",
    AGREEMENT: "CONTRACT",
    SIGNATURE: "CONTRACT",
    PAYEE: "BOOKS",
    BOOKS: "BOOKS",
    CONSENT: "CONSENT_PROOF",
  });
  expect(stored.find(({ kind }) => kind === "IDENTITY")?.value).toMatchObject({ nik: canaries[1] });
  expect(stored.find(({ kind }) => kind === "PAYEE")?.value).toMatchObject({ accountNumber: canaries[2] });
  const signed = stored.find(({ kind, source }) => kind === "AGREEMENT" && source.endsWith(":signedFile"));
  expect(Buffer.from(signed!.object!.bytes).equals(Buffer.from(before!.bytes))).toBe(true);
  expect(stored.find(({ kind }) => kind === "SIGNATURE")?.value).toMatchObject({ otpChannel: "SMS" });
  // The books stay under an id that identifies no person.
  const loans = await database.selectFrom("loan").select("id").where("borrowerId", "=", borrowerId).execute();
  expect(loans).toHaveLength(1);
  expect(
    await database.selectFrom("loan_event").select("id").where("borrowerId", "=", borrowerId).execute(),
  ).not.toEqual([]);
});

it("A backup from before opens no more once the tombstones were applied to it.", async () => {
  const { borrowerId } = borrowed.who;
  const tombstones = await keys.borrowerKeys.tombstones(database, { limit: 10_000 });
  expect(tombstones.map((one) => one.borrowerId)).toContain(borrowerId);
});

it("What a rule keeps is destroyed when the rule ends, and the books with theirs.", async () => {
  const { borrowerId } = borrowed.who;
  const years = (count: number) => clock.moveTo(new Date(clock.now().getTime() + count * 365.25 * 86_400_000));
  years(4.9);
  await services.sweeps.runAllDue(services);
  expect((await readRetained(services, database, borrowerId)).map(({ kind }) => kind)).toContain("IDENTITY");
  const identity = await database
    .selectFrom("retention_item")
    .select("id")
    .where("borrowerId", "=", borrowerId)
    .where("kind", "=", "IDENTITY")
    .executeTakeFirstOrThrow();
  years(0.2);
  await app.settle();
  const remainingOf = (await readRetained(services, database, borrowerId)).map(({ kind }) => kind);
  expect(remainingOf).not.toContain("IDENTITY");
  expect(remainingOf).toContain("AGREEMENT");
  await expect(keys.borrowerKeys.cipher(database, identity.id)).rejects.toThrow("shredded");
  years(5);
  await app.settle();
  expect(await readRetained(services, database, borrowerId)).toEqual([]);
  for (const table of ["loan", "loan_event", "repayment_event", "bank_transfer", "borrower", "underwriting_finding"]) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where borrower_id = ${borrowerId}`.execute(database);
    expect(rows.length, table).toBe(0);
  }
});

it("Rows that only grow may be deleted of a forgotten borrower alone.", async () => {
  const other = await life("6003", true);
  const tried: string[] = [];
  for (const table of [
    "loan_event",
    "repayment_event",
    "underwriting_finding",
    "underwriting_step",
    "agreement_signing",
  ]) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where borrower_id = ${other.who.borrowerId}`.execute(
      database,
    );
    if (rows.length === 0) continue;
    tried.push(table);
    const deletion = sql`delete from ${sql.table(table)} where borrower_id = ${other.who.borrowerId}`.execute(database);
    await expect(deletion, table).rejects.toThrow("append-only");
  }
  expect(tried).toEqual(["loan_event", "underwriting_finding", "underwriting_step", "agreement_signing"]);
});
