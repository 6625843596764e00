/** A seeded campaign as its row, without a database. */
import type { Seed } from "#features/rewards/campaign/server/seed-table.ts";
import { newCampaign, type CampaignRow } from "#features/rewards/campaign/server/store.ts";
import { addDays, instantOf, type BusinessDate } from "#shared/dates.ts";

/** As a draft that opens on a day. */
export const rowOfSeed = ({ activityId, skin, title, rules }: Seed, opens: BusinessDate): CampaignRow => ({
  id: "00000000-0000-4000-8000-000000000000",
  activityId,
  mechanic: rules.mechanic,
  skin,
  title,
  opensAt: instantOf(opens),
  closesAt: instantOf(addDays(opens, 400)),
  claimsUntil: instantOf(addDays(opens, 414)),
  rules,
  rulesVersion: 1,
  budgetRupiah: 500_000_000,
  permit: { number: "UJI/1", isSample: true, verifiedAt: null },
  state: "DRAFT",
  ...newCampaign,
});
