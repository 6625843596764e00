/** The looks of each skin of a campaign, domain by domain. */
import type { SkinLooks } from "#features/rewards/campaign/parts/skin-looks.tsx";
import { sevenYearLooks as sevenYear } from "#features/rewards/campaign/parts/seven-year-look.tsx";
import { looks as checkIn } from "#features/rewards/campaign-check-in/parts/looks.tsx";
import { looks as campaignEgg } from "#features/rewards/campaign-egg/parts/looks.tsx";
import { looks as gift } from "#features/rewards/campaign-gift/parts/looks.tsx";
import { looks as pick } from "#features/rewards/campaign-pick/parts/looks.tsx";
import { looks as shop } from "#features/rewards/campaign-shop/parts/looks.tsx";
import { looks as watering } from "#features/rewards/campaign-watering/parts/looks.tsx";
import { looks as wishes } from "#features/rewards/campaign-wish/parts/looks.tsx";
import { looks as invitation } from "#features/rewards/invitation/parts/looks.tsx";

export const skinLooks: SkinLooks = {
  ...sevenYear,
  ...checkIn,
  ...campaignEgg,
  ...gift,
  ...pick,
  ...shop,
  ...watering,
  ...wishes,
  ...invitation,
};
