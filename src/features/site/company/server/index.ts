/** The company behind the brand: answers to its calls, and its pages that contents bring. */
import { answer, Binary, type CallAnswer } from "#server/call/pipeline.ts";
import type { Caller } from "#server/call/caller.ts";
import type { Domain } from "#server/domain.ts";
import type { Services } from "#server/services.ts";
import { contentPages } from "#features/platform/content/server/index.ts";
import { getStatementPdf, listExecutives, listStatements } from "../contract.ts";
import { companyFiles, onlyVerified, type CompanyFiles } from "./company-files.ts";
import { faqPages } from "./faq-pages.ts";
import { financialStatementPdf } from "./statement-pdf.ts";
import { briefOf } from "./statements.ts";

const answers: readonly CallAnswer[] = [
  answer(listExecutives, async (_input, { services, caller, language }) => ({
    items: factsOf(caller, services).executives.map(({ role, duties, ...person }) => ({
      ...person,
      role: role[language],
      duties: duties[language],
    })),
  })),
  answer(listStatements, async (_input, { services, caller }) => ({
    items: factsOf(caller, services).statements.map(briefOf),
  })),
  answer(
    getStatementPdf,
    async ({ year, language: requested }, { services, caller, language: callersLanguage, refuse }) => {
      const { statements, ownPdf } = factsOf(caller, services);
      const file = statements.find((one) => one.year === year);
      if (!file) return refuse("STATEMENT_UNKNOWN");
      const language = requested ?? (callersLanguage === "id" ? "id" : "en");
      const { id, operator, name } = caller.brand;
      const draw = () =>
        financialStatementPdf({
          file,
          before: statements.find((one) => one.year === year - 1),
          language,
          companyName: operator.value,
          brandName: name,
        });
      const bytes = ownPdf(year, language) ?? (await drawnOnce(`${id} ${year} ${language}`, draw));
      return new Binary(bytes, "application/pdf", {
        "Content-Disposition": `inline; filename="${caller.brand.id}-${year}-${language}.pdf"`,
        "Cache-Control": "public, max-age=3600",
      });
    },
  ),
];

/** A drawing takes a tenth of a second, and its files change with a release only: 35 KB for each year and language stay in memory. */
const drawn = new Map<string, Promise<Uint8Array>>();
function drawnOnce(key: string, draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
  let bytes = drawn.get(key);
  if (!bytes) {
    bytes = draw();
    drawn.set(key, bytes);
    bytes.catch(() => drawn.delete(key));
  }
  return bytes;
}

const factsOf = ({ brand }: Pick<Caller, "brand">, { config }: Services): CompanyFiles => {
  const files = companyFiles(brand.id);
  return config.appEnv === "prod" ? onlyVerified(files) : files;
};

export const domain: Domain = {
  answers,
  sitePages: [contentPages("news", "/news"), contentPages("social-events", "/social-events"), faqPages],
};
