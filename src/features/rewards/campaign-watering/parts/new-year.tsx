/** New year's night over Jakarta: a bare tree that blossoms and hangs full of lanterns. */
import { paint } from "#web/ui/art/art.tsx";
import { dotsPath, type SceneProps } from "./scene.ts";

const bark = "#a3714e";
const blossom = "#f7a8b8";

const tips = [
  [128, 88],
  [158, 62],
  [204, 56],
  [234, 84],
  [180, 92],
] as const;
const blossoms = [
  [138, 96],
  [150, 82],
  [164, 70],
  [172, 96],
  [198, 74],
  [212, 90],
  [224, 96],
  [188, 108],
  [156, 112],
  [206, 112],
] as const;
const lantern = "v8m-9 0h18l4 9-4 12h-18l-4-12z";

const burst = (x: number, y: number, r: number): string =>
  Array.from({ length: 8 }, (_, index) => {
    const [dx, dy] = [Math.cos((index * Math.PI) / 4), Math.sin((index * Math.PI) / 4)];
    const at = (part: number) => `${Math.round(x + dx * r * part)} ${Math.round(y + dy * r * part)}`;
    return `M${at(0.4)}L${at(1)}`;
  }).join("");

export function NewYear({ stage }: SceneProps) {
  return (
    <>
      <path fill="#20446a" d="M0 120q180-60 360 0v100H0z" />
      <path
        fill={paint.white}
        d="M26 26h3v3h-3zM120 20h3v3h-3zM146 40h3v3h-3zM236 22h3v3h-3zM268 92h3v3h-3zM20 92h3v3h-3zM346 116h3v3h-3z"
      />
      <g strokeWidth="4" strokeLinecap="round">
        <path stroke={paint.sun} d={burst(302, 52, 32)} />
        <path stroke={blossom} d={burst(70, 50, 26)} />
        <path stroke={paint.mint} d={burst(340, 104, 16)} />
      </g>
      <path
        fill="#0c2036"
        d="M0 196v-40h22v-22h24v34h14l6-10 4-58h10l4 58 6 10h12v16h16v12h124v-24h22v-20h26v14h20v-30h28v34h22v26z"
      />
      <path
        fill={paint.sun}
        d="M75 78q10 12 0 20-10-8 0-20zM10 164h5v6h-5zM32 146h5v6h-5zM272 158h5v6h-5zM294 152h5v6h-5zM318 148h5v6h-5zM328 162h5v6h-5z"
      />
      <path fill="#0c2036" d="M60 104h30l-6 8H66z" />
      <path fill="#12283f" d="M0 192q90-12 180-6t180-4v38H0z" />
      <Tree stage={stage} />
    </>
  );
}

function Tree({ stage }: SceneProps) {
  if (stage === 0)
    return (
      <>
        <path fill={bark} d="M144 190q36-28 72 0z" />
        <path fill={paint.sun} d="M180 150q11 10 0 22-11-12 0-22z" />
      </>
    );
  if (stage === 1)
    return (
      <>
        <path fill={bark} d="M144 190q36-24 72 0z" />
        <path d="M180 176v-38" stroke="#5fb58f" strokeWidth="6" strokeLinecap="round" />
        <path fill={paint.mint} d="M180 152q-4-26-32-26 2 26 32 26zM180 142q4-24 28-26 0 24-28 26z" />
      </>
    );
  return (
    <>
      <g fill="none" stroke={bark} strokeLinecap="round">
        <path strokeWidth="13" d="M180 192q-6-34 0-62" />
        <path strokeWidth="7" d="M179 150q-22-8-34-30M180 142q24-8 36-30" />
        {stage >= 3 && (
          <path
            strokeWidth="5"
            d="M145 120q-12-14-17-32M180 132q-20-28-22-70M180 130q18-30 24-74M216 112q12-12 18-28M180 130v-38"
          />
        )}
      </g>
      {stage === 2 && (
        <path
          fill="#5fb58f"
          d={dotsPath(
            [
              [145, 116],
              [158, 132],
              [204, 126],
              [216, 108],
              [180, 124],
            ],
            8,
          )}
        />
      )}
      {stage >= 3 && (
        <>
          <path fill={blossom} d={dotsPath(blossoms, stage === 3 ? 8 : 7)} />
          <path fill={paint.sun} d={dotsPath(blossoms, 2.5)} />
        </>
      )}
      {stage >= 4 && (
        <>
          <path
            fill={paint.red}
            stroke={paint.sun}
            strokeWidth="2"
            d={tips.map(([x, y]) => `M${x} ${y}${lantern}`).join("")}
          />
          <path fill={paint.sun} d={tips.map(([x, y]) => `M${x - 5} ${y + 14}h10v8h-10z`).join("")} />
        </>
      )}
    </>
  );
}

/** A golden can. */
export const NewYearCan = () => (
  <>
    <path fill={paint.sun} d="M256 76l44-8 8 38-40 6zM256 84l-26-12 3-6 26 12z" />
    <path d="M300 78c22-8 26 18 8 22" fill="none" stroke={paint.sun} strokeWidth="6" />
    <path d="M226 84l-6 12M236 92l-6 14M220 104l-6 14" stroke={paint.mint} strokeWidth="5" strokeLinecap="round" />
  </>
);
