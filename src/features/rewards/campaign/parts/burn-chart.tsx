/** What a campaign gave a day as bars, and its sum as a line; drawn on the server, with the table beside it. */
import { formatRupiah } from "#shared/money.ts";

interface BurnChartProps {
  days: readonly { day: string; rupiah: number }[];
  /** What it shows, for whoever hears it. */
  label: string;
}

const [width, height, top, foot] = [600, 180, 16, 22];

/** What was given up to each day, that day included. */
const sumsOf = (days: BurnChartProps["days"]): number[] =>
  days.map((_, index) => days.slice(0, index + 1).reduce((sum, { rupiah }) => sum + rupiah, 0));

export function BurnChart({ days, label }: BurnChartProps) {
  const total = days.reduce((sum, { rupiah }) => sum + rupiah, 0);
  const max = Math.max(1, ...days.map(({ rupiah }) => rupiah));
  const step = Math.floor(width / Math.max(1, days.length));
  const room = height - top - foot;
  const barOf = (rupiah: number): number => Math.round((rupiah * room) / max);
  const line = sumsOf(days)
    .map((sum, index) => {
      const y = height - foot - (total === 0 ? 0 : Math.round((sum * room) / total));
      return `${index === 0 ? "M" : "L"}${index * step + Math.floor(step / 2)} ${y}`;
    })
    .join("");
  return (
    <svg className="burn-chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path
        className="burn-chart-grid"
        d={`M0 ${top}h${width}M0 ${top + Math.round(room / 2)}h${width}M0 ${height - foot}h${width}`}
      />
      {days.map(({ day, rupiah }, index) => (
        <rect
          key={day}
          className="burn-chart-bar"
          x={index * step + 2}
          y={height - foot - barOf(rupiah)}
          width={Math.max(2, step - 4)}
          height={barOf(rupiah)}
          rx="2"
        />
      ))}
      <path className="burn-chart-line" d={line} />
      <text className="burn-chart-figure" x="0" y={height - 6}>
        {days[0]?.day}
      </text>
      <text className="burn-chart-figure" x={width} y={height - 6} textAnchor="end">
        {days.at(-1)?.day}
      </text>
      <text className="burn-chart-figure" x={width} y={top - 4} textAnchor="end">
        {formatRupiah(total)}
      </text>
      <text className="burn-chart-figure" x="0" y={top - 4}>
        {formatRupiah(max === 1 ? 0 : max)}
      </text>
    </svg>
  );
}
