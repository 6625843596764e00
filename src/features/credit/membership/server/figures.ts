/** A borrower's level, for the overview in the console. */
import type { BorrowerFigureSource } from "#server/console/questions.ts";
import { dateInWib } from "#shared/dates.ts";
import { levelTexts } from "../texts.ts";
import { memberOf } from "./facts.ts";
import { levelOf } from "./levels.ts";

const text = { id: "Tingkat", en: "Level", zh: "等级" };

export const figures: BorrowerFigureSource = async (services, reader, borrowerId) => {
  const { facts } = await memberOf(services, reader, borrowerId);
  return [{ group: "CREDIT", key: "LEVEL", text, words: levelTexts[levelOf(facts, dateInWib(services.clock.now()))] }];
};
