import sharp from "sharp";
import { expect, it } from "vitest";
import { cleanPicture } from "./picture.ts";

const white = (width: number, height: number, kind: "jpeg" | "png" | "webp" = "png"): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#fff" } })
    .toFormat(kind)
    .toBuffer();

it.each([
  ["a strip that is high enough as it came", 15_000, 300, "jpeg"],
  ["an upright one", 300, 15_000, "webp"],
  ["a line", 20_000, 3, "png"],
  ["one just too narrow once it is drawn", 4_000, 478, "png"],
  ["a small one", 239, 239, "png"],
] as const)("A picture of which too little would be kept is refused: %s.", async (_title, width, height, kind) => {
  await expect(cleanPicture(await white(width, height, kind))).rejects.toMatchObject({
    code: "PHOTO_TOO_SMALL",
    data: { minimumPixels: 240 },
  });
});

it.each([
  [4_000, 480, 2_000, 240],
  [480, 4_000, 240, 2_000],
  [240, 240, 240, 240],
  [3_000, 3_000, 2_000, 2_000],
])("A picture of %i by %i is kept as %i by %i.", async (width, height, keptWidth, keptHeight) => {
  const { widthPixels, heightPixels } = await cleanPicture(await white(width, height));
  expect([widthPixels, heightPixels]).toEqual([keptWidth, keptHeight]);
  expect(Math.min(widthPixels, heightPixels)).toBeGreaterThanOrEqual(240);
});

it("A picture that its phone held the other way is measured as it is seen.", async () => {
  const turned = await sharp(await white(480, 4_000, "jpeg"))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const { widthPixels, heightPixels } = await cleanPicture(turned);
  expect([widthPixels, heightPixels]).toEqual([2_000, 240]);
});
