/** Photos of a request: counted by the database, sealed, opened one by one, destroyed when no longer needed. */
import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { transact } from "#server/database.server.ts";
import { testApp } from "#tests/support/app.ts";
import { nameChange, quick, reviewDomain, reviewsOf } from "#tests/support/review.ts";
import { mp4, webm } from "#tests/support/videos.ts";
import {
  storeEvidence,
  addSelfie,
  addVideo,
  answerAsk,
  evidenceOf,
  isShownFreely,
  readEvidence,
  removeEvidence,
} from "./index.ts";
import { evidenceDays } from "#shared/promised-times.ts";

const app = await testApp({ domains: [reviewDomain] });
const { services, clock } = app;
const { database, outside } = services;
const { person, opened, decide, ask, photo } = await reviewsOf(app);
const day = 86_400_000;
const underwriter = person();
const request = (kind = nameChange) => ({ kind, borrowerId: randomUUID(), subjectId: randomUUID() });
const photosOf = ({ borrowerId, subjectId }: ReturnType<typeof request>) => evidenceOf(database, borrowerId, subjectId);
const keysOf = async (borrowerId: string) =>
  (await database.selectFrom("review_evidence").select("objectKey").where("borrowerId", "=", borrowerId).execute()).map(
    (row) => row.objectKey,
  );

it("there are six of a request and never a seventh, also where twenty arrive at once", async () => {
  const of = request();
  const put = vi.spyOn(outside.storage, "put");
  const pictures = await Promise.all(Array.from({ length: 20 }, (_, index) => photo(index)));
  const answers = await Promise.all(pictures.map((bytes) => storeEvidence(services, of, bytes)));
  expect(answers.filter((answer) => answer === "ADDED")).toHaveLength(6);
  expect(answers.filter((answer) => answer === "FULL")).toHaveLength(14);
  expect((await photosOf(of)).map(({ round, slot }) => [round, slot])).toEqual(
    [1, 2, 3, 4, 5, 6].map((slot) => [1, slot]),
  );
  // A refused file is not stored anywhere.
  const stored = await Promise.all(put.mock.results.map(({ value }) => value as Promise<string>));
  const remainingOf = await Promise.all(stored.map((key) => outside.storage.get(key)));
  expect([stored.length, remainingOf.filter((object) => object !== undefined).length]).toEqual([20, 6]);
  put.mockRestore();
});

it("the same photo twice is one, and a kind without photos takes none", async () => {
  const [of, none] = [request(), request(quick)];
  const bytes = await photo(7);
  expect(await Promise.all([1, 2, 3].map(() => storeEvidence(services, of, bytes)))).toEqual([
    "ADDED",
    "ADDED",
    "ADDED",
  ]);
  expect(await photosOf(of)).toHaveLength(1);
  expect(await storeEvidence(services, none, bytes)).toBe("FULL");
});

it("one is taken back before the case, none after it; asked for more, six more are shown and only those are taken back", async () => {
  const of = request();
  await storeEvidence(services, of, await photo(1));
  await storeEvidence(services, of, await photo(2));
  const [first, second] = (await photosOf(of)).map(({ id }) => ({ id })) as [{ id: string }, { id: string }];
  expect(await removeEvidence(services, { ...of, borrowerId: randomUUID() }, first.id)).toBe(false);
  expect(await removeEvidence(services, of, first.id)).toBe(true);
  expect(await removeEvidence(services, of, first.id)).toBe(false);

  const { caseId } = await opened(of);
  expect(await storeEvidence(services, of, await photo(3))).toBe("CLOSED");
  expect(await removeEvidence(services, of, second.id)).toBe(false);
  await ask(underwriter, caseId);
  for (let index = 0; index < 6; index++)
    expect(await storeEvidence(services, of, await photo(10 + index))).toBe("ADDED");
  expect(await storeEvidence(services, of, await photo(99))).toBe("FULL");
  // A photo that was sent with the request does not count as new when more is requested.
  await removeEvidence(services, of, (await photosOf(of)).find(({ round }) => round === 2)!.id);
  expect(await storeEvidence(services, of, await photo(2))).toBe("KNOWN");
  expect(await storeEvidence(services, of, await photo(99))).toBe("ADDED");
  expect(await removeEvidence(services, of, second.id)).toBe(false);
  const more = (await photosOf(of)).filter(({ round }) => round === 2);
  expect(await removeEvidence(services, of, more[0]!.id)).toBe(true);
  await transact(database, (trx) => answerAsk(services, trx, nameChange, of.subjectId));
  expect(await storeEvidence(services, of, await photo(98))).toBe("CLOSED");
  expect((await photosOf(of)).map(({ round }) => round)).toEqual([1, 2, 2, 2, 2, 2]);
});

it("staff open them one by one: each opening stands in the trail with the photo, and a list opens none", async () => {
  const of = request();
  await storeEvidence(services, of, await photo(1));
  await storeEvidence(services, of, await photo(2));
  const { caseId } = await opened(of);
  const client = await underwriter.client();
  const { evidence } = (await client.get(`/api/staff/reviews/${caseId}`)).body;
  const openings = () =>
    database
      .selectFrom("audit_entry")
      .select(["subject", "staffId"])
      .where("action", "=", "GET /api/staff/reviews/{caseId}/evidence/{evidenceId}")
      .execute();
  expect(await openings()).toEqual([]);
  const answer = await client.get(`/api/staff/reviews/${caseId}/evidence/${evidence[1].evidenceId}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="rv-[a-z0-9]{8}-evidence-1-2\.jpg"$/,
  );
  expect(await openings()).toEqual([
    { staffId: underwriter.staffId, subject: { caseId, evidenceId: evidence[1].evidenceId } },
  ]);
  const about = await database.selectFrom("audit_outcome").select("borrowerId").execute();
  expect(about.map((row) => row.borrowerId)).toContain(of.borrowerId);

  // Another case's photo is not accessible here; only deciders and checkers may open one.
  const path = `evidence/${evidence[0].evidenceId}`;
  for (const other of [await opened(), await opened({ borrowerId: of.borrowerId })])
    expect((await client.get(`/api/staff/reviews/${other.caseId}/${path}`)).body.status.code).toBe("EVIDENCE_UNKNOWN");
  expect((await client.get(`/api/staff/reviews/${randomUUID()}/${path}`)).body.status.code).toBe("REVIEW_UNKNOWN");
  for (const role of ["auditor", "finance"] as const)
    expect((await (await person([role]).client()).get(`/api/staff/reviews/${caseId}/${path}`)).status).toBe(403);
  for (const role of ["support", "admin"] as const)
    expect((await (await person([role]).client()).get(`/api/staff/reviews/${caseId}/${path}`)).status).toBe(200);
});

it("a video goes with the photos, one each time and never a second, also where ten arrive at once", async () => {
  const [of, none] = [request(), request(quick)];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, seed) => addVideo(services, of, mp4(10, { seed: seed + 1 }))),
  );
  expect(answers.filter((answer) => answer === "ADDED")).toHaveLength(1);
  expect(await addVideo(services, none, webm(3))).toBe("FULL");
  await expect(addVideo(services, request(), webm(31))).rejects.toThrow("VIDEO_TOO_LONG");
  for (let index = 0; index < 6; index++) expect(await storeEvidence(services, of, await photo(index))).toBe("ADDED");
  expect(await addSelfie(services, of, await photo(50))).toBe("ADDED");
  expect(await addSelfie(services, of, await photo(51))).toBe("FULL");
  const selfie = (await photosOf(of)).find((shown) => !isShownFreely(shown))!;
  expect(await removeEvidence(services, of, selfie.id)).toBe(false);
  expect((await photosOf(of)).map(({ slot, about }) => [slot, about.media])).toEqual([
    ...[1, 2, 3, 4, 5, 6].map((slot) => [slot, "PHOTO"]),
    [7, "VIDEO"],
    [8, "PHOTO"],
  ]);

  // Staff open it like a photo; only the case's own page can play it.
  const { caseId } = await opened(of);
  const client = await underwriter.client();
  const { evidence } = (await client.get(`/api/staff/reviews/${caseId}`)).body;
  expect(evidence[6]).toMatchObject({ media: "VIDEO", round: 1, slot: 7 });
  const answer = await client.get(`/api/staff/reviews/${caseId}/evidence/${evidence[6].evidenceId}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "video/mp4"]);
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="rv-[a-z0-9]{8}-evidence-1-7\.mp4"$/,
  );

  // The pictures for comparison open in the same way, and each opening is in the audit trail.
  const card = await client.get(`/api/staff/reviews/${caseId}/pictures/CARD`);
  expect([card.status, card.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  for (const code of ["SELFIE", "OTHER"])
    expect((await client.get(`/api/staff/reviews/${caseId}/pictures/${code}`)).body.status.code).toBe(
      "EVIDENCE_UNKNOWN",
    );
  const opening = await database
    .selectFrom("audit_entry")
    .select("subject")
    .where("action", "=", "GET /api/staff/reviews/{caseId}/pictures/{kind}")
    .execute();
  expect(opening[0]).toEqual({ subject: { caseId, kind: "CARD" } });
  await ask(underwriter, caseId);
  expect(await addVideo(services, of, webm(5))).toBe("ADDED");
});

it("they are destroyed 90 days after the case, or after the upload where no case came of it, and never under an open one", async () => {
  const [closed, dropped, open] = [request(), request(), request()];
  for (const of of [closed, dropped, open]) await storeEvidence(services, of, await photo(5));
  const { caseId } = await opened(closed);
  await opened(open);
  const keys = await keysOf(closed.borrowerId);
  clock.advance(10 * day);
  await decide(underwriter, caseId);
  clock.advance((evidenceDays - 10) * day + 1);
  await app.settle();
  const remaining = async () => Promise.all([closed, dropped, open].map(async (of) => (await photosOf(of)).length));
  expect(await remaining()).toEqual([1, 0, 1]);
  clock.advance(10 * day - 1);
  await app.settle();
  expect(await remaining()).toEqual([1, 0, 1]);
  clock.advance(1);
  await app.settle();
  expect(await remaining()).toEqual([0, 0, 1]);
  expect(await Promise.all(keys.map((key) => outside.storage.get(key)))).toEqual([undefined]);
});

it("once the borrower is forgotten nothing of them opens", async () => {
  const of = request();
  await storeEvidence(services, of, await photo(5));
  const { caseId } = await opened(of);
  await decide(underwriter, caseId);
  const { id } = (await photosOf(of))[0]!;
  await transact(database, (trx) => services.keys.borrowerKeys.shred(trx, of.borrowerId, clock.now()));
  expect(await readEvidence(services, database, of.borrowerId, of.subjectId, id)).toBeNull();
  const found = await (await underwriter.client()).get(`/api/staff/reviews/${caseId}`);
  expect([found.status, found.body.note]).toEqual([200, null]);
});
