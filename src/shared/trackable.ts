/** The parts of an address that tracking may record, checked in the browser and again on the server: one list. // Security rules 17, threat F7 */
import { frameFlags } from "./frame-flags.ts";

/** Query keys whose values describe what was viewed, never who viewed it. Other keys are dropped with their values. */
export const trackableKeys: readonly string[] = [...frameFlags, "activity", "from", "type"];
