/** The pages of the questions' sections, for the sitemap and share pictures. */
import type { Services } from "#server/services.ts";
import { faqSections } from "#features/platform/content/contract.ts";
import { contentsChangedAt } from "#features/platform/content/server/index.ts";
import type { SitePageSource } from "#server/http/site-pages.ts";
import { sectionTitles } from "../texts.ts";

export const faqPages: SitePageSource<Services> = {
  name: "faq",
  async list(services) {
    const updatedAt = await contentsChangedAt(services, "faq");
    return updatedAt
      ? faqSections.map((section) => ({ path: `/about/faq/${section}`, title: sectionTitles[section], updatedAt }))
      : [];
  },
  async titleOf(_services, path) {
    const section = faqSections.find((one) => path === `/about/faq/${one}`);
    return section ? sectionTitles[section] : null;
  },
};
