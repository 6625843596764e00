/** People on the phone also read out the number of their complaint; it is not personal data. */
import type { SearchSource } from "#server/console/questions.ts";
import { cleanLine } from "#shared/fields/cleaning.ts";
import { readTicketNumber } from "./number.ts";

export const search: readonly SearchSource[] = [
  {
    kind: "COMPLAINT",
    permission: "complaint.read",
    async find(_services, _reader, typed) {
      if (!/^ADU/i.test(cleanLine(typed))) return null;
      const number = readTicketNumber(typed);
      // The list shows whether it exists and to whom it belongs.
      return number === null ? null : [{ borrowerId: null, to: `/staff/complaints?number=${number}` }];
    },
  },
];
