/** Offers of help, for the console's page about the borrower. */
import type { Standing, StandingSource } from "#server/console/questions.ts";
import { programmeTexts, stateTexts } from "../texts.ts";
import { offersOf } from "./store.ts";

const max = 6;

export const standing: StandingSource = async (_services, reader, borrowerId) =>
  (await offersOf(reader, borrowerId)).slice(0, max).map((offer): Standing => {
    const isOpen = offer.state === "OFFERED";
    return {
      group: "REQUESTS",
      id: offer.id,
      what: programmeTexts[offer.programme],
      state: stateTexts[offer.state],
      isOpen,
      at: offer.offeredAt,
      until: isOpen ? offer.expiresAt : null,
    };
  });
