/** Loyalty points and their movements. */
import { leftOut, personalDataOf, type PersonalTable } from "#server/personal-data/index.ts";

const tables: readonly PersonalTable[] = [
  {
    table: "points_record",
    inWords: { activityId: leftOut },
    title: { id: "Catatan poin", en: "Records of points", zh: "积分记录" },
    shows: ["id", "kind", "points", "title", "activityId", "happenedAt"],
    withholds: { UPKEEP: ["position", "source"] },
    keeps: "NOTHING",
  },
  {
    table: "points_counter",
    inWords: { key: leftOut },
    title: { id: "Hitungan poin", en: "Counters of points", zh: "积分计数" },
    shows: ["key", "used", "max", "countedAt"],
    keeps: "NOTHING",
  },
  {
    table: "points_account",
    title: { id: "Poin", en: "Points", zh: "积分" },
    shows: ["expiresAt"],
    keeps: "NOTHING",
  },
];

export const personalData = personalDataOf(tables);
