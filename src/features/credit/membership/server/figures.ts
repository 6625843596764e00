/** A borrower's level, for the overview in the console. */
import type { BorrowerFigureSource } from "#server/console/questions.ts";
import { dateInWib } from "#shared/dates.ts";
import { levelTexts } from "../texts.ts";
import { memberStateOf } from "./facts.ts";
import { memberLevelOf } from "./levels.ts";

const text = { id: "Tingkat", en: "Level", zh: "等级" };

export const figures: BorrowerFigureSource = async (services, reader, borrowerId) => {
  const { facts } = await memberStateOf(services, reader, borrowerId);
  return [
    { group: "CREDIT", key: "LEVEL", text, words: levelTexts[memberLevelOf(facts, dateInWib(services.clock.now()))] },
  ];
};
