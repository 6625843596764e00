/** Bank accounts over HTTP: the bank is queried, names are compared, one account is the main one. */
import { describe, expect, it } from "vitest";
import { testApp, type TestClient } from "#tests/support/app.ts";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { transact } from "#server/database.server.ts";
import { sandboxPersons } from "#server/outside/sandbox-bank/persons.ts";
import { bankAccountsOf, findBankAccount, findBorrowersByAccount } from "./index.ts";

const app = await testApp();
const { services } = app;
const siti = sandboxPersons.find(({ key }) => key === "approved-1")!;

async function borrower(fullName = siti.fullName) {
  const borrowerId = services.random.uuid();
  const client = await app.loggedIn(borrowerId, "STEP_UP_BIND");
  const { nik, birthPlace, birthDate, sex } = siti;
  if (fullName) await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  return { borrowerId, client };
}
const add = (client: TestClient, accountNumber: string, bankCode = "014") =>
  client.post("/api/bank-account", { bankCode, accountNumber });

describe("adding an account", () => {
  it("keeps one in the borrower's name sealed, masks it, and makes the first the main one", async () => {
    const { borrowerId, client } = await borrower();
    const first = await add(client, "1234 5678-90");
    expect(first.body).toMatchObject({
      bankCode: "014",
      bankName: "BCA",
      masked: "••••7890",
      accountName: "SITI RAHAYU",
      isMain: true,
    });
    expect((await add(client, "5550001111", "008")).body.isMain).toBe(false);
    const rows = await services.database
      .selectFrom("bank_account")
      .selectAll()
      .where("borrowerId", "=", borrowerId)
      .execute();
    expect(JSON.stringify(rows)).not.toMatch(/1234567890|SITI/);
    expect(await bankAccountsOf(services, services.database, borrowerId)).toMatchObject([
      { accountNumber: "1234567890", verified: true, isMain: true },
      { accountNumber: "5550001111", isMain: false },
    ]);
    expect(await findBorrowersByAccount(services, services.database, "014", "1234567890")).toEqual([borrowerId]);
    expect(await findBorrowersByAccount(services, services.database, "008", "1234567890")).toEqual([]);
  });

  it("refuses one in somebody else's name, names whose it is only by initials, and keeps nothing", async () => {
    const { client } = await borrower();
    const { bankAccount } = sandboxPersons.find(({ outcome }) => outcome === "NAME_MISMATCH")!;
    const answer = await add(client, bankAccount.accountNumber, bankAccount.bankCode);
    expect([answer.status, answer.body.status.code, answer.body.status.data]).toEqual([
      422,
      "ACCOUNT_NAME_MISMATCH",
      { holder: "J••• W•••••••", name: "Siti Rahayu" },
    ]);
    expect(answer.body.status.detail).toContain("J••• W•••••••");
    expect((await client.get("/api/bank-account")).body.items).toEqual([]);
  });

  it("tells a wrong number, a bank that is away, an unknown bank, and an account that is there already", async () => {
    const { client } = await borrower();
    const cases = [
      [await add(client, "9900000001"), 422, "ACCOUNT_NOT_FOUND"],
      [await add(client, "9900000007"), 503, "BANK_NOT_ANSWERING"],
      [await add(client, "1234567890", "999"), 422, "BANK_NOT_SERVED"],
    ] as const;
    for (const [answer, status, code] of cases)
      expect([answer.status, answer.body.status.code]).toEqual([status, code]);
    await add(client, "1234567890");
    expect((await add(client, "1234567890")).body.status.code).toBe("ACCOUNT_KNOWN");
    expect((await add(client, "12", "014")).body.status.fields).toMatchObject([
      { path: "accountNumber", code: "ACCOUNT_NUMBER_FORMAT" },
    ]);
  });

  it("needs the identity first", async () => {
    const { client } = await borrower("");
    expect((await client.get("/api/bank-account")).body).toMatchObject({ identityGiven: false });
    const answer = await add(client, "1234567890");
    expect([answer.status, answer.body.status.code]).toEqual([409, "IDENTITY_NEEDED"]);
  });

  it("keeps five at most and asks the bank ten times an hour at most", async () => {
    const { client } = await borrower();
    for (let index = 1; index <= 5; index++) expect((await add(client, `111111111${index}`)).status).toBe(200);
    const sixth = await add(client, "1111111116");
    expect([sixth.status, sixth.body.status.code, sixth.body.status.data]).toEqual([409, "ACCOUNTS_FULL", { max: 5 }]);
    const curious = (await borrower()).client;
    const codes: (string | undefined)[] = [];
    for (let index = 0; index < 11; index++) codes.push((await add(curious, "9900000001")).body.status?.code);
    expect(codes).toEqual([...Array.from({ length: 10 }, () => "ACCOUNT_NOT_FOUND"), "RATE_LIMITED"]);
  });

  it("makes exactly one of several first accounts the main one when they arrive together", async () => {
    const { borrowerId, client } = await borrower();
    const answers = await Promise.all(
      ["1000000001", "1000000002", "1000000003", "1000000003"].map((number) => add(client, number)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const accounts = await bankAccountsOf(services, services.database, borrowerId);
    expect(accounts).toHaveLength(3);
    expect(accounts.filter(({ isMain }) => isMain)).toHaveLength(1);
  });
});

describe("a fresh code", () => {
  /** The code that the sandbox sent to this number. */
  const codeTo = async (mobileNumber: string) =>
    (await app.client().get(`/api/sandbox/messages?to=${mobileNumber}`)).body.items.find(
      (one: { code?: string }) => one.code,
    )?.code as string;

  it("binds an account where the session is older, stays good for ten minutes, and is asked for before anything is looked up", async () => {
    const mobileNumber = "081390000771";
    const borrowerId = await transact(services.database, (trx) => seedBorrower(services, trx, { mobileNumber }));
    const client = await app.loggedIn(borrowerId);
    const { nik, birthPlace, birthDate, sex } = siti;
    await client.post("/api/identity", { fullName: siti.fullName, nik, birthPlace, birthDate, sex });
    const refused = await add(client, "6000000001");
    expect([refused.status, refused.body.status.code, refused.body.status.data]).toEqual([
      401,
      "STEP_UP_NEEDED",
      { purpose: "STEP_UP_BIND" },
    ]);
    const { verificationId } = (
      await client.post("/api/mobile/sendVerificationWithoutCaptcha", { purpose: "STEP_UP_BIND", channel: "SMS" })
    ).body;
    await app.settle();
    expect(
      (await client.post("/api/session/stepUp", { verificationId, code: await codeTo(mobileNumber) })).status,
    ).toBe(200);
    const first = await add(client, "6000000001");
    const second = await add(client, "6000000002");
    expect((await client.post(`/api/bank-account/${second.body.id}/main`, {})).status).toBe(200);
    app.clock.advance(600_000);
    for (const path of ["", `/${first.body.id}/main`, `/${first.body.id}/remove`]) {
      const late = await client.post(
        `/api/bank-account${path}`,
        path ? {} : { bankCode: "014", accountNumber: "6000000003" },
      );
      expect([path, late.body.status.code]).toEqual([path, "STEP_UP_NEEDED"]);
    }
    expect((await client.get("/api/bank-account")).body.items).toMatchObject([
      { id: second.body.id },
      { id: first.body.id },
    ]);
  });

  it("is not asked of whoever has just registered with one, and is of everybody who logs in", async () => {
    const mobileNumber = "081390000772";
    const enter = async () => {
      app.clock.advance(61_000);
      const client = app.client();
      const { captchaKey } = (await client.post("/api/user/generateCaptcha", {})).body;
      const captcha = (await client.get(`/api/sandbox/captcha/${captchaKey}`)).body.answer;
      const { verificationId } = (
        await client.post("/api/v2/mobile/sendVerification", {
          mobileNumber,
          purpose: "LOGIN",
          channel: "SMS",
          captchaKey,
          captcha,
        })
      ).body;
      await app.settle();
      await client.post("/api/v2/user/union/registerOrLogin", {
        mobileNumber,
        verificationId,
        code: await codeTo(mobileNumber),
        agreements: ["TERMS", "PRIVACY"],
      });
      return client;
    };
    const fresh = await enter();
    expect((await add(fresh, "6000000004")).body.status.code).toBe("IDENTITY_NEEDED");
    const later = await enter();
    expect((await add(later, "6000000004")).body.status.code).toBe("STEP_UP_NEEDED");
    app.clock.advance(600_000 - 61_000);
    expect((await add(fresh, "6000000004")).body.status.code).toBe("STEP_UP_NEEDED");
  });
});

describe("choosing and removing", () => {
  it("moves the main account, and to the next one when the main one is removed", async () => {
    const { borrowerId, client } = await borrower();
    const one = (await add(client, "2000000001")).body.id as string;
    const two = (await add(client, "2000000002")).body.id as string;
    expect((await client.post(`/api/bank-account/${two}/main`, {})).body).toEqual({ isMain: true });
    expect((await client.get("/api/bank-account")).body.items.map(({ id }: { id: string }) => id)).toEqual([two, one]);
    expect((await client.post(`/api/bank-account/${two}/remove`, {})).body).toEqual({ removed: true });
    expect((await client.get("/api/bank-account")).body.items).toMatchObject([{ id: one, isMain: true }]);
    // A removed account cannot become the main one, nor be removed again.
    for (const action of ["main", "remove"])
      expect((await client.post(`/api/bank-account/${two}/${action}`, {})).body.status.code).toBe("ACCOUNT_UNKNOWN");
    expect((await client.get("/api/bank-account")).body.items).toMatchObject([{ id: one, isMain: true }]);
    // A loan that was paid to it still shows it; the borrower may add it again.
    expect((await findBankAccount(services, services.database, borrowerId, two))?.masked).toBe("••••0002");
    expect((await add(client, "2000000002")).status).toBe(200);
  });

  it("does not reach another borrower's account", async () => {
    const mine = await borrower();
    const id = (await add(mine.client, "3000000001")).body.id as string;
    const stranger = (await borrower()).client;
    for (const action of ["main", "remove"]) {
      const answer = await stranger.post(`/api/bank-account/${id}/${action}`, {});
      expect([answer.status, answer.body.status.code]).toEqual([404, "ACCOUNT_UNKNOWN"]);
    }
    expect((await mine.client.get("/api/bank-account")).body.items).toHaveLength(1);
  });

  it("lists the banks for anybody, the best known first", async () => {
    const { body } = await app.client().get("/api/bank");
    expect(body.items[0]).toEqual({ code: "014", name: "Bank Central Asia", shortName: "BCA" });
  });
});
