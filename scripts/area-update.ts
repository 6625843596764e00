/**
 * Makes the compact list of areas from the package idn-area-data (a development dependency; data under the ODbL).
 * To update: raise the package's version, then `npm run area:update`, and commit the file that it writes.
 *
 * Form of the file, brotli-compressed text:
 *   version of the source
 *   one line for each province, regency and district, in order of code: code, name, and for a district the byte length
 *   of its villages' lines, separated by tabs
 *   an empty line
 *   the villages of each district in the same order: the last four digits of the code, a space, the name
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { getDistricts, getProvinces, getRegencies, getVillages } from "idn-area-data";

const target = resolve("src/features/account/profile/server/area/areas.txt.br");
const { version } = JSON.parse(readFileSync(resolve("node_modules/idn-area-data/package.json"), "utf8")) as {
  version: string;
};
const byCode = (a: { code: string }, b: { code: string }): number => (a.code < b.code ? -1 : 1);

const upper = [...(await getProvinces()), ...(await getRegencies()), ...(await getDistricts())].sort(byCode);
const villages = new Map<string, string>();
for (const { code, name } of (await getVillages()).sort(byCode)) {
  const district = code.slice(0, 8);
  villages.set(district, `${villages.get(district) ?? ""}${code.slice(9)} ${proper(name)}\n`);
}
const lines = upper.map(({ code, name }) => {
  if (code.length < 8) return `${code}\t${proper(name)}`;
  return `${code}\t${proper(name)}\t${Buffer.byteLength(villages.get(code) ?? "")}`;
});
const blocks = upper.filter(({ code }) => code.length === 8).map(({ code }) => villages.get(code) ?? "");
const text = `idn-area-data ${version}\n${lines.join("\n")}\n\n${blocks.join("")}`;
const packed = brotliCompressSync(text, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 20,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  },
});
writeFileSync(target, packed);
console.log(
  `${upper.length} areas above the village, ${[...villages.values()].join("").split("\n").length - 1} villages, ${packed.length} bytes`,
);

/** A name in lower case, or a word in capitals that is no abbreviation, is an error of the source: `lamuk`, `KI'E`. */
function proper(name: string): string {
  const trimmed = name.trim().replace(/\s+/g, " ");
  if (/^[a-z]/.test(trimmed)) return trimmed.replace(/(^| )[a-z]/g, (letter) => letter.toUpperCase());
  if (/^[A-Z]+'[A-Z]+$/.test(trimmed)) return trimmed.charAt(0) + trimmed.slice(1).toLowerCase();
  return trimmed;
}
