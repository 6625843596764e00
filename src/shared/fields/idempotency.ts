/** The key under which an effect happens once (security rules 5). */
import * as v from "valibot";

/** 1 to 128 visible characters from the client, in a form's hidden field or the `Idempotency-Key` header. Keys are separate for each person, so a short one harms no other person. */
export const idempotencyKey = v.pipe(
  v.string("IDEMPOTENCY_KEY_FORMAT"),
  v.regex(/^[\x21-\x7e]{1,128}$/, "IDEMPOTENCY_KEY_FORMAT"),
);
