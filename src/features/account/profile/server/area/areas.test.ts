import { performance } from "node:perf_hooks";
import fc from "fast-check";
import { expect, it } from "vitest";
import { areaByCode, areaPath, areaVersion, listAreas, zoneOfArea, type Area } from "./areas.ts";

const below = (parents: Area[]): Area[] => parents.flatMap(({ code }) => listAreas(code) ?? []);
const provinces = listAreas() ?? [];
const regencies = below(provinces);
const districts = below(regencies);
const villages = below(districts);

it("The list is complete: provinces, regencies, districts and villages of the decree of 2025, every code once.", () => {
  expect(areaVersion()).toBe("idn-area-data 4.0.1");
  expect([provinces, regencies, districts, villages].map((level) => level.length)).toEqual([38, 514, 7285, 83_762]);
  expect(new Set([...provinces, ...regencies, ...districts, ...villages].map(({ code }) => code)).size).toBe(
    38 + 514 + 7285 + 83_762,
  );
});

it("Every area lies below its parent, in its parent's zone and one level down, and every area above the village has some below.", () => {
  for (const [level, parents, children] of [
    ["REGENCY", provinces, regencies],
    ["DISTRICT", regencies, districts],
    ["VILLAGE", districts, villages],
  ] as const) {
    const zones = new Map(parents.map(({ code, zone }) => [code, zone]));
    const seen = new Set<string>();
    for (const child of children) {
      const parent = child.code.slice(0, child.code.lastIndexOf("."));
      if (child.level !== level || zones.get(parent) !== child.zone) expect.fail(`${child.code} stands wrongly`);
      seen.add(parent);
    }
    expect(seen.size).toBe(parents.length);
  }
});

it("Names are written properly: not empty, not in capitals alone, beginning with a capital or a digit.", () => {
  const strange = [...provinces, ...regencies, ...districts, ...villages].filter(
    ({ name }) =>
      !/^[A-Z0-9]/.test(name) || /^[A-Z' ]{5,}$/.test(name) || name !== name.trim() || /\s{2}|[\t",]$/.test(name),
  );
  expect(strange).toEqual([]);
});

it("Known addresses are found with all their names.", () => {
  expect(areaPath("31.71.01.1001")?.map(({ name }) => name)).toEqual([
    "Daerah Khusus Ibukota Jakarta",
    "Kota Administrasi Jakarta Pusat",
    "Gambir",
    "Gambir",
  ]);
  expect(areaByCode("32.73")).toEqual({ code: "32.73", name: "Kota Bandung", level: "REGENCY", zone: "WIB" });
  expect(areaByCode("11.01.01.2001")?.name).toBe("Keude Bakongan");
  expect(areaByCode("12.07.28.1007")?.name).toBe("Lubuk Pakam I,II");
  expect(areaByCode("33.07.07.2016")?.name).toBe("Lamuk");
});

it("Zones follow the province: Jakarta WIB, Bali WITA, Papua WIT.", () => {
  expect(["31", "61", "62", "51", "63", "73", "81", "91", "96"].map((code) => zoneOfArea(code))).toEqual([
    "WIB",
    "WIB",
    "WIB",
    "WITA",
    "WITA",
    "WITA",
    "WIT",
    "WIT",
    "WIT",
  ]);
});

it("Unknown codes give undefined, a village has nothing below it.", () => {
  expect(listAreas("31.71.01.1001")).toEqual([]);
  for (const code of ["", "99", "31.71.01.9999", "31.71.99.1001", "constructor", "31.71.01.1001.1"]) {
    expect(listAreas(code)).toBeUndefined();
    expect(areaPath(code)).toBeUndefined();
  }
});

it("Every village's path leads from its province down to itself.", () => {
  fc.assert(
    fc.property(fc.constantFrom(...villages), (village) => {
      expect(areaPath(village.code)?.map(({ code }) => code)).toEqual(
        [2, 5, 8, 13].map((length) => village.code.slice(0, length)),
      );
      expect(areaByCode(village.code)).toEqual(village);
    }),
  );
});

it("A look-up takes less than a millisecond on average, from the largest district too.", () => {
  const started = performance.now();
  for (let n = 0; n < 2000; n++) listAreas(districts[(n * 37) % districts.length]!.code);
  expect((performance.now() - started) / 2000).toBeLessThan(1);
});
