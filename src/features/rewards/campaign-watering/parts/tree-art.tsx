/** A tree in five stages from seed to fruit, in five places: garden by day, terrace at dusk, new year's night, coral reef, rice field. */
import { Art, Figure, Moves, paint } from "#features/rewards/campaign/parts/art.tsx";
import type { Tree } from "./trees.ts";

interface TreeArtProps {
  tree: Tree;
  /** 0 seed, 1 sprout, 2 tall, 3 in bloom, 4 fruit. */
  stage: number;
  /** What the fruit is: an amount. */
  fruit?: string;
  /** It was watered just now. */
  isPouring?: boolean;
  isCard?: boolean;
}

interface Place {
  ground: string;
  leaf: string;
  trunk: string;
  bloom: string;
}
const places: Readonly<Record<Tree, Place>> = {
  watering: { ground: paint.sky, leaf: paint.deep, trunk: paint.wood, bloom: paint.sun },
  "watering-new": { ground: "#f0a46b", leaf: "#2f6b4f", trunk: "#5b3a29", bloom: "#f7d9e3" },
  "watering-new-year": { ground: paint.night, leaf: "#1f6f5c", trunk: "#4a3526", bloom: paint.sun },
  "watering-new-skin": { ground: "#0e6a8a", leaf: "#e0705f", trunk: "#c85a4e", bloom: "#ffd257" },
  "watering-new-page": { ground: "#dff0e6", leaf: "#5fa84a", trunk: "#8aa63a", bloom: "#e5b93a" },
};

export function TreeArt({ tree, stage, fruit, isPouring, isCard }: TreeArtProps) {
  const place = places[tree];
  const isRipe = stage >= 4 && fruit !== undefined;
  return (
    <Art ground={place.ground} {...(isCard ? { isCard } : {})}>
      <Scenery tree={tree} />
      {tree === "watering-new-page" ? <Rice stage={stage} place={place} /> : <Plant stage={stage} place={place} />}
      {isRipe && (
        <Moves>
          <rect x="118" y="62" width="124" height="38" rx="19" fill={paint.sun} stroke={paint.ink} strokeWidth="2" />
          <Figure x={180} y={87} size={18}>
            {fruit}
          </Figure>
        </Moves>
      )}
      {/* One thing moves at a time: what has grown matters more than how. */}
      {isPouring && !isRipe && <Can isReef={tree === "watering-new-skin"} />}
    </Art>
  );
}

function Can({ isReef }: { isReef: boolean }) {
  return (
    <Moves>
      <path fill={paint.white} d="M256 76l44-8 8 38-40 6zM256 84l-26-12 3-6 26 12z" />
      <path d="M300 78c22-8 26 18 8 22" fill="none" stroke={paint.white} strokeWidth="6" />
      <path
        d="M226 84l-6 12M236 92l-6 14M220 104l-6 14"
        stroke={isReef ? paint.sun : "#3f8fb8"}
        strokeWidth="5"
        strokeLinecap="round"
      />
    </Moves>
  );
}

function Scenery({ tree }: { tree: Tree }) {
  switch (tree) {
    case "watering":
      return (
        <>
          <circle cx="296" cy="46" r="24" fill={paint.sun} />
          <path fill="#9cc9a4" d="M0 160q60-30 130-12t120-18 110 12v78H0z" />
          <path fill="#5fa878" d="M0 186q90-20 180-4t180-6v44H0z" />
        </>
      );
    case "watering-new":
      return (
        <>
          <path fill="#e07d52" d="M0 110h360v50H0z" />
          <circle cx="70" cy="110" r="34" fill="#ffd9a0" />
          <path fill="#7a4a3a" d="M0 160h360v60H0z" />
          <path d="M0 176h360M0 196h360M60 160v16M150 176v20M240 160v16M310 176v20" stroke="#633a2d" strokeWidth="3" />
          <path
            d="M20 160v-34M50 160v-34M310 160v-34M340 160v-34M0 126h70M290 126h70"
            stroke="#4d2e24"
            strokeWidth="6"
          />
          <path fill="#b35c3f" d="M146 168h68l-8 40h-52z" />
        </>
      );
    case "watering-new-year":
      return (
        <>
          <path fill={paint.white} d="M30 30h3v3h-3zM96 56h3v3h-3zM250 24h3v3h-3zM330 60h3v3h-3zM140 22h3v3h-3z" />
          <path
            d="M300 70l0-24M300 70l20-14M300 70l-20-14M300 70l24 4M300 70l-24 4M60 84l0-20M60 84l16-12M60 84l-16-12"
            stroke={paint.sun}
            strokeWidth="3"
            strokeLinecap="round"
          />
          <path fill="#0d2238" d="M0 190l30-24 20 14 30-30 34 26h130l26-20 40 26 50-22v60H0z" />
          <path d="M24 0v22M336 0v34" stroke="#8c2f28" strokeWidth="3" />
          <path fill={paint.red} d="M10 22h28l4 10-4 16H10l-4-16zM322 34h28l4 10-4 16h-28l-4-16z" />
          <path d="M24 48v10M336 60v10" stroke={paint.sun} strokeWidth="4" />
        </>
      );
    case "watering-new-skin":
      return (
        <>
          <path fill="#1280a3" d="M0 0l60 0 40 220H0zM140 0h60l30 220h-60zM290 0h70v120l-20 100h-30z" opacity="0.5" />
          <path fill="#e8cf9b" d="M0 190q80-16 180-6t180-8v44H0z" />
          <path fill={paint.sun} d="M60 70q18-14 34 0-16 14-34 0zM92 70l14-10v20z" />
          <path fill={paint.mint} d="M280 110q16-12 30 0-14 12-30 0zM280 110l-12-9v18z" />
          <path
            d="M40 190q-10-30 4-56M322 190q12-24-2-50"
            stroke="#2f9a76"
            strokeWidth="8"
            fill="none"
            strokeLinecap="round"
          />
          <path
            fill="none"
            stroke={paint.white}
            strokeWidth="2"
            d="M110 40a5 5 0 1 0 .1 0zM240 60a4 4 0 1 0 .1 0zM250 30a6 6 0 1 0 .1 0z"
          />
        </>
      );
    case "watering-new-page":
      return (
        <>
          <path fill="#8fb7c9" d="M0 120l70-64 60 50 70-76 90 84 70-40v70H0z" />
          <path fill="#b9dba0" d="M0 128h360v26H0z" />
          <path fill="#8cc4b4" d="M0 150q90-12 180 0t180 0v70H0z" />
          <path d="M0 172q90-10 180 0t180 0M0 196q90-10 180 0t180 0" stroke="#5f9c74" strokeWidth="4" fill="none" />
          <path fill={paint.red} d="M300 92h34l-17-20z" />
          <path fill="#6b4630" d="M304 92h26v26h-26z" />
        </>
      );
  }
}

/** Heaps of leaves at their centres, for each stage that has a crown. */
const crowns: readonly (readonly (readonly [number, number, number])[])[] = [
  [],
  [],
  [
    [180, 106, 26],
    [160, 120, 18],
    [200, 120, 18],
  ],
  [
    [180, 76, 36],
    [148, 98, 26],
    [212, 98, 26],
  ],
  [
    [180, 68, 42],
    [140, 94, 30],
    [220, 94, 30],
  ],
];
const blooms = [
  [160, 66],
  [200, 60],
  [140, 98],
  [222, 94],
  [182, 92],
] as const;

function Plant({ stage, place: { leaf, trunk, bloom } }: { stage: number; place: Place }) {
  if (stage === 0)
    return (
      <>
        <path fill={trunk} d="M150 178q30-22 60 0z" />
        <path fill={bloom} d="M180 152q9 8 0 18-9-10 0-18z" />
      </>
    );
  if (stage === 1)
    return (
      <>
        <path fill={trunk} d="M150 180q30-20 60 0z" />
        <path d="M180 170v-32" stroke={leaf} strokeWidth="6" strokeLinecap="round" />
        <path fill={leaf} d="M180 146q-4-26-32-26 2 26 32 26zM180 138q4-24 28-26 0 24-28 26z" />
      </>
    );
  const top = stage === 2 ? 124 : 100;
  return (
    <>
      <path fill={trunk} d={`M172 184q4-40 2-${184 - top}h12q-2 ${184 - top - 40} 6 ${184 - top}z`} />
      {crowns[stage]!.map(([x, y, r]) => (
        <circle key={x} cx={x} cy={y} r={r} fill={leaf} />
      ))}
      {stage >= 3 && blooms.map(([x, y]) => <circle key={x} cx={x} cy={y} r={stage === 3 ? 6 : 9} fill={bloom} />)}
    </>
  );
}

/** Rice grows in tufts, and its ears hang when they are ripe. */
function Rice({ stage, place: { leaf, bloom } }: { stage: number; place: Place }) {
  const height = [8, 26, 52, 74, 84][stage] ?? 84;
  const tufts = [96, 124, 152, 180, 208, 236, 264];
  return (
    <>
      {tufts.map((x, index) => (
        <g key={x} transform={`translate(${x} ${178 - (index % 2) * 8})`}>
          <path
            d={`M0 0q-2-${height / 2} -10-${height}M0 0v-${height + 4}M0 0q2-${height / 2} 10-${height}`}
            stroke={leaf}
            strokeWidth="4"
            fill="none"
            strokeLinecap="round"
          />
          {stage >= 3 && (
            <path
              d={`M-10-${height}q-10 4-10 ${stage === 4 ? 18 : 8}M0-${height + 4}q10 2 10 ${stage === 4 ? 18 : 8}`}
              stroke={bloom}
              strokeWidth="6"
              fill="none"
              strokeLinecap="round"
            />
          )}
        </g>
      ))}
    </>
  );
}
