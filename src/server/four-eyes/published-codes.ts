/** Codes that a domain's calls published before proposals had one mechanism: they keep their meaning. */
import { Refusal } from "#server/call/refusal.ts";

/** Runs `work`; a refusal with one of these codes is replaced by the code it is mapped to. */
export async function withCodes<Result>(
  codes: Readonly<Record<string, string>>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Refusal ? codes[error.code] : undefined;
    throw code === undefined ? error : new Refusal(code);
  }
}
