/** A grey canvas with round, anti-aliased strokes: all that a captcha needs, without an SVG reader that uploads could reach. */
import sharp from "sharp";
import type { Point } from "./digits.ts";

export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Ink from 0 (paper) to 1 at each pixel. */
  readonly #ink: Float32Array;
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.#ink = new Float32Array(width * height);
  }

  /** Draws a polyline with a round pen of `radius` pixels; `strength` 1 is black. */
  stroke(points: readonly Point[], radius: number, strength: number): void {
    for (let n = 0; n < points.length - 1; n++)
      this.#segment(points[n] as Point, points[n + 1] as Point, radius, strength);
  }

  #segment(a: Point, b: Point, radius: number, strength: number): void {
    const reach = radius + 1;
    const left = Math.max(0, Math.floor(Math.min(a.x, b.x) - reach));
    const right = Math.min(this.width - 1, Math.ceil(Math.max(a.x, b.x) + reach));
    const top = Math.max(0, Math.floor(Math.min(a.y, b.y) - reach));
    const bottom = Math.min(this.height - 1, Math.ceil(Math.max(a.y, b.y) + reach));
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const square = dx * dx + dy * dy || 1;
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const along = Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / square));
        const distance = Math.hypot(x - a.x - along * dx, y - a.y - along * dy);
        const cover = Math.min(1, Math.max(0, radius + 0.5 - distance)) * strength;
        const at = y * this.width + x;
        if (cover > (this.#ink[at] as number)) this.#ink[at] = cover;
      }
    }
  }

  /** The picture as PNG: `paper` and `ink` are grey values from 0 (black) to 255. */
  async png(paper: number, ink: number): Promise<Buffer> {
    const pixels = Uint8Array.from(this.#ink, (cover) => Math.round(paper + (ink - paper) * cover));
    return sharp(pixels, { raw: { width: this.width, height: this.height, channels: 1 } })
      .toColourspace("b-w")
      .png({ compressionLevel: 9, palette: true, colours: 16 })
      .toBuffer();
  }
}
