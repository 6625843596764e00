/** Calls by which a campaign is played: a ticket, energy for the tree. */
import * as v from "valibot";
import { unknown as unknownProblem } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredRupiah } from "#shared/fields/answered.ts";
import { actionProblems, activityId } from "./contract.ts";

const count = answeredRupiah;

const ticketUnknown = unknownProblem("TICKET_UNKNOWN", {
  id: "Tiket ini tidak ada.",
  en: "There is no such ticket.",
  zh: "该抽奖券不存在。",
});

export const playTicket = defineCall({
  method: "POST",
  path: "/api/activity/{activityId}/play",
  summary: "Plays a ticket: the choice decides, by the day's sealed seed. The same ticket answers the same.",
  policy: { who: "borrower" },
  input: v.strictObject({
    activityId,
    ticketId: v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[0-9A-HJKMNP-TV-Z]{10}$/, "CHOICE_INVALID")),
    choice: v.union(
      [
        v.pipe(
          v.number("CHOICE_INVALID"),
          v.integer("CHOICE_INVALID"),
          v.minValue(1, "CHOICE_INVALID"),
          v.maxValue(3, "CHOICE_INVALID"),
        ),
        v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[1-3]$/, "CHOICE_INVALID"), v.transform(Number)),
      ],
      "CHOICE_INVALID",
    ),
  }),
  output: v.object({
    prizeKey: v.string(),
    awardId: v.nullable(v.string()),
    drawId: v.string(),
    choice: count,
    /** What each of the choices held, in their order. */
    held: v.array(v.string()),
  }),
  problems: { ...actionProblems, ...ticketUnknown },
});

export const pourEnergy = defineCall({
  method: "POST",
  path: "/api/activity/{activityId}/pour",
  summary: "Pours energy on the tree; with its last level comes the fruit.",
  policy: { who: "borrower" },
  input: v.strictObject({
    activityId,
    pours: v.union(
      [
        v.pipe(
          v.number("CHOICE_INVALID"),
          v.integer("CHOICE_INVALID"),
          v.minValue(1, "CHOICE_INVALID"),
          v.maxValue(5, "CHOICE_INVALID"),
        ),
        v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[1-5]$/, "CHOICE_INVALID"), v.transform(Number)),
      ],
      "CHOICE_INVALID",
    ),
    /** What the page showed: a second press on the same page pours nothing. */
    energyBefore: v.union(
      [
        v.pipe(v.number("CHOICE_INVALID"), v.safeInteger("CHOICE_INVALID")),
        v.pipe(v.string("CHOICE_INVALID"), v.regex(/^\d{1,9}$/, "CHOICE_INVALID"), v.transform(Number)),
      ],
      "CHOICE_INVALID",
    ),
  }),
  output: v.object({ energy: count, grown: count, level: count, awardId: v.nullable(v.string()) }),
  problems: {
    ...actionProblems,
    ENERGY_SHORT: {
      status: 409,
      text: { id: "Energi Anda belum cukup.", en: "You do not have enough energy yet.", zh: "您的能量不足。" },
    },
    ENERGY_CHANGED: {
      status: 409,
      text: {
        id: "Energi Anda sudah berubah. Lihat lagi angkanya, lalu siram.",
        en: "Your energy has changed. Look at it again, then pour.",
        zh: "您的能量已变化，请查看后再浇水。",
      },
    },
  },
});
