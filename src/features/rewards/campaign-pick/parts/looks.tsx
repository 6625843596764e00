import type { SkinLooks } from "#features/rewards/campaign/parts/skin-looks.tsx";
import { PickScreen } from "./pick-screen.tsx";
import { PitchArt } from "./pitch-art.tsx";

export const looks: SkinLooks = {
  "world-cup": {
    art: () => <PitchArt chosen={5} isCard />,
    screen: ({ campaign }) => <PickScreen campaign={campaign} outcome={undefined} />,
  },
};
