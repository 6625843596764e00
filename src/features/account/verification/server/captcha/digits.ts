/**
 * The shapes of the captcha's digits, as strokes in a box of 60 by 100. They are our own drawing: no font is needed,
 * and no markup ever holds the answer. 0 and 1 are omitted: people take them for letters and for strokes of the noise.
 */
export interface Point {
  x: number;
  y: number;
}

export const captchaDigits = "23456789";

/** The strokes of each digit, as points; a smooth curve connects them. */
const drawn: Record<string, readonly (readonly number[])[]> = {
  2: [
    [6, 26, 14, 8, 32, 2, 50, 10, 54, 28, 44, 50, 24, 74, 5, 97],
    [5, 97, 57, 97],
  ],
  3: [
    [7, 14, 26, 2, 46, 9, 51, 26, 41, 41, 22, 46],
    [22, 46, 44, 52, 55, 70, 48, 90, 28, 99, 5, 88],
  ],
  4: [
    [41, 99, 41, 3],
    [41, 3, 3, 68],
    [3, 68, 59, 68],
  ],
  5: [
    [51, 3, 13, 3],
    [13, 3, 9, 46],
    [9, 46, 28, 38, 48, 47, 55, 68, 46, 90, 26, 98, 5, 89],
  ],
  6: [[49, 5, 28, 16, 12, 40, 6, 68, 13, 90, 30, 98, 48, 90, 54, 70, 45, 52, 28, 47, 12, 56, 6, 68]],
  7: [
    [3, 3, 57, 3],
    [57, 3, 36, 46, 23, 99],
  ],
  8: [[30, 47, 12, 37, 9, 18, 30, 3, 51, 18, 48, 37, 30, 47, 9, 60, 5, 80, 30, 98, 55, 80, 51, 60, 30, 47]],
  9: [[11, 95, 32, 84, 48, 60, 54, 32, 47, 10, 30, 2, 12, 10, 6, 30, 15, 48, 32, 53, 48, 44, 54, 32]],
};

/** Pieces of a curve between two points; enough to look round at four times the box. */
const pieces = 8;

/** The digit's strokes as fine polylines. @throws RangeError for a character that is no captcha digit. */
export function strokesOf(digit: string): Point[][] {
  const strokes = drawn[digit];
  if (!strokes) throw new RangeError("Not a digit of the captcha.");
  return strokes.map(smooth);
}

/** A Catmull-Rom curve through the points: it meets each of them and bends between them. */
function smooth(flat: readonly number[]): Point[] {
  const points = Array.from({ length: flat.length / 2 }, (_, n): Point => ({
    x: flat[2 * n] ?? 0,
    y: flat[2 * n + 1] ?? 0,
  }));
  const at = (n: number): Point => points[Math.min(points.length - 1, Math.max(0, n))] as Point;
  const curve: Point[] = [];
  for (let n = 0; n < points.length - 1; n++) {
    for (let piece = 0; piece < pieces; piece++) {
      const t = piece / pieces;
      const blend = (a: number, b: number, c: number, d: number): number =>
        (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2 + (3 * b - a - 3 * c + d) * t ** 3) / 2;
      const [p, q, r, s] = [at(n - 1), at(n), at(n + 1), at(n + 2)];
      curve.push({ x: blend(p.x, q.x, r.x, s.x), y: blend(p.y, q.y, r.y, s.y) });
    }
  }
  return [...curve, at(points.length - 1)];
}
