/**
 * Areas of Indonesia by their code of the Ministry of Home Affairs: province `31`, regency or city `31.71`, district
 * `31.71.01`, village `31.71.01.1001`. Read at the first use; villages stay in one buffer and become objects only when asked for.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { Zone } from "#shared/dates.ts";
import type { Area, AreaLevel } from "../../area-contract.ts";

export type { Area };

interface Node extends Area {
  children: Node[];
  /** Positions of a district's villages in the buffer. */
  from: number;
  to: number;
}
interface Areas {
  version: string;
  provinces: Node[];
  byCode: Map<string, Node>;
  villages: Buffer;
}

/** Presidential decree 41/1987 and the later divisions of provinces: West, Central and East Indonesia Time by first two digits. */
const centralProvinces = new Set(["51", "52", "53", "63", "64", "65", "71", "72", "73", "74", "75", "76"]);
const easternProvinces = new Set(["81", "82", "91", "92", "93", "94", "95", "96"]);

/** The time zone of an area, by its province. */
export function zoneOfArea(code: string): Zone {
  const province = code.slice(0, 2);
  if (easternProvinces.has(province)) return "WIT";
  return centralProvinces.has(province) ? "WITA" : "WIB";
}

let loaded: Areas | undefined;

/** Read from the working folder, as migrations and brands are: a bundle cannot find files in another way. */
function areas(): Areas {
  loaded ??= parse(
    brotliDecompressSync(readFileSync(resolve("src/features/account/profile/server/area/areas.txt.br"))),
  );
  return loaded;
}

function parse(bytes: Buffer): Areas {
  const end = bytes.indexOf("\n\n");
  const [version = "", ...lines] = bytes.toString("utf8", 0, end).split("\n");
  const byCode = new Map<string, Node>();
  const provinces: Node[] = [];
  let offset = end + 2;
  for (const line of lines) {
    const [code = "", name = "", length = "0"] = line.split("\t");
    const from = offset;
    offset += Number(length);
    const node: Node = { code, name, level: levelOf(code), zone: zoneOfArea(code), children: [], from, to: offset };
    byCode.set(code, node);
    const siblings = code.length === 2 ? provinces : byCode.get(parentOf(code))?.children;
    if (!siblings) throw new Error(`The area ${code} stands before its parent.`);
    siblings.push(node);
  }
  if (offset !== bytes.length) throw new Error("The list of areas is not whole.");
  return { version, provinces, byCode, villages: bytes };
}

function levelOf(code: string): AreaLevel {
  if (code.length === 2) return "PROVINCE";
  if (code.length === 5) return "REGENCY";
  return code.length === 8 ? "DISTRICT" : "VILLAGE";
}

const parentOf = (code: string): string => code.slice(0, code.lastIndexOf("."));
const areaOf = ({ code, name, level, zone }: Node): Area => ({ code, name, level, zone });

function villagesOf({ areas: { villages }, district }: { areas: Areas; district: Node }): Area[] {
  const text = villages.toString("utf8", district.from, district.to);
  return text.split("\n").flatMap((line) => {
    if (line === "") return [];
    return {
      code: `${district.code}.${line.slice(0, 4)}`,
      name: line.slice(5),
      level: "VILLAGE" as const,
      zone: district.zone,
    };
  });
}

/** Which source and version the list was made from. */
export function areaVersion(): string {
  return areas().version;
}

/** Provinces, or the areas right below `parentCode`, in order of code. Empty below a village; undefined where no such area is. */
export function listAreas(parentCode?: string): Area[] | undefined {
  const all = areas();
  if (parentCode === undefined) return all.provinces.map(areaOf);
  const node = all.byCode.get(parentCode);
  if (!node) return areaByCode(parentCode) && [];
  return node.level === "DISTRICT" ? villagesOf({ areas: all, district: node }) : node.children.map(areaOf);
}

export function areaByCode(code: string): Area | undefined {
  const all = areas();
  const node = all.byCode.get(code);
  if (node) return areaOf(node);
  const district = code.length === 13 ? all.byCode.get(parentOf(code)) : undefined;
  return district && villagesOf({ areas: all, district }).find((village) => village.code === code);
}

/** The area and all above it, province first; undefined where no such area is. */
export function areaPath(code: string): Area[] | undefined {
  const area = areaByCode(code);
  if (!area) return undefined;
  return area.level === "PROVINCE" ? [area] : [...(areaPath(parentOf(code)) ?? []), area];
}
