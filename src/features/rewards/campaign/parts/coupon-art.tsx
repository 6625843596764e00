/** Coupons: a big one on a shop's board, one in a letter, and a cake with seven candles. */
import { Art, ArtNumber, MovingArt, paint, Rays, Tick } from "#web/ui/art/art.tsx";
import type { ArtFigure } from "./art-figure.ts";

interface CouponArtProps extends Partial<ArtFigure> {
  isTaken: boolean;
  isCard?: boolean;
}
const card = (isCard: boolean | undefined) => (isCard ? { isCard } : {});

function Stamp({ x, y }: { x: number; y: number }) {
  return (
    <MovingArt>
      <circle cx={x} cy={y} r="24" fill={paint.deep} />
      <Tick x={x} y={y} size={1.6} stroke={paint.white} />
    </MovingArt>
  );
}

/** A card represents a skin and shows no figure. */
export function TicketArt({ isTaken, isCard, figure = null, isCoupon = true }: CouponArtProps) {
  return (
    <Art ground="#f7dfa6" {...card(isCard)}>
      <Rays x={180} y={110} fill="#f3d48c" />
      <path
        fill={paint.red}
        d="M0 0h360v20l-22.500 16L315 20l-22.500 16L270 20l-22.500 16L225 20l-22.500 16L180 20l-22.500 16L135 20l-22.500 16L90 20 67.500 36 45 20 22.500 36 0 20z"
      />
      <g transform="rotate(-4 180 126)">
        <path
          fill="#c99a3c"
          d="M62 82h236v28a16 16 0 0 0 0 32v28H62v-28a16 16 0 0 0 0-32z"
          transform="translate(4 6)"
          opacity="0.5"
        />
        <path fill={paint.white} d="M62 82h236v28a16 16 0 0 0 0 32v28H62v-28a16 16 0 0 0 0-32z" />
        <path d="M226 90v72" stroke={paint.deep} strokeWidth="3" strokeDasharray="6 6" />
        {figure === null ? (
          <path d="M86 116h120M86 138h72" stroke={paint.soft} strokeWidth="12" strokeLinecap="round" />
        ) : (
          <ArtNumber x={150} y={134} size={22} fill={paint.deep}>
            {figure}
          </ArtNumber>
        )}
        {isCoupon ? (
          <ArtNumber x={260} y={139} size={36} fill={paint.red}>
            %
          </ArtNumber>
        ) : (
          <path fill={paint.red} d="M260 104l6 15 16 1-12 10 4 16-14-9-14 9 4-16-12-10 16-1z" />
        )}
      </g>
      {isTaken && <Stamp x={290} y={80} />}
    </Art>
  );
}

export function LetterArt({ isTaken, isCard, figure = null }: CouponArtProps) {
  return (
    <Art ground="#cfd9f2" {...card(isCard)}>
      <path fill="#b9c7ea" d="M0 150q70-40 150-14t210-22v106H0z" />
      <path
        fill={paint.white}
        d="M300 40q14-18 32-4 20-2 18 16h-60q-4-12 10-12zM20 60q12-16 28-4 18 0 16 14H10q-2-10 10-10z"
        opacity="0.8"
      />
      <path fill="#3f568f" d="M80 88l100-58 100 58v96H80z" />
      <path fill={paint.sunSoft} d="M104 60h152v18a10 10 0 0 0 0 20v60H104V98a10 10 0 0 0 0-20z" />
      {figure === null ? (
        <path d="M128 80h104M128 98h64" stroke="#e2cf9d" strokeWidth="9" strokeLinecap="round" />
      ) : (
        <ArtNumber x={180} y={98} size={21} fill={paint.deep}>
          {figure}
        </ArtNumber>
      )}
      <path fill="#5a73b3" d="M80 92l100 64 100-64v92H80z" />
      <path fill="#4b639f" d="M80 184l78-58 22 14 22-14 78 58z" />
      {isTaken && <Stamp x={262} y={70} />}
    </Art>
  );
}

const candles = [114, 136, 158, 180, 202, 224, 246];

export function CakeArt({ isTaken, isCard, figure = null }: CouponArtProps) {
  return (
    <Art ground="#3a2350" {...card(isCard)}>
      <Rays x={180} y={120} fill="#4a2f64" />
      <path fill={paint.sun} d="M30 40l6 10 12 2-9 8 2 12-11-6-11 6 2-12-9-8 12-2z" />
      <path fill={paint.mint} d="M318 30l10 6-6 10-10-6zM60 110l10 6-6 10-10-6z" />
      <path fill="#e08aa0" d="M300 96l10 6-6 10-10-6zM340 130l8 4-4 8-8-4zM20 150l8 4-4 8-8-4z" />
      <ellipse cx="180" cy="196" rx="132" ry="14" fill="#241434" />
      <path fill="#f3d9c4" d="M76 132h208v56a104 12 0 0 1-208 0z" />
      <path
        fill="#e08aa0"
        d="M76 132h208v18q-13 16-26 0-13 20-26 0-13 14-26 0-13 18-26 0-13 14-26 0-13 20-26 0-13 14-26 0-13 18-26 0z"
      />
      <path fill={paint.sunSoft} d="M104 92h152v40H104z" />
      <path fill="#e08aa0" d="M104 92h152v10q-12 14-25 0-12 16-25 0-13 12-26 0-13 16-26 0-12 12-25 0-12 14-25 0z" />
      {candles.map((x) => (
        <g key={x}>
          <path fill={paint.white} d={`M${x - 4} 66h8v28h-8z`} />
          <path fill={paint.red} d={`M${x - 4} 74h8v6h-8z`} />
          <path fill={isTaken ? "#8d7aa3" : paint.sun} d={`M${x} 46q8 10 0 18-8-8 0-18z`} />
        </g>
      ))}
      {figure !== null && (
        <ArtNumber x={180} y={182} size={26} fill="#7a3550">
          {figure}
        </ArtNumber>
      )}
      {isTaken && <Stamp x={292} y={64} />}
    </Art>
  );
}

/** A row of stalls under lanterns: the page of all events. */
export function MarketArt() {
  return (
    <Art ground="#123a4a">
      <path fill={paint.white} d="M40 24h3v3h-3zM130 40h3v3h-3zM220 22h3v3h-3zM310 44h3v3h-3z" />
      <path d="M0 40q90 34 180 0t180 0" fill="none" stroke="#0a2530" strokeWidth="3" />
      {[50, 120, 240, 310].map((x, index) => (
        <path key={x} fill={index % 2 ? paint.sun : paint.red} d={`M${x - 12} 58h24l4 10-4 16h-24l-4-16z`} />
      ))}
      <path fill="#0c2b38" d="M0 190h360v30H0z" />
      <Stall x={20} cloth={paint.sun} />
      <Stall x={134} cloth={paint.mint} />
      <Stall x={248} cloth="#e08aa0" />
      <path fill={paint.white} d="M56 136c8 0 13 10 13 18a13 13 0 0 1-26 0c0-8 5-18 13-18z" />
      <path fill={paint.deep} d="M160 138h40v28h-40z" />
      <path fill={paint.sun} d="M176 138h8v28h-8z" />
      <circle cx="294" cy="142" r="16" fill="#2f8f63" />
      <path d="M294 150v20" stroke={paint.wood} strokeWidth="5" />
      <path d="M40 168h32M278 170h32" stroke={paint.wood} strokeWidth="4" />
    </Art>
  );
}

function Stall({ x, cloth }: { x: number; cloth: string }) {
  return (
    <g transform={`translate(${x} 0)`}>
      <path fill="#7a5230" d="M4 110h6v80H4zM82 110h6v80h-6zM0 170h92v24H0z" />
      <path
        fill={cloth}
        d="M-6 92h104l6 20a9 9 0 0 1-18 2 9 9 0 0 1-19 0 9 9 0 0 1-19 0 9 9 0 0 1-19 0 9 9 0 0 1-19 0 9 9 0 0 1-18-2z"
      />
      <path fill={paint.white} opacity="0.45" d="M14 92h18l-2 26h-18zM52 92h18l2 26H54z" />
    </g>
  );
}

/** A curtain that is still closed. */
export function CurtainArt({ isCard }: { isCard?: boolean }) {
  return (
    <Art ground="#5c1f2b" {...card(isCard)}>
      <path
        fill="#7d2b3a"
        d="M0 0h40q8 90-10 220H0zM80 0h40q6 90-4 220H72zM160 0h40l6 220h-52zM240 0h40l8 220h-44q-10-130-4-220zM320 0h40v220h-30q-18-130-10-220z"
      />
      <path fill={paint.sun} d="M0 0h360v18H0z" />
      <path
        fill="#c98a0c"
        d="M0 18h360l-20 22-20-14-20 14-20-14-20 14-20-14-20 14-20-14-20 14-20-14-20 14-20-14-20 14-20-14-20 14-20-14-20 14-20-14-20 14z"
      />
      <path fill="#3d131c" d="M0 196h360v24H0z" />
      <circle cx="180" cy="122" r="48" fill={paint.sunSoft} />
      <circle cx="180" cy="122" r="48" fill="none" stroke={paint.sun} strokeWidth="8" />
      <path d="M180 122V90M180 122l22 14" stroke={paint.ink} strokeWidth="7" strokeLinecap="round" />
    </Art>
  );
}
