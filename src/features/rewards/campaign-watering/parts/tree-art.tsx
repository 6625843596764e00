/** A plant in five stages from seed to fruit, in five places: garden at noon, terrace at dusk, new year's night, coral reef, rice field at dawn. */
import type { ReactNode } from "react";
import { Art, ArtNumber, MovingArt, paint, PrizeTag } from "#web/ui/art/art.tsx";
import { Garden, GardenCan } from "./garden.tsx";
import { NewYear, NewYearCan } from "./new-year.tsx";
import { Reef, ReefBubbles } from "./reef.tsx";
import { RiceField, RicePipe } from "./rice-field.tsx";
import type { SceneProps } from "./scene.ts";
import { Terrace, TerraceCan } from "./terrace.tsx";
import type { Tree } from "./trees.ts";

interface TreeArtProps extends SceneProps {
  tree: Tree;
  /** The fruit's label: an amount. */
  fruit?: string;
  /** It was watered just now. */
  isPouring?: boolean;
  isCard?: boolean;
}

interface Place {
  /** The sky, or the water. */
  ground: string;
  Scene: (props: SceneProps) => ReactNode;
  Watered: () => ReactNode;
}
const places: Readonly<Record<Tree, Place>> = {
  watering: { ground: paint.sky, Scene: Garden, Watered: GardenCan },
  "watering-new": { ground: "#e88f62", Scene: Terrace, Watered: TerraceCan },
  "watering-new-year": { ground: paint.night, Scene: NewYear, Watered: NewYearCan },
  "watering-new-skin": { ground: "#0e6a8a", Scene: Reef, Watered: ReefBubbles },
  "watering-new-page": { ground: "#fbe6cf", Scene: RiceField, Watered: RicePipe },
};

export function TreeArt({ tree, stage, fruit, isPouring, isCard }: TreeArtProps) {
  const { ground, Scene, Watered } = places[tree];
  const isRipe = stage >= 4 && fruit !== undefined;
  return (
    <Art ground={ground} {...(isCard ? { isCard } : {})}>
      <Scene stage={stage} />
      {fruit !== undefined && !isRipe && <PrizeTag>{fruit}</PrizeTag>}
      {isRipe && (
        <MovingArt>
          <rect x="112" y="154" width="136" height="40" rx="20" fill={paint.sun} stroke={paint.ink} strokeWidth="2" />
          <ArtNumber x={180} y={181} size={19}>
            {fruit}
          </ArtNumber>
        </MovingArt>
      )}
      {/* One movement at a time: the growth matters more than the pouring. */}
      {isPouring && !isRipe && (
        <MovingArt>
          <Watered />
        </MovingArt>
      )}
    </Art>
  );
}
