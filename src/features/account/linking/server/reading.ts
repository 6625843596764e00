/** Figures read from an account elsewhere, kept only within the consent. // Spec account 8 */
import { matchHolder } from "#features/account/bank-account/server/index.ts";
import { identityOf } from "#features/account/identity/server/index.ts";
import { consentCipher, consentInForce } from "#features/account/privacy/server/index.ts";
import { notifySecurity } from "#features/account/security/server/index.ts";
import type { Transaction } from "#server/database.server.ts";
import type { LinkAnswer } from "#server/outside/linking/port.ts";
import type { Services } from "#server/services.ts";
import { linkFigures, type LinkFigure } from "#shared/outside-reads.ts";
import type { LinkFailure } from "../contract.ts";
import { accountRead } from "./events.ts";
import { linkLife, sealedLinkFacts, type LinkFacts, type LinkRow } from "./records.ts";

/** Discards an account of another person; stores the sums of the borrower's own one, sealed. The access ends now in both cases. */
export async function takeReading(
  services: Services,
  trx: Transaction,
  row: LinkRow,
  answer: Extract<LinkAnswer, { outcome: "LINKED" }>,
  fail: (failure: LinkFailure) => Promise<boolean>,
): Promise<boolean> {
  const { borrowerId, id, kind } = row;
  const identity = await identityOf(services, trx, borrowerId);
  if (!identity) return fail("OTHER_HOLDER");
  const owner = { borrowerId, fullName: identity.fullName };
  if ((await matchHolder(services, trx, owner, answer.holderName)) === "DIFFERENT") return fail("OTHER_HOLDER");
  const now = services.clock.now();
  const cipher = await consentCipher(services, trx, row.consentId);
  const facts: LinkFacts = {
    masked: answer.maskedAccount,
    ...(kind === "ECOM" && answer.openedOn !== undefined ? { openedOn: answer.openedOn } : {}),
    // Only the data that the consent covers, whatever else the partner returns.
    months: answer.months.map((sums) => ({
      month: sums.month,
      ...Object.fromEntries(
        linkFigures[kind].flatMap((figure) => {
          const sum = (sums as Partial<Record<LinkFigure, number>>)[figure];
          return sum === undefined ? [] : [[figure, sum]];
        }),
      ),
    })),
  };
  const isLinked = await linkLife.move(trx, {
    id,
    borrowerId,
    from: ["CONNECTING"],
    to: "LINKED",
    actor: "PARTNER",
    cause: "READ_ONCE",
    facts: { kind },
    at: now,
    set: {
      factsSealed: sealedLinkFacts.seal(cipher, id, facts),
      linkedAt: now,
      revokeAt: now,
      returnIndex: null,
      changedAt: now,
    },
  });
  if (!isLinked) return false;
  await services.events.announce(trx, accountRead, { id: `read_${id}`, at: now, borrowerId, linkId: id, kind });
  // The device on which the consent was given: the partner may have answered long after it.
  const device = (await consentInForce(services, trx, borrowerId, `LINK_${kind}`))?.device ?? "";
  await notifySecurity(services, trx, { borrowerId, kind: linkedEvents[kind], id, device });
  return true;
}

/** The notice to the owner names the kind of the linked account. */
const linkedEvents = { BANK: "BANK_LINKED", ECOM: "SHOP_LINKED", OPEN_FINANCE: "OPEN_FINANCE_LINKED" } as const;
