/** An item of the points shop on its counter: a coupon, a phone with its credit, a cup, a parcel. */
import { Art, ArtNumber, MovingArt, paint, Rays, Tick } from "#web/ui/art/art.tsx";

export type ShopItemLook = "COUPON" | "PHONE_CREDIT" | "COFFEE" | "PARCEL";

interface ShopItemArtProps {
  look: ShopItemLook;
  /** "Rp 10.000", "20%"; null when no single figure describes it. */
  figure: string | null;
  isTaken: boolean;
}

export function ShopItemArt({ look, figure, isTaken }: ShopItemArtProps) {
  return (
    <Art ground="#e9dff2">
      <Rays x={180} y={104} fill="#dccdea" />
      <path fill="#5f3a6d" d="M0 186h360v34H0z" />
      <path fill="#7b4f8a" d="M0 184h360v8H0z" />
      <Item look={look} figure={figure} />
      {isTaken && (
        <MovingArt>
          <circle cx="296" cy="54" r="26" fill={paint.sun} />
          <Tick x={296} y={54} size={1.7} stroke={paint.ink} />
        </MovingArt>
      )}
    </Art>
  );
}

const sizeOf = (figure: string): number => (figure.length > 6 ? 19 : 26);

function Item({ look, figure }: Pick<ShopItemArtProps, "look" | "figure">) {
  if (look === "PHONE_CREDIT")
    return (
      <>
        <rect x="130" y="28" width="100" height="156" rx="14" fill={paint.ink} />
        <path fill={paint.mint} d="M138 42h84v120h-84z" />
        <circle cx="180" cy="173" r="6" fill={paint.soft} />
        <path fill={paint.white} d="M150 74h6v14h-6zM160 68h6v20h-6zM170 62h6v26h-6zM180 56h6v32h-6z" />
        {figure !== null && (
          <ArtNumber x={180} y={124} size={15}>
            {figure}
          </ArtNumber>
        )}
      </>
    );
  if (look === "COFFEE")
    return (
      <>
        <ellipse cx="176" cy="182" rx="78" ry="10" fill={paint.white} />
        <path fill={paint.white} d="M116 96h120l-12 70q-6 16-22 16h-52q-16 0-22-16z" />
        <path d="M232 112q36-4 30 24-6 20-40 18" fill="none" stroke={paint.white} strokeWidth="12" />
        <path d="M134 136h84" stroke={paint.deep} strokeWidth="18" />
        <path
          d="M150 78q-10-14 0-28t0-20M176 78q-10-14 0-28t0-20M202 78q-10-14 0-28t0-20"
          fill="none"
          stroke="#b89bc6"
          strokeWidth="6"
          strokeLinecap="round"
        />
      </>
    );
  if (look === "PARCEL")
    return (
      <>
        <path fill={paint.red} d="M112 92h136v92H112z" />
        <path fill="#a93329" d="M104 68h152v28H104z" />
        <path fill={paint.sun} d="M168 68h24v116h-24z" />
        <path
          d="M180 66c-14-34-46-30-40-12 4 14 26 12 40 12zM180 66c14-34 46-30 40-12-4 14-26 12-40 12z"
          fill="none"
          stroke={paint.sun}
          strokeWidth="9"
        />
      </>
    );
  return (
    <g transform="rotate(-4 180 112)">
      <path fill={paint.white} d="M70 66h220v28a18 18 0 0 0 0 36v28H70v-28a18 18 0 0 0 0-36z" />
      <path d="M224 76v72" stroke={paint.deep} strokeWidth="3" strokeDasharray="6 6" />
      {figure !== null && (
        <ArtNumber x={150} y={120} size={sizeOf(figure)} fill={paint.deep}>
          {figure}
        </ArtNumber>
      )}
      <ArtNumber x={256} y={124} size={34} fill={paint.red}>
        %
      </ArtNumber>
    </g>
  );
}
