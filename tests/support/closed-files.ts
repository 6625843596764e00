/** Before each file of a worker: what the file opens is closed at its end, wherever it was opened. */
import { watchFile } from "./when-over.ts";

watchFile();
