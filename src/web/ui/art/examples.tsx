import type { Examples } from "../example.ts";
import { Art, Coins, ArtNumber, MovingArt, paint, PaperArt, PrizeTag, Rays, Tick } from "./art.tsx";

export const examples: Examples = {
  scene: (
    <Art ground={paint.deep}>
      <Rays x={180} y={110} fill={paint.brand} />
      <PaperArt x={115} y={50} width={130} height={100} />
      <ArtNumber x={180} y={96}>
        10.000
      </ArtNumber>
      <MovingArt>
        <Tick x={180} y={126} size={1.3} />
      </MovingArt>
      <Coins x={300} y={190} count={4} />
      <PrizeTag>Rp 10.000</PrizeTag>
    </Art>
  ),
  card: (
    <Art ground={paint.sky} isCard>
      <Coins x={180} y={140} />
    </Art>
  ),
};
