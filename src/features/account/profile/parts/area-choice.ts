/** The area that a page's query names, from the province down to the village, for the loaders of pages that ask for one. */
import type { RouterContextProvider } from "react-router";
import { call } from "#web/api.ts";
import { getAreaDataList } from "../area-contract.ts";
import { chosenArea, type AreaChoice } from "./profile-values.ts";

/** @param villageCode the known village; the query may choose another */
export const areaAsked = (
  query: URLSearchParams,
  villageCode: string | undefined,
  context: Readonly<RouterContextProvider>,
): Promise<AreaChoice> =>
  chosenArea(
    query,
    villageCode,
    async (parentCode) => (await call(getAreaDataList, parentCode ? { parentCode } : {}, { context })).items,
  );
