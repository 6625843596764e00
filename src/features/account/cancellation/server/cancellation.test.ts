import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { borrowerStatus, seedBorrower, setBorrowerStatus } from "#features/account/login/server/index.ts";
import { ownerOfNumber } from "#features/account/verification/server/index.ts";
import { erasurePartsOf } from "#features/account/privacy/server/erasing.ts";
import { insertLegalHold, liftHold } from "#features/account/privacy/server/retention-store.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { personalDataOf, personalDataHeld } from "#server/personal-data/index.ts";
import { cookieNames, testApp, type TestClient } from "#tests/support/app.ts";
import { ripeBorrower } from "#tests/support/approved-loan.ts";
import { activeLoan } from "#tests/support/loan.ts";
import { loggingIn } from "#tests/support/logging-in.ts";
import { applicant, sendApplication } from "#tests/support/person.ts";
import type { ClosureBlocker } from "#shared/closure-blockers.ts";
import { placeHold } from "#features/account/hold/server/index.ts";
import { accountContested } from "#features/account/security/server/index.ts";
import { blockersOfClosing } from "#server/account-questions.ts";
import { after } from "#server/events/domain-events.ts";
import { accountsMergedInto } from "./blockers.ts";
import { accountClosed } from "./events.ts";

/** Blockers by borrower, in addition to those of the product. */
const blocked = new Map<string, ClosureBlocker>();
/** Whose accounts were merged into whose. */
const merged = new Map<string, string[]>();
/** How often the process stops in the middle of the erasure. */
let interruptions = 0;
/** Whether a subscriber to account closures fails. */
let isDeaf = false;
const faulty: Domain = {
  subscribes: [
    after(accountClosed, "test-closed", async () => {
      if (isDeaf) throw new Error("It does not hear yet.");
    }),
  ],
  answersTo: [
    personalDataHeld.by({
      ...personalDataOf([]),
      retain: async () => {
        if (interruptions-- > 0) throw new Error("The process ended while keeping.");
      },
      erase: async () => {
        if (interruptions-- > 0) throw new Error("The process ended while deleting.");
        return 0;
      },
    }),
    accountsMergedInto.by(async (_reader, borrowerId) => merged.get(borrowerId) ?? []),
    blockersOfClosing.by(async (_services, _reader, borrowerId) => {
      const code = blocked.get(borrowerId);
      return code ? [{ code, path: "/webview/account" }] : [];
    }),
  ],
};
const app = await testApp({ domains: [faulty] });
const { services, clock } = app;
const { database } = services;
const { enter } = loggingIn(app);
const key = () => ({ "Idempotency-Key": services.random.uuid() });
const hours = (count: number) => clock.advance(Math.round(count * 3_600_000));
const wish = { reasons: ["PRIVACY"], acceptLost: true };

let people = 0;
async function someone(): Promise<{ borrowerId: string; client: TestClient; mobileNumber: string }> {
  const mobileNumber = `08${String(1_600_000_000 + ++people * 1_000_007)}`;
  const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber }));
  return { borrowerId, mobileNumber, client: await app.loggedIn(borrowerId, "CANCEL") };
}
const ask = (client: TestClient, input: object = wish) => client.post("/api/account-closure", input, key());
const codeOf = (answered: { body: { status?: { code: string } } }) => answered.body.status?.code;
const closureOf = async (client: TestClient) => (await client.get("/api/account-closure")).body.closure;
const stateOf = async (borrowerId: string) =>
  (
    await database
      .selectFrom("account_closure")
      .select("state")
      .where("borrowerId", "=", borrowerId)
      .orderBy("askedAt", "desc")
      .executeTakeFirst()
  )?.state;
const toldTo = async (to: string) =>
  (await services.outside.sandbox!.messages.list({ to })).map(({ text }) => text).join("\n");

describe("Asking for the end of an account", () => {
  it("offers the reasons of the rows in their order, and takes one to three of them", async () => {
    const { client } = await someone();
    const offered = async () =>
      (await client.get("/api/user/listDeleteReasons")).body.items.map(({ code }: { code: string }) => code);
    const offer = (isOffered: boolean) =>
      database.updateTable("closure_reason").set({ isOffered }).where("code", "=", "OTHER_LENDER").execute();
    await offer(false);
    expect(await offered()).not.toContain("OTHER_LENDER");
    await offer(true);
    expect(await offered()).toEqual([
      "NO_LONGER_NEEDED",
      "COST_TOO_HIGH",
      "LIMIT_TOO_LOW",
      "NOT_APPROVED",
      "PRIVACY",
      "TOO_MANY_MESSAGES",
      "BAD_SERVICE",
      "OTHER_LENDER",
      "SECOND_ACCOUNT",
      "OTHER",
    ]);
    const refused = async (input: object) => {
      const { status, body } = await ask(client, input);
      expect(status).toBe(422);
      return body.status.fields.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
    };
    expect(await refused({ ...wish, reasons: [] })).toEqual(["reasons REQUIRED"]);
    const four = ["PRIVACY", "OTHER_LENDER", "BAD_SERVICE", "COST_TOO_HIGH"];
    expect(await refused({ ...wish, reasons: four })).toEqual(["reasons TOO_MANY_REASONS"]);
    expect(await refused({ ...wish, reasons: ["BORED"] })).toEqual(["reasons.0 CHOICE_INVALID"]);
    expect(await refused({ ...wish, reasons: ["PRIVACY", "PRIVACY"] })).toEqual(["reasons CHOICE_INVALID"]);
    expect(await refused({ ...wish, reasons: ["OTHER"] })).toEqual(["description REQUIRED"]);
    expect(await refused({ ...wish, description: "x".repeat(301) })).toEqual(["description TOO_LONG"]);
    expect(await refused({ reasons: ["PRIVACY"] })).toEqual(["acceptLost REQUIRED"]);
    expect(await closureOf(client)).toBeNull();
  });

  it("needs a fresh code for this very purpose", async () => {
    const { borrowerId } = await someone();
    const other = await app.loggedIn(borrowerId, "STEP_UP_BIND");
    expect(codeOf(await ask(other))).toBe("STEP_UP_NEEDED");
  });

  it("stops everything at once but the way back, and answers the same key the same", async () => {
    const { borrowerId, client, mobileNumber } = await someone();
    const other = await app.loggedIn(borrowerId);
    const once = key();
    const first = await client.post("/api/account-closure", wish, once);
    expect(first.status, first.text).toBe(200);
    expect(first.body).toMatchObject({ state: "COOLING", hoursLeft: 72 });
    expect((await client.post("/api/account-closure", wish, once)).body).toEqual(first.body);
    expect(codeOf(await ask(client))).toBe("CLOSURE_OPEN");
    expect((await other.get("/api/loan/home")).status).toBe(401);
    for (const path of ["/api/loan/home", "/api/profile", "/api/message", "/api/privacy/consents"])
      expect([(await client.get(path)).status, codeOf(await client.get(path))]).toEqual([423, "ACCOUNT_CLOSING"]);
    for (const path of ["/api/privacy/export", "/api/security/hold"]) expect((await client.get(path)).status).toBe(200);
    expect((await client.get("/api/sessions")).body.items).toHaveLength(1);
    await app.settle();
    expect(await toldTo(mobileNumber)).toMatch(/akan ditutup .* Bukan Anda\? Bekukan: /);
    // After the closure the person may answer a questionnaire.
    const response = await client.get("/api/user/questionnaire/event/AFTER_CLOSURE");
    expect(response.status, response.text).toBe(200);

    // Another login shows only this page and offers to cancel the closing.
    clock.advance(61_000);
    const later = app.client();
    expect((await enter(later, mobileNumber)).status).toBe(200);
    expect(codeOf(await later.get("/api/loan/home"))).toBe("ACCOUNT_CLOSING");
    expect((await later.post("/api/account-closure/withdraw", {})).body).toEqual({ withdrawn: true });
    expect((await later.get("/api/loan/home")).status).toBe(200);
    expect((await client.get("/api/loan/home")).status).toBe(200);
    expect(await closureOf(later)).toBeNull();
    expect(codeOf(await later.post("/api/account-closure/withdraw", {}))).toBe("CLOSURE_NOT_OPEN");
    await app.settle();
    expect(await toldTo(mobileNumber)).toContain("dibatalkan");
  });

  it("is among what the owner can object to, from the message itself: then the account is frozen and stays", async () => {
    const { borrowerId, client, mobileNumber } = await someone();
    await ask(client);
    await app.settle();
    const event = await database
      .selectFrom("security_event")
      .select(["id", "kind", "device"])
      .where("borrowerId", "=", borrowerId)
      .executeTakeFirstOrThrow();
    expect(event.kind).toBe("CLOSURE_ASKED");
    const [message] = await services.outside.sandbox!.messages.list({ to: mobileNumber });
    const { to } = (await app.client().get(`/api/notice/${message!.link!.split("/").at(-1)}`)).body;
    expect(to).toMatch(/^\/not-me\?t=/);
    const reader = app.client();
    reader.cookies.set(cookieNames.link, to.slice("/not-me?t=".length));
    expect((await reader.post("/api/security/contest", {})).body).toMatchObject({
      state: "FROZEN",
      event: { kind: "CLOSURE_ASKED" },
    });
    expect([await stateOf(borrowerId), await borrowerStatus(database, borrowerId)]).toEqual(["UNDONE", "BLOCKED"]);
    // No notice says that a frozen account works as before.
    await app.settle();
    expect(await toldTo(mobileNumber)).not.toContain("belum ditutup");
    hours(100);
    await app.settle();
    expect(await borrowerStatus(database, borrowerId)).toBe("BLOCKED");
  });

  it("waits while the account is held, which is said before and answered as of anything that waits", async () => {
    const { borrowerId, client } = await someone();
    const cause = { borrowerId, cause: "NUMBER_CHANGED", sourceId: services.random.uuid() } as const;
    const until = await transact(database, (trx) => placeHold(services, trx, cause));
    expect((await client.get("/api/account-closure")).body.blockers).toEqual([
      { code: "SECURITY_HOLD", path: "/webview/security" },
    ]);
    const refused = await ask(client);
    expect([refused.status, codeOf(refused), refused.body.status.data.until]).toEqual([
      423,
      "SECURITY_HOLD",
      until.toISOString(),
    ]);
    hours(72);
    expect((await ask(await app.loggedIn(borrowerId, "CANCEL"))).status).toBe(200);
  });

  it("keeps why people leave without who they are", async () => {
    const { borrowerId, client } = await someone();
    await ask(client, { ...wish, reasons: ["OTHER", "PRIVACY"], description: "  Saya Budi, 0812.  " });
    const [row] = await database.selectFrom("closure_feedback").selectAll().orderBy("id", "desc").limit(1).execute();
    expect(row).toMatchObject({ reasons: ["OTHER", "PRIVACY"] });
    expect(JSON.stringify(row)).not.toContain("Budi");
    expect(JSON.stringify(row)).not.toContain(borrowerId);
    const { id, descriptionSealed } = row!;
    const place = { table: "closure_feedback", column: "descriptionSealed", row: id };
    expect(services.keys.open(descriptionSealed!, place)).toBe("Saya Budi, 0812.");
    // Only the day is stored: the exact time would identify the writer.
    expect(Object.keys(row!).toSorted()).toEqual(["descriptionSealed", "id", "reasons", "toldOn"]);
  });
});

it("An app enters by its own login all the same, and what it opens is limited too.", async () => {
  const { client } = await someone();
  await ask(client);
  const device = { "Device-Token": "device-of-tests", "User-Agent": "TunaiApp/2.11.8" };
  const native = app.client({ ...device, Authorization: `Bearer ${client.cookies.get(cookieNames.borrower)}` });
  const made = await native.post("/api/user/webviewCode", { path: "/webview/home" });
  expect(made.status, made.text).toBe(200);
  const webview = app.client(device);
  const t = new URL(made.body.url).searchParams.get("t");
  expect((await webview.post("/api/session/webviewEntry", { t })).status).toBe(200);
  expect(codeOf(await webview.get("/api/loan/home"))).toBe("ACCOUNT_CLOSING");
  expect((await webview.post("/api/account-closure/withdraw", {})).status).toBe(200);
  expect((await webview.get("/api/loan/home")).status).toBe(200);
});

describe("What stands in the way", () => {
  it("is a loan that is owed, an application, a request or a proposal about money; each leads to where it is settled", async () => {
    const { borrowerId } = await activeLoan(app);
    const client = await app.loggedIn(borrowerId, "CANCEL");
    const found = (await client.get("/api/account-closure")).body;
    expect(found.blockers).toEqual([{ code: "LOAN_OPEN", path: "/webview/bills" }]);
    expect(found.kept.map(({ rule }: { rule: string }) => rule)).toContain("CONTRACT");
    const refused = await ask(client);
    expect([refused.status, codeOf(refused), refused.body.status.data.blockers]).toEqual([
      409,
      "CLOSURE_BLOCKED",
      found.blockers,
    ]);
    expect(await stateOf(borrowerId)).toBeUndefined();

    const who = await applicant(app, "approved-1", { mobileNumber: "081266609101", nik: "3174015704949101" });
    await sendApplication(who);
    const applying = (await who.client.get("/api/account-closure")).body;
    expect(applying.blockers).toEqual([
      { code: "APPLICATION_OPEN", path: expect.stringMatching(/^\/webview\/loan-history\//) as string },
    ]);
    expect(applying).toMatchObject({ lost: [{ code: "LIMIT", text: "Limit Anda", unit: "RUPIAH" }], kept: [] });
    await who.client.post(`/api/loan/${applying.blockers[0].path.split("/").at(-1)}/cancel`, {});
    expect((await who.client.get("/api/account-closure")).body.blockers).toEqual([]);
  });

  it("is a proposal about the holder's money while it waits, and none that ended or moves no money", async () => {
    const { borrowerId, client } = await someone();
    const proposal = {
      kind: "reward.grant",
      subjectId: borrowerId,
      borrowerId,
      payload: "{}",
      state: "OPEN",
      makerId: services.random.uuid(),
      makerDevice: null,
      madeAt: clock.now(),
    };
    const [ofMoney, ofNone] = [services.random.uuid(), services.random.uuid()];
    await database
      .insertInto("proposal")
      .values([
        { ...proposal, id: ofMoney, amountRupiah: 25_000 },
        { ...proposal, id: ofNone, kind: "legal.hold" },
      ])
      .execute();
    const blockers = [{ code: "MONEY_PROPOSAL_OPEN", path: "/webview/customer-service/complaint" }];
    expect((await client.get("/api/account-closure")).body.blockers).toEqual(blockers);
    const refused = await ask(client);
    expect([codeOf(refused), refused.body.status.data.blockers]).toEqual(["CLOSURE_BLOCKED", blockers]);
    await database
      .updateTable("proposal")
      .set({ state: "TAKEN_BACK", endedAt: clock.now() })
      .where("id", "=", ofMoney)
      .execute();
    expect((await client.get("/api/account-closure")).body.blockers).toEqual([]);
  });

  it("that comes up within the 72 hours undoes the closing, and its holder hears of it", async () => {
    const { borrowerId, client, mobileNumber } = await someone();
    await ask(client);
    blocked.set(borrowerId, "LEGAL_HOLD");
    hours(72);
    await app.settle();
    expect(await stateOf(borrowerId)).toBe("UNDONE");
    expect(await borrowerStatus(database, borrowerId)).toBe("ACTIVE");
    expect(await toldTo(mobileNumber)).toContain("belum ditutup");
    const later = app.client();
    await enter(later, mobileNumber);
    expect((await later.get("/api/loan/home")).status).toBe(200);
    expect((await later.get("/api/account-closure")).body.blockers).toMatchObject([{ code: "LEGAL_HOLD" }]);
    blocked.delete(borrowerId);
  });

  it("may be its holder's word that somebody else asked", async () => {
    const { borrowerId, client } = await someone();
    await ask(client);
    const contested = { id: `contested_${borrowerId}`, at: clock.now(), borrowerId, contestId: services.random.uuid() };
    await transact(database, (trx) => services.events.announce(trx, accountContested, contested));
    expect(await stateOf(borrowerId)).toBe("UNDONE");
    expect((await client.get("/api/loan/home")).status).toBe(200);
  });

  it("is not found by who applies while the account closes: of forty at once one kind wins", async () => {
    for (let round = 0; round < 3; round++) {
      const { borrowerId, bankAccountId } = await ripeBorrower(app);
      const client = await app.loggedIn(borrowerId, "CANCEL");
      const input = { amountRupiah: 1_000_000, tenorDays: 90, purpose: "EDUCATION", bankAccountId };
      const sent = await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          (index + round) % 2 === 0 ? client.post("/api/loan/apply", input, key()) : ask(client),
        ),
      );
      const won = sent.filter(({ status }) => status === 200);
      expect(won, sent.map(codeOf).join(" ")).toHaveLength(1);
      const loans = await database.selectFrom("loan").select("id").where("borrowerId", "=", borrowerId).execute();
      const isClosing = (await stateOf(borrowerId)) === "COOLING";
      expect([loans.length, isClosing]).toEqual(isClosing ? [0, true] : [1, false]);
    }
  }, 60_000);
});

describe("After the 72 hours", () => {
  it("the account is closed and forgotten, its number is free, and a certificate says so", async () => {
    const { borrowerId, client, mobileNumber } = await someone();
    const { closureId } = (await ask(client)).body;
    const certificate = () => app.client().get(`/api/account-closure/certificate/${closureId}`);
    hours(71.9);
    await app.settle();
    expect(await stateOf(borrowerId)).toBe("COOLING");
    // The certificate's address exists from the first day: until the issue it shows when the certificate is due.
    const early = await certificate();
    expect([early.status, codeOf(early), Object.keys(early.body.status.data)]).toEqual([
      409,
      "CERTIFICATE_NOT_YET",
      ["closesAt", "closesAtText"],
    ]);
    for (const file of ["", "/file"]) {
      const unknown = await app.client().get(`/api/account-closure/certificate/${services.random.uuid()}${file}`);
      expect([unknown.status, codeOf(unknown)]).toEqual([404, "CERTIFICATE_UNKNOWN"]);
    }
    hours(0.1);
    const late = await app.loggedIn(borrowerId);
    expect(codeOf(await late.post("/api/account-closure/withdraw", {}))).toBe("CLOSURE_NOT_OPEN");
    await app.settle();
    expect(await stateOf(borrowerId)).toBe("ERASED");
    expect(await borrowerStatus(database, borrowerId)).toBeNull();
    expect(await ownerOfNumber(services, database, mobileNumber)).toBeNull();
    expect((await late.get("/api/account-closure")).status).toBe(401);
    const said = await database
      .selectFrom("domain_event")
      .select(["name", "id"])
      .where("name", "in", ["closure.asked", "account.closed", "account.erased"])
      .where("id", "like", `%${closureId}`)
      .orderBy("name")
      .execute();
    expect(said).toEqual([
      { name: "account.closed", id: closureId },
      { name: "account.erased", id: `erased_${closureId}` },
      { name: "closure.asked", id: closureId },
    ]);
    const { body } = await certificate();
    expect(body).toMatchObject({ closureId, kept: [], erasedAt: clock.now().toISOString(), hasFile: true });
    const file = await app.client().get(`/api/account-closure/certificate/${closureId}/file`);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const [row] = await database
      .selectFrom("account_closure")
      .select("certificateKey")
      .where("id", "=", closureId)
      .execute();
    const stored = await services.outside.storage.get(row!.certificateKey!);
    expect(await services.outside.signature.validate(stored!.bytes)).toMatchObject({ valid: true });
    expect(body.deletedRows).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${mobileNumber}|${borrowerId}`));
    expect(await toldTo(mobileNumber)).toContain("sudah ditutup");

    // Only the tombstone and the certificate's row remain under the id.
    const remainingOf = erasurePartsOf(services).flatMap(({ tables }) =>
      tables.filter(({ keeps, through, owner }) => keeps !== "TRAIL" && !through && !owner),
    );
    for (const { table } of remainingOf) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where borrower_id = ${borrowerId}`.execute(database);
      expect(rows.length, table).toBe(0);
    }
    // The number now belongs to another person.
    const again = app.client();
    clock.advance(61_000);
    const entered = await enter(again, mobileNumber);
    expect([entered.status, entered.body.isNew]).toEqual([200, true]);
    expect((await again.get("/api/account-closure")).body.closure).toBeNull();
  });

  it("nothing is forgotten while the law holds an account that was merged into it, and all of it is afterwards", async () => {
    const [{ borrowerId, client }, absorbed] = [await someone(), await someone()];
    merged.set(borrowerId, [absorbed.borrowerId]);
    await transact(database, async (trx) => {
      await setBorrowerStatus(services, trx, absorbed.borrowerId, "CLOSED");
      const hold = { borrowerId: absorbed.borrowerId, id: services.random.uuid(), authority: "COURT" };
      await insertLegalHold(trx, { ...hold, setAt: clock.now() });
    });
    await ask(client);
    hours(72);
    await app.settle();
    expect(await stateOf(borrowerId)).toBe("CLOSED");
    const known = async () => [
      await borrowerStatus(database, borrowerId),
      await borrowerStatus(database, absorbed.borrowerId),
    ];
    expect(await known()).toEqual(["CLOSED", "CLOSED"]);
    await transact(database, (trx) => liftHold(trx, absorbed.borrowerId, clock.now()));
    await app.settle();
    expect([await stateOf(borrowerId), ...(await known())]).toEqual(["ERASED", null, null]);
  });

  it("a process that ends anywhere is gone on with", async () => {
    const { borrowerId, client } = await someone();
    const { closureId } = (await ask(client)).body;
    hours(72);
    interruptions = 1;
    await services.sweeps.runAllDue(services);
    interruptions = 0;
    await app.settle();
    expect(await stateOf(borrowerId)).toBe("ERASED");
    const moves = await database
      .selectFrom("lifecycle_event")
      .select(["toState", "borrowerId"])
      .where("machine", "=", "account_closure")
      .where("subjectId", "=", closureId)
      .execute();
    expect(moves).toEqual([{ toState: "ERASED", borrowerId: null }]);
  });

  it("the holder is forgotten only once all have heard of the closing who had to", async () => {
    const { borrowerId, client } = await someone();
    await ask(client);
    hours(72);
    isDeaf = true;
    await app.settle();
    await services.sweeps.runAllDue(services);
    expect(await stateOf(borrowerId)).toBe("CLOSED");
    isDeaf = false;
    hours(24);
    await app.settle();
    expect(await stateOf(borrowerId)).toBe("ERASED");
  });

  it("two processes close one account once", async () => {
    const { borrowerId, client, mobileNumber } = await someone();
    await ask(client);
    hours(72);
    await Promise.all(Array.from({ length: 4 }, () => services.sweeps.runAllDue(services)));
    await app.settle();
    expect(await stateOf(borrowerId)).toBe("ERASED");
    expect((await toldTo(mobileNumber)).split("sudah ditutup")).toHaveLength(2);
  });
});
