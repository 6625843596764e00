/** A borrower's shops, for the overview in the console. */
import type { BorrowerFigureSource } from "#server/console/questions.ts";
import { shopStateTexts } from "../texts.ts";
import { shopsOf } from "./store.ts";

const text = { id: "Toko", en: "Shops", zh: "店铺" };

export const figures: BorrowerFigureSource = async (_services, reader, borrowerId) => {
  const [newest, ...others] = (await shopsOf(reader, borrowerId)).filter(({ state }) => state !== "DRAFT");
  if (!newest) return [];
  return [{ group: "ACCOUNT", key: "SHOPS", text, count: others.length + 1, note: shopStateTexts[newest.state] }];
};
