/** Pages as their readers read them: drawn from the sources by the app of a test, without styles and scripts. */
import { requestOfWeb } from "#server/http/exchange.ts";
import type { Language } from "#shared/texts.ts";
import type { TestApp, TestClient } from "./app.ts";
import { pagesOfSources } from "./drawn-screens.ts";

/** The text of a page: each block a line, without attributes and scripts. */
export const textOf = (html: string): string =>
  html
    .replace(/<(script|style|template|textarea)[^>]*>[\s\S]*?<\/\1>/g, "")
    .replace(/<\/(?:p|div|li|dt|dd|h\d|label|option|td|th|legend|button|a|summary)>|<br\/?>/g, "\n")
    .replace(/<[^>]*>/g, "");

const origin = "http://localhost:3000";

export interface DrawnPage {
  status: number;
  html: string;
  /** Its main part alone. */
  text: string;
}

/** Draws pages for the browsers of this app. */
export async function drawnPages(app: TestApp) {
  const pages = pagesOfSources(app);
  return async (client: TestClient, path: string, language: Language): Promise<DrawnPage> => {
    const headers = {
      "Accept-Language": language,
      Cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    };
    const request = new Request(origin + path, { headers });
    const { status, body } = await pages(requestOfWeb(request), app.caller(headers), undefined);
    const html = typeof body === "string" ? body : "";
    return { status, html, text: textOf(/<main[^>]*>([\s\S]*)<\/main>/.exec(html)?.[1] ?? html) };
  };
}
