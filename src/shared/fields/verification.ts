/** Fields of verification: code, channel, captcha. Spec 4 (delivery by SMS, voice call or messaging app) and 5 (6 digits). */
import * as v from "valibot";
import { cleanCode, cleanDigits, maxTypedCode, typedDigits } from "./cleaning.ts";
import { mobilePurposes } from "#shared/purposes.ts";

export const verificationChannels = ["SMS", "VOICE", "WHATSAPP"] as const;
export type VerificationChannel = (typeof verificationChannels)[number];

/** SMS code and email OTP: 6 digits; characters between them are dropped. */
export const verificationCode = v.pipe(
  v.string("OTP_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(maxTypedCode, "OTP_FORMAT"),
  v.regex(typedDigits(6), "OTP_FORMAT"),
  v.description("Six digits, as they were sent; spaces and hyphens between them are dropped."),
  v.transform(cleanDigits),
);
export const verificationChannel = v.picklist(verificationChannels, "CHANNEL_INVALID");
export const verificationPurpose = v.picklist(mobilePurposes, "CHOICE_INVALID");
/** Ids that the server gave out: v7 UUIDs. */
export const uuid = v.pipe(
  v.string("ID_INVALID"),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, "ID_INVALID"),
);
/** The key of a captcha. */
export const captchaKey = v.pipe(v.string("ID_INVALID"), v.regex(/^[\w-]{20,64}$/, "ID_INVALID"));
export const captchaAnswer = v.pipe(
  v.string("CAPTCHA_FORMAT"),
  v.nonEmpty("REQUIRED"),
  v.maxLength(20, "CAPTCHA_FORMAT"),
  v.regex(
    /^[^\p{L}\p{N}]*[A-Za-z0-9\uFF10-\uFF19](?:[^\p{L}\p{N}]*[A-Za-z0-9\uFF10-\uFF19]){2,7}[^\p{L}\p{N}]*$/u,
    "CAPTCHA_FORMAT",
  ),
  v.transform((typed) => cleanCode(typed).replace(/[^A-Za-z0-9]/g, "")),
);
/** A box that must be ticked (Spec 5: agreement checkboxes must be ticked). A browser sends "on". */
export const ticked = v.union([v.literal(true), v.literal("on"), v.literal("true")], "AGREEMENT_NEEDED");
