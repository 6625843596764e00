/** Pennants of invented countries: a pattern and three colours each, so that no two look alike and none is a real country's. */
import { paint } from "#web/ui/art/art.tsx";

const colours = ["#c8443a", "#0b5a52", "#2f6db5", paint.sun, "#7a3f8f", paint.ink, "#3a8f4d", "#d97b29"] as const;
const white = paint.white;

interface PennantProps {
  /** From 0 on: the place among the options. */
  index: number;
  x?: number;
  y?: number;
  width?: number;
  height?: number;
}

/** Bands along or across, a disc, or a corner. */
export function Pennant({ index, x = 0, y = 0, width = 48, height = 32 }: PennantProps) {
  const [first, second] = [colours[index % 8]!, colours[(index * 3 + 3) % 8]!];
  const third = (n: number, of: number) => Math.round((n * of) / 3);
  const pattern = Math.floor(index / 4) % 4;
  const lying = index % 2 === 0;
  return (
    <g transform={`translate(${x} ${y})`}>
      <path fill={pattern === 1 ? first : white} d={`M0 0h${width}v${height}H0z`} />
      {pattern === 0 && (
        <>
          <path
            fill={first}
            d={lying ? `M0 0h${width}v${third(1, height)}H0z` : `M0 0h${third(1, width)}v${height}H0z`}
          />
          <path
            fill={second}
            d={
              lying
                ? `M0 ${third(2, height)}h${width}v${height - third(2, height)}H0z`
                : `M${third(2, width)} 0h${width - third(2, width)}v${height}H${third(2, width)}z`
            }
          />
        </>
      )}
      {pattern === 1 && <circle cx={width / 2} cy={height / 2} r={height / 3.4} fill={second} />}
      {pattern === 2 && (
        <>
          <path fill={first} d={`M0 0h${width}v${height / 2}H0z`} />
          <path fill={second} d={`M0 0l${third(1, width)} ${height / 2}L0 ${height}z`} />
        </>
      )}
      {pattern === 3 && (
        <>
          <path fill={first} d={`M0 0h${width}v${height}z`} />
          <path fill={second} d={`M0 0l${width} ${height}H0z`} />
        </>
      )}
      <path fill="none" stroke={paint.ink} strokeOpacity="0.25" d={`M0 0h${width}v${height}H0z`} />
    </g>
  );
}

/** A single one as a choice, with a ring when it is chosen. */
export const PennantPicture = ({ index }: { index: number }) => (
  <svg className="art-picture" viewBox="-4 -4 56 40" aria-hidden="true" focusable="false">
    <path className="art-ring" fill="none" stroke={paint.sun} strokeWidth="4" d="M-3-3h54v38H-3z" />
    <Pennant index={index} />
  </svg>
);
