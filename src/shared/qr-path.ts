/** A QR code as one path of a drawing, for a page's SVG or a picture. Pure. */
import { encode } from "uqr";

export interface QrPath {
  /** Dark modules as path data, a rectangle for each horizontal run; one module is 1 by 1. */
  d: string;
  /** Modules a side, the quiet zone among them. */
  size: number;
}

/** @param border modules of the quiet zone; cameras need four unless the surroundings are white */
export function qrPath(text: string, { border }: { border: number }): QrPath {
  const { data, size } = encode(text, { ecc: "M", border });
  const runs: string[] = [];
  for (const [y, row] of data.entries())
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x++;
      const width = x - from + 1;
      runs.push(`M${from} ${y}h${width}v1h-${width}z`);
    }
  return { d: runs.join(""), size };
}
