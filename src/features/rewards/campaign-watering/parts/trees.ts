/** The tree of each address. */

export const trees = [
  "watering",
  "watering-new",
  "watering-new-year",
  "watering-new-skin",
  "watering-new-page",
] as const;
export type Tree = (typeof trees)[number];

/** The tree of an address, with or without `/rule`. */
export function treeAt(path: string): Tree {
  const name = path
    .replace(/\/rule$/, "")
    .split("/")
    .at(-1);
  return trees.find((tree) => tree === name) ?? "watering";
}
