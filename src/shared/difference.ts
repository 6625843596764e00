/** Two texts laid side by side, in pieces. */
import * as v from "valibot";

export const differencePart = v.object({ kind: v.picklist(["SAME", "ADDED", "REMOVED"]), text: v.string() });
export type DifferencePart = v.InferOutput<typeof differencePart>;
