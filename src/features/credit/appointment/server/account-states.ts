/** Appointments for the console's page about the borrower. */
import { sql } from "kysely";
import type { AccountStateLine, AccountStateSource } from "#server/console/questions.ts";
import { formatRupiah } from "#shared/money.ts";
import { appointmentStateTexts } from "../texts.ts";
import type { AppointmentRow } from "./store.ts";

const max = 3;

export const accountStates: AccountStateSource = {
  // The day itself, then the last day on which it can be confirmed: from its midnight in WIB.
  rows: (borrowerId) => sql`
    select id, null as kind, state, amount_rupiah::text as detail, booked_at as at,
      case when ended_at is null then coalesce(confirm_by, on_day)::timestamp at time zone 'Asia/Jakarta' end as until,
      null::uuid as related_id
    from loan_appointment where borrower_id = ${borrowerId} order by id desc limit ${max}`,
  lines: (_services, _reader, rows) =>
    rows.map(({ id, state, detail, at, until }): AccountStateLine => {
      const amount = formatRupiah(Number(detail));
      return {
        group: "REQUESTS",
        id,
        what: { id: `Janji pinjaman ${amount}`, en: `Loan appointment, ${amount}`, zh: `借款预约 ${amount}` },
        state: appointmentStateTexts[state as AppointmentRow["state"]],
        isOpen: until !== null,
        at,
        until,
      };
    }),
};
