import type { SkinLook, SkinLooks } from "#features/rewards/campaign/parts/skin-looks.tsx";
import { TreeArt } from "./tree-art.tsx";
import { trees, type Tree } from "./trees.ts";
import { WateringScreen } from "./watering-screen.tsx";

const lookOf = (tree: Tree): SkinLook => ({
  art: () => <TreeArt tree={tree} stage={3} isCard />,
  screen: ({ campaign }) => <WateringScreen campaign={campaign} outcome={undefined} tree={tree} />,
});

export const looks: SkinLooks = Object.fromEntries(trees.map((tree) => [tree, lookOf(tree)]));
