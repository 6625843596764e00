/**
 * Somebody who used everything that there is closes the account: what the copy of the data shows, and every sealed value of it, is
 * unreadable afterwards, and the certificate counts what the registry counted. // Spec account 6, 11
 */
import { sql } from "kysely";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { partsOf, readRetained } from "#features/account/privacy/server/erasing.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { createLog } from "#server/log.server.ts";
import { fieldsOf, personalDataOf, sealedValues, type PersonalTable } from "#server/personal-data/index.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { campaignsOf } from "#tests/support/campaigns.ts";
import { complaintsOf } from "#tests/support/complaint.ts";
import { coupon } from "#tests/support/coupon.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { applicant, sendApplication } from "#tests/support/person.ts";
import { repaying } from "#tests/support/repaying.ts";
import { reward } from "#tests/support/wallet.ts";
import { billOf } from "#features/credit/repayment/server/index.ts";
import { inviteToQuestionnaire } from "#features/account/questionnaire/server/index.ts";
import { receivePayment } from "../../../credit/repayment/server/payments.ts";

/** Counted by a reader of its own at the moment at which the forgetting begins. */
let sealedThen = -1;
let counted = "";
const witness: Domain = {
  personalData: {
    ...personalDataOf([]),
    retain: async (_services, borrowerId) => {
      if (borrowerId !== counted || sealedThen >= 0) return;
      sealedThen = 0;
      // A complaint that is still open is answered to its end, under a key of its own: it is not forgotten here.
      for (const table of tables().filter((one) => !one.table.startsWith("complaint")))
        sealedThen += await sealedValues(database, borrowerId, table);
    },
  },
};
const lines: string[] = [];
const log = createLog({ now: () => new Date(0), sink: (line) => void lines.push(String(line)) });
const app = await testApp({ campaigns: true, domains: [witness], log });
const { services, clock } = app;
const { database, keys, outside } = services;
await app.settle();
const { accountAt } = repaying(app);
const { act } = campaignsOf(app);
const { handedIn } = complaintsOf(app);
const { enter, nextNumber } = loggingIn(app);
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const tables = (): PersonalTable[] => partsOf(services).flatMap((part) => part.tables);
const ok = async (answered: Promise<{ status: number; text: string }>): Promise<void> => {
  const { status, text } = await answered;
  expect(status, text).toBeLessThan(300);
};

/** Words that stand nowhere else. */
const words = {
  note: "Kenari catatan dokumen",
  social: "kenari.sosial",
  lender: "Kenari Pinjaman",
  lookup: "kenari@contoh.id",
  email: "kenari.surat@contoh.id",
  complaint: "Kenari pengaduan saya",
  leaving: "Kenari alasan pergi",
  question: "Kenari jawaban",
} as const;

async function answerQuestionnaire(client: TestClient, borrowerId: string): Promise<void> {
  await transact(database, (trx) => inviteToQuestionnaire(services, trx, { borrowerId, eventType: "AFTER_PAYOFF" }));
  const { body } = await client.get("/api/user/questionnaire/event/AFTER_PAYOFF");
  const valueOf = (one: { type: string; options?: { value: string }[] }) => {
    const option = one.options?.[0]?.value ?? "";
    if (one.type === "text") return words.question;
    if (one.type === "multiple") return [option];
    return one.type === "single" ? option : one.type === "date" ? "2026-11-01" : 1;
  };
  const answers = (body.questions ?? []).map((one: { questionKey: string; type: string }) => ({
    questionKey: one.questionKey,
    value: valueOf(one),
  }));
  const { questionnaireKey, version } = body;
  await client.post("/api/user/questionnaire", { questionnaireKey, version, answers });
}

async function proveAddress(borrowerId: string): Promise<void> {
  const client = await app.loggedIn(borrowerId, "EMAIL");
  const { verificationId } = (await client.post("/api/email", { email: words.email })).body;
  await app.settle();
  const [mail] = await outside.sandbox!.messages.list({ to: words.email });
  await ok(client.post("/api/email/verify", { verificationId, code: mail?.code ?? "" }));
}

async function rewards(client: TestClient, borrowerId: string, bankAccountId: string): Promise<void> {
  await ok(act(client, "check-in-daily", "check-in"));
  await ok(act(client, "toy-egg-1", "check-in"));
  await act(client, "watering", "join", { agree: true });
  await act(client, "watering", "check-in");
  await act(client, "wish-dream", "join", { agree: true, wishKey: "WISH_25000" });
  await act(client, "wish-dream", "check-in");
  await coupon(app, borrowerId, "interest-10000");
  await reward(app, borrowerId, 60_000);
  const withdrawing = await app.loggedIn(borrowerId, "STEP_UP_WITHDRAW");
  await database
    .updateTable("bank_account")
    .set({ verified_at: new Date(clock.now().getTime() - 48 * 3_600_000) })
    .where("id", "=", bankAccountId)
    .execute();
  await ok(withdrawing.post("/api/wallet/withdraw", { amountRupiah: 20_000, bankAccountId }, key()));
  const { code } = (await client.get("/api/invitation")).body;
  await enter(app.client(), nextNumber(), { invitationCode: code });
  await app.settle();
}

/** A loan that was paid back, and every other thing that the product can be used for. */
async function life() {
  const mobileNumber = "081255580001";
  const who = await applicant(app, "approved-1", {
    mobileNumber,
    nik: "3174015704948801",
    accountNumber: "7733000101",
  });
  const { borrowerId, client } = who;
  await ok(client.post("/api/document/kind/OTHER_TEXT/note", { note: words.note }));
  await ok(client.post("/api/social-accounts", { network: "INSTAGRAM", name: words.social, consent: true }));
  await ok(client.post("/api/competitors", { lenderName: words.lender, limitRupiah: 3_000_000, consent: true }));
  await ok(client.post("/api/profile/optional-info", { dependants: 2, housing: "ROOM", consent: true }));
  await ok(client.post("/api/lookup/BPJS", { account: words.lookup, credential: "plain", consent: true }));
  const { linkId } = (await client.post("/api/account-link", { kind: "BANK", consent: true })).body;
  await ok(
    client.post(`/api/account-link/${linkId}`, { institution: "BCA", userId: "siti2024", credential: "abc123" }),
  );
  await handedIn({ text: words.complaint }, client);
  await proveAddress(borrowerId);
  await rewards(client, borrowerId, who.bankAccountId);
  expect((await sendApplication(who)).status).toBe(200);
  await app.settle();
  const loanId = await signAndPayOut(client, mobileNumber);
  const reference = await accountAt(client);
  const amountRupiah = (await billOf(services, database, borrowerId, loanId))!.payoffRupiah;
  const payment = { paymentId: `p-${loanId}`, rail: "VIRTUAL_ACCOUNT" as const, reference, amountRupiah };
  await transact(database, (trx) => receivePayment(services, trx, { ...payment, paidAt: clock.now() }));
  await app.pass(60, 30);
  await app.settle();
  await answerQuestionnaire(client, borrowerId);
  return who;
}

/** Signs by a code; the money arrives. */
async function signAndPayOut(client: TestClient, mobileNumber: string): Promise<string> {
  const { loanId, toSign } = (await client.get("/api/agreement")).body;
  const { hash } = toSign;
  await client.post(`/api/agreement/${loanId}/accept`, { hash, read: true, platforms: true });
  clock.advance(61_000);
  const purpose = { purpose: "STEP_UP_SIGN", channel: "SMS" };
  const { verificationId } = (await client.post("/api/mobile/sendVerificationWithoutCaptcha", purpose)).body;
  const [message] = await outside.sandbox!.messages.list({ to: mobileNumber });
  const code = message?.code ?? "";
  await ok(client.post(`/api/agreement/${loanId}/sign`, { hash, verificationId, code }, key()));
  await app.pass(180, 30);
  return loanId as string;
}

/** Every row of every table as text, without the sandbox's own partners. */
async function dump(): Promise<string> {
  const { rows: all } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name not like 'sandbox%'`.execute(
    database,
  );
  const texts: string[] = [];
  for (const { name } of all) {
    const { rows } = await sql<{ row: unknown }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(database);
    texts.push(...rows.map(({ row }) => JSON.stringify(row)));
  }
  return texts.join("\n");
}

/** Tables of the registry in which the borrower has a row of its own. */
async function filled(borrowerId: string): Promise<string[]> {
  const found: string[] = [];
  for (const { table, owner, through } of tables()) {
    if (through) continue;
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where ${sql.ref(owner ?? "borrower_id")}::text = ${borrowerId} limit 1`.execute(
        database,
      );
    if (rows.length > 0) found.push(table);
  }
  return found;
}

/** What the readable copy says, as the borrower gets it. */
async function copyOf(borrowerId: string): Promise<Record<string, Uint8Array>> {
  const client = await app.loggedIn(borrowerId, "DATA_EXPORT");
  const { id } = (await client.post("/api/privacy/export", {})).body;
  await app.settle();
  const { object_key } = await database
    .selectFrom("data_export")
    .select("object_key")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const stored = (await outside.storage.get(object_key!))!;
  const place = { table: "data_export", column: "object_key", row: id as string };
  return unzipSync(new Uint8Array(await keys.borrowerKeys.openBytes(database, borrowerId, stored.bytes, place)));
}

let borrowerId = "";
let bankAccountId = "";
let before: string[] = [];
let copy: Record<string, Uint8Array> = {};
beforeAll(async () => {
  ({ borrowerId, bankAccountId } = await life());
  counted = borrowerId;
  before = await filled(borrowerId);
  copy = await copyOf(borrowerId);
}, 600_000);

describe("somebody who used everything", () => {
  it("has rows of every wing, and a copy with each field of each and what was typed", () => {
    for (const table of [
      "social_account",
      "competitor",
      "lookup",
      "account_link",
      "consent",
      "complaint",
      "notice",
      "coupon",
      "campaign_ticket",
      "campaign_entrant",
      "campaign_fact",
      "invitation",
      "invitation_code",
      "wallet",
      "wallet_withdrawal",
      "points_record",
      "loan",
      "bank_account",
      "identity",
    ])
      expect(before, table).toContain(table);
    for (const table of tables()) {
      const file = copy[`data/${table.table}.json`];
      expect(file, table.table).toBeDefined();
      const section = JSON.parse(strFromU8(file!)) as { fields: string[]; rows: Record<string, unknown>[] };
      expect(section.fields, table.table).toEqual(fieldsOf(table));
      for (const row of section.rows)
        expect(Object.keys(row).toSorted(), table.table).toEqual([...fieldsOf(table)].toSorted());
      if (before.includes(table.table)) expect(section.rows.length, table.table).toBeGreaterThan(0);
    }
    const said = Object.entries(copy)
      .filter(([path]) => path.endsWith(".json"))
      .map(([, bytes]) => strFromU8(bytes))
      .join("\n");
    for (const word of [words.note, words.social, words.lender, words.email, words.complaint])
      expect(said, word).toContain(word);
  });

  it(
    "leaves nothing that can be read, and a certificate with the registry's figures",
    { timeout: 300_000 },
    async () => {
      const typed = JSON.parse(strFromU8(copy["data/identity.json"]!)) as { rows: { nik: string; fullName: string }[] };
      const number = JSON.parse(strFromU8(copy["data/verified_number.json"]!)) as { rows: { mobileNumber: string }[] };
      const canaries = [...Object.values(words), typed.rows[0]!.nik, number.rows[0]!.mobileNumber];
      const client = await app.loggedIn(borrowerId, "CANCEL");
      const { blockers } = (await client.get("/api/account-closure")).body;
      expect(blockers).toEqual([{ code: "BALANCE", path: "/webview/cancel-account" }]);
      const asked = await client.post(
        "/api/account-closure",
        { reasons: ["OTHER"], description: words.leaving, acceptLost: true, balanceTo: bankAccountId },
        key(),
      );
      expect(asked.status, asked.text).toBe(200);
      await app.pass(60, 30);
      clock.advance(72 * 3_600_000);
      await app.settle();
      await app.settle();
      const { closureId } = asked.body;
      const certificate = (await app.client().get(`/api/account-closure/certificate/${closureId}`)).body;
      expect(certificate.erasedAt).not.toBeNull();
      expect(sealedThen).toBeGreaterThan(40);
      expect(certificate.unreadableValues).toBe(sealedThen);
      const erasure = await database
        .selectFrom("erasure")
        .selectAll()
        .where("borrower_id", "=", borrowerId)
        .executeTakeFirstOrThrow();
      expect(certificate.deletedRows).toBe(erasure.deleted_rows);
      const kept = await readRetained(services, database, borrowerId);
      const counts = (certificate.kept as { count: number }[]).reduce((sum, { count }) => sum + count, 0);
      expect([counts, erasure.kept_items]).toEqual([kept.length, kept.length]);

      await expect(keys.borrowerKeys.box(database, borrowerId)).rejects.toThrow("shredded");
      const left = await dump();
      for (const canary of canaries) expect(left.includes(canary), canary).toBe(false);
      const written = lines.join("\n");
      for (const canary of canaries) expect(written.includes(canary), canary).toBe(false);
      const stays = new Set(tables().flatMap(({ table, keeps }) => (keeps === "NOTHING" ? [] : [table])));
      expect((await filled(borrowerId)).filter((table) => !stays.has(table))).toEqual([]);
      const keptObjects = new Set(
        (await database.selectFrom("retention_item").select("object_key").execute()).map((row) => row.object_key),
      );
      for (let after: string | undefined; ;) {
        const page = await outside.storage.list(after);
        for (const { key: objectKey } of page.items) {
          if (keptObjects.has(objectKey)) continue;
          const { bytes } = (await outside.storage.get(objectKey))!;
          const text = Buffer.from(bytes).toString("latin1");
          for (const canary of canaries) expect(text.includes(canary), `${objectKey} ${canary}`).toBe(false);
        }
        if (page.next === null) break;
        after = page.next;
      }
    },
  );
});
