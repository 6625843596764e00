/** A borrower's requests, for the console's page about the borrower: also those that were begun and not sent yet. */
import type { Services } from "#server/services.ts";
import type { Text } from "#shared/texts.ts";
import { stateTexts } from "../texts.ts";
import type { AnyChangeRequestKind } from "./kind.ts";
import { newestRequests } from "./store.ts";
import type { StandingSource } from "#server/console/questions.ts";

const most = 20;
/** The kinds' own steps come before the sending. */
const stateText = (state: string): Text =>
  Object.hasOwn(stateTexts, state) ? stateTexts[state as keyof typeof stateTexts] : stateTexts.STARTED;

export const standingBy =
  (kindsOf: (services: Services) => ReadonlyMap<string, AnyChangeRequestKind>): StandingSource =>
  async (services, reader, borrowerId) => {
    const kinds = kindsOf(services);
    const rows = await newestRequests(reader, borrowerId, most);
    return rows.flatMap(({ id, kind, state, isOpen, createdAt, expiresAt, promisedUntil, effectiveFrom }) => {
      const what = kinds.get(kind)?.text;
      const until = state === "APPROVED" ? effectiveFrom : (promisedUntil ?? expiresAt);
      const line = { id, state: stateText(state), isOpen, at: createdAt, until: isOpen ? until : null };
      return what ? [{ group: "REQUESTS" as const, what, ...line }] : [];
    });
  };
