import type { SkinLook, SkinLooks } from "#features/rewards/campaign/parts/skin-looks.tsx";
import { EggArt, type EggScene } from "./egg-art.tsx";
import { EggScreen } from "./egg-screen.tsx";

const eggs = (scene: EggScene): SkinLook => ({
  art: () => <EggArt scene={scene} isCard />,
  screen: ({ campaign }) => <EggScreen campaign={campaign} scene={scene} outcome={undefined} rules={campaign.path} />,
});

export const looks: SkinLooks = {
  "toy-egg": eggs("henhouse"),
  "toy-egg-2": eggs("toybox"),
  "golden-egg": eggs("vault"),
};
