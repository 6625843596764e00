/**
 * Every call that takes a proof by code, without one and with every wrong one. The calls are found in the contracts:
 * one that takes a `verificationId` and has no row here fails. Calls whose policy requires a step-up are in `policies`
 * and `rights`. // Threats A1, A11
 */
import type { Updateable } from "kysely";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { maxTries } from "#features/account/verification/contract.ts";
import { oneTimeCodeOf } from "#features/account/verification/server/index.ts";
import { mobilePlace } from "#features/account/verification/server/delivery.ts";
import { addCodeChallenge } from "#features/account/verification/server/store.ts";
import { transact } from "#server/database.server.ts";
import type { VerificationChallenge } from "#server/database.types.ts";
import { readSession } from "#server/call/session.server.ts";
import { callName } from "#server/call/pipeline.ts";
import type { VerificationPurpose } from "#shared/purposes.ts";
import { cookieNames, testApp, type TestClient, type TestResponse } from "#tests/support/app.ts";
import { changingNumber } from "#tests/support/changing-number.ts";
import { contesting } from "#tests/support/contesting.ts";
import { losingNumber } from "#tests/support/losing-number.ts";
import { merging } from "#tests/support/merging.ts";
import { helped } from "#tests/support/restructuring.ts";
import { signing } from "#tests/support/signing.ts";

const app = await testApp({ environment: { TRUSTED_HOPS: "1" } });
const { services, clock } = app;
const { database, keys, random } = services;
const change = await changingNumber(app);
const lost = await losingNumber(app, change);
const merge = await merging(app, change);
const contests = contesting(app);
const { signer, shown, accept } = signing(app);

interface Step {
  client: TestClient;
  purpose: VerificationPurpose;
  /** The number or address that the proof has to be for. */
  about: string;
  /** Null for a proof that no borrower's session requested. */
  borrowerId: string | null;
  /** `typed`: with the code, or after it was proven. */
  take: (verificationId: string, typed: { code?: string }) => Promise<TestResponse>;
  /** Cases that this call cannot distinguish, each with the reason. */
  notAsked?: Partial<Record<Case, string>>;
  /** The code for another number, where it is not VERIFICATION_NEEDED. */
  otherNumber?: string;
  /** Between two tries, where tries are counted. */
  between?: () => Promise<unknown>;
}

type Case = "no proof" | "not proven" | "too old" | "used" | "another purpose" | "another session" | "another number";
const instead = (step: Step, id: string): Record<Exclude<Case, "no proof">, Updateable<VerificationChallenge>> => ({
  "not proven": { provenAt: null, proofExpiresAt: null },
  "too old": { proofExpiresAt: clock.now() },
  used: { consumedAt: clock.now() },
  "another purpose": { purpose: step.purpose === "LOGIN" ? "SET_PASSWORD" : "LOGIN" },
  "another session": { sessionId: random.uuid() },
  "another number": {
    numberIndex: keys.blindIndex("mobile", "081399999999"),
    mobileNumberSealed: keys.seal("081399999999", mobilePlace(id)),
  },
});

/** A challenge as this step needs it, proven just now. */
async function proven({ client, purpose, about, borrowerId }: Step): Promise<string> {
  const id = random.uuid();
  const now = clock.now();
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
  const session = (await readSession(services, client.cookies.get(cookieNames.borrower)!))!;
  await transact(database, (trx) =>
    addCodeChallenge(trx, {
      id,
      numberIndex: keys.blindIndex(purpose === "EMAIL_ADDRESS" ? "email" : "mobile", about),
      mobileNumberSealed: keys.seal(about, mobilePlace(id)),
      purpose,
      channel: purpose === "EMAIL_ADDRESS" ? "MAIL" : "SMS",
      sessionId: session.id,
      borrowerId,
      lane: borrowerId ? `borrower:${borrowerId}` : "open",
      deviceIndex: null,
      networkIndex: "network",
      blockIndex: null,
      afterCaptcha: false,
      language: "id",
      brandName: "Tunai",
      host: "tunai.example",
      priceRupiah: 0,
      delivery: "SENT",
      deliveryAt: now,
      createdAt: later(1),
      expiresAt: later(300),
      provenAt: now,
      proofExpiresAt: later(600),
    }),
  );
  return id;
}

/** A visitor's client with a session, in its own network. */
async function visitor(): Promise<TestClient> {
  const client = lost.visitor();
  await client.post("/api/user/generateCaptcha", {});
  return client;
}

/** An account without a login for 90 days, on an unknown device. */
async function silent(): Promise<Omit<Step, "take">> {
  const { mobileNumber, borrowerId, client } = await change.owner({ isVerified: false });
  const { fullName, nik, birthPlace, birthDate, sex } = change.card;
  await client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
  const last = new Date(clock.now().getTime() - 91 * 86_400_000);
  await database.updateTable("borrower").set({ lastLoginAt: last }).where("borrowerId", "=", borrowerId).execute();
  const otherNumber = "CONFIRM_NOT_NEEDED";
  return { client: await visitor(), purpose: "LOGIN", about: mobileNumber, borrowerId: null, otherNumber };
}

const agreements = ["TERMS", "PRIVACY"];
const entering = (path: string, isKnown: boolean) => async (): Promise<Step> => {
  const client = await visitor();
  const about = isKnown ? (await change.owner({ isVerified: false })).mobileNumber : change.nextNumber();
  return {
    client,
    purpose: "LOGIN",
    about,
    borrowerId: null,
    take: (verificationId, typed) =>
      client.post(path, {
        mobileNumber: about,
        verificationId,
        ...typed,
        ...(path.endsWith("/login") ? {} : { agreements }),
      }),
  };
};
const byCodeAlone = { "not proven": "the code proves it" };

const steps: Record<string, () => Promise<Step>> = {
  "POST /api/v2/user/union/registerOrLogin": entering("/api/v2/user/union/registerOrLogin", false),
  "POST /api/v2/user/union/register": entering("/api/v2/user/union/register", false),
  "POST /api/user/union/register": entering("/api/user/union/register", false),
  "POST /api/v2/user/union/login": entering("/api/v2/user/union/login", true),

  "POST /api/mobile/verifyVerificationCode": async () => {
    const client = await visitor();
    const any = "a later call asks for it";
    return {
      client,
      purpose: "LOGIN",
      about: change.nextNumber(),
      borrowerId: null,
      take: (verificationId, typed) => client.post("/api/mobile/verifyVerificationCode", { verificationId, ...typed }),
      notAsked: { ...byCodeAlone, "another purpose": any, "another number": any },
    };
  },

  "POST /api/session/confirm": async () => {
    const step = await silent();
    const { birthDate, nik } = change.card;
    return {
      ...step,
      take: (verificationId, typed) =>
        step.client.post("/api/session/confirm", { verificationId, ...typed, birthDate, nikEnding: nik.slice(-4) }),
      between: () => database.deleteFrom("rate_counter").execute(),
    };
  },

  "POST /api/session/confirm/new-number": async () => {
    const step = await silent();
    return {
      ...step,
      take: (verificationId, typed) =>
        step.client.post("/api/session/confirm/new-number", { verificationId, ...typed }),
    };
  },

  "POST /api/session/stepUp": async () => {
    const { client, borrowerId, mobileNumber } = await change.owner({ isVerified: false });
    return {
      client,
      purpose: "STEP_UP_BIND",
      about: mobileNumber,
      borrowerId,
      take: (verificationId, typed) => client.post("/api/session/stepUp", { verificationId, ...typed }),
    };
  },

  "POST /api/account/password": async () => {
    const { client, borrowerId, mobileNumber } = await change.owner({ isVerified: false });
    return {
      client,
      purpose: "SET_PASSWORD",
      about: mobileNumber,
      borrowerId,
      take: (verificationId, typed) =>
        client.post("/api/account/password", { verificationId, ...typed, password: "Sandi-kuat-19" }),
    };
  },

  "POST /api/email/verify": async () => {
    const { borrowerId } = await change.owner({ isVerified: false });
    const client = await app.loggedIn(borrowerId, "EMAIL");
    const address = "owner@mail.example";
    expect((await client.post("/api/email", { email: address })).status).toBe(200);
    return {
      client,
      purpose: "EMAIL_ADDRESS",
      about: address,
      borrowerId,
      take: (verificationId, typed) => client.post("/api/email/verify", { verificationId, ...typed }),
      notAsked: { ...byCodeAlone, "another purpose": "the table lets no mail have another one" },
    };
  },

  "POST /api/mobile-change/{requestId}/old-number": async () => {
    const { client, borrowerId, mobileNumber } = await change.owner();
    const { requestId } = (await change.start(client)).body.request;
    return {
      client,
      purpose: "OLD_NUMBER",
      about: mobileNumber,
      borrowerId,
      take: (verificationId, typed) => client.post(change.at(requestId, "old-number"), { verificationId, ...typed }),
    };
  },

  "POST /api/mobile-change/{requestId}/new-number/verify": async () => {
    const { client, borrowerId, requestId } = await change.upTo("identity");
    const about = change.nextNumber();
    expect((await change.name(client, requestId, about)).status).toBe(200);
    return {
      client,
      purpose: "NEW_NUMBER",
      about,
      borrowerId,
      take: (verificationId, typed) =>
        client.post(change.at(requestId, "new-number/verify"), { verificationId, ...typed }),
    };
  },

  "POST /api/lost-number/{requestId}/new-number/verify": async () => {
    const client = await visitor();
    const { requestId } = (await lost.start(client, { mobileNumber: change.nextNumber(), ...lost.person() })).body;
    const about = change.nextNumber();
    expect((await client.post(lost.at(requestId, "new-number"), { mobileNumber: about })).status).toBe(200);
    return {
      client,
      purpose: "RECOVER_NUMBER",
      about,
      borrowerId: null,
      take: (verificationId, typed) =>
        client.post(lost.at(requestId, "new-number/verify"), { verificationId, ...typed }),
    };
  },

  "POST /api/account-merge/{requestId}/verify": async () => {
    const { own, other, requestId } = await merge.upTo("begin");
    return {
      client: own.client,
      purpose: "MERGE",
      about: other.mobileNumber,
      borrowerId: own.borrowerId,
      take: (verificationId, typed) =>
        own.client.post(`/api/account-merge/${requestId}/verify`, { verificationId, ...typed }),
    };
  },

  "POST /api/security/unfreeze": async () => {
    const { borrowerId, mobileNumber } = await contests.owner({ verified: false });
    const { reader } = await contests.noticed(borrowerId);
    expect((await reader.post("/api/security/contest", {})).status).toBe(200);
    const client = await visitor();
    return {
      client,
      purpose: "UNFREEZE",
      about: mobileNumber,
      borrowerId: null,
      take: (verificationId, typed) => {
        const form = new FormData();
        form.append("verificationId", verificationId);
        if (typed.code) form.append("code", typed.code);
        form.append("agreed", "on");
        return client.send("POST", "/api/security/unfreeze", form);
      },
      notAsked: { "another number": "the number says which account it is" },
    };
  },

  "POST /api/agreement/{loanId}/sign": async () => {
    const who = await signer();
    const { hash } = await shown(who);
    await accept(who, hash);
    return {
      client: who.client,
      purpose: "STEP_UP_SIGN",
      about: who.mobileNumber,
      borrowerId: who.borrowerId,
      take: (verificationId, typed) =>
        who.client.post(
          `/api/agreement/${who.loan.id}/sign`,
          { hash, verificationId, ...typed },
          { "Idempotency-Key": random.uuid() },
        ),
    };
  },

  "POST /api/loan/restructure/{offerId}/sign": async () => {
    const { client, mobileNumber, borrowerId, offerId, hash } = await helped(app);
    return {
      client,
      purpose: "STEP_UP_SIGN",
      about: mobileNumber,
      borrowerId,
      take: (verificationId, typed) =>
        client.post(
          `/api/loan/restructure/${offerId}/sign`,
          { hash, verificationId, ...typed },
          { "Idempotency-Key": random.uuid() },
        ),
    };
  },
};

it("every call that takes a proof stands here", () => {
  const takes = app.api.calls().filter(({ call }) => {
    const issues = call.policy.who === "webhook" ? [] : (v.safeParse(call.input, { verificationId: 7 }).issues ?? []);
    return issues.some((issue) => v.getDotPath(issue) === "verificationId" && issue.type !== "strict_object");
  });
  expect(takes.map(({ call }) => callName(call)).toSorted()).toEqual(Object.keys(steps).toSorted());
});

/** Their pages prove the code by a separate call first. */
const provenBefore = ["POST /api/session/confirm", "POST /api/session/confirm/new-number"];

async function taken({ take, between }: Step, verificationId: string, typed: { code?: string }) {
  await between?.();
  const { status, body } = await take(verificationId, typed);
  return { code: status === 200 ? "taken" : String(body.status.code), data: body.status?.data };
}

describe("a code that is too old, or wrong, takes no step, and says which of them it is", () => {
  it.each(Object.keys(steps).filter((name) => !provenBefore.includes(name)))("%s", async (name) => {
    const step = await steps[name]!();
    // Another code may be sent again.
    clock.advance(61_000);
    const id = await proven(step);
    const sentAt = new Date(clock.now().getTime() - 600_000);
    await database
      .updateTable("verification_challenge")
      .set({ provenAt: null, proofExpiresAt: null, createdAt: sentAt, expiresAt: clock.now() })
      .where("id", "=", id)
      .execute();
    const code = oneTimeCodeOf(services, id);
    const expired = await taken(step, id, { code });
    expect(expired.code).toBe("OTP_EXPIRED");
    expect((await taken(step, id, { code })).code).toBe("OTP_EXPIRED_UNSENT");
    // The one that was sent instead.
    const { verificationId } = expired.data as { verificationId: string };
    const wrong = String((Number(oneTimeCodeOf(services, verificationId)) + 1) % 1_000_000).padStart(6, "0");
    const codes: string[] = [];
    while (codes.at(-1) !== "OTP_ATTEMPTS" && codes.length < 10)
      codes.push((await taken(step, verificationId, { code: wrong })).code);
    expect(codes).toEqual([...Array.from({ length: maxTries }, () => "OTP_WRONG"), "OTP_ATTEMPTS"]);
  });
});

describe("a proof that is not its own, or none, takes no step", () => {
  it.each(Object.keys(steps))("%s", async (name) => {
    const step = await steps[name]!();
    const id = await proven(step);
    const code = oneTimeCodeOf(services, id);
    const { notAsked = {} } = step;
    const typed = notAsked["not proven"] ? { code } : {};
    const answerOf = async (verificationId: string) => (await taken(step, verificationId, typed)).code;
    const found: Record<string, string> = { "no proof": await answerOf(random.uuid()) };
    const asked: Record<string, string> = { "no proof": "VERIFICATION_NEEDED" };
    const right = await database
      .selectFrom("verification_challenge")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    for (const [why, set] of Object.entries(instead(step, id))) {
      if (notAsked[why as Case]) continue;
      const write = (row: Updateable<VerificationChallenge>) =>
        database.updateTable("verification_challenge").set(row).where("id", "=", id).execute();
      await write(set);
      found[why] = await answerOf(id);
      await write(right);
      asked[why] = why === "another number" && step.otherNumber ? step.otherNumber : "VERIFICATION_NEEDED";
    }
    expect(found).toEqual(asked);
    // They lacked only the right proof.
    expect(await answerOf(id)).toBe("taken");
  });
});
