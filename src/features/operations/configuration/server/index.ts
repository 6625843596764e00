/** Configuration, standing texts and the published API: answers, and what other domains may ask. */
import { answer, Binary, type Api } from "#server/answer.ts";
import { transact, type Database } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import {
  getGeneralConfig,
  getOpenApi,
  getRatePdf,
  getRatePicture,
  getStaticText,
  publishStaticText,
  setConfig,
  standardRateConfigName,
  standardRatesOf,
  type StandardRates,
} from "../contract.ts";
import { contentFiles } from "./content-files.ts";
import { renderMarkdown } from "./markdown.ts";
import { openApiDocument } from "./openapi.ts";
import { ratePdf, ratePicture } from "./rates.ts";
import { addConfig, addText, countUp, findPublicConfigs, findText, type TextVersion } from "./store.ts";

export { contentFiles, type ContentFile } from "./content-files.ts";
export { anchorOf, renderMarkdown } from "./markdown.ts";
export { watchConfiguration } from "./watch.ts";

const staticTextFolder = "static-text";

export function answers(api: Api): void {
  answer(api, getGeneralConfig)(async ({ key }, { database }) => {
    const names = [...new Set(typeof key === "string" ? [key] : key)];
    const found = await findPublicConfigs(database, names);
    // In the order in which they were asked for.
    const values = new Map(found.map((row) => [row.name, row.value]));
    return { configs: names.flatMap((name) => (values.has(name) ? [{ configName: name, configValue: values.get(name) as string }] : [])) };
  });

  answer(api, getRatePicture)(async (input, { database, language }) => {
    const svg = ratePicture(await currentRates(database), input.language ?? (language === "id" ? "id" : "en"));
    return new Binary(new TextEncoder().encode(svg), "image/svg+xml; charset=utf-8");
  });

  answer(api, getRatePdf)(async (input, { database, services, caller }) => {
    const bytes = await ratePdf(await currentRates(database), input.language, caller.brand.name, services.clock.now());
    return new Binary(bytes, "application/pdf", { "Content-Disposition": `inline; filename="rates-${input.language}.pdf"` });
  });

  answer(api, getStaticText)(async (input, { services, language: callersLanguage, refuse }) => {
    const language = input.language ?? callersLanguage;
    const text = await textInForce(services, input.key, language);
    if (!text) return refuse("TEXT_UNKNOWN");
    const { title, markdown, version, updatedAt } = text;
    return { key: input.key, language, title, body: renderMarkdown(markdown), format: "HTML", version, updatedAt: updatedAt.toISOString() };
  });

  answer(api, setConfig)(async ({ configName, configValue, isPublic }, { database, services, principal, refuse }) => {
    if (configName === standardRateConfigName && !isJson(configValue)) refuse("CONFIG_UNREADABLE");
    const staffId = staffOf(principal);
    const version = await transact(database, (trx) => addConfig(trx, { name: configName, value: configValue, isPublic, staffId, now: services.clock.now() }));
    return { version };
  });

  answer(api, publishStaticText)(async ({ key, language, title, markdown }, { database, services, principal }) => {
    const staffId = staffOf(principal);
    return transact(database, async (trx) => {
      // Counting up first queues writers, so two of them cannot take one version.
      await countUp(trx);
      const published = await findText(trx, key, language);
      const version = Math.max(published?.version ?? 0, textFile(key, language)?.version ?? 0) + 1;
      await addText(trx, { key, language, version, title, markdown, staffId, now: services.clock.now() });
      return { version };
    });
  });

  let document: ReturnType<typeof openApiDocument> | undefined;
  answer(api, getOpenApi)(async (_input, { services }) => {
    // Made at the first question: by then every domain has mounted its calls, and they never change.
    document ??= openApiDocument({ api, origins: services.config.publicOrigins, sandbox: services.config.appEnv !== "prod" });
    return document;
  });
}

async function currentRates(database: Database): Promise<StandardRates> {
  const found = await findPublicConfigs(database, [standardRateConfigName]);
  return standardRatesOf({ configs: found.map((row) => ({ configName: row.name, configValue: row.value })) });
}

function staffOf(principal: { staff?: { staffId: string } }): string {
  if (!principal.staff) throw new Error("A staff call without a staff session.");
  return principal.staff.staffId;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const textFile = (key: string, language: Language) => contentFiles(staticTextFolder).get(`${key}.${language}`);

/** The text with the highest version: the file that ships with the product or what staff published over it. */
async function textInForce(services: Services, key: string, language: Language): Promise<TextVersion | null> {
  const published = await findText(services.database, key, language);
  const file = textFile(key, language);
  if (!file) return published;
  return published && published.version > file.version ? published : file;
}
