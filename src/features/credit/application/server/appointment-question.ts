import type { Reader } from "#server/database.server.ts";
import { defineQuestion } from "#server/questions.ts";
import type { Services } from "#server/services.ts";
import type { OpenAppointment } from "../appointment-contract.ts";

/** Asked by home and the loan form: the borrower's open appointment compared with today; null where there is none. */
export const appointmentOf = defineQuestion<
  (services: Services, reader: Reader, borrowerId: string) => Promise<OpenAppointment | null>
>("appointment-of", "ONE");
