import sharp from "sharp";
import { expect, it } from "vitest";
import { cleanPicture } from "./picture.ts";

const white = (width: number, height: number, kind: "jpeg" | "png" | "webp" = "png"): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#fff" } })
    .toFormat(kind)
    .toBuffer();

it.each([
  ["a line", 20_000, 3, "png"],
  ["one just too narrow", 4_000, 239, "png"],
  ["a small one", 239, 239, "png"],
] as const)("A picture of which too little can be read is refused: %s.", async (_title, width, height, kind) => {
  await expect(cleanPicture(await white(width, height, kind))).rejects.toMatchObject({
    code: "PHOTO_TOO_SMALL",
    data: { minimumPixels: 240 },
  });
});

it("A picture too long to be kept readable is called too long, not too small.", async () => {
  await expect(cleanPicture(await white(250, 60_000, "jpeg"))).rejects.toMatchObject({ code: "PHOTO_TOO_LONG" });
});

it.each([
  [4_000, 480, 4_000, 480],
  [480, 4_000, 480, 4_000],
  [240, 240, 240, 240],
  [3_000, 3_000, 2_000, 2_000],
  [4_000, 3_000, 2_000, 1_500],
  // Long screenshots: not cropped, and scaled down only by their shorter side and their area.
  [1_080, 7_000, 1_080, 7_000],
  [1_440, 9_000, 1_080, 6_750],
  [1_080, 12_000, 1_039, 11_547],
])("A picture of %i by %i is kept as %i by %i.", async (width, height, keptWidth, keptHeight) => {
  const { widthPixels, heightPixels } = await cleanPicture(await white(width, height));
  expect([widthPixels, heightPixels]).toEqual([keptWidth, keptHeight]);
  expect(Math.min(widthPixels, heightPixels)).toBeGreaterThanOrEqual(240);
});

it("A JPEG of a camera with 64 megapixels is taken, and one that has to be held whole is not.", async () => {
  const { widthPixels, heightPixels } = await cleanPicture(await white(9_280, 6_944, "jpeg"));
  expect([widthPixels, heightPixels]).toEqual([2_000, 1_497]);
  for (const held of [
    await white(9_280, 6_944, "png"),
    await sharp(await white(9_280, 6_944, "jpeg"), { limitInputPixels: false })
      .jpeg({ progressive: true })
      .toBuffer(),
  ])
    await expect(cleanPicture(held)).rejects.toMatchObject({ code: "PHOTO_TOO_MANY_PIXELS" });
});

it("A JPEG without its end mark is taken, and one that lacks more is not.", async () => {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const picture = sharp({ create: { width: 600, height: 600, channels: 3, background: "#fff", noise } });
  for (const progressive of [false, true]) {
    const whole = await picture.clone().jpeg({ progressive }).toBuffer();
    expect((await cleanPicture(whole.subarray(0, -2))).widthPixels).toBe(600);
    for (const part of [0.5, 0.9, 0.99])
      await expect(cleanPicture(whole.subarray(0, Math.floor(whole.length * part)))).rejects.toMatchObject({
        code: "PHOTO_UNREADABLE",
      });
  }
});

it("A picture that its phone held the other way is measured as it is seen.", async () => {
  const turned = await sharp(await white(480, 4_000, "jpeg"))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { widthPixels, heightPixels } = await cleanPicture(turned);
  expect([widthPixels, heightPixels]).toEqual([4_000, 480]);
});
