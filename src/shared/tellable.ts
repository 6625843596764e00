/** The parts of an address that tracking may record, checked in the browser and again on the server: one list. // Security rules 17, threat F7 */
import { frameFlags } from "./frame-flags.ts";

/** Query keys whose values say what was looked at, and never who looked. Every other key is dropped with its value. */
export const tellableKeys: readonly string[] = [...frameFlags, "activity", "from", "type"];
