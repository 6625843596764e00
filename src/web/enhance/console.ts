/** Beside the form script in the staff console, which fetches no file: the part of the after-load file that it has a use for. */
import { startPlace } from "./place.ts";

startPlace();
