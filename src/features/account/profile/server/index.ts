/** Profile: answers to the domain's calls, and what other domains may ask of it. */
import { answer, type Api } from "#server/answer.ts";
import { getAreaDataList } from "../contract.ts";
import { listAreas } from "./area/areas.ts";

export { areaByCode, areaPath, areaVersion, listAreas, zoneOfArea } from "./area/areas.ts";

export function answers(api: Api): void {
  answer(api, getAreaDataList)(async ({ parentCode }, { refuse }) => ({ items: listAreas(parentCode) ?? refuse("AREA_UNKNOWN") }));
}
