/** Abuse of complaints: canaries in stored data and logs, races, floods. // Threats E4t, F1, G6, G7 */
import { describe, expect, it } from "vitest";
import { sql } from "kysely";
import { testApp } from "#tests/support/app.ts";
import { codeOf, complaintsOf } from "#tests/support/complaint.ts";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { createLog } from "#server/process/log.server.ts";

const lines: string[] = [];
const app = await testApp({
  start: "2026-11-21T10:00:00+07:00",
  log: createLog({ now: () => new Date(0), sink: (line) => void lines.push(line) }),
});
const { services } = app;
const { database } = services;
const { act, admin, address, captchaFor, caseOf, handedIn, key, support, ticketOf, words } = complaintsOf(app);

/** Text that breaks lines, terminals, SQL and markup unless escaped. */
const hostile = [
  "line\r\nERROR forged=1",
  "\u001B[31mred\u001B[0m",
  "'; drop table complaint; --",
  "<script>window.ran=1</script>",
  "{{7*7}} ${7*7}",
  "\u202Egnp.exe",
  '=HYPERLINK("https://x")',
  "a".repeat(2000),
];

describe("what a stranger writes", () => {
  it("comes back as it was written, to its person and to staff, whatever it is", async () => {
    for (const text of hostile) {
      const handed = await handedIn({ text });
      const shown = text.replace(/\r\n?/g, "\n").trim();
      expect((await ticketOf(handed)).messages[0].text).toBe(shown);
      expect((await caseOf(handed)).messages[0].text).toBe(shown);
      expect((await act(support, handed, "note", { text })).status).toBe(200);
    }
  });

  it("is refused at its field where it holds what no text can", async () => {
    const client = await app.loggedIn(services.random.uuid());
    const sent = await client.post("/api/complaint", words({ text: "\u0000nul" }), key());
    expect([sent.status, sent.body.status.fields[0].path]).toEqual([422, "text"]);
  });

  it("lies nowhere in the database in the clear, nor does the address; not in jobs, first answers or the trail either", async () => {
    const canary = "kenari-7f3a9";
    const email = `${canary}@contoh.id`;
    const handed = await handedIn({ text: `Nomor saya ${canary}.`, email });
    await handed.client.post("/api/complaint/ticket/message", { text: canary }, key());
    await act(support, handed, "note", { text: canary });
    await act(support, handed, "answer", { text: canary });
    await handed.client.post("/api/complaint/ticket/refusal", { text: canary }, key());
    const tables = (
      await sql<{
        name: string;
      }>`select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss')`.execute(
        database,
      )
    ).rows;
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{
        hits: number;
      }>`select count(*)::integer as hits from ${sql.raw(name)} as one where one::text like ${`%${canary}%`}`.execute(
        database,
      );
      if ((rows[0]?.hits ?? 0) > 0) found.push(name);
    }
    expect(tables.length).toBeGreaterThan(50);
    expect(found).toEqual([]);
    await app.settle();
    expect(lines.filter((line) => line.includes(canary))).toEqual([]);
  });

  it("makes no line of its own in the log, also where a call fails", async () => {
    const handed = await handedIn();
    await database
      .updateTable("complaint_message")
      .set({ textSealed: "broken\r\nERROR forged=1" })
      .where("complaintId", "=", handed.complaintId)
      .execute();
    expect((await handed.client.get("/api/complaint/ticket")).status).toBe(500);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => /[\r\n]/.test(line.replace(/\n$/, "")) || /forged=1/.test(line))).toEqual([]);
  });

  it("reaches nobody's mailbox as a subject or a header", async () => {
    for (const email of [
      "a@contoh.id\r\nBcc: b@contoh.id",
      "a@contoh.id, b@contoh.id",
      "<a@contoh.id>",
      "a@contoh.id\u0000",
    ]) {
      const client = await app.loggedIn(services.random.uuid());
      const sent = await client.post("/api/complaint", words({ email }), key());
      expect(codeOf(sent), email).toEqual([422, "INPUT_INVALID"]);
    }
  });
});

describe("at the same moment", () => {
  it("accepting and refusing an answer, one happens", async () => {
    const handed = await handedIn();
    await act(support, handed, "answer", { text: "Sudah." });
    const both = await Promise.all([
      handed.client.post("/api/complaint/ticket/acceptance", {}, key()),
      handed.client.post("/api/complaint/ticket/refusal", { text: "Belum." }, key()),
    ]);
    const [accepted, refused] = both.map(({ status }) => status);
    // If the acceptance comes first, the complaint ends. If the refusal comes first, it opens again and can still be closed.
    expect([
      [200, 409],
      [200, 200],
    ]).toContainEqual([accepted, refused]);
    const events = (await caseOf(handed)).events.map(({ cause }: { cause: string }) => cause);
    expect(
      events.filter((cause: string) => cause === "ACCEPTED").length +
        events.filter((cause: string) => cause === "REFUSED").length,
    ).toBe(1);
  });

  it("extending twenty times, one counts", async () => {
    const handed = await handedIn();
    const all = await Promise.all(
      Array.from({ length: 20 }, () => act(support, handed, "extension", { reason: "Menunggu rekaman operator." })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await caseOf(handed)).dueOn).toBe("2026-12-18");
  });

  it("one person's same answer sent twice under one key is one answer", async () => {
    const handed = await handedIn();
    const client = await app.staff("0190cccc-0000-7000-8000-000000000003", ["admin"]);
    const sent = key();
    const twice = await Promise.all(
      [1, 2].map(() => client.post(`/api/staff/complaints/${handed.complaintId}/answer`, { text: "Sudah." }, sent)),
    );
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await caseOf(handed)).mails.filter(({ kind }: { kind: string }) => kind === "ANSWERED")).toHaveLength(1);
  });
});

describe("a flood", () => {
  it("of messages to one ticket is stopped, and the ticket stays readable", async () => {
    const handed = await handedIn();
    const answers = [];
    for (let n = 0; n < 21; n++)
      answers.push(await handed.client.post("/api/complaint/ticket/message", { text: `Pesan ${n}` }, key()));
    expect(
      answers
        .map(({ status }) => status)
        .slice(0, 20)
        .every((status) => status === 200),
    ).toBe(true);
    expect(codeOf(answers[20]!)).toEqual([429, "RATE_LIMITED"]);
    expect((await ticketOf(handed)).messages).toHaveLength(21);
  });

  it("of complaints for one mailbox is stopped, also from many visitors", async () => {
    const email = address();
    for (let n = 0; n < 5; n++) await handedIn({ email });
    const visitor = app.client();
    const late = { ...words({ email }), ...(await captchaFor(visitor)) };
    expect(codeOf(await visitor.post("/api/complaint", late, key()))).toEqual([429, "RATE_LIMITED"]);
    // Its logged-in owner is counted separately; so are many accounts, which together do not fill a mailbox either.
    const answers = [];
    for (let n = 0; n < 6; n++) {
      const client = await app.loggedIn(services.random.uuid());
      answers.push((await client.post("/api/complaint", words({ email }), key())).status);
    }
    expect(answers).toEqual([201, 201, 201, 201, 201, 429]);
  });

  it("of one account's complaints is stopped, to a proven address as well", async () => {
    const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber: "081255500001" }));
    const client = await app.loggedIn(borrowerId, "EMAIL");
    const email = address();
    const { verificationId } = (await client.post("/api/email", { email })).body;
    await app.settle();
    const [mail] = await services.outside.sandbox!.messages.list({ to: email });
    expect((await client.post("/api/email/verify", { verificationId, code: mail!.code })).status).toBe(200);
    for (let n = 0; n < 10; n++) {
      const visitor = app.client();
      await visitor.post("/api/complaint", { ...words({ email }), ...(await captchaFor(visitor)) }, key());
      const other = await app.loggedIn(services.random.uuid());
      await other.post("/api/complaint", words({ email }), key());
    }
    const own = [];
    for (let n = 0; n < 6; n++) own.push((await client.post("/api/complaint", words({ email }), key())).status);
    expect(own).toEqual([201, 201, 201, 201, 201, 429]);
  });

  it("of fields that no form has is refused", async () => {
    const client = await app.loggedIn(services.random.uuid());
    expect(
      codeOf(
        await client.post("/api/complaint", { ...words(), state: "CLOSED", borrowerId: services.random.uuid() }, key()),
      ),
    ).toEqual([422, "INPUT_INVALID"]);
    expect(
      codeOf(
        await admin.post("/api/staff/complaint-holidays", {
          day: "2027-02-01",
          kind: "NATIONAL",
          name: "x",
          source: "y",
          recordedAt: "2020-01-01",
        }),
      ),
    ).toEqual([422, "INPUT_INVALID"]);
  });
});
