/** The parts of the form script that a page needs; its components register them while they are rendered. // docs/decisions/036 */
import { createContext, useContext } from "react";
import type { ScriptPart } from "#web/enhance/form-choice.ts";

/** Collects the parts of one page; null in the browser, where the script is loaded already. */
const Parts = createContext<Set<ScriptPart> | null>(null);
export const ScriptPartsProvider = Parts.Provider;

/** Requests a part of the form script; called by every component that writes an attribute for that part. */
export function useScriptPart(part: ScriptPart, isUsed = true): void {
  const parts = useContext(Parts);
  if (isUsed) parts?.add(part);
}
