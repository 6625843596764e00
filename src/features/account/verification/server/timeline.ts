/** Events of a borrower in a domain, for the console's timeline. */
import type { Happening, TimelineSource } from "#server/console/questions.ts";
import { deliveriesTo } from "./delivery-list.ts";
import { numberOf } from "./numbers.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["MESSAGE"],
    async read(services, borrowerId, max) {
      const number = await numberOf(services, services.database, borrowerId);
      if (!number) return [];
      return (await deliveriesTo(services, services.database, number, max)).map((code): Happening => ({
        at: code.sentAt,
        kind: "MESSAGE",
        what: `CODE_${code.delivery}`,
        facts: {
          messageId: code.messageId,
          channel: code.channel,
          purpose: code.purpose,
          proven: code.provenAt !== null,
          wrongTries: code.wrongTries,
        },
      }));
    },
  },
];
