/** Script of the staff console, in addition to the form script: its keys, and the one part of the after-load file that it needs, because the console fetches no file. */
import { startKeys } from "./keys.ts";
import { startPlace } from "./place.ts";

startPlace();
startKeys();
