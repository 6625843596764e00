/** NPWP, the tax number. Spec 5: 15 digits with its message. Field rules: NPWP, 16 digits (NIK, or 0 + the old 15) are accepted too. */
import * as v from "valibot";
import { cleanDigits, typedDigits } from "./cleaning.ts";

/** 15 or 16 digits, also typed as on the card: `01.234.567.8-901.000`. The output is digits only. */
export const npwp = v.pipe(
  v.string("NPWP_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(40, "NPWP_FORMAT"),
  v.regex(typedDigits(15, 16), "NPWP_FORMAT"),
  v.transform(cleanDigits),
);
