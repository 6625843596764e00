/** Objecting to what happened to an account, proving it, and deciding about it, as the screens and the staff do it. */
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { seedBorrower } from "#features/account/login/server/index.ts";
import { notifySecurity } from "#features/account/security/server/index.ts";
import type { SecurityEventKind } from "#features/account/security/contract.ts";
import { sandboxCaptchaAnswer } from "#features/account/verification/server/index.ts";
import type { StaffSession } from "#server/call/session.server.ts";
import { transact } from "#server/database.server.ts";
import { decideProposal } from "#server/four-eyes/proposals.ts";
import { sandboxPersons } from "#server/outside/sandbox-bank/persons.ts";
import { cookieNames, type TestApp, type TestClient, type TestResponse } from "./app.ts";

const photo = await sharp({ create: { width: 640, height: 400, channels: 3, background: "#88aacc" } })
  .jpeg()
  .toBuffer();
let made = 0;

/** For one test file and its app. */
export function contesting(app: TestApp) {
  const { services, clock } = app;
  const { database } = services;
  const form = (fields: Record<string, string>) => {
    const whole = new FormData();
    whole.append("photo", new File([new Uint8Array(photo)], "photo.jpg", { type: "image/jpeg" }));
    for (const [name, value] of Object.entries(fields)) whole.append(name, value);
    return whole;
  };
  const person = sandboxPersons.find(({ outcome }) => outcome === "APPROVED")!;

  /** A borrower with a number; `verified`: whose face was verified too. */
  async function owner(options: { verified?: boolean; mobileNumber?: string } = {}) {
    const mobileNumber =
      options.mobileNumber ?? `0819${String(process.pid % 1000).padStart(3, "0")}${String(++made).padStart(4, "0")}`;
    const borrowerId = await transact(database, (trx) => seedBorrower(services, trx, { mobileNumber, language: "en" }));
    if (options.verified ?? true) {
      const client = await app.loggedIn(borrowerId);
      const { fullName, nik, birthPlace, birthDate, sex } = person;
      await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
      await client.send("POST", "/api/identity/card-photo", form({}));
      await client.send("POST", "/api/identity/face-check", form({ agreed: "on" }));
    }
    return { borrowerId, mobileNumber };
  }

  /** Something that its owner hears of; answers the client that has the notice's link, and the event. */
  async function noticed(
    borrowerId: string,
    kind: SecurityEventKind = "BANK_ACCOUNT_CHOSEN",
  ): Promise<{ reader: TestClient; eventId: string }> {
    const eventId = await transact(database, (trx) =>
      notifySecurity(services, trx, { borrowerId, kind, id: randomUUID(), device: "Chrome 140, Android 15" }),
    );
    return { reader: readerOf(borrowerId, eventId), eventId };
  }
  function readerOf(borrowerId: string, eventId: string): TestClient {
    const expiresAt = new Date(clock.now().getTime() + 14 * 86_400_000);
    const token = services.keys.signLink({ purpose: "CONTEST", subject: `${borrowerId}.${eventId}`, expiresAt });
    const reader = app.client();
    reader.cookies.set(cookieNames.link, token);
    return reader;
  }

  /** A stranger's browser that has proven a number for the release. */
  async function proving(mobileNumber: string): Promise<{ client: TestClient; verificationId: string }> {
    clock.advance(61_000);
    const client = app.client();
    const { body: captcha } = await client.post("/api/user/generateCaptcha", {});
    const sent = await client.post("/api/v2/mobile/sendVerification", {
      mobileNumber,
      purpose: "UNFREEZE",
      channel: "SMS",
      captchaKey: captcha.captchaKey,
      captcha: (await sandboxCaptchaAnswer(services, captcha.captchaKey)) ?? "",
    });
    const { verificationId } = sent.body;
    const messages = await services.outside.sandbox!.messages.list({ to: mobileNumber });
    const code = messages.find((message) => message.code)?.code;
    await client.post("/api/mobile/verifyVerificationCode", { verificationId, code });
    return { client, verificationId };
  }
  const unfreeze = (
    client: TestClient,
    verificationId: string,
    fields: Record<string, string> = {},
  ): Promise<TestResponse> =>
    client.send("POST", "/api/security/unfreeze", form({ verificationId, nik: person.nik, agreed: "on", ...fields }));

  /** The whole proof of an owner: number, NIK and face. */
  async function prove(mobileNumber: string): Promise<TestResponse> {
    const { client, verificationId } = await proving(mobileNumber);
    return unfreeze(client, verificationId);
  }

  const caseOf = (borrowerId: string) =>
    database
      .selectFrom("review_case")
      .selectAll()
      .where("borrowerId", "=", borrowerId)
      .where("kind", "=", "contest")
      .orderBy("openedAt", "desc")
      .executeTakeFirstOrThrow();
  const staff = (staffId: string): StaffSession => ({
    id: "s",
    staffId,
    name: "Ratna",
    roles: ["underwriter"],
    deviceToken: `device-of-${staffId}`,
    createdAt: clock.realNow(),
  });
  async function propose(borrowerId: string, body: object, staffId: string = randomUUID()): Promise<TestResponse> {
    const { id } = await caseOf(borrowerId);
    const client = await app.staff(staffId, ["underwriter"]);
    const headers = { "Idempotency-Key": randomUUID() };
    return client.post(`/api/staff/reviews/${id}/proposal`, { note: "Looked at it.", ...body }, headers);
  }
  /** Confirms what one proposed, as another person. @throws Refusal */
  async function confirm(borrowerId: string, staffId: string = randomUUID()): Promise<void> {
    const { proposalId } = await caseOf(borrowerId);
    await transact(database, (trx) =>
      decideProposal(services, trx, staff(staffId), { proposalId: proposalId!, approve: true }),
    );
  }
  /** Two people release it. */
  async function release(borrowerId: string): Promise<void> {
    await propose(borrowerId, { decision: "APPROVE" });
    await confirm(borrowerId);
  }
  const account = (borrowerId: string) =>
    database.selectFrom("borrower").selectAll().where("borrowerId", "=", borrowerId).executeTakeFirstOrThrow();
  return { owner, noticed, readerOf, proving, unfreeze, prove, caseOf, propose, confirm, release, account, person };
}
