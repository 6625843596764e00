/** The life of an appointment: booked, offered on its day, then confirmed by an application, lapsed, or cancelled before. */
import { defineLifecycle } from "#server/records/lifecycle.ts";

export const appointmentLife = defineLifecycle(
  "loan_appointment",
  {
    BOOKED: ["OFFERED", "CANCELLED"],
    OFFERED: ["APPLIED", "LAPSED", "CANCELLED"],
    APPLIED: [],
    LAPSED: [],
    CANCELLED: [],
  },
  { table: "loan_appointment", isBorrowers: true },
);
