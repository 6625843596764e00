/** An address with the names of its areas. */
import type { HomeAddress, HomeAnswers } from "../contract.ts";
import { areaPath } from "./area/areas.ts";

/** The typed address with village, district, regency, province and zone; null where the village is not on the list (any more). */
export function homeAddressOf(answers: HomeAnswers): HomeAddress | null {
  const [province, regency, district, village] = areaPath(answers.villageCode) ?? [];
  if (!province || !regency || !district || !village) return null;
  return {
    ...answers,
    village: village.name,
    districtCode: district.code,
    district: district.name,
    regencyCode: regency.code,
    regency: regency.name,
    provinceCode: province.code,
    province: province.name,
    zone: village.zone,
  };
}
