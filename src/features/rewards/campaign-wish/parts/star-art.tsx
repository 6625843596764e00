/** A night over a roof: the star of a wish nears the chimney as its points of the day grow. */
import { Art, MovingArt, paint, PrizeTag } from "#web/ui/art/art.tsx";

interface StarArtProps {
  /** Points of the day, and the maximum that counts. */
  points: number;
  max: number;
  /** The wished prize: an amount. */
  wish?: string;
  isCard?: boolean;
}

const starShape = "M0-18l5 12 13 1-10 9 3 13-11-7-11 7 3-13-10-9 13-1z";

/** The same night without its star: the wishes are in its sky, as choices. */
export const NightGround = () => (
  <Art ground={paint.night}>
    <Roof />
  </Art>
);

/** A wish as a star, with a ring when it is chosen; a larger prize shines larger. */
export const StarPicture = ({ size }: { size: number }) => (
  <svg className="art-picture" viewBox="-36 -36 72 72" aria-hidden="true" focusable="false">
    <circle className="art-ring" r="31" fill="none" stroke={paint.white} strokeWidth="2" strokeDasharray="5 5" />
    <path fill={paint.sun} transform={`scale(${size})`} d={starShape} />
  </svg>
);

export function StarArt({ points, max, wish, isCard }: StarArtProps) {
  const near = max > 0 ? Math.round((Math.min(points, max) * 100) / max) : 0;
  // From the upper right corner down to the chimney.
  const [x, y] = [316 - Math.round((near * 118) / 100), 40 + Math.round((near * 34) / 100)];
  return (
    <Art ground={paint.night} {...(isCard ? { isCard } : {})}>
      <Roof />
      <path d={`M${x + 8} ${y - 4}L${x + 66} ${y - 34}`} stroke={paint.sun} strokeWidth="3" opacity="0.7" />
      <MovingArt>
        <path fill={paint.sun} transform={`translate(${x} ${y})`} d={starShape} />
      </MovingArt>
      {wish && <PrizeTag>{wish}</PrizeTag>}
    </Art>
  );
}

function Roof() {
  return (
    <>
      <path
        fill={paint.white}
        d="M40 36h3v3h-3zM88 70h3v3h-3zM130 28h3v3h-3zM30 112h3v3h-3zM236 26h3v3h-3zM340 96h3v3h-3zM300 130h3v3h-3zM70 150h3v3h-3z"
      />
      <circle cx="58" cy="62" r="20" fill="#f3e6c4" />
      <circle cx="66" cy="56" r="18" fill={paint.night} />
      <path fill="#0d2238" d="M0 184q60-20 120-10t120-6 120 6v46H0z" />
      <path fill="#b5473c" d="M98 130l84-58 84 58z" />
      <path fill="#8c352c" d="M204 78h22v34l-22-16z" />
      <path fill={paint.sunSoft} d="M114 130h136v66H114z" />
      <path fill={paint.deep} d="M166 150h32v46h-32z" />
      <path fill={paint.sun} d="M128 146h24v22h-24zM212 146h24v22h-24z" />
    </>
  );
}
