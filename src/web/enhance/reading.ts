/** The inline script of reading pages: at most 2 KB compressed (decisions 7). */
import { forgetSent } from "./sent.ts";
import { cameBack } from "./page.ts";
import { startPlace } from "./place.ts";

startPlace();
// Arriving here by a normal way means that the server answered what was sent before.
if (!cameBack()) forgetSent();
