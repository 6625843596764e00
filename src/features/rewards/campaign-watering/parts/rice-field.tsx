/** Rice terraces in the first light: the field turns from water to green to gold. */
import { paint } from "#web/ui/art/art.tsx";
import type { SceneProps } from "./scene.ts";

/** The field in each stage: flooded, planted, green, in bloom, ripe. */
const fields = [
  ["#a7d3d6", "#8fc3c8", "#79b3ba"],
  ["#b5d9a8", "#9dcb92", "#86bb7e"],
  ["#8cc474", "#76b261", "#61a04f"],
  ["#c3cf6a", "#acbd55", "#93a944"],
  ["#f0cf68", "#e3ba4b", "#d0a235"],
] as const;
const tufts = [152, 178, 204, 230, 256, 282, 308];
const heights = [6, 22, 44, 62, 70] as const;

export function RiceField({ stage }: SceneProps) {
  const [far, middle, near] = fields[stage] ?? fields[4];
  return (
    <>
      <circle cx="248" cy="70" r="34" fill="#ffc97a" />
      <path fill="#8a93b8" d="M0 124l64-50 34 22 70-74 22 2 84 88 50-30 36 24v40H0z" />
      <path fill="#a9b0cc" d="M156 34l12-12 22 2 14 14-16 8-10-8-12 6z" />
      <path fill={paint.white} opacity="0.55" d="M0 112q60-16 130-4t120-4 110 2v26H0z" />
      <path fill={far} d="M0 132q90-14 180-2t180-6v34H0z" />
      <path fill={middle} d="M0 152q100-16 200-2t160-6v36H0z" />
      <path fill={near} d="M0 178q90-16 180-4t180-8v54H0z" />
      <path
        fill="none"
        stroke="#6e8c52"
        strokeWidth="4"
        d="M0 132q90-14 180-2t180-6M0 152q100-16 200-2t160-6M0 178q90-16 180-4t180-8"
      />
      <path fill="#6b4630" d="M38 116h4v34h-4zM72 116h4v34h-4zM38 132h38v5H38z" />
      <path fill="#9a6a3e" d="M24 118l33-26 33 26z" />
      <path
        fill={paint.white}
        d="M300 60q8-8 14 0 6-8 14 0-8-2-14 6-6-8-14-6zM326 42q6-6 10 0 4-6 10 0-6-2-10 4-4-6-10-4z"
      />
      <Rice stage={stage} />
    </>
  );
}

/** Rice grows in tufts, and its ears hang when they are ripe. */
function Rice({ stage }: SceneProps) {
  const height = heights[stage] ?? 70;
  const leaf = stage >= 4 ? "#a98a1f" : stage === 3 ? "#6f9a35" : "#3f8a3a";
  if (stage === 0)
    return (
      <path
        fill="none"
        stroke={leaf}
        strokeWidth="4"
        strokeLinecap="round"
        d={tufts.map((x, index) => `M${x} ${202 - (index % 2) * 10}q-1-6-5-10m5 10q1-6 5-10`).join("")}
      />
    );
  return (
    <>
      {tufts.map((x, index) => (
        <g key={x} transform={`translate(${x} ${206 - (index % 2) * 12})`} fill="none" strokeLinecap="round">
          <path
            d={`M0 0q-2-${height / 2}-14-${height - 6}M0 0v-${height + 4}M0 0q2-${height / 2} 14-${height - 6}`}
            stroke={leaf}
            strokeWidth="4"
          />
          {stage >= 3 && (
            <path
              d={`M-14-${height - 6}q-10 2-10 ${stage === 4 ? 24 : 12}M0-${height + 4}q11 0 12 ${stage === 4 ? 26 : 12}M14-${height - 6}q9 2 9 ${stage === 4 ? 22 : 10}`}
              stroke={stage === 4 ? "#fff0b8" : "#e6e08a"}
              strokeWidth="7"
              strokeDasharray="1 7"
            />
          )}
        </g>
      ))}
    </>
  );
}

/** Water runs by a bamboo pipe, as it does there. */
export const RicePipe = () => (
  <>
    <path fill="#b7c26a" d="M360 92l-92 22 3 14 89-20z" />
    <path d="M330 100l3 13M300 107l3 13" stroke="#8c9a45" strokeWidth="4" />
    <path
      d="M268 124q-14 8-14 44M276 128q-10 10-10 42"
      stroke="#4fa3c4"
      strokeWidth="6"
      fill="none"
      strokeLinecap="round"
    />
  </>
);
