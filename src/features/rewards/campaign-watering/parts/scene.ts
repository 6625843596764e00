/** Properties shared by the scenes of trees. */

export interface SceneProps {
  /** 0 seed, 1 sprout, 2 tall, 3 in bloom, 4 fruit. */
  stage: number;
}

const whole = (value: number): number => Math.round(value * 10) / 10;

/** Discs of a radius at these centres, as one path: a tenth of the bytes of as many circles. */
export const dotsPath = (centres: readonly (readonly [x: number, y: number])[], radius: number): string => {
  const r = whole(radius);
  return centres
    .map(([x, y]) => `M${whole(x - r)} ${whole(y)}a${r} ${r} 0 1 0 ${2 * r} 0 ${r} ${r} 0 1 0-${2 * r} 0z`)
    .join("");
};
