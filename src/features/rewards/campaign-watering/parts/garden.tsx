/** A garden at noon: a mango tree behind a white fence. */
import { paint } from "#web/ui/art/art.tsx";
import { dotsPath, type SceneProps } from "./scene.ts";

const leaf = "#2f7d4a";
const light = "#4f9d5f";
const earth = "#7a5230";

const pickets = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `M${from + index * 26} 166v-34l7-9 7 9v34z`).join("");

/** Heaps of leaves at their centres, for each stage that has a crown. */
const crowns: readonly (readonly (readonly [x: number, y: number, r: number])[])[] = [
  [],
  [],
  [
    [180, 108, 25],
    [160, 122, 17],
    [200, 122, 17],
  ],
  [
    [180, 78, 36],
    [146, 100, 26],
    [214, 100, 26],
  ],
  [
    [180, 70, 42],
    [138, 96, 31],
    [222, 96, 31],
  ],
];
const places = [
  [158, 70],
  [202, 62],
  [134, 100],
  [226, 98],
  [182, 98],
] as const;
const mango = "q10 3 9 14-2 12-11 12-11-2-9-13 4-12 11-13z";

export function Garden({ stage }: SceneProps) {
  return (
    <>
      <circle cx="302" cy="44" r="26" fill={paint.sun} />
      <path
        fill={paint.white}
        opacity="0.85"
        d="M34 62a13 13 0 0 1 12-15 19 19 0 0 1 36-3 14 14 0 0 1 14 18zM236 38a8 8 0 0 1 8-8 12 12 0 0 1 22 0 8 8 0 0 1 6 8z"
      />
      <path fill="#9cc9a4" d="M0 152q70-34 150-12t210-16v96H0z" />
      <path
        fill={paint.white}
        d={`${pickets(4, 5)}${pickets(240, 5)}M0 138h134v6H0zM0 154h134v6H0zM234 138h126v6H234zM234 154h126v6H234z`}
      />
      <path fill="#6bb37d" d="M0 166q90-14 180-4t180-4v62H0z" />
      <path fill="#559e69" d="M0 196q90-16 180-4t180-6v34H0z" />
      <path
        fill={paint.red}
        d={dotsPath(
          [
            [26, 184],
            [58, 190],
            [296, 182],
            [334, 190],
          ],
          5,
        )}
      />
      <path
        fill={paint.sunSoft}
        d={dotsPath(
          [
            [42, 180],
            [82, 186],
            [276, 190],
            [316, 186],
          ],
          4,
        )}
      />
      <Mango stage={stage} />
    </>
  );
}

function Mango({ stage }: SceneProps) {
  if (stage === 0)
    return (
      <>
        <path fill={earth} d="M142 184q38-30 76 0z" />
        <path fill={paint.sun} transform="translate(180 150)" d={`M0 0${mango}`} />
      </>
    );
  if (stage === 1)
    return (
      <>
        <path fill={earth} d="M142 184q38-26 76 0z" />
        <path d="M180 172v-36" stroke={leaf} strokeWidth="6" strokeLinecap="round" />
        <path fill={light} d="M180 148q-4-28-36-28 2 28 36 28zM180 138q4-26 32-28 0 26-32 28z" />
      </>
    );
  const top = stage === 2 ? 124 : 104;
  return (
    <>
      <path fill={earth} d={`M170 188q6-40 4-${188 - top}h12q-2 ${148 - top} 6 ${188 - top}z`} />
      <path fill={leaf} d={crowns[stage]!.map(([x, y, r]) => dotsPath([[x, y]], r)).join("")} />
      <path fill={light} d={crowns[stage]!.map(([x, y, r]) => dotsPath([[x - r / 3, y - r / 3]], r / 2.4)).join("")} />
      {stage === 3 && <path fill={paint.sunSoft} d={dotsPath(places, 7)} />}
      {stage >= 4 && <path fill={paint.sun} d={places.map(([x, y]) => `M${x} ${y}${mango}`).join("")} />}
    </>
  );
}

/** A white can and its drops. */
export const GardenCan = () => (
  <>
    <path fill={paint.white} d="M256 76l44-8 8 38-40 6zM256 84l-26-12 3-6 26 12z" />
    <path d="M300 78c22-8 26 18 8 22" fill="none" stroke={paint.white} strokeWidth="6" />
    <path d="M226 84l-6 12M236 92l-6 14M220 104l-6 14" stroke="#3f8fb8" strokeWidth="5" strokeLinecap="round" />
  </>
);
