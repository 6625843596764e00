/** A terrace at dusk over the roofs of a city: a bougainvillea climbs an arch. */
import { paint } from "#web/ui/art/art.tsx";
import { dotsPath, type SceneProps } from "./scene.ts";

const leaf = "#2f6b4f";
const bract = "#d6336c";

/** Places along the left half of the arch, from its foot to its top. */
const climb = [
  [134, 152],
  [127, 128],
  [131, 104],
  [126, 82],
  [138, 58],
  [158, 42],
  [178, 36],
] as const;
const mirrored = climb.map(([x, y]) => [360 - x, y] as const);
/** How many places the vine has reached, by stage. */
const reached = [0, 0, 3, 6, 7] as const;
/** The same as a length of the line. */
const lengths = [0, 0, 74, 150, 240] as const;
const half = "M178 172q-46 0-48-30V86a50 50 0 0 1 50-50";

export function Terrace({ stage }: SceneProps) {
  return (
    <>
      <path fill="#f4b07a" d="M0 64h360v60H0z" />
      <path fill="#fbd29b" d="M0 104h360v44H0z" />
      <circle cx="290" cy="120" r="30" fill="#ffe9bd" />
      <path fill="#7b4a6b" d="M0 148v-46h28v-18h26v40h20v-54h30v44h18v34h116v-26h24V98h34v30h20v-48h26v36h18v32z" />
      <path
        fill="#ffd98a"
        d="M8 110h6v8H8zM36 94h6v8h-6zM82 82h6v8h-6zM94 100h6v8h-6zM272 108h6v8h-6zM286 122h6v8h-6zM324 92h6v8h-6zM336 110h6v8h-6z"
      />
      <path fill="#8a4f3d" d="M0 164h360v56H0z" />
      <path
        d="M0 182h360M0 202h360M40 164v18M120 164v18M240 164v18M320 164v18M80 182v20M280 182v20"
        stroke="#6f3c2e"
        strokeWidth="3"
      />
      <path
        d="M0 138h96M264 138h96M12 138v26M36 138v26M60 138v26M84 138v26M276 138v26M300 138v26M324 138v26M348 138v26"
        stroke="#4b2634"
        strokeWidth="6"
      />
      <path d="M130 186V86a50 50 0 0 1 100 0v100" fill="none" stroke={paint.sunSoft} strokeWidth="7" />
      <path
        d="M130 112h16M130 140h16M214 112h16M214 140h16M146 186V92a34 34 0 0 1 68 0v94"
        fill="none"
        stroke={paint.sunSoft}
        strokeWidth="3"
      />
      <Vine stage={stage} />
      <path fill="#b3502f" d="M144 168h72l-10 38h-52z" />
      <path fill="#c9633e" d="M138 162h84v12h-84z" />
    </>
  );
}

function Vine({ stage }: SceneProps) {
  if (stage === 0) return <path fill={bract} d="M180 142q10 9 0 20-10-11 0-20z" />;
  if (stage === 1)
    return (
      <>
        <path d="M180 166v-34" stroke={leaf} strokeWidth="6" strokeLinecap="round" />
        <path fill="#4f8f63" d="M180 144q-4-24-30-24 2 24 30 24zM180 136q4-22 26-24 0 22-26 24z" />
      </>
    );
  const dash = `${lengths[stage] ?? 240} 400`;
  const grown = [...climb.slice(0, reached[stage] ?? 7), ...mirrored.slice(0, reached[stage] ?? 7)];
  return (
    <>
      <g fill="none" stroke={leaf} strokeWidth="6" strokeLinecap="round" strokeDasharray={dash}>
        <path d={half} />
        <path d={half} transform="matrix(-1 0 0 1 360 0)" />
      </g>
      <path fill="#4f8f63" d={dotsPath(grown, stage === 2 ? 9 : 12)} />
      {stage >= 3 && (
        <path
          fill={bract}
          d={dotsPath(
            grown.map(([x, y]) => [x - 5, y - 4] as const),
            stage === 3 ? 6 : 8,
          )}
        />
      )}
      {stage >= 4 && (
        <>
          <path
            fill="#f06595"
            d={dotsPath(
              grown.map(([x, y]) => [x + 7, y + 6] as const),
              8,
            )}
          />
          <path
            fill={paint.sunSoft}
            d={dotsPath(
              grown.map(([x, y]) => [x - 5, y - 4] as const),
              2.5,
            )}
          />
        </>
      )}
    </>
  );
}

/** A copper can. */
export const TerraceCan = () => (
  <>
    <path fill="#e39a4f" d="M256 62l44-8 8 38-40 6zM256 70l-26-12 3-6 26 12z" />
    <path d="M300 64c22-8 26 18 8 22" fill="none" stroke="#e39a4f" strokeWidth="6" />
    <path d="M226 70l-6 12M236 78l-6 14M220 90l-6 14" stroke="#fff4d9" strokeWidth="5" strokeLinecap="round" />
  </>
);
