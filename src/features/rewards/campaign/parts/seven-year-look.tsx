import { CakeArt } from "./coupon-art.tsx";
import { SevenYearScreen } from "./seven-year-screen.tsx";
import type { SkinLooks } from "./skin-looks.tsx";

export const sevenYearLooks: SkinLooks = {
  "seven-year": {
    art: () => <CakeArt isTaken={false} isCard />,
    screen: ({ campaign }) => <SevenYearScreen campaign={campaign} outcome={undefined} />,
  },
};
