/**
 * Converts between the profile's forms and its calls: which fields a part has, what was typed, which area is chosen.
 */
import type { Area } from "../area-contract.ts";
import type { ProfilePart } from "../contract.ts";

export const profileFieldsOf: Readonly<Record<ProfilePart, readonly string[]>> = {
  PERSONAL: ["education", "civilStatus", "loanPurpose", "owedElsewhereRupiah"],
  HOME: ["villageCode", "street", "rt", "rw", "postalCode"],
  WORK: [
    "industry",
    "companyName",
    "companyAddress",
    "companyPhone",
    "workingYears",
    "workingMonths",
    "monthlyIncomeRupiah",
    "salaryDay",
  ],
};

/** The months that a job has lasted as the form shows them: whole years, and the months beyond them. */
export function yearsAndMonths({ workingMonths, ...others }: Record<string, string>): Record<string, string> {
  if (workingMonths === undefined) return others;
  const months = Number(workingMonths);
  return { ...others, workingYears: String(Math.floor(months / 12)), workingMonths: String(months % 12) };
}

/** The months from the form's two fields together; text that is no number stays as typed, and the call refuses it. */
export function typedMonths(form: FormData): number | string {
  const typed = ["workingYears", "workingMonths"].map((name) => String(form.get(name) ?? "").trim());
  const wrong = typed.find((one) => !/^\d{0,3}$/.test(one));
  const [years = "", months = ""] = typed;
  if (wrong !== undefined) return wrong;
  return years === "" && months === "" ? "" : Number(years) * 12 + Number(months);
}

/** A saved part as a form shows it. */
export function stringsOf(answers: Readonly<Record<string, unknown>> | null): Record<string, string> {
  return Object.fromEntries(
    Object.entries(answers ?? {}).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  );
}

/** Typed values of the part's own fields; drafts are cut at a length that fields never exceed. */
export function typedInFields(form: FormData, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value = form.get(name);
      return typeof value === "string" && value !== "" ? [[name, value.slice(0, 300)]] : [];
    }),
  );
}

/** One select of an area: what it offers and which is chosen. */
export interface AreaLevelChoice {
  options: Area[];
  chosen: Area | null;
}
export interface AreaChoice {
  province: AreaLevelChoice;
  regency: AreaLevelChoice;
  district: AreaLevelChoice;
  villages: AreaLevelChoice;
  /** The village, once the whole way down is chosen. */
  village: Area | null;
  /** Asks again although one is known. */
  isChanging: boolean;
}

/**
 * Reads the choice from the query of the area form, else from the known address (`villageCode`). A choice that is not
 * inside the one above it is dropped.
 */
export async function chosenArea(
  query: URLSearchParams,
  villageCode: string | undefined,
  below: (parentCode?: string) => Promise<Area[]>,
): Promise<AreaChoice> {
  const known = (villageCode ?? "").split(".");
  const isAsking = query.has("province");
  const input = (name: string, depth: number): string =>
    isAsking ? (query.get(name) ?? "") : known.slice(0, depth).join(".");
  const level = async (parent: Area | null | undefined, requested: string): Promise<AreaLevelChoice> => {
    if (parent === null) return { options: [], chosen: null };
    const options = await below(parent?.code);
    return { options, chosen: options.find(({ code }) => code === requested) ?? null };
  };
  const province = await level(undefined, input("province", 1));
  const regency = await level(province.chosen, input("regency", 2));
  const district = await level(regency.chosen, input("district", 3));
  const villages = await level(district.chosen, input("village", 4));
  return {
    province,
    regency,
    district,
    villages,
    village: villages.chosen,
    isChanging: query.get("area") === "change" && !isAsking,
  };
}
