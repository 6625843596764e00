/** A shop's counter: the jar fills with stars by the number of points, and prizes stand on the shelf. */
import { Art, ArtNumber, paint } from "#web/ui/art/art.tsx";
import { groupThousands } from "#shared/money.ts";

/** Places in the jar, from the bottom up, and the points of each. */
const places = [
  [76, 168],
  [102, 170],
  [128, 166],
  [64, 148],
  [90, 148],
  [116, 146],
  [140, 146],
  [78, 126],
  [104, 124],
  [130, 126],
] as const;
const pointsOfPlace = 250;

const star = "m0-13 4 9 9 1-7 6 2 10-8-5-8 5 2-10-7-6 9-1z";

export function PointsArt({ points, isCard }: { points: number; isCard?: boolean }) {
  // Any balance above zero shows at least one star.
  const shown = Math.min(places.length, points > 0 ? Math.max(1, Math.floor(points / pointsOfPlace)) : 0);
  const stars = places.slice(0, shown);
  const drawn = (parity: number) =>
    stars.flatMap(([x, y], index) => (index % 2 === parity ? [`M${x} ${y}${star}`] : [])).join("");
  return (
    <Art ground="#e9dff2" {...(isCard ? { isCard } : {})}>
      <path fill="#dccdea" d="M0 0h40v190H0zM80 0h40v190H80zM160 0h40v190h-40zM240 0h40v190h-40zM320 0h40v190h-40z" />
      <path fill="#7b4f8a" d="M192 92h150v9H192zM192 168h150v9H192zM204 101h8v14h-8zM322 101h8v14h-8z" />
      {/* A coupon, a phone, a cup. */}
      <path fill={paint.white} d="M204 56h58v11a6 6 0 0 0 0 12v13h-58V79a6 6 0 0 0 0-12z" />
      <ArtNumber x={233} y={82} size={22} fill={paint.red}>
        %
      </ArtNumber>
      <rect x="286" y="40" width="32" height="52" rx="6" fill={paint.ink} />
      <path fill={paint.mint} d="M290 46h24v36h-24z" />
      <path fill={paint.white} d="M240 132h48l-5 29q-2 7-9 7h-20q-7 0-9-7z" />
      <path d="M286 140q15-1 12 11-3 9-16 8" fill="none" stroke={paint.white} strokeWidth="6" />
      <path
        d="M252 124q-5-7 0-14M264 124q-5-7 0-14M276 124q-5-7 0-14"
        fill="none"
        stroke="#b89bc6"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path fill="#5f3a6d" d="M0 186h360v34H0z" />
      <path fill="#7b4f8a" d="M0 184h360v8H0z" />
      <path fill={paint.white} opacity="0.65" d="M52 92h104q10 10 10 26v50q0 18-18 18H60q-18 0-18-18v-50q0-16 10-26z" />
      <path fill={paint.sun} d={drawn(0)} />
      <path fill="#e39a1b" d={drawn(1)} />
      <path
        d="M52 92h104q10 10 10 26v50q0 18-18 18H60q-18 0-18-18v-50q0-16 10-26z"
        fill="none"
        stroke="#a98bbd"
        strokeWidth="4"
      />
      <path fill="#b35c3f" d="M46 74h116a6 6 0 0 1 6 6v12H40V80a6 6 0 0 1 6-6z" />
      <path d="M76 0v32M132 0v32" stroke={paint.ink} strokeWidth="3" />
      <rect x="60" y="30" width="88" height="34" rx="17" fill={paint.ink} />
      <ArtNumber x={104} y={54} size={19} fill={paint.sun}>
        {groupThousands(points)}
      </ArtNumber>
    </Art>
  );
}
