/** Configuration by name, the standard rates and the published API: answers, and what other domains may ask. */
import { answer, Binary, type Api } from "#server/call/pipeline.ts";
import { allOrigins } from "#server/brand.server.ts";
import type { Domain } from "#server/domain.ts";
import { getGeneralConfig, getOpenApi, getRatePdf, getRatePicture, type Audience } from "../contract.ts";
import { openApiDocument } from "./openapi/document.ts";
import { staffAnswers } from "./proposals.ts";
import { ratePdf } from "./rate-pdf.ts";
import { ratePng, rateSvg } from "./rate-picture.ts";
import { rateSheet } from "./rates.ts";
import { findPublicConfigs } from "./store.ts";
import { valueKind } from "./value-kind.ts";
import { workLists } from "./work-lists.ts";
import { words } from "./words.ts";

export { configurationVersion, countUp } from "./store.ts";

export type { PublishedCaps } from "./rate-caps.ts";
export { ratesInForce } from "./rates.ts";
export { watchConfiguration } from "./watch.ts";

function answers(api: Api): void {
  staffAnswers(api);
  answer(
    api,
    getGeneralConfig,
  )(async ({ key }, { database }) => {
    const names = [...new Set(typeof key === "string" ? [key] : key)];
    const found = await findPublicConfigs(database, names);
    // In the order in which they were asked for.
    const values = new Map(found.map((row) => [row.name, row.value]));
    return {
      configs: names.flatMap((name) =>
        values.has(name) ? [{ configName: name, configValue: values.get(name) as string }] : [],
      ),
    };
  });

  answer(
    api,
    getRatePicture,
  )(async (input, { services, language, caller }) => {
    const sheet = await rateSheet(services, input.language ?? (language === "id" ? "id" : "en"), caller.brand);
    if (input.format === "png") return new Binary(await ratePng(sheet), "image/png");
    return new Binary(new TextEncoder().encode(rateSvg(sheet)), "image/svg+xml; charset=utf-8");
  });

  answer(
    api,
    getRatePdf,
  )(async (input, { services, caller }) => {
    const bytes = await ratePdf(await rateSheet(services, input.language, caller.brand), services.clock.now());
    return new Binary(bytes, "application/pdf", {
      "Content-Disposition": `inline; filename="rates-${input.language}.pdf"`,
    });
  });

  const documents = new Map<Audience | undefined, ReturnType<typeof openApiDocument>>();
  answer(
    api,
    getOpenApi,
  )(async ({ audience }, { services }) => {
    // Made at the first question: by then every domain has mounted its calls, and they never change.
    const made =
      documents.get(audience) ??
      openApiDocument({
        api,
        origins: allOrigins(services.config, services.brands),
        sandbox: services.config.appEnv !== "prod",
        audience,
      });
    documents.set(audience, made);
    return made;
  });
}

export const domain: Domain = { words, workLists, answers, proposals: [valueKind] };
