/** The forms of a link to fill in: one for each part, one for a contact, one for all documents. */
import { pathOfKind, type DocumentKind } from "#features/account/document/contract.ts";
import type { AreaChoice } from "#features/account/profile/parts/profile-values.ts";
import { kindsOfItem, type FillItem, type FillView } from "../contract.ts";

export const fillPath = "/webview/no-login-fill";
const fillSteps = ["PERSONAL", "HOME", "WORK", "CONTACT", "DOCUMENT"] as const;
export type FillStep = (typeof fillSteps)[number];

export const stepPath = (step: FillStep): string => `${fillPath}?step=${step.toLowerCase()}`;
export const stepOf = (item: FillItem): FillStep => fillSteps.find((step) => step === item) ?? "DOCUMENT";

/** Address of an item's form; for a document with its kind chosen. */
export function itemPath(item: FillItem): string {
  const step = stepOf(item);
  const [kind] = kindsOfItem(item);
  return kind ? `${stepPath(step)}&kind=${pathOfKind(kind)}` : stepPath(step);
}

/** The form of an address, with the area that was chosen: a refusal keeps it. */
export function homeAction({ province, regency, district, villages }: AreaChoice): string {
  const chosen = Object.entries({ province, regency, district, village: villages });
  const query = new URLSearchParams(chosen.map(([name, level]) => [name, level.chosen?.code ?? ""]));
  return `${stepPath("HOME")}&${query}`;
}

/** The kinds of documents that the link takes. */
export const acceptedKinds = ({ items }: Pick<FillView, "items">): DocumentKind[] => [
  ...new Set(items.flatMap(({ item }) => kindsOfItem(item))),
];

/** The form named by an address, if the link asks for it; a part's form only while the part is missing. */
export function stepNamed(name: string | null, view: FillView): FillStep | null {
  const step = fillSteps.find((one) => one.toLowerCase() === name);
  if (!step || view.state !== "OPEN") return null;
  if (step === "DOCUMENT") return acceptedKinds(view).length > 0 ? step : null;
  return view.items.some(({ item, isGiven }) => item === step && !isGiven) ? step : null;
}

/** The address of the next missing item; the list if nothing is missing. */
export function stepAfter({ items }: Pick<FillView, "items">): string {
  const open = items.find(({ isGiven }) => !isGiven);
  return open ? itemPath(open.item) : fillPath;
}
