/** The sources of a wish's points, in the reader's language. */
import type { Campaign } from "#features/rewards/campaign/contract.ts";
import { texts } from "../texts.ts";

const known = ["FIRST_LOGIN", "HELPED_BY_NEW", "HELPED_BY_OLD", "HELPED_NOT_COUNTED", "HELP_NEW", "HELP_OLD"] as const;
type Known = (typeof known)[number] & keyof typeof texts;
type RecordType = NonNullable<Campaign["wish"]>["sources"][number]["type"];

/** A wish has no other points; anything else is a day's first login. */
export const typeWords = (t: (key: Known) => string, type: RecordType): string =>
  t(known.find((one) => one === type) ?? "FIRST_LOGIN");
