/** A draft as it is typed: read from a form, an address, a template or another campaign, checked, and shown as a form or as JSON. */
import type { RouterContextProvider } from "react-router";
import { byName } from "#shared/by-name.ts";
import type { ReplyOf } from "#shared/contract.ts";
import { dateInWib } from "#shared/dates.ts";
import { call, inputAnswer, typedInForm, type FormAnswer } from "#web/api.ts";
import type { BoundForm, CallForm, Posted } from "#web/form-actions.ts";
import type { Language } from "#shared/texts.ts";
import type { FormValues } from "#web/ui/form/form-state.tsx";
import { mechanics, type CampaignRules, type Mechanic } from "../rules-contract.ts";
import { checkDraft, type listTemplates, draftCampaign, type StaffCampaign } from "../staff-contract.ts";
import { fieldAt, ruleFieldsOf, inRows, rulesFieldRoot, rulesIn } from "./rules-form.ts";

type Context = Readonly<RouterContextProvider>;

/** The form in which the page shows the rules. */
export type Manner = "form" | "json";

/** The outcome of a step within the page of a draft. */
export interface DraftStep {
  form: "draft";
  values: FormAnswer["values"];
  manner: Manner;
  checked: CheckedDraft | null;
}

export interface CheckedDraft {
  /** Faults of the draft so far; parts that are still missing are no faults. */
  problems: { path: string; detail: string }[];
  /** Null while the rules cannot be counted with. */
  found: ReplyOf<typeof checkDraft> | null;
}

/** The mechanic of the fields; null when the rules are JSON. */
export const mechanicIn = (values: FormValues): Mechanic | null =>
  mechanics.find((one) => one === values[`${rulesFieldRoot}.mechanic`]) ?? null;

/** The form's values as the call takes them: JSON from its fields, or the JSON that was typed. */
export const rulesTextOf = (values: FormValues): string =>
  mechanicIn(values) ? JSON.stringify(rulesIn(values)) : String(values["rules"] ?? "");

/** The input `rules` of a call whose form has their fields. */
export const withRules: NonNullable<CallForm<unknown>["input"]> = ({ form }) => ({
  rules: rulesTextOf(typedInForm(form)),
});

const words = ["activityId", "titleId", "titleEn", "titleZh", "permitNumber"] as const;
const judged = ["opensOn", "closesOn", "budgetRupiah"] as const;

/** Cost, faults and words of a draft, as far as it is written. */
export async function checkedDraft(values: FormValues, context: Context): Promise<CheckedDraft> {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) for (const one of [value ?? []].flat()) form.append(name, one);
  const rules = rulesTextOf(values);
  const wrong = inputAnswer(draftCampaign, form, context, { rules })?.failure.status.fields ?? [];
  const isRight = (name: string): boolean => !wrong.some(({ path }) => path === name || path.startsWith(`${name}.`));
  const problems = wrong
    .filter(({ path, code }) => path.startsWith(rulesFieldRoot) && code !== "REQUIRED")
    .map(({ path, detail }) => ({ path: fieldAt(path), detail }));
  if (!isRight("rules")) return { problems, found: null };
  const written = [
    ...words.flatMap((name) => (typeof values[name] === "string" ? [[name, values[name]]] : [])),
    ...judged.flatMap((name) => (isRight(name) ? [[name, values[name]]] : [])),
  ];
  const { budgetRupiah, ...others } = Object.fromEntries(written) as Record<string, string>;
  const found = await call(
    checkDraft,
    { ...others, ...(budgetRupiah ? { budgetRupiah: Number(budgetRupiah.replaceAll(/\D/g, "")) } : {}), rules },
    { context },
  );
  return { problems, found };
}

/** The typed values of a draft, from the address of its page; null without any. */
export function typedAt(url: string): FormValues | null {
  const values = byName([...new URL(url).searchParams]);
  return mechanicIn(values) ? values : null;
}

/** The rules as fields or as JSON. */
export function rulesAs(manner: Manner, json: string): FormAnswer["values"] {
  if (manner === "json") return { rules: json };
  return ruleFieldsOf(JSON.parse(json) as CampaignRules) as FormAnswer["values"];
}

/** A campaign's draft as the values of its form. */
export function draftValuesOf(campaign: StaffCampaign): FormAnswer["values"] {
  const { titles, skin, permit, opensAt, closesAt, budgetRupiah, rules } = campaign;
  return {
    titleId: titles.id,
    titleEn: titles.en,
    titleZh: titles.zh,
    skin,
    permitNumber: permit?.number ?? "",
    opensOn: dateInWib(new Date(opensAt)),
    closesOn: dateInWib(new Date(Date.parse(closesAt) - 1)),
    budgetRupiah: String(budgetRupiah),
    ...rulesAs("form", rules),
  };
}

const isRules = (name: string): boolean => name === rulesFieldRoot || name.startsWith(`${rulesFieldRoot}.`);

/** Steps within the page: checking without script, and switching between fields and JSON. */
export const draftSteps = {
  check: async ({ form, context }: Posted): Promise<DraftStep> => {
    const values = inRows(typedInForm(form)) as FormAnswer["values"];
    const manner = mechanicIn(values) ? "form" : "json";
    return { form: "draft", values, manner, checked: await checkedDraft(values, context) };
  },
  toJson: async ({ form }: Posted): Promise<DraftStep> => {
    const typed = typedInForm(form);
    const others = Object.fromEntries(Object.entries(typed).filter(([name]) => !isRules(name)));
    const rules = mechanicIn(typed) ? JSON.stringify(rulesIn(typed), null, 2) : String(typed["rules"] ?? "");
    return { form: "draft", values: { ...others, rules }, manner: "json", checked: null };
  },
  toForm: async ({ form, context }: Posted): Promise<DraftStep> => {
    const typed = typedInForm(form);
    const wrong = inputAnswer(draftCampaign, form, context, {})?.failure.status.fields ?? [];
    const unread = wrong.filter(({ path }) => isRules(path));
    // Text that is no rules yet stays as it was typed, with its faults.
    if (unread.length > 0)
      return { form: "draft", values: typed, manner: "json", checked: { problems: unread, found: null } };
    const { rules, ...others } = typed;
    const values = { ...others, ...rulesAs("form", String(rules)) };
    return { form: "draft", values, manner: "form", checked: await checkedDraft(values, context) };
  },
};

/** A bound form whose rows are numbered as the call numbers them, so that problems appear at the page's fields. */
export function inPlace(of: BoundForm): BoundForm {
  const { values, answer } = of;
  if (!values) return of;
  const shown = inRows(values) as FormAnswer["values"];
  if (!answer) return { ...of, values: shown };
  const isForm = mechanicIn(values) !== null;
  const fields = answer.failure.status.fields?.map((problem) => ({
    ...problem,
    path: isForm ? fieldAt(problem.path) : isRules(problem.path) ? rulesFieldRoot : problem.path,
    detail:
      isForm || problem.path === rulesFieldRoot || !isRules(problem.path)
        ? problem.detail
        : `${problem.path}: ${problem.detail}`,
  }));
  const status = { ...answer.failure.status, ...(fields ? { fields } : {}) };
  return { ...of, values: shown, answer: { ...answer, values: shown, failure: { ...answer.failure, status } } };
}

/** Skins whose screens support this mechanic, each by the title of its template; all when the mechanic is unknown. */
export function offeredFor(
  { items }: ReplyOf<typeof listTemplates>,
  mechanic: Mechanic | null,
  language: Language,
): { skins: { skin: string; name: string }[] } {
  const fitting = items.filter((item) => mechanic === null || item.mechanic === mechanic);
  return { skins: fitting.map(({ skin, titles }) => ({ skin, name: titles[language] })) };
}
