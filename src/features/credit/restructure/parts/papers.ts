/** The documents of the offer that a page's address names. */
import type { RouterContextProvider } from "react-router";
import { call, Problem } from "#web/api.ts";
import { getRestructureAgreement, restructureOfferProblems, type RestructurePapers } from "../contract.ts";
import { offerIn } from "./pages.ts";

export type Papers = RestructurePapers & { plan: NonNullable<RestructurePapers["offer"]["plan"]> };

/** Null if the offer is no longer valid: the page says so, together with the refusal. */
export async function loadPapers(request: Request, context: Readonly<RouterContextProvider>): Promise<Papers | null> {
  try {
    const papers = await call(getRestructureAgreement, { offerId: offerIn(request.url) }, { context });
    const { plan } = papers.offer;
    return plan && { ...papers, plan };
  } catch (error) {
    if (error instanceof Problem && (error.code in restructureOfferProblems || error.code === "INPUT_INVALID"))
      return null;
    throw error;
  }
}
