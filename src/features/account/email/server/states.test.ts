/**
 * After any order of actions by the borrower, the mailbox's owner, the relay and the clock, the addresses are in a
 * permitted state.
 */
import fc from "fast-check";
import { CompiledQuery, sql } from "kysely";
import { expect, it } from "vitest";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { mailReported } from "#features/platform/delivery/server/index.ts";
import { transact } from "#server/database.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { emailRequestStates } from "./lifecycle.ts";
import { countOthersWith, dueEmailRequests, findMail, newestEmailRequest, openEmailRequest } from "./store.ts";
import { statementsOf } from "#tests/support/statements.ts";

const lines: string[] = [];
const log = createLog({ now: () => new Date(0), sink: (line) => void lines.push(line), level: "debug" });
const app = await testApp({ log });
const { services, clock } = app;
const { database } = services;
let made = 0;

interface Mail {
  address: number;
  verificationId: string;
  code: string;
  link: string;
}
const actions = ["name", "resend", "code", "confirm", "disown", "bounce", "complain", "wait", "day", "remove"] as const;
const action = fc.record({ what: fc.constantFrom(...actions), of: fc.nat(2) });

it("one address is in force at most, proven by whoever reads it; one is asked for at most; nothing comes back from where it ended", async () => {
  const check = async (wanted: { what: (typeof actions)[number]; of: number }[]) => {
    const run = ++made;
    const mobileNumber = `08${String(1_500_000_000 + run * 1_000_007)}`;
    const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
    const addressOf = (of: number) => `sari.${run}.${of}@contoh.id`;
    const mails: Mail[] = [];
    const barred = new Set<number>();
    const answered = new Set<number>();
    for (const { what, of } of wanted) {
      const client = await app.loggedIn(borrowerId, "EMAIL");
      const mail = mails.findLast(({ address }) => address === of);
      const before = await standing(borrowerId);
      if (what === "name" || what === "resend") await ask(client, what, addressOf(of), mails);
      else if (what === "wait" || what === "day") clock.advance(what === "day" ? 24.01 * 3_600_000 : 61_000);
      else if (what === "remove") await client.post("/api/email/remove", {});
      else if (mail) await answer(client, what, mail);
      await app.settle();
      const after = await standing(borrowerId);
      if (after.force !== null && after.force !== before.force) {
        expect(["code", "confirm"]).toContain(what);
        answered.add(of);
        expect(after.force).toBe(services.keys.blindIndex("email", addressOf(of)));
        expect(barred.has(of)).toBe(false);
      }
      if (before.force !== null && after.force === null) expect(["remove", "disown"]).toContain(what);
      for (const [id, state] of before.states)
        if (state === "FAILED" && after.states.has(id)) expect(after.states.get(id)).toBe("FAILED");
      if (after.barredCount > before.barredCount) {
        expect(["disown", "complain"]).toContain(what);
        barred.add(of);
      }
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 14 }), check), { numRuns: 12 });
}, 300_000);

/** A mail's code is entered in the session that requested it; each step here creates a new session. */
async function ask(client: TestClient, what: "name" | "resend", email: string, mails: Mail[]): Promise<void> {
  clock.advance(61_000);
  const sent = await client.post(
    what === "name" ? "/api/email" : "/api/email/resend",
    what === "name" ? { email } : {},
  );
  if (sent.status !== 200) return;
  await app.settle();
  const found = await findMail(database, sent.body.verificationId);
  const request = await openEmailRequest(database, found!.borrowerId);
  const [, run] = /sari\.(\d+)\./.exec(email)!;
  const named = [0, 1, 2].find(
    (one) => services.keys.blindIndex("email", `sari.${run}.${one}@contoh.id`) === request!.addressIndex,
  );
  const [mail] = await services.outside.sandbox!.messages.list({ to: `sari.${run}.${named}@contoh.id` });
  mails.push({ address: named!, verificationId: sent.body.verificationId, code: mail!.code!, link: mail!.link! });
  typing.set(sent.body.verificationId, client);
}
const typing = new Map<string, TestClient>();

async function answer(client: TestClient, what: (typeof actions)[number], mail: Mail): Promise<void> {
  const { verificationId, code } = mail;
  if (what === "code") {
    await (typing.get(verificationId) ?? client).post("/api/email/verify", { verificationId, code });
    return;
  }
  if (what === "bounce" || what === "complain") {
    const outcome = what === "bounce" ? ("BOUNCED" as const) : ("COMPLAINED" as const);
    await transact(database, (trx) =>
      services.events.announce(trx, mailReported, {
        id: `${verificationId}_${outcome}`,
        at: clock.now(),
        messageId: verificationId,
        outcome,
      }),
    );
    return;
  }
  const owner = app.client();
  owner.cookies.set("link", new URL(mail.link).searchParams.get("t")!);
  await owner.post("/api/email/link", { answer: what === "confirm" ? "CONFIRM" : "NOT_MINE" });
}

/** The current rows of the borrower, after checking the invariants. */
async function standing(borrowerId: string) {
  const requests = await database
    .selectFrom("email_request")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .execute();
  const account = await database
    .selectFrom("email_account")
    .selectAll()
    .where("borrowerId", "=", borrowerId)
    .executeTakeFirst();
  expect(requests.filter(({ endedAt }) => endedAt === null).length).toBeLessThanOrEqual(1);
  if (account?.addressIndex) {
    const proof = requests.find(({ id }) => id === account.requestId);
    expect(proof).toMatchObject({ state: "VERIFIED", addressIndex: account.addressIndex });
  }
  for (const request of requests) {
    const events = await emailRequestStates.events(database, request.id);
    expect(events.at(-1)?.to).toBe(request.state);
    if (request.cause) expect(events.at(-1)?.cause).toBe(request.cause);
  }
  const barred = await database
    .selectFrom("email_barred")
    .select("addressIndex")
    .where("borrowerId", "=", borrowerId)
    .execute();
  return {
    force: account?.addressIndex ?? null,
    states: new Map(requests.map(({ id, state }) => [id, state])),
    barredCount: barred.length,
  };
}

it("an address stands in no table, no job and no line of the log as it is written", async () => {
  const canary = "kenari.rahasia@contoh.id";
  const mobileNumber = "081499999901";
  const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
  const client = await app.loggedIn(borrowerId, "EMAIL");
  const sent = await client.post("/api/email", { email: canary });
  await app.settle();
  const [mail] = await services.outside.sandbox!.messages.list({ to: canary });
  await client.post("/api/email/verify", { verificationId: sent.body.verificationId, code: mail!.code });
  await app.settle();
  await client.post("/api/email", { email: "kenari.lain@contoh.id" });
  await client.post("/api/email/remove", {});
  await app.settle();
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'pgboss')`.execute(database);
  expect(tables.length).toBeGreaterThan(60);
  for (const { name } of tables) {
    const { rows } = await database.executeQuery<{ line: string }>(
      CompiledQuery.raw(
        `select t::text as line from ${name} t where t::text ilike '%kenari%' or t::text like '%' || $1 || '%'`,
        [mail!.code],
      ),
    );
    // A hash may contain six digits by chance, but not the address.
    expect(
      rows.filter(({ line }) => /kenari/i.test(line)),
      name,
    ).toEqual([]);
  }
  expect(lines.join("\n")).not.toMatch(/kenari/i);
  const request = await newestEmailRequest(database, borrowerId);
  expect(mail!.link).not.toContain("kenari");
  expect(request?.addressSealed).not.toContain("kenari");
});

it("each question about one borrower, address or mail costs what it finds", async () => {
  await sql`insert into email_request (borrower_id, id, state, cause, address_index, address_sealed, created_at, expires_at, ended_at)
    select gen_random_uuid(), gen_random_uuid(), 'FAILED', 'EXPIRED', n::text, 's', now(), now(), now() from generate_series(1, 20000) n`.execute(
    database,
  );
  await sql`insert into email_account (borrower_id, address_index, address_sealed, request_id, verified_at)
    select gen_random_uuid(), n::text, 's', gen_random_uuid(), now() from generate_series(1, 20000) n`.execute(
    database,
  );
  await sql`insert into email_mail (borrower_id, id, request_id, status, language, brand_id, written_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'SENT', 'id', 'tunai', now() from generate_series(1, 20000) n`.execute(
    database,
  );
  await sql`analyze email_request, email_account, email_mail`.execute(database);
  const id = services.random.uuid();
  const sent = await statementsOf(async () => {
    const client = await app.loggedIn(id, "EMAIL");
    await client.get("/api/email");
    await client.post("/api/email", { email: "tanya@contoh.id" });
    await client.post("/api/email/remove", {});
    await countOthersWith(database, id, "7", 20);
    await dueEmailRequests(database, clock.now(), 100);
    await findMail(database, id);
  });
  const statements = sent.filter(({ text }) =>
    /^\s*(?:select|update|delete)\b.*\bemail_(?:account|request|mail|barred)\b/is.test(text),
  );
  // Each table is queried here, whichever sweep has run in between.
  for (const table of ["email_account", "email_request", "email_mail", "email_barred"])
    expect(statements.filter(({ text }) => text.includes(table)).length, table).toBeGreaterThan(0);
  for (const { text, values } of statements) {
    const { rows } = await database.executeQuery<{ "QUERY PLAN": string }>(
      CompiledQuery.raw(`explain (costs off) ${text}`, values),
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n"), text).not.toMatch(
      /Seq Scan on email_(?:account|request|mail)\b/,
    );
  }
});
