/** A gift on a doorstep, a receipt with its medal, a stopwatch over a banknote, a café's counter. */
import { Art, Coins, ArtNumber, MovingArt, paint, PaperArt, PrizeTag, Rays, Tick } from "#web/ui/art/art.tsx";

interface GiftArtProps {
  /** The gift was taken. */
  isTaken: boolean;
  isCard?: boolean;
}
const card = (isCard: boolean | undefined) => (isCard ? { isCard } : {});

/** A welcome at an open door, by morning light. */
export function DoorstepArt({ isTaken, isCard, figure = "%" }: GiftArtProps & { figure?: string }) {
  return (
    <Art ground="#f3d9c4" {...card(isCard)}>
      <path fill="#e8c3a4" d="M0 176h360v44H0z" />
      <path fill={paint.deep} d="M28 32h104v144H28z" />
      <path fill={paint.sunSoft} d="M42 46h76v130H42z" />
      <path fill={paint.brand} d="M42 46l46 18v112l-46 0z" />
      <circle cx="80" cy="116" r="4" fill={paint.sun} />
      <path
        fill="#5f9c74"
        d="M306 176q-6-56 8-84 10 34 4 84zM318 176q10-40 30-58-2 34-18 58zM302 176q-22-40-32-50-2 34 18 50z"
      />
      <path fill="#b35c3f" d="M290 170h46l-6 26h-34z" />
      <Gift x={212} y={120} isOpen={isTaken} figure={figure} />
    </Art>
  );
}

function Gift({ x, y, isOpen, figure }: { x: number; y: number; isOpen: boolean; figure: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <ellipse cx="0" cy="70" rx="62" ry="9" fill="#000" opacity="0.15" />
      {!isOpen && (
        <g transform="translate(66 34) rotate(-10)">
          <path
            fill={paint.white}
            stroke={paint.deep}
            strokeWidth="3"
            d="M-26-18h52v11a5 5 0 0 0 0 10v13h-52V3a5 5 0 0 0 0-10z"
          />
          <ArtNumber x={0} y={6} size={figure.length > 3 ? 13 : 20} fill={paint.red}>
            {figure}
          </ArtNumber>
        </g>
      )}
      {isOpen && (
        <MovingArt>
          <path
            fill={paint.white}
            stroke={paint.deep}
            strokeWidth="3"
            d="M-34-40h68v12a6 6 0 0 0 0 12v16h-68v-16a6 6 0 0 0 0-12z"
          />
          <Tick x={0} y={-20} size={1.4} />
        </MovingArt>
      )}
      <path fill={paint.red} d="M-48 10h96v56h-96z" />
      <path fill={paint.sun} d="M-9 10h18v56H-9z" />
      <g transform={isOpen ? "translate(-30 -22) rotate(-16)" : ""}>
        <path fill="#a93329" d="M-54-10H54v22H-54z" />
        <path fill={paint.sun} d="M-9-10H9v22H-9z" />
        <path
          d="M0-12c-10-26-34-22-30-8 3 10 20 8 30 8zM0-12c10-26 34-22 30-8-3 10-20 8-30 8z"
          fill="none"
          stroke={paint.sun}
          strokeWidth="7"
        />
      </g>
    </g>
  );
}

/** Three gifts on shelves next to a paid receipt. */
export function MedalArt({ isTaken, prize, isCard }: GiftArtProps & { prize?: string }) {
  return (
    <Art ground="#1d4f63" {...card(isCard)}>
      <Rays x={118} y={110} fill="#27647c" />
      <PaperArt x={66} y={30} width={104} height={150} />
      <path d="M82 56h72M82 74h72M82 92h48" stroke={paint.soft} strokeWidth="8" strokeLinecap="round" />
      <circle cx="118" cy="132" r="28" fill={paint.sun} />
      <path fill={paint.sun} d="M104 152l-8 34 22-12 22 12-8-34z" />
      <Tick x={118} y={132} size={1.8} stroke={paint.white} />
      <path fill="#153b4a" d="M214 92h126v8H214zM214 168h126v8H214z" />
      {isTaken ? (
        <MovingArt>
          <rect x="236" y="42" width="82" height="50" rx="8" fill={paint.white} />
          <Tick x={277} y={68} size={2} />
        </MovingArt>
      ) : (
        <rect x="226" y="58" width="44" height="34" rx="4" fill={paint.mint} />
      )}
      {!isTaken && <path fill={paint.sunSoft} d="M286 58h44v10a5 5 0 0 0 0 10v14h-44V78a5 5 0 0 0 0-10z" />}
      <Coins x={250} y={160} count={4} />
      <path fill={paint.red} d="M296 136h40v32h-40zM292 128h48v10h-48z" />
      <path fill={paint.sun} d="M312 128h8v40h-8z" />
      {prize && <PrizeTag>{prize}</PrizeTag>}
    </Art>
  );
}

/** A stopwatch for the minutes until the payout, and a note with the coupon's effect on the interest. */
export function StopwatchArt({
  isTaken,
  isCard,
  figure = null,
  minutes = null,
}: GiftArtProps & { figure?: string | null; minutes?: number | null }) {
  return (
    <Art ground={paint.soft} {...card(isCard)}>
      <path fill="#c9e4da" d="M0 150q90-30 180-8t180-12v90H0z" />
      <rect x="168" y="92" width="166" height="86" rx="10" fill={paint.deep} transform="rotate(-6 250 134)" />
      <g transform="rotate(-6 250 134)">
        <rect x="178" y="102" width="146" height="66" rx="6" fill="none" stroke={paint.mint} strokeWidth="3" />
        {(figure === null || figure.length <= 4) && <circle cx="251" cy="135" r="24" fill={paint.mint} />}
        {figure !== null && (
          <ArtNumber
            x={251}
            y={142}
            size={figure.length > 4 ? 18 : 22}
            fill={figure.length > 4 ? paint.white : paint.deep}
          >
            {figure}
          </ArtNumber>
        )}
      </g>
      <path fill={paint.ink} d="M92 30h32v14H92z" />
      <circle cx="108" cy="112" r="68" fill={paint.ink} />
      <circle cx="108" cy="112" r="57" fill={paint.white} />
      <path fill={paint.sun} d="M108 112V55a57 57 0 0 1 0 114z" />
      <path d="M108 112v-42M108 112l0 40" stroke={paint.ink} strokeWidth="6" strokeLinecap="round" />
      {minutes !== null && (
        <ArtNumber x={132} y={119} size={20}>
          {minutes}
        </ArtNumber>
      )}
      {isTaken && (
        <MovingArt>
          <circle cx="318" cy="62" r="26" fill={paint.sun} />
          <Tick x={318} y={62} size={1.7} stroke={paint.ink} />
        </MovingArt>
      )}
    </Art>
  );
}

/** A counter with a steaming cup; once claimed, the cup is within reach. */
export function CafeArt({ isTaken, isCard }: GiftArtProps) {
  return (
    <Art ground="#6b3f2a" {...card(isCard)}>
      <path fill="#7d4d35" d="M0 0h60v150H0zM120 0h60v150h-60zM240 0h60v150h-60z" />
      <path d="M60 0v26M180 0v18M300 0v26" stroke="#2d1a11" strokeWidth="3" />
      <path fill={paint.sun} d="M40 26h40l-8 22H48zM160 18h40l-8 22h-24zM280 26h40l-8 22h-24z" />
      <path fill="#ffdf9a" d="M48 48h24l22 70H26zM168 40h24l24 78h-72zM288 48h24l22 70h-68z" opacity="0.18" />
      <path fill="#d9a066" d="M0 150h360v16H0z" />
      <path fill="#4a2b1c" d="M0 166h360v54H0z" />
      <path d="M30 180v30M90 180v30M150 180v30M210 180v30M270 180v30M330 180v30" stroke="#5c3826" strokeWidth="6" />
      <path fill="#2d1a11" d="M24 92h70v58H24z" />
      <path fill="#8f9a98" d="M32 100h54v20H32zM46 126h8v14h-8zM64 126h8v14h-8z" />
      <g transform={isTaken ? "translate(16 16) scale(1.12)" : ""}>
        <ellipse cx="190" cy="150" rx="54" ry="8" fill={paint.white} />
        <path fill={paint.white} d="M152 92h76l-8 46q-4 10-14 10h-32q-10 0-14-10z" />
        <path d="M226 104q24-2 20 16-4 14-26 12" fill="none" stroke={paint.white} strokeWidth="8" />
        <ellipse cx="190" cy="93" rx="36" ry="7" fill="#5a3220" />
        <path d="M166 116h48" stroke={paint.deep} strokeWidth="10" />
      </g>
      {isTaken && (
        <MovingArt>
          <circle cx="316" cy="120" r="26" fill={paint.sun} />
          <Tick x={316} y={120} size={1.7} stroke={paint.ink} />
        </MovingArt>
      )}
      <path
        d="M176 78q-8-12 0-24t0-24M192 76q-8-12 0-24t0-24M208 78q-8-12 0-24t0-24"
        fill="none"
        stroke="#f3d9c4"
        strokeWidth="4"
        strokeLinecap="round"
        opacity="0.8"
      />
    </Art>
  );
}
