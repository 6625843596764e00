import type { SkinLooks } from "#features/rewards/campaign/parts/skin-looks.tsx";
import { CafeArt, DoorstepArt, MedalArt, StopwatchArt } from "./gift-art.tsx";
import { CoffeeScreen, FreeLoanScreen, NewGiftScreen, OrderGiftScreen } from "./gift-screens.tsx";

export const looks: SkinLooks = {
  "new-gift": {
    art: () => <DoorstepArt isTaken={false} isCard />,
    screen: ({ campaign }) => <NewGiftScreen campaign={campaign} outcome={undefined} />,
  },
  "order-gift": {
    art: () => <MedalArt isTaken={false} isCard />,
    screen: ({ campaign }) => <OrderGiftScreen campaign={campaign} outcome={undefined} />,
  },
  "free-loan": {
    art: () => <StopwatchArt isTaken={false} isCard />,
    screen: ({ campaign }) => <FreeLoanScreen campaign={campaign} outcome={undefined} />,
  },
  tomoro: {
    art: () => <CafeArt isTaken={false} isCard />,
    screen: ({ campaign }) => <CoffeeScreen campaign={campaign} outcome={undefined} />,
  },
};
