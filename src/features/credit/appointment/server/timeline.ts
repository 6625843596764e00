/** Events of a borrower's appointments, for the console's timeline. */
import type { TimelineSource } from "#server/console/questions.ts";
import { happeningsOf } from "#server/records/lifecycle.ts";
import { appointmentLife } from "./lifecycle.ts";

export const timeline: readonly TimelineSource[] = [
  {
    kinds: ["LOAN"],
    read: async ({ database }, borrowerId, max) =>
      happeningsOf("LOAN", await appointmentLife.eventsOf(database, borrowerId, max), {
        BOOKED: "APPOINTMENT_BOOKED",
        OFFERED: "APPOINTMENT_OFFERED",
        APPLIED: "APPOINTMENT_APPLIED",
        LAPSED: "APPOINTMENT_LAPSED",
        CANCELLED: "APPOINTMENT_CANCELLED",
      }),
  },
];
