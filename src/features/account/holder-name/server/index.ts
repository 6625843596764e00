/** Other spellings of a borrower's name: answers to the domain's calls, and the names that people confirmed. */
import { identityOf } from "#features/account/identity/server/index.ts";
import { wordedBy, changeRequests } from "#features/account/change-request/server/index.ts";
import { askerOf } from "#features/account/verification/server/index.ts";
import { notify, noticeKinds } from "#features/platform/notice/server/index.ts";
import {
  storeEvidence,
  findReviewOf,
  openReview,
  reviewLate,
  withdrawReview,
  reviews,
} from "#features/platform/review/server/index.ts";
import { deviceNameOf } from "#server/call/device-name.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { Refusal } from "#server/call/refusal.ts";
import { transact, type Reader } from "#server/database.server.ts";
import { after } from "#server/events/domain-events.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import {
  askHolderName,
  getHolderName,
  maxHolderNamePhotos,
  withdrawHolderName,
  type HolderNameAnswer,
  type HolderNameRequest,
  type HolderPlace,
} from "../contract.ts";
import { confirmedNames, holderName, holderNameReview, type HolderRequest } from "./kind.ts";
import { holderNameLateNotice, notices } from "./notices.ts";
import { words } from "./words.ts";
import { consoleWords } from "#server/console/questions.ts";

export { confirmedNames } from "./kind.ts";

async function viewOf(reader: Reader, request: HolderRequest, language: Language): Promise<HolderNameRequest> {
  const { id, state } = request;
  const found = await findReviewOf(reader, holderNameReview.kind, id);
  const cause = state === "REJECTED" ? (await holderName.lifecycle.events(reader, id)).at(-1)?.cause : undefined;
  return {
    requestId: id,
    state,
    name: request.facts.name ?? "",
    createdAt: request.createdAt.toISOString(),
    promisedUntil: (found?.dueAt ?? request.promisedUntil)?.toISOString() ?? null,
    isLate: found?.lateAt != null && found.state !== "CLOSED",
    reason: cause === undefined ? null : wordedBy(cause, holderNameReview.decisions.reasons, language),
    closedAt: request.closedAt?.toISOString() ?? null,
  };
}

async function answered(services: Services, borrowerId: string, language: Language): Promise<HolderNameAnswer> {
  const { database } = services;
  const [identity, names, request] = await Promise.all([
    identityOf(services, database, borrowerId),
    confirmedNames(services, database, borrowerId),
    holderName.find(services, database, borrowerId),
  ]);
  return {
    fullName: identity?.fullName ?? null,
    confirmedNames: names,
    request: request && (await viewOf(database, request, language)),
  };
}

interface HolderNameInput {
  name: string;
  place: HolderPlace;
  photo: File;
  device: string;
  deviceIndex: string | null;
  sessionId: string;
}

/** Sends the request with its photo; continues one that was started and not sent. @throws Refusal of the call `askHolderName` */
async function ask(services: Services, borrowerId: string, input: HolderNameInput): Promise<void> {
  const { database } = services;
  const { name, place, device, deviceIndex, sessionId } = input;
  if (!(await identityOf(services, database, borrowerId))) throw new Refusal("IDENTITY_NEEDED");
  const request = await transact(database, (trx) => holderName.start(services, trx, { borrowerId, deviceIndex }));
  if (request.state === "SUBMITTED" || request.state === "APPROVED") throw new Refusal("HOLDER_NAME_OPEN");
  const { id: subjectId } = request;
  const bytes = new Uint8Array(await input.photo.arrayBuffer());
  const added = await storeEvidence(services, { kind: holderNameReview, borrowerId, subjectId }, bytes);
  if (added === "FULL") throw new Refusal<typeof askHolderName.problems>("PHOTO_COUNT", { max: maxHolderNamePhotos });
  if (added === "CLOSED") throw new Refusal("HOLDER_NAME_OPEN");
  await transact(database, async (trx) => {
    const own = { borrowerId, id: subjectId, sessionId };
    const found = { name, place, device };
    const existing = await holderName.one(services, trx, own);
    if (existing?.state === "NAMED") await holderName.keep(services, trx, { ...own, during: "NAMED", found });
    else await holderName.step(services, trx, { ...own, to: "NAMED", cause: "NAMED", found });
    await holderName.step(services, trx, { ...own, to: "SUBMITTED", cause: "SENT" });
    await openReview(services, trx, holderNameReview, { borrowerId, subjectId, facts: { place } });
  });
}

const answers: readonly CallAnswer[] = [
  answer(getHolderName, (_input, { services, borrowerId, language }) => answered(services, borrowerId, language)),
  answer(askHolderName, async (input, { services, borrowerId, language, caller, principal }) => {
    const { deviceIndex } = askerOf(services, caller, principal.session);
    const device = deviceNameOf(caller.userAgent);
    await ask(services, borrowerId, {
      ...input,
      place: input.where,
      device,
      deviceIndex,
      sessionId: principal.session.id,
    });
    return answered(services, borrowerId, language);
  }),
  answer(withdrawHolderName, async ({ requestId: id }, { services, borrowerId, language, refuse }) => {
    await transact(services.database, async (trx) => {
      if (!(await holderName.one(services, trx, { borrowerId, id }))) refuse("CHANGE_REQUEST_UNKNOWN");
      const about = { borrowerId, id, to: "WITHDRAWN", actor: "BORROWER", cause: "WITHDRAWN" } as const;
      if (await holderName.decide(services, trx, about)) await withdrawReview(services, trx, holderNameReview, id);
    });
    return answered(services, borrowerId, language);
  }),
];

export const domain: Domain = {
  answers,
  subscribes: [
    after(reviewLate, "holder-name-late", async (services, trx, { kind, borrowerId, subjectId }) => {
      if (kind === holderNameReview.kind)
        await notify(services, trx, holderNameLateNotice, { id: subjectId, borrowerId, values: {} });
    }),
  ],
  answersTo: [
    changeRequests.by([holderName]),
    reviews.by([holderNameReview]),
    noticeKinds.by(notices),
    consoleWords.by(words),
  ],
};
