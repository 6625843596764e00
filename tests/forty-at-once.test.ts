/**
 * What a borrower writes in the account wing, sent forty times at once: one effect, and each of the others the same answer or a clear
 * code. Codes, files, closing, merging, links and look-ups have theirs beside their domains. // Spec account 12
 */
import { sql } from "kysely";
import { expect, it } from "vitest";
import { testApp, type TestClient, type TestResponse } from "./support/app.ts";
import { changingNumber } from "./support/changing-number.ts";

const app = await testApp();
const { services } = app;
const { owner } = await changingNumber(app);

interface Write {
  name: string;
  send(client: TestClient, index: number): Promise<TestResponse>;
  /** What stands afterwards: so many rows of this table are the borrower's. */
  table: string;
  where?: string;
  /** What the others may be answered, beside the same. */
  codes?: readonly string[];
}
const post = (path: string, body: object, isIdempotent = false) => ({
  send: (client: TestClient) =>
    client.post(path, body, isIdempotent ? { "Idempotency-Key": services.random.uuid() } : {}),
});

const writes: Write[] = [
  {
    name: "optional information",
    ...post("/api/profile/optional-info", { dependants: 2, consent: true }),
    table: "optional_information",
  },
  {
    name: "its consent",
    ...post("/api/profile/optional-info", { dependants: 3, consent: true }),
    table: "consent",
    where: "kind = 'OPTIONAL_INFO' and state = 'STANDING'",
  },
  { name: "the mother's name", ...post("/api/profile/mother-surname", { name: "Sri Wahyuni" }), table: "mothers_name" },
  {
    name: "a lender's limit",
    ...post("/api/competitors", { lenderKey: "JULO", limitRupiah: 3_000_000, consent: true }),
    table: "competitor",
  },
  {
    name: "a public name",
    ...post("/api/social-accounts", { network: "INSTAGRAM", name: "siti.rahayu", consent: true }),
    table: "social_account",
  },
  {
    name: "a request about one's data",
    ...post("/api/privacy/requests", { kind: "OTHER", text: "Mohon jelaskan pemrosesan data saya." }, true),
    table: "data_request",
    codes: ["DATA_REQUEST_OPEN"],
  },
  {
    name: "the check of other platforms",
    ...post("/api/profile/platform-check", { consent: true }),
    table: "platform_check",
  },
  {
    name: "a correction of the identity",
    ...post("/api/identity-correction", {}),
    table: "change_request",
    where: "kind = 'IDENTITY_CORRECTION'",
  },
  {
    name: "promotion switched on",
    ...post("/api/privacy/consents", { kind: "PROMOTION", on: true }),
    table: "consent",
    where: "kind = 'PROMOTION' and state = 'STANDING'",
  },
];

it.each(writes)("$name: one effect of forty at once", async ({ send, table, where, codes = [] }) => {
  const { borrowerId, client } = await owner();
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => send(client, index)));
  const done = answers.filter(({ status }) => status < 300);
  expect(done.length, answers[0]!.text).toBeGreaterThan(0);
  for (const { status, body, text } of answers) {
    if (status < 300) continue;
    expect(status, text).toBeLessThan(500);
    expect(codes, text).toContain(body.status.code);
  }
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from ${sql.table(table)} where borrower_id = ${borrowerId} and ${sql.raw(where ?? "true")}`.execute(
    services.database,
  );
  expect(Number(rows[0]!.count)).toBe(1);
});
