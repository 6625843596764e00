import { expect, it } from "vitest";
import { sayMonths } from "./month-count.ts";

it.each([
  [0, "0 bulan", "0 months", "0 个月"],
  [1, "1 bulan", "1 month", "1 个月"],
  [11, "11 bulan", "11 months", "11 个月"],
  [12, "1 tahun", "1 year", "1 年"],
  [27, "2 tahun 3 bulan", "2 years 3 months", "2 年 3 个月"],
  [120, "10 tahun", "10 years", "10 年"],
])("%i months are said in years and months", (months, id, en, zh) => {
  expect([sayMonths(months, "id"), sayMonths(months, "en"), sayMonths(months, "zh")]).toEqual([id, en, zh]);
});
