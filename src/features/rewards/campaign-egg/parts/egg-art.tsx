/** Three eggs in a henhouse, a toy box or a vault. The opened one stays open and shows its content. */
import { Art, Coins, ArtNumber, MovingArt, paint, PrizeTag, Rays } from "#web/ui/art/art.tsx";
import type { Campaign } from "#features/rewards/campaign/contract.ts";
import { formatRupiah } from "#shared/money.ts";

export type EggScene = "henhouse" | "toybox" | "vault";

const grounds: Readonly<Record<EggScene, string>> = { henhouse: "#0b5a52", toybox: "#4a3f8c", vault: "#2a2116" };

export function EggArt({ scene, campaign, isCard }: { scene: EggScene; campaign?: Campaign; isCard?: boolean }) {
  const play = campaign?.play ?? null;
  const best = campaign && bestOf(campaign);
  const isOver = campaign?.view === "ENDED" || campaign?.view === "BUDGET_OUT";
  return (
    <Art ground={grounds[scene]} {...(isCard ? { isCard } : {})}>
      <Back scene={scene} />
      {[1, 2, 3].map((choice) => {
        const x = 72 + (choice - 1) * 108;
        const y = choice === 2 ? 112 : 124;
        const held = play?.held[choice - 1];
        if (!play || held === undefined)
          return <Egg key={choice} x={x} y={y} look={choice} isPale={isOver} scene={scene} />;
        const isChosen = play.choice === choice;
        const open = (
          <OpenEgg x={x} y={y} look={choice} scene={scene} held={held} campaign={campaign} isChosen={isChosen} />
        );
        return isChosen ? <MovingArt key={choice}>{open}</MovingArt> : <g key={choice}>{open}</g>;
      })}
      {best !== undefined && !play && !isOver && <PrizeTag>{best}</PrizeTag>}
    </Art>
  );
}

/** The same scene without its eggs: they stand in front, as choices. */
export function EggGround({ scene, campaign }: { scene: EggScene; campaign: Campaign }) {
  const best = bestOf(campaign);
  return (
    <Art ground={grounds[scene]}>
      <Back scene={scene} />
      {best !== undefined && <PrizeTag isHigh>{best}</PrizeTag>}
    </Art>
  );
}

/** A single egg, with a ring when it is chosen. */
export const EggPicture = ({ scene, look }: { scene: EggScene; look: number }) => (
  <svg className="art-picture" viewBox="-52 -66 104 132" aria-hidden="true" focusable="false">
    <path
      className="art-ring"
      d={shell}
      transform="translate(0 -1) scale(1.24)"
      fill="none"
      stroke={paint.white}
      strokeWidth="3"
      strokeDasharray="7 6"
    />
    <Egg x={0} y={0} look={look} isPale={false} scene={scene} />
  </svg>
);

/** The first available prize of the list as a figure: the best content of an egg. */
function bestOf({ prizes }: Campaign): string | undefined {
  const prize = prizes.find(({ left }) => left !== 0)?.prize;
  return prize && "rupiah" in prize ? formatRupiah(prize.rupiah) : undefined;
}

function Back({ scene }: { scene: EggScene }) {
  if (scene === "vault")
    return (
      <>
        <Rays x={180} y={120} fill="#4a3818" />
        <circle cx="180" cy="104" r="92" fill="none" stroke="#6b5220" strokeWidth="10" />
        <path d="M180 12v24M180 172v24M88 104h24M248 104h24" stroke="#6b5220" strokeWidth="10" />
        <path fill="#1b150d" d="M0 178h360v42H0z" />
        <Coins x={292} y={204} count={3} />
        <Coins x={334} y={204} count={5} />
      </>
    );
  if (scene === "toybox")
    return (
      <>
        <path fill="#574aa6" d="M0 0h45v220H0zM90 0h45v220H90zM180 0h45v220h-45zM270 0h45v220h-45z" />
        <circle cx="40" cy="40" r="16" fill={paint.sun} />
        <path fill={paint.mint} d="M310 22l18 30h-36z" />
        <path fill="#e06a5b" d="M0 168h360v52H0z" />
        <path fill="#c9574a" d="M0 168h360v12H0z" />
        <path fill={paint.sunSoft} d="M158 188h44v20h-44z" />
      </>
    );
  return (
    <>
      <Rays x={180} y={110} fill="#2a6b45" />
      <path fill="#117067" d="M0 170q90-34 180-6t180-4v60H0z" />
      <path
        d="M18 186l30-10M40 192l34-14M96 190l30-12M140 196l34-14M208 194l34-12M256 190l34-10M300 194l30-10M60 206l40-12M190 208l40-12M270 208l40-10"
        stroke={paint.sun}
        strokeWidth="5"
        strokeLinecap="round"
      />
    </>
  );
}

const shell = "M0-50C24-50 38-12 38 12A38 38 0 0 1-38 12C-38-12-24-50 0-50z";
const bowl = "M-38 8l10-11 9 11 10-11 9 11 9-11 9 11 10-11 10 11v4A38 38 0 0 1-38 12z";

/** After the end: the same shells in the colours of stone. */
const stone = ["#c3ccc6", "#d2c9b0", "#b4c0bb"] as const;

function colour(look: number, scene: EggScene, isPale = false): string {
  if (isPale) return stone[look - 1] ?? stone[0];
  if (scene === "vault") return look === 2 ? "#ffd257" : paint.sun;
  return look === 1 ? paint.white : look === 2 ? paint.sun : paint.soft;
}

interface EggProps {
  x: number;
  y: number;
  look: number;
  scene: EggScene;
}

function Egg({ x, y, look, scene, isPale }: EggProps & { isPale: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <ellipse cx="0" cy="52" rx="42" ry="8" fill="#000" opacity="0.25" />
      <path d={shell} fill={colour(look, scene, isPale)} />
      <g opacity={isPale ? 0.35 : 1}>
        {look === 1 && (
          <>
            <path d="M-36-2l12-12 12 12 12-12 12 12 12-12 12 12" fill="none" stroke={paint.deep} strokeWidth="5" />
            <path d="M-36 20q36 18 72 0" fill="none" stroke={paint.sun} strokeWidth="6" />
          </>
        )}
        {look === 2 && (
          <>
            <path d="M-32-10l10-8 11 8 11-8 11 8 11-8 10 8" fill="none" stroke={paint.white} strokeWidth="6" />
            <path fill={paint.white} d="M-14 16a6 6 0 1 0 .1 0zM14 16a6 6 0 1 0 .1 0zM0 24a6 6 0 1 0 .1 0z" />
            <path d="M4-48l-8 14 9 4-6 12" fill="none" stroke={paint.ink} strokeWidth="3" />
          </>
        )}
        {look === 3 && (
          <>
            <path fill={paint.deep} d="M-14-16a9 9 0 1 0 .1 0zM-8 18a9 9 0 1 0 .1 0z" />
            <path fill={paint.sun} d="M16 0a9 9 0 1 0 .1 0z" />
          </>
        )}
      </g>
    </g>
  );
}

function OpenEgg({
  x,
  y,
  look,
  scene,
  held,
  campaign,
  isChosen,
}: EggProps & { held: string; campaign: Campaign | undefined; isChosen: boolean }) {
  const prize = campaign?.prizes.find(({ prizeKey }) => prizeKey === held)?.prize;
  return (
    <g transform={`translate(${x} ${y}) scale(${isChosen ? 1.08 : 0.86})`} opacity={isChosen ? 1 : 0.75}>
      <ellipse cx="0" cy="52" rx="42" ry="8" fill="#000" opacity="0.25" />
      <path d="M-30-62c8-18 40-26 52-6l-8 14-12-6-8 12-12-8z" fill={colour(look, scene)} transform="rotate(-14)" />
      <Held prize={prize} />
      <path d={bowl} fill={colour(look, scene)} />
    </g>
  );
}

type HeldPrize = Campaign["prizes"][number]["prize"];

function Held({ prize }: { prize: HeldPrize | undefined }) {
  if (prize?.kind === "CASH" || prize?.kind === "VOUCHER")
    return (
      <>
        <rect x="-54" y="-38" width="108" height="42" rx="5" fill={paint.white} stroke={paint.deep} strokeWidth="3" />
        <ArtNumber x={0} y={-10} size={16} fill={paint.deep}>
          {formatRupiah(prize.rupiah)}
        </ArtNumber>
      </>
    );
  if (prize?.kind === "COUPON")
    return (
      <>
        <path fill={paint.sunSoft} d="M-34-36h68v12a7 7 0 0 0 0 14V4h-68v-14a7 7 0 0 0 0-14z" />
        <path d="M-10-30v30" stroke={paint.deep} strokeWidth="3" strokeDasharray="4 4" />
        <ArtNumber x={14} y={-9} size={20} fill={paint.deep}>
          %
        </ArtNumber>
      </>
    );
  if (prize?.kind === "POINTS")
    return (
      <>
        <path fill={paint.mint} d="M0-44l9 17 19 3-14 13 4 19-18-9-18 9 4-19-14-13 19-3z" />
        <ArtNumber x={0} y={-11} size={15} fill={paint.ink}>
          {prize.points}
        </ArtNumber>
      </>
    );
  // Calm, not sad: a feather.
  return (
    <path
      d="M-10 2C-6-22 8-34 20-36 20-22 8-6-10 2zM-10 2L10-24"
      fill={paint.soft}
      stroke={paint.deep}
      strokeWidth="2"
    />
  );
}
