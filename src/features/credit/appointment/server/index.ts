/** Appointments: answers to the domain's calls, and what follows from applications and closed accounts. */
import { accountClosed } from "#features/account/cancellation/server/index.ts";
import { mergeAssets } from "#features/account/account-merge/server/index.ts";
import { appointmentOf } from "#features/credit/application/server/index.ts";
import { loanSubmitted } from "#features/credit/loan/server/index.ts";
import { noticeKinds } from "#features/platform/notice/server/index.ts";
import { answer, type CallAnswer } from "#server/call/pipeline.ts";
import { consoleWords, accountStateSources, timelineSources } from "#server/console/questions.ts";
import { transact } from "#server/database.server.ts";
import type { Domain } from "#server/domain.ts";
import { after, within } from "#server/events/domain-events.ts";
import { personalDataHeld } from "#server/personal-data/index.ts";
import { lifecycles } from "#server/records/lifecycle.ts";
import { bookAppointment, cancelAppointment, getAppointment } from "../contract.ts";
import { appointmentsOf, appointmentSweep, storeAppointment, endAppointment, confirmWith } from "./appointments.ts";
import { comparedWithToday } from "./comparing.ts";
import { appointmentLife } from "./lifecycle.ts";
import { mergedAppointment } from "./merging.ts";
import { notices } from "./notices.ts";
import { personalData } from "./personal-data.ts";
import { accountStates } from "./account-states.ts";
import { findOpenAppointment } from "./store.ts";
import { timeline } from "./timeline.ts";
import { words } from "./words.ts";

export { appointmentDays } from "./questions.ts";

const answers: readonly CallAnswer[] = [
  answer(getAppointment, (_input, { services, database, borrowerId }) =>
    appointmentsOf(services, database, borrowerId),
  ),
  answer(bookAppointment, async (input, { services, trx, borrowerId, language }) => {
    return comparedWithToday(services, trx, await storeAppointment(services, trx, { ...input, borrowerId, language }));
  }),
  answer(cancelAppointment, (_input, { services, borrowerId, refuse }) =>
    transact(services.database, async (trx) => {
      if (!(await endAppointment(services, trx, borrowerId, { actor: "BORROWER", cause: "CHOSEN" })))
        refuse("NO_APPOINTMENT");
      return appointmentsOf(services, trx, borrowerId);
    }),
  ),
];

export const domain: Domain = {
  answers,
  work: ({ sweeps }) => sweeps.add(appointmentSweep),
  subscribes: [
    within(loanSubmitted, "appointment-applied", async (services, trx, { borrowerId, loanId }) => {
      await confirmWith(services, trx, { borrowerId, loanId });
      return "DONE";
    }),
    after(accountClosed, "appointment-account-closed", async (services, trx, { borrowerId }) => {
      await endAppointment(services, trx, borrowerId, { actor: "SYSTEM", cause: "ACCOUNT_CLOSED" });
    }),
  ],
  answersTo: [
    appointmentOf.by(async (services, reader, borrowerId) => {
      const row = await findOpenAppointment(reader, borrowerId);
      return row && comparedWithToday(services, reader, row);
    }),
    personalDataHeld.by(personalData),
    lifecycles.by([appointmentLife]),
    mergeAssets.by([mergedAppointment]),
    noticeKinds.by(notices),
    accountStateSources.by(accountStates),
    timelineSources.by(timeline),
    consoleWords.by(words),
  ],
};
