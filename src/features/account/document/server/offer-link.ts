/** An offer by its link: without a login, and nothing but uploads. // Spec account 8 */
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { limitRate } from "#server/call/rate-limit.ts";
import { documentUploads, getOfferByLink, kindOfOption } from "../contract.ts";
import { uploadByLink } from "../offer-contract.ts";
import { offerOfLink } from "./offers.ts";
import { uploadPhoto } from "./uploading.ts";

/** The holder of the link sees no data of the borrower: only what may be uploaded, and whether the offer is over. */
export const offerLinkAnswers: readonly CallAnswer[] = [
  answer(getOfferByLink, async (_input, { database, principal }) => {
    const { state, options, dueAt } = await offerOfLink(database, principal.link.subject);
    return {
      state,
      uploads: options.flatMap((option) => kindOfOption(option) ?? []),
      social: options.includes("SOCIAL"),
      dueAt: dueAt.toISOString(),
    };
  }),
  answer(uploadByLink, async ({ kind, photo }, { services, database, principal, refuse }) => {
    const { borrowerId, state, options } = await offerOfLink(database, principal.link.subject);
    if (state !== "OPEN") refuse("OFFER_OVER");
    if (!options.some((option) => kindOfOption(option) === kind)) refuse("OFFER_UNKNOWN");
    await limitRate(services, database, documentUploads, borrowerId);
    await uploadPhoto(services, borrowerId, kind, photo);
    return { state: (await offerOfLink(database, principal.link.subject)).state };
  }),
];
