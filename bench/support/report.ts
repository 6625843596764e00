/** Figures of several rounds, and how a bench prints them: a table for people, one JSON line for machines. */

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? NaN;
  const above = sorted[Math.ceil(at)] ?? NaN;
  return below + (above - below) * (at % 1);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/**
 * Both sides of a round ran side by side, so each round gives its own ratio; its median excludes load that changed
 * between rounds.
 */
export const medianRatio = (product: readonly number[], peer: readonly number[]): number =>
  median(product.map((one, round) => one / (peer[round] as number)));

/** Rounded for reading: three significant digits, whole above 100. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
}

export type Row = Readonly<Record<string, string | number>>;

/** Prints rows as a Markdown table, ready for bench/README.md, and the same rows as one JSON line. */
export function report(name: string, rows: readonly Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => shown(row[column])))];
  const widths = columns.map((_column, index) => Math.max(...cells.map((line) => (line[index] as string).length)));
  const lines = cells.map(
    (line) => `| ${line.map((cell, index) => cell.padEnd(widths[index] as number)).join(" | ")} |`,
  );
  lines.splice(1, 0, `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
  console.log(`\n${name}\n\n${lines.join("\n")}\n`);
  console.log(JSON.stringify({ name, rows }));
}

function shown(value: string | number | undefined): string {
  return typeof value === "number" ? short(value) : (value ?? "");
}

/** The value of `--name=value` on the command line. */
export function option(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
}
