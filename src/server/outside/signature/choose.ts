/** Chooses the signer by the environment, read once at the start. */
import { readFileSync } from "node:fs";
import * as v from "valibot";
import { pause } from "#server/timers.ts";
import { builtInSignature, type BuiltInSettings } from "./built-in.ts";
import { derOfPem } from "./certificates.ts";
import type { SignaturePort } from "./port.ts";
import { psreSignature } from "./psre.ts";

const environmentSchema = v.object({
  SIGNATURE_ADAPTER: v.optional(v.picklist(["built-in", "psre"]), "built-in"),
});
const psreSchema = v.object({
  SIGNATURE_PSRE_URL: v.pipe(v.string(), v.url(), v.regex(/^https:\/\//, "must be https")),
  SIGNATURE_PSRE_CLIENT_ID: v.pipe(v.string(), v.nonEmpty()),
  SIGNATURE_PSRE_SECRET: v.pipe(v.string(), v.minLength(16)),
  /** PEM file with the provider's root certificates. */
  SIGNATURE_PSRE_ROOTS_FILE: v.pipe(v.string(), v.nonEmpty()),
});

/** The signer named by `SIGNATURE_ADAPTER` (`built-in` where it is empty). Throws with the name of a variable that does not fit. */
export function chooseSignature(environment: Readonly<Record<string, string | undefined>>, own: BuiltInSettings, fetch: typeof globalThis.fetch): SignaturePort {
  const { SIGNATURE_ADAPTER } = parse(environmentSchema, { SIGNATURE_ADAPTER: environment.SIGNATURE_ADAPTER || undefined });
  if (SIGNATURE_ADAPTER === "built-in") return builtInSignature(own);
  const psre = parse(psreSchema, environment);
  return psreSignature({
    baseUrl: psre.SIGNATURE_PSRE_URL.replace(/\/+$/, ""),
    clientId: psre.SIGNATURE_PSRE_CLIENT_ID,
    secret: psre.SIGNATURE_PSRE_SECRET,
    trustedRoots: derOfPem(readFileSync(psre.SIGNATURE_PSRE_ROOTS_FILE, "utf8")),
    polls: 10,
    pollMilliseconds: 1_000,
    timeoutMilliseconds: 15_000,
    fetch,
    pause,
    clock: own.clock,
  });
}

function parse<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new Error(`${v.getDotPath(issue) ?? "SIGNATURE_ADAPTER"}: ${issue.message}`);
}
