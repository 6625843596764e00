/** The inline script of reading pages: at most 2 KB compressed (decisions 7). */
import { startPlace } from "./place.ts";
import { settleAnswered } from "./sent.ts";

startPlace();
settleAnswered();
