/** Writes all texts for translators: `npm run texts:export -- --format=xliff --language=en [file]`. Indonesian is the source. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { allUnits, formats, targetLanguages, written } from "./texts/exchange.ts";

const { values, positionals } = parseArgs({
  options: { format: { type: "string", default: "xliff" }, language: { type: "string" } },
  allowPositionals: true,
});
const format = formats.find((one) => one === values.format);
const language = targetLanguages.find((one) => one === values.language);
if (!format || !language) {
  console.error(
    `Usage: npm run texts:export -- --format=${formats.join("|")} --language=${targetLanguages.join("|")} [file]`,
  );
  process.exit(2);
}
const file = positionals[0] ?? `texts.${language}.${format === "po" ? "po" : "xlf"}`;
const units = allUnits(resolve(import.meta.dirname, ".."), language);
writeFileSync(file, await written(units, language, format));
console.log(`${units.length} texts in ${file}`);
