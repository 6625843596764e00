import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { countPages, drawPage } from "./pages.ts";
import { renderDocument } from "./render.ts";
import { sampleData } from "./sample.ts";

describe("Page pictures", () => {
  let pdf: Uint8Array;
  beforeAll(async () => {
    pdf = (await renderDocument("loan-agreement", sampleData, "zh")).pdf;
  });

  test("A page is drawn at the width asked for, with ink on it, in A4's shape.", async () => {
    for (const format of ["webp", "png"] as const) {
      const picture = await drawPage(pdf, 1, 720, format);
      const { data, info } = await sharp(picture?.bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
      expect(info.width).toBe(720);
      expect(info.height / info.width).toBeCloseTo(Math.SQRT2, 2);
      expect(data.some((ink) => ink < 80)).toBe(true);
      expect(picture?.contentType).toBe(`image/${format}`);
    }
  });
  test("The same page gives the same picture; pages asked for at once do not mix.", async () => {
    const [first, second, again] = await Promise.all([
      drawPage(pdf, 1, 300),
      drawPage(pdf, 2, 300),
      drawPage(pdf, 1, 300),
    ]);
    expect(Buffer.from(first?.bytes ?? []).equals(Buffer.from(again?.bytes ?? []))).toBe(true);
    expect(Buffer.from(first?.bytes ?? []).equals(Buffer.from(second?.bytes ?? []))).toBe(false);
  });
  test("There is no page before the first and none after the last.", async () => {
    const count = await countPages(pdf);
    expect(count).toBeGreaterThan(3);
    for (const page of [0, -1, 1.5, count + 1]) expect(await drawPage(pdf, page, 300)).toBeUndefined();
  });
  test("A width that would cost too much memory is refused, and so are bytes that are no PDF.", async () => {
    await expect(drawPage(pdf, 1, 100_000)).rejects.toThrow(RangeError);
    await expect(countPages(new TextEncoder().encode("not a pdf"))).rejects.toThrow();
    expect(await countPages(pdf)).toBeGreaterThan(0);
  });
});
