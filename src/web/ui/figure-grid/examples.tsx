import type { Examples } from "../example.ts";
import { FigureGrid } from "./figure-grid.tsx";

export const examples: Examples = {
  figures: (
    <FigureGrid
      items={[
        ["TKB0", "96,41%"],
        ["TKB30", "98,2%"],
        ["TKB90", "99,1%"],
        ["TWP90", "–"],
      ]}
    />
  ),
};
