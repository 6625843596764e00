import type { RouterContextProvider } from "react-router";
import { getContent, type Content } from "#features/platform/content/contract.ts";
import { call } from "#web/api.ts";

/** The article of a screen that shows one. @throws Problem (404) when staff withdrew it. */
export async function readHelp(key: string, context: Readonly<RouterContextProvider>): Promise<{ content: Content }> {
  return { content: await call(getContent, { collection: "help", key }, { context }) };
}
