/** Handles information that the borrower added after an offer. // Spec account 8, docs/decisions/071 */
import { informationGiven, noteInformation } from "#features/account/document/server/index.ts";
import { accountRead } from "#features/account/linking/server/index.ts";
import { lookupFound } from "#features/account/lookup/server/index.ts";
import { after } from "#server/events/domain-events.ts";
import { rejudgeCases } from "./rejudging.ts";

export const offerings = [
  after(informationGiven, "underwriting-information", async (services, trx, { borrowerId, isReoffer }) => {
    // Information that arrives after a refusal is for a new application.
    if (!isReoffer) await rejudgeCases(services, trx, borrowerId);
  }),
  // Look-ups and links know nothing of offers.
  after(lookupFound, "underwriting-offer-lookup", (services, trx, { borrowerId, kind }) =>
    noteInformation(services, trx, borrowerId, `LOOKUP_${kind}`),
  ),
  after(accountRead, "underwriting-offer-link", (services, trx, { borrowerId, kind }) =>
    noteInformation(services, trx, borrowerId, `LINK_${kind}`),
  ),
];
