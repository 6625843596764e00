import type { Reader } from "#server/database.server.ts";
import { defineQuestion } from "#server/questions.ts";
import type { Services } from "#server/services.ts";

/** How many days ahead the borrower may book, by the member's level, and how many at the level that may book furthest. */
export interface AppointmentReach {
  reachDays: number;
  furthestReachDays: number;
}

/** Asked by appointments, of membership. */
export const appointmentDays = defineQuestion<
  (services: Services, reader: Reader, borrowerId: string) => Promise<AppointmentReach>
>("appointment-days", "ONE");
