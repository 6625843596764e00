/** Figures for texts about approval: limits of the rules in force. */
import type { TextFigureSource } from "#features/platform/content/server/index.ts";
import { formatPpm, formatRupiah } from "#shared/money.ts";
import { rulesInForce } from "./store.ts";

export const textFiguresOfRules: TextFigureSource = async ({ services, language, today }) => {
  const rules = await rulesInForce(services.database, today);
  const rule = (name: Parameters<(typeof rules)["get"]>[0]): number => {
    const row = rules.get(name);
    if (!row) throw new Error(`No row of ${name} is in force on ${today}.`);
    return row.value;
  };
  return {
    minimumAge: { text: String(rule("AGE_FLOOR_YEARS")) },
    minimumIncome: { text: formatRupiah(rule("INCOME_FLOOR_RUPIAH")) },
    mostPlatforms: { text: String(rule("OPERATORS_CAP")) },
    incomeShare: { text: formatPpm(rule("BURDEN_CAP_PPM"), language) },
  };
};
