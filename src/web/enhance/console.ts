/** Script of the staff console, in addition to the form script: the one part of the after-load file that it needs, because the console fetches no file. */
import { startPlace } from "./place.ts";

startPlace();
