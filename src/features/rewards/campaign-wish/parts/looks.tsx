import type { SkinLooks } from "#features/rewards/campaign/parts/skin-looks.tsx";
import { StarArt } from "./star-art.tsx";
import { WishScreen } from "./wish-screen.tsx";

export const looks: SkinLooks = {
  wish: {
    art: () => <StarArt points={36} max={60} isCard />,
    screen: ({ campaign }) => <WishScreen campaign={campaign} outcome={undefined} />,
  },
};
