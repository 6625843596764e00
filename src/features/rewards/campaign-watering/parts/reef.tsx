/** A coral reef: a branching coral in the light from above, and a pearl once it is grown. */
import { paint } from "#web/ui/art/art.tsx";
import { dotsPath, type SceneProps } from "./scene.ts";

const coral = "#ef7461";
const branches =
  "M0 0v-52M0-34q-6-24-34-36M-22-64q-4-22-20-30M0-52q0-30-14-54M0-44q8-22 36-32M24-70q2-24 18-34M0-18q-26-2-48-22M2-14q26 0 50-20M0-52q8-26 10-50";
const tips = [
  [-42, -94],
  [-34, -70],
  [-14, -106],
  [10, -102],
  [42, -104],
  [36, -76],
  [-48, -40],
  [52, -34],
] as const;
/** Size of the coral by stage. */
const sizes = [0, 0.42, 0.72, 1, 1.12] as const;

export function Reef({ stage }: SceneProps) {
  return (
    <>
      <path fill="#1a8fb0" d="M0 0h360v86q-180 60-360 0z" />
      <path fill="#7fd0de" opacity="0.3" d="M40 0h50l-34 220H0V150zM150 0h50l22 220h-70zM270 0h54l36 120v80z" />
      <path
        fill="#0a4f6b"
        d="M0 160q24-40 52-34 20-24 44 6 14 8 22 36l-20 52H0zM360 150q-26-44-52-30-24-14-40 16-10 14-14 40l20 44h86z"
      />
      <path fill="#e8cf9b" d="M0 192q80-16 180-8t180-8v44H0z" />
      <path
        d="M34 196q-14-30 4-62M50 198q16-22 2-48M326 194q14-28-4-58M310 198q-12-20 0-40"
        stroke="#35a883"
        strokeWidth="7"
        fill="none"
        strokeLinecap="round"
      />
      <path fill={paint.sun} d="M60 70q18-16 36 0-18 16-36 0zM94 70l16-11v22z" />
      <path fill={paint.ink} d={dotsPath([[69, 67]], 2.5)} />
      <path fill={paint.mint} d="M276 104q17-13 32 0-15 14-32 0zM278 104l-13-10v20z" />
      <path fill={paint.ink} d={dotsPath([[300, 101]], 2)} />
      <path
        fill="none"
        stroke={paint.white}
        strokeWidth="2"
        d={dotsPath(
          [
            [118, 40],
            [126, 24],
            [246, 58],
            [256, 34],
          ],
          5,
        )}
      />
      <path fill="#8d6f5a" d="M132 196q8-24 32-22 14-12 30-2 26-4 34 24z" />
      <Coral stage={stage} />
    </>
  );
}

function Coral({ stage }: SceneProps) {
  if (stage === 0)
    return (
      <>
        <path fill={coral} d="M166 176q0-18 14-18t14 18z" />
        <path d="M172 160l-5-10M180 158v-12M188 160l5-10" stroke="#ffc0a8" strokeWidth="4" strokeLinecap="round" />
      </>
    );
  return (
    <>
      <g transform={`translate(180 178) scale(${sizes[stage] ?? 1})`} fill="none" strokeLinecap="round">
        <path d={branches} stroke={coral} strokeWidth="15" />
        <path d={branches} stroke="#ff9b86" strokeWidth="5" />
        {stage >= 3 && <path fill="#ffe0d2" d={dotsPath(tips, 5)} />}
      </g>
      {stage >= 4 && (
        <g transform="translate(116 0)">
          <path fill="#c9a7d8" d="M128 198a24 14 0 0 1 48 0z" transform="rotate(-24 130 198)" />
          <path fill="#e3cdec" d="M126 198h50q-2 14-25 14t-25-14z" />
          <path fill={paint.white} d={dotsPath([[152, 194]], 8)} />
        </g>
      )}
    </>
  );
}

/** Light and bubbles: a reef needs no watering can. */
export const ReefBubbles = () => (
  <>
    <path fill="#ffd257" d="M236 74q18-16 36 0-18 16-36 0zM270 74l16-11v22z" />
    <path fill={paint.ink} d={dotsPath([[245, 71]], 2.5)} />
    <path
      fill="none"
      stroke={paint.white}
      strokeWidth="3"
      d={dotsPath(
        [
          [226, 82],
          [216, 92],
          [222, 66],
          [206, 78],
        ],
        5,
      )}
    />
  </>
);
