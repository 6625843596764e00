/** Appointments for the console's page about the borrower. */
import type { Standing, StandingSource } from "#server/console/questions.ts";
import { instantOf } from "#shared/dates.ts";
import { formatRupiah } from "#shared/money.ts";
import { stateTexts } from "../texts.ts";
import { listAppointments } from "./store.ts";

const max = 3;

export const standing: StandingSource = async (_services, reader, borrowerId) =>
  (await listAppointments(reader, borrowerId, max)).map((row): Standing => {
    const isOpen = row.endedAt === null;
    const amount = formatRupiah(row.amountRupiah);
    return {
      group: "REQUESTS",
      id: row.id,
      what: { id: `Janji pinjaman ${amount}`, en: `Loan appointment, ${amount}`, zh: `借款预约 ${amount}` },
      state: stateTexts[row.state],
      isOpen,
      at: row.bookedAt,
      // The day itself, then the last day on which it can be confirmed.
      until: isOpen ? instantOf(row.confirmBy ?? row.onDay) : null,
    };
  });
