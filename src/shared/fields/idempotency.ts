/** The key under which an effect happens once (security rules 5). */
import * as v from "valibot";

/** 1 to 128 visible characters that the client made; a form's hidden field and the `Idempotency-Key` header carry it. It is one person's own, so a short one harms nobody else. */
export const idempotencyKey = v.pipe(
  v.string("IDEMPOTENCY_KEY_FORMAT"),
  v.regex(/^[\x21-\x7e]{1,128}$/, "IDEMPOTENCY_KEY_FORMAT"),
);
