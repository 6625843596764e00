/** The proof of a draw: all data needed to recompute it. // Product decisions, rewards 8 */
import * as v from "valibot";
import { unknown as unknownProblem } from "#shared/contract-kit.ts";
import { defineCall } from "#shared/contract.ts";
import { answeredDate, instant } from "#shared/fields/answered.ts";
import { cursorLike, listOf } from "#shared/fields/list.ts";
import { mechanics } from "./rules-contract.ts";

export const drawStates = ["OPEN", "FROZEN", "DRAWN", "EMPTY"] as const;
export type DrawState = (typeof drawStates)[number];

const drawId = v.pipe(v.string("CHOICE_INVALID"), v.regex(/^[a-z0-9-]{3,40}:\d{4}-\d\d-\d\d$/, "CHOICE_INVALID"));
const unknown = unknownProblem("DRAW_UNKNOWN", {
  id: "Undian ini tidak ada.",
  en: "There is no such draw.",
  zh: "该抽奖不存在。",
});

export const draw = v.object({
  drawId: v.string(),
  activityId: v.string(),
  mechanic: v.picklist(mechanics),
  title: v.string(),
  day: answeredDate,
  state: v.picklist(drawStates),
  /** `prizeKey:quantity:ppm`, a line each, each ended by a line feed. */
  prizes: v.string(),
  prizesHash: v.string(),
  commitment: v.string(),
  madeAt: instant,
  /** Null before the draw. */
  seed: v.nullable(v.string()),
  /** `-`, or a public value from after the freeze; without it nothing proves that we added no entries. */
  beacon: v.string(),
  /** The public value that the draw uses, named when its entries were closed; null without one. */
  beaconRound: v.nullable(v.string()),
  entriesHash: v.nullable(v.string()),
  frozenAt: v.nullable(instant),
  drawnAt: v.nullable(instant),
  /** Plays of an INSTANT, entries of a draw by weight. */
  entries: v.number(),
  /** For a draw by weight: winners, then reserves. */
  drawn: v.array(
    v.object({
      place: v.number(),
      entryId: v.string(),
      isReserve: v.boolean(),
      /** `B••• ••90`; only of winners. */
      name: v.nullable(v.string()),
    }),
  ),
});
export type Draw = v.InferOutput<typeof draw>;

export const getDraw = defineCall({
  id: "getDraw",
  method: "GET",
  path: "/api/activity/draw/{drawId}",
  summary: "A draw: its commitment, its seed once published, prizes and winners.",
  policy: { who: "anyone" },
  input: v.strictObject({ drawId }),
  output: draw,
  problems: unknown,
});

export const drawEntry = v.object({
  /** For a draw by weight the entry, for an INSTANT campaign the ticket. */
  entryId: v.string(),
  weight: v.nullable(v.number()),
  /** INSTANT: in the order in which they were played. */
  number: v.nullable(v.number()),
  choice: v.nullable(v.number()),
  prizeKey: v.nullable(v.string()),
});
export type DrawEntry = v.InferOutput<typeof drawEntry>;

export const listDrawEntries = defineCall({
  id: "listDrawEntries",
  method: "GET",
  path: "/api/activity/draw/{drawId}/entries",
  summary: "All entries of a draw as they were hashed, or all plays in their order; up to 1,000 a page.",
  policy: { who: "anyone" },
  input: v.strictObject({
    drawId,
    cursor: cursorLike(/^[0-9A-Z]{1,20}$/),
  }),
  output: listOf(drawEntry),
  problems: unknown,
});
