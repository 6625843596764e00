import { texts } from "../texts.ts";

const named = ["DECLINED", "TIMED_OUT", "NO_SUCH_WALLET", "EXPIRED", "RETURNED", "TAKEN_BACK"] as const;

/** The text for why a payment did not go through; providers' own codes share one. */
export function failureKey(code: string | null): keyof typeof texts & string {
  return named.find((one) => one === code) ?? "OTHER_FAILURE";
}
