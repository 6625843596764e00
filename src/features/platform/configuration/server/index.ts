/** Configuration by name, the standard rates and the published API: answers, and functions for other domains. */
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import { allOrigins } from "#server/process/brand.server.ts";
import type { Domain } from "#server/domain.ts";
import { perServices } from "#server/process/per-services.ts";
import { getGeneralConfig, getOpenApi, getRatePdf, getRatePicture, type Audience } from "../contract.ts";
import { openApiDocument } from "./openapi/document.ts";
import { configurationStaffAnswers } from "./proposals.ts";
import { ratePdf } from "./rate-pdf.ts";
import { ratePng, rateSvg } from "./rate-picture.ts";
import { rateSheet } from "./rates.ts";
import { findPublicConfigs } from "./store.ts";
import { valueKind } from "./value-kind.ts";
import { workLists } from "./work-lists.ts";
import { words } from "./words.ts";
import { consoleWords, consoleWorkLists } from "#server/console/questions.ts";
import { proposals } from "#server/four-eyes/proposal-kind.ts";

export { rateCaps } from "./rate-caps.ts";

export { configurationVersion, countUp } from "./store.ts";

export type { PublishedCaps } from "./rate-caps.ts";
export { ratesInForce } from "./rates.ts";
export { watchConfiguration } from "./watch.ts";

const documentsOf = perServices(() => new Map<Audience | undefined, ReturnType<typeof openApiDocument>>());

const answers: readonly CallAnswer[] = [
  ...configurationStaffAnswers,
  answer(getGeneralConfig, async ({ key }, { database }) => {
    const names = [...new Set(typeof key === "string" ? [key] : key)];
    const found = await findPublicConfigs(database, names);
    // In the order in which they were asked for.
    const values = new Map(found.map((row) => [row.name, row.value]));
    return {
      configs: names.flatMap((name) =>
        values.has(name) ? [{ configName: name, configValue: values.get(name) as string }] : [],
      ),
    };
  }),
  answer(getRatePicture, async (input, { services, language, caller }) => {
    const sheet = await rateSheet(services, input.language ?? (language === "id" ? "id" : "en"), caller.brand);
    if (input.format === "png") return new Binary(await ratePng(sheet), "image/png");
    return new Binary(new TextEncoder().encode(rateSvg(sheet)), "image/svg+xml; charset=utf-8");
  }),
  answer(getRatePdf, async (input, { services, caller }) => {
    const bytes = await ratePdf(await rateSheet(services, input.language, caller.brand), services.clock.now());
    return new Binary(bytes, "application/pdf", {
      "Content-Disposition": `inline; filename="rates-${input.language}.pdf"`,
    });
  }),
  answer(getOpenApi, async ({ audience }, { services, api: published }) => {
    const documents = documentsOf(services);
    // Made at the first question: by then every domain has mounted its calls, and they never change.
    const made =
      documents.get(audience) ??
      openApiDocument({
        api: published,
        origins: allOrigins(services.config, services.brands),
        sandbox: services.config.appEnv !== "prod",
        audience,
      });
    documents.set(audience, made);
    return made;
  }),
];

export const domain: Domain = {
  answers,
  answersTo: [consoleWords.by(words), consoleWorkLists.by(workLists), proposals.by([valueKind])],
};
