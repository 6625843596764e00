/** Reads the cells of a downloaded workbook. */
import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";

/** The rows of a workbook's sheet. */
export const sheetOf = async (path: string): Promise<string[]> =>
  strFromU8(unzipSync(await readFile(path))["xl/worksheets/sheet1.xml"]!)
    .split("<row>")
    .slice(1);
