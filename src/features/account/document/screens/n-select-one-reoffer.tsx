import { redirect } from "react-router";
import type { Route } from "./+types/n-select-one-reoffer";
import { call } from "#web/api.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { getInformationOffer } from "../contract.ts";
import { offerForms, OfferPage } from "../parts/offer-page.tsx";
import { offerTexts } from "../parts/offer-texts.ts";

const path = "/webview/n-select-one-reoffer";
export const handle: ScreenHandle = { title: offerTexts.REOFFERTitle };

export async function loader({ context }: Route.LoaderArgs) {
  const { offer } = await call(getInformationOffer, {}, { context });
  // Any other kind of offer has its own page.
  if (offer && offer.kind !== "REOFFER") throw redirect("/webview/n-select-one", 303);
  return { offer };
}

const forms = offerForms(path);
export const action = forms.action;

export default function NSelectOneReoffer({ loaderData: { offer }, actionData }: Route.ComponentProps) {
  return <OfferPage offer={offer} forms={forms} path={path} outcome={actionData} />;
}
