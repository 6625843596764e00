/** Login methods of the console among many rows: each query uses its index. */
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { plansOf } from "#tests/support/plans.ts";
import { findMemberBySignOn } from "./member-store.ts";
import {
  addPasskeyChallenge,
  findPasskey,
  listPasskeys,
  markAsCopied,
  notePasskeyUse,
  removeEndedChallenges,
  removePasskeyRow,
  removePasskeysOf,
  useChallenge,
  writeName,
} from "./passkey-store.ts";
import {
  addSignOn,
  beginChecks,
  findWaitingSignOn,
  removeEndedSignOns,
  removeSignOn,
  removeSignOnsOf,
  takeDueSignOns,
} from "./sign-on-store.ts";

const app = await testApp({ isIdle: true });
const { services, clock } = app;
const { database, random } = services;
const staffId = random.uuid();
const signOnId = random.uuid();
const now = clock.now();
const later = new Date(now.getTime() + 3_600_000);

beforeAll(async () => {
  await sql`insert into staff_member (id, name, email_index, email_sealed, roles, status, sign_on_subject, created_at)
    select gen_random_uuid(), 'Petugas', 'index ' || n, '', '{support}', 'INVITED', 'subject ' || n, ${now}
    from generate_series(1, 20000) as n`.execute(database);
  await sql`insert into staff_sign_on (id, staff_id, session_id, created_at, check_at, ends_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), ${now},
      ${later}::timestamptz + n * interval '1 second', ${later}::timestamptz + n * interval '1 second'
    from generate_series(1, 20000) as n`.execute(database);
  await sql`insert into staff_passkey (id, staff_id, credential_id, public_key, counter, transports, name, created_at)
    select gen_random_uuid(), gen_random_uuid(), 'credential ' || n, '', 0, '{}', 'Kunci', ${now}
    from generate_series(1, 20000) as n`.execute(database);
  await sql`insert into staff_passkey_challenge (challenge_mac, expires_at)
    select 'mac ' || n, ${later}::timestamptz + n * interval '1 second' from generate_series(1, 20000) as n`.execute(
    database,
  );
  await sql`analyze staff_member, staff_sign_on, staff_passkey, staff_passkey_challenge`.execute(database);
});

it("finds the member of a company account, and sign-ins that wait, are due or over", async () => {
  const plan = await plansOf(database, "staff_member", () => findMemberBySignOn(database, "subject 7"));
  expect(plan).toContain("staff_member_sign_on");
  const signOns = await plansOf(database, "staff_sign_on", async () => {
    await transact(database, (trx) =>
      addSignOn(services, trx, { id: signOnId, staffId, refreshToken: "token", now, endsAt: later }),
    );
    expect(await findWaitingSignOn(database, signOnId, now)).toMatchObject({ staffId });
    await beginChecks(database, signOnId, { sessionId: random.uuid(), checkAt: now, endsAt: later });
    expect(await takeDueSignOns(services, now, later, 200)).toMatchObject([{ id: signOnId, refreshToken: "token" }]);
    await removeSignOn(database, random.uuid());
    await transact(database, (trx) => removeSignOnsOf(trx, staffId));
    expect(await transact(database, (trx) => removeEndedSignOns(trx, now))).toBe(0);
  });
  expect(signOns).not.toMatch(/Seq Scan on staff_sign_on/);
  for (const index of ["staff_sign_on_check", "staff_sign_on_staff", "staff_sign_on_end"])
    expect(signOns).toContain(index);
});

it("finds passkeys by their owner and by their own id, and takes challenges by theirs", async () => {
  const keys = await plansOf(database, "staff_passkey", async () => {
    const found = (await findPasskey(database, "credential 7"))!;
    await listPasskeys(database, found.staffId, 10);
    await writeName(database, found.staffId, found.id, "Laptop");
    expect(await notePasskeyUse(database, found, 1, now)).toBe(true);
    await markAsCopied(database, found.id, now);
    expect(await removePasskeyRow(database, found.staffId, found.id)).toBe(true);
    await transact(database, (trx) => removePasskeysOf(trx, staffId));
  });
  expect(keys).not.toMatch(/Seq Scan on staff_passkey\b|Sort/);
  const challenges = await plansOf(database, "staff_passkey_challenge", async () => {
    await addPasskeyChallenge(database, { mac: "mac", staffId, expiresAt: later });
    expect(await useChallenge(database, "mac", null, now)).toBe(false);
    expect(await useChallenge(database, "mac", staffId, now)).toBe(true);
    expect(await transact(database, (trx) => removeEndedChallenges(trx, now))).toBe(0);
  });
  expect(challenges).not.toMatch(/Seq Scan on staff_passkey_challenge/);
});
