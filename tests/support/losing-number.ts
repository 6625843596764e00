/** A borrower whose SIM is lost, and the steps of the request about it, over HTTP. For one test file and its app, with `TRUSTED_HOPS: "1"`. */
import { expect } from "vitest";
import type { TestApp, TestClient, TestResponse } from "./app.ts";
import { changingNumber } from "./changing-number.ts";
import { codesOf } from "./codes.ts";
import { mp4 } from "./videos.ts";

/** @param given the steps to another number, where the file has them already */
export async function losingNumber(app: TestApp, given?: Awaited<ReturnType<typeof changingNumber>>) {
  const { services, clock } = app;
  const { database, random } = services;
  const change = given ?? (await changingNumber(app));
  const { owner, staff, decide, check, nextNumber, upload, picture, card, codeTo } = change;
  const { captcha } = codesOf(app);
  let addresses = 0;
  /** Each asks from a network of its own. */
  const visitor = () =>
    app.client({
      "X-Forwarded-For": `10.50.${++addresses % 250}.${1 + Math.floor(addresses / 250)}`,
      "device-token": random.uuid(),
    });
  let made = 0;
  /** A person of one's own: requests about one NIK are few in a day. */
  const person = () => {
    const serial = String(1_000 + ++made);
    return { nik: card.nik.slice(0, 12) + serial, birthDate: card.birthDate };
  };

  async function account() {
    const { nik, birthDate } = person();
    const known = await owner({ isVerified: false });
    const { fullName, birthPlace, sex } = card;
    await known.client.post("/api/identity", { fullName, nik, birthPlace, birthDate, sex });
    await upload(known.client, "/api/identity/card-photo", "photo", await picture());
    const answer = await upload(known.client, "/api/identity/face-check", "photo", await picture(), { agreed: "on" });
    expect(answer.status, answer.text).toBe(200);
    return { ...known, nik, birthDate };
  }
  type About = { mobileNumber: string; nik: string; birthDate: string };

  const start = async (client: TestClient, { mobileNumber, nik, birthDate }: About) =>
    client.post("/api/lost-number", { mobileNumber, nik, birthDate, ...(await captcha(client)) });
  const at = (requestId: string, step: string) => `/api/lost-number/${requestId}/${step}`;
  const submit = (client: TestClient, requestId: string) =>
    client.post(at(requestId, "submit"), {}, { "Idempotency-Key": random.uuid() });

  /** All answers of the way, from the first page to the reference; `upTo` leaves out the sending. */
  async function way(about: About, newNumber = nextNumber(), upTo: "PROOF" | "SUBMIT" = "SUBMIT") {
    const client = visitor();
    const answers: TestResponse[] = [await start(client, about)];
    const { requestId } = answers[0]!.body;
    const named = await client.post(at(requestId, "new-number"), { mobileNumber: newNumber });
    const code = { verificationId: named.body.verificationId, code: await codeTo(newNumber) };
    answers.push(await client.post(at(requestId, "new-number/verify"), code));
    answers.push(await upload(client, at(requestId, "selfie"), "photo", await picture(), { agreed: "on" }));
    answers.push(await upload(client, at(requestId, "proof"), "photo", await picture()));
    answers.push(await upload(client, at(requestId, "proof"), "video", mp4(9)));
    if (upTo === "SUBMIT") answers.push(await submit(client, requestId));
    for (const answer of answers) expect(answer.status, answer.text).toBe(200);
    return { client, requestId: String(requestId), newNumber, answers, submittedAt: clock.now() };
  }
  const rowOf = (id: string) =>
    database.selectFrom("lost_number_request").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const caseOf = (id: string) =>
    database.selectFrom("review_case").selectAll().where("subjectId", "=", id).executeTakeFirst();
  /** Two people say the same of it. */
  async function decided(requestId: string, body: object = {}) {
    const found = (await caseOf(requestId))!;
    const proposed = await decide(staff(), found.id, body);
    expect(proposed.body.state).toBe("PROPOSED");
    await check(staff(), (await caseOf(requestId))!.proposalId!);
  }
  return { ...change, visitor, person, account, start, at, submit, way, rowOf, caseOf, decided };
}
