import { BorrowerShredded } from "#server/keys/keys.server.ts";

/** A deleted borrower's page is shown without the deleted data. */
export async function unlessShredded<Value>(reading: Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof BorrowerShredded) return otherwise;
    throw error;
  }
}
