/** Addresses of Indonesia: street, RT/RW, area codes of the ministry of home affairs, postal code. */
import * as v from "valibot";
import { cleanDigits, cleanLine, printedLine, typedDigits } from "./cleaning.ts";

/** Spec 5: detailed address, at least 6 characters (without outer spaces); at most 200. It is printed in signed documents. */
export const detailedAddress = v.pipe(
  v.string("ADDRESS_LENGTH"),
  v.nonEmpty("REQUIRED"),
  v.minLength(6, "ADDRESS_LENGTH"),
  v.maxLength(200, "ADDRESS_LENGTH"),
  v.transform(cleanLine),
  v.regex(printedLine, "ADDRESS_SIGNS"),
  v.minLength(6, "ADDRESS_LENGTH"),
);

/** People write the word next to the field once more into it: `RT 03`, `RW.007`. */
const typedNeighbourhood = new RegExp(`^(?:[ .:]*[Rr][TtWw])?${typedDigits(1, 3).source.slice(1)}`, "u");

/** Number of a neighbourhood (RT or RW): 1 to 3 digits, kept as three: `4` → `004`. */
export const neighbourhood = v.pipe(
  v.string("NEIGHBOURHOOD_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(20, "NEIGHBOURHOOD_FORMAT"),
  v.regex(typedNeighbourhood, "NEIGHBOURHOOD_FORMAT"),
  v.transform((typed) => cleanDigits(typed).padStart(3, "0")),
);

/** Postal code: 5 digits, the first is never 0. */
export const postalCode = v.pipe(
  v.string("POSTAL_CODE_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(20, "POSTAL_CODE_FORMAT"),
  v.regex(typedDigits(5), "POSTAL_CODE_FORMAT"),
  v.transform(cleanDigits),
  v.regex(/^[1-9]/, "POSTAL_CODE_FORMAT"),
);

/** An area of any level: `31`, `31.71`, `31.71.01`, `31.71.01.1001`. The area list says whether it exists. */
export const areaCode = v.pipe(
  v.string("AREA_INVALID"),
  v.nonEmpty("REQUIRED"),
  v.regex(/^\d{2}(?:\.\d{2}(?:\.\d{2}(?:\.\d{4})?)?)?$/, "AREA_INVALID"),
);
/** A regency or city: `31.71`. */
export const regencyCode = v.pipe(
  v.string("AREA_INVALID"),
  v.nonEmpty("REQUIRED"),
  v.regex(/^\d{2}\.\d{2}$/, "AREA_INVALID"),
);
/** A village, the level an address goes down to: `31.71.01.1001`. */
export const villageCode = v.pipe(
  v.string("AREA_INVALID"),
  v.nonEmpty("REQUIRED"),
  v.regex(/^\d{2}\.\d{2}\.\d{2}\.\d{4}$/, "AREA_INVALID"),
);
