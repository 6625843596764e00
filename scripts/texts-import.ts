/** Writes translations back to the places of their texts, all or none: `npm run texts:import -- texts.en.xlf`. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { importUnits, read } from "./texts/exchange.ts";

const [file] = process.argv.slice(2);
if (!file) {
  console.error("Usage: npm run texts:import -- <file>");
  process.exit(2);
}
const { language, units } = await read(readFileSync(file, "utf8"));
const { changed, faults } = importUnits(resolve(import.meta.dirname, ".."), language, units);
if (faults.length > 0) {
  console.error(`Nothing was written. Mend these and import again:\n  - ${faults.join("\n  - ")}`);
  process.exit(1);
}
console.log(
  changed.length === 0
    ? "Nothing changed."
    : `${changed.length} texts changed:\n  - ${changed.map(({ file: path, place }) => `${path}#${place}`).join("\n  - ")}`,
);
