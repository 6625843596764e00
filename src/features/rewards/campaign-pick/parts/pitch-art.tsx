/** A pitch from above: a ball in the centre, and the chosen country's pennant after a choice. */
import { Art, MovingArt, paint, PrizeTag } from "#web/ui/art/art.tsx";
import { Pennant } from "./pennants.tsx";

interface PitchArtProps {
  /** Place of the chosen option; null before a choice. */
  chosen: number | null;
  /** The shared pool in words: "Rp 100 jt". */
  pool?: string;
  isOver?: boolean;
  isCard?: boolean;
}

const grass = "#2b7a41";
const bright = "#338b4c";
const line = { fill: "none", stroke: paint.white, strokeWidth: 3 } as const;

/** The same pitch without the ball: pennants stand on it, as choices. */
export const PitchGround = () => (
  <Art ground={grass}>
    <path fill={bright} d="M45 0h45v220H45zM135 0h45v220h-45zM225 0h45v220h-45zM315 0h45v220h-45z" />
    <path {...line} opacity="0.5" d="M180 0v220M-4 62h52v96H-4M364 62h-52v96h52" />
  </Art>
);

export function PitchArt({ chosen, pool, isOver = false, isCard }: PitchArtProps) {
  return (
    <Art ground={grass} {...(isCard ? { isCard } : {})}>
      <path fill={bright} d="M45 0h45v220H45zM135 0h45v220h-45zM225 0h45v220h-45zM315 0h45v220h-45z" />
      <path {...line} d="M180 0v220M-4 62h52v96H-4M364 62h-52v96h52M-4 88h22v44H-4M364 88h-22v44h22" />
      <circle cx="180" cy="110" r="52" {...line} />
      {!isOver && <Ball />}
      {isOver && (
        <>
          <path fill={paint.sun} d="M152 70h56v14c0 30-14 44-28 48-14-4-28-18-28-48z" />
          <path
            fill="none"
            stroke={paint.sun}
            strokeWidth="7"
            d="M152 78h-16c0 24 12 34 24 36M208 78h16c0 24-12 34-24 36"
          />
          <path fill="#c98a0c" d="M172 130h16v14h14v10h-44v-10h14z" />
        </>
      )}
      {chosen !== null && (
        <MovingArt>
          <path fill={paint.white} d="M262 36h5v128h-5z" />
          <ellipse cx="265" cy="166" rx="18" ry="5" fill="#1f5c31" />
          <Pennant index={chosen} x={267} y={38} width={66} height={44} />
        </MovingArt>
      )}
      {pool && <PrizeTag>{pool}</PrizeTag>}
    </Art>
  );
}

function Ball() {
  return (
    <>
      <ellipse cx="182" cy="140" rx="26" ry="5" fill="#1f5c31" />
      <circle cx="180" cy="110" r="28" fill={paint.white} />
      <path
        fill={paint.ink}
        d="M180 97l12 9-5 14h-14l-5-14zM180 82l7 4-7 6-7-6zM205 100l2 9-8 2-3-9zM155 100l-2 9 8 2 3-9zM196 128l-7 6-4-7 6-6zM164 128l7 6 4-7-6-6z"
      />
    </>
  );
}
