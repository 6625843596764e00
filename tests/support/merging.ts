/** Two accounts of one person, and the steps to one, over HTTP. For one test file and its app. */
import { transact } from "#server/database.server.ts";
import { account, availableOf, balanceOf } from "#server/ledger/index.ts";
import { givePoints } from "#features/rewards/points/server/index.ts";
import type { TestApp, TestClient, TestResponse } from "./app.ts";
import { changingNumber } from "./changing-number.ts";
import { reward } from "./wallet.ts";

/** @param given the steps to another number, where the file has them already */
export async function merging(app: TestApp, given?: Awaited<ReturnType<typeof changingNumber>>) {
  const { services, clock } = app;
  const { database, random } = services;
  const change = given ?? (await changingNumber(app));
  const underwriter = change.staff();
  const { upload, picture, code, codeTo, card } = change;
  type Owner = Awaited<ReturnType<typeof change.owner>>;

  /** The one that asks, and the older one; both of one person. */
  async function two({ isOtherVerified = true } = {}) {
    const other = await change.owner({ isVerified: isOtherVerified });
    clock.advance(61_000);
    const own = await change.owner();
    clock.advance(61_000);
    return { own, other };
  }
  type Two = Awaited<ReturnType<typeof two>>;

  const at = (requestId: string, step: string) => `/api/account-merge/${requestId}/${step}`;
  const begin = (client: TestClient, otherMobileNumber: string) =>
    client.post("/api/account-merge", { otherMobileNumber });
  async function verify(client: TestClient, requestId: string, verificationId: string, mobileNumber: string) {
    return client.post(at(requestId, "verify"), { verificationId, code: await codeTo(mobileNumber) });
  }
  const face = async (client: TestClient, requestId: string, nik = card.nik) =>
    upload(client, at(requestId, "face"), "photo", await picture(), { nik, agreed: "on" });
  const preview = (client: TestClient, requestId: string) => client.get(at(requestId, "preview"));
  async function submit(
    { client, mobileNumber }: Pick<Owner, "client" | "mobileNumber">,
    requestId: string,
    more: { previewHash?: string; keepNumber?: "OWN" | "OTHER" } = {},
  ): Promise<TestResponse> {
    clock.advance(61_000);
    const previewHash = more.previewHash ?? String((await preview(client, requestId)).body.previewHash);
    await client.post("/api/session/stepUp", await code(client, mobileNumber, "STEP_UP_MERGE"));
    return client.post(
      at(requestId, "submit"),
      { previewHash, keepNumber: more.keepNumber ?? "OWN" },
      { "Idempotency-Key": random.uuid() },
    );
  }

  const steps = ["begin", "verify", "face", "submit"] as const;
  /** A request that has taken all steps up to this one. */
  async function upTo(step: (typeof steps)[number], made?: Two, keepNumber: "OWN" | "OTHER" = "OWN") {
    const both = made ?? (await two());
    const { own, other } = both;
    const begun = await begin(own.client, other.mobileNumber);
    if (begun.status !== 200) throw new Error(`begin: ${begun.text}`);
    const requestId: string = begun.body.request.requestId;
    const acts: Record<(typeof steps)[number], () => Promise<TestResponse>> = {
      begin: async () => begun,
      verify: () => verify(own.client, requestId, begun.body.verification.verificationId, other.mobileNumber),
      face: () => face(own.client, requestId),
      submit: () => submit(own, requestId, { keepNumber }),
    };
    let last = begun;
    for (const one of steps.slice(0, steps.indexOf(step) + 1)) {
      last = await acts[one]();
      if (last.status !== 200) throw new Error(`${one}: ${last.text}`);
    }
    return { ...both, requestId, last };
  }

  /** Two people approve the merge. */
  async function approve(requestId: string): Promise<void> {
    const { id } = await change.caseOf(requestId);
    await change.decide(underwriter, id);
    await change.check(change.staff(), (await change.caseOf(requestId)).proposalId!);
  }
  async function reject(requestId: string, reasonCode = "NUMBER_NOT_OWN"): Promise<void> {
    const { id } = await change.caseOf(requestId);
    await change.decide(underwriter, id, { decision: "REJECT", reasonCode });
    await change.check(change.staff(), (await change.caseOf(requestId)).proposalId!);
  }
  /** Signed, approved by two people, and carried out by the sweep. */
  async function merged(made?: Two, keepNumber: "OWN" | "OTHER" = "OWN") {
    const found = await upTo("submit", made, keepNumber);
    await approve(found.requestId);
    clock.advance(61_000);
    await app.settle();
    const row = await mergeOf(found.requestId);
    const isOwn = row.survivorId === found.own.borrowerId;
    const [survivor, absorbed] = isOwn ? [found.own, found.other] : [found.other, found.own];
    return { ...found, survivor, absorbed };
  }
  const mergeOf = (id: string) =>
    database.selectFrom("account_merge").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const stateOf = async (id: string) => (await mergeOf(id)).state;
  const statusOf = async (borrowerId: string) =>
    (
      await database
        .selectFrom("borrower")
        .select("status")
        .where("borrowerId", "=", borrowerId)
        .executeTakeFirstOrThrow()
    ).status;

  const giveMoney = (borrowerId: string, rupiah: number) => reward(app, borrowerId, rupiah);
  const giveSomePoints = (borrowerId: string, points: number) =>
    transact(database, (trx) =>
      givePoints(services, trx, {
        borrowerId,
        points,
        source: `test_${random.uuid()}`,
        title: { id: "Uji", en: "Test", zh: "测试" },
      }),
    );
  /** Sums of both accounts together and of each alone; held money counts. */
  async function sums(one: string, other: string) {
    const of = async (kind: "WALLET" | "POINTS", id: string) => balanceOf(database, account(kind, id));
    const coupons = async (id: string) =>
      (
        await database
          .selectFrom("coupon")
          .select("id")
          .where("borrowerId", "=", id)
          .where("state", "=", "OBTAINED")
          .execute()
      ).length;
    return {
      wallet: [await of("WALLET", one), await of("WALLET", other)],
      points: [await of("POINTS", one), await of("POINTS", other)],
      coupons: [await coupons(one), await coupons(other)],
    };
  }
  const free = (kind: "WALLET" | "POINTS", borrowerId: string) => availableOf(database, account(kind, borrowerId));
  const reverse = (client: TestClient, requestId: string) => client.post(at(requestId, "reverse"), {});
  const decline = (client: TestClient, requestId: string) => client.post(at(requestId, "decline"), {});

  const acts = { two, begin, verify, face, preview, submit, upTo, approve, reject, merged, reverse, decline, at };
  return Object.assign(acts, { change, mergeOf, stateOf, statusOf, giveMoney, giveSomePoints, sums, free });
}
