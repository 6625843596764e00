/** The written rules of a campaign in addition to the tables: its own text, or else the common one. // Product decisions, rewards 1 */
import { contentOf, figuresInForce, contentTextOf } from "#features/platform/content/server/index.ts";
import type { Brand } from "#shared/brand.ts";
import type { Services } from "#server/services.ts";
import type { Language } from "#shared/texts.ts";
import type { Campaign } from "../contract.ts";

/** Content `campaign-text/<activityId>-rule`, or `campaign-text/campaign-rule`; null when both were withdrawn. */
export async function ruleTextOf(
  services: Services,
  { activityId, language, brand }: { activityId: string; language: Language; brand: Brand },
): Promise<Campaign["ruleText"]> {
  const found = await Promise.all(
    [`${activityId}-rule`, "campaign-rule"].map((key) => contentTextOf(services, "campaign-text", key, language)),
  );
  for (const text of found) {
    if (!text) continue;
    const { title, summary, body } = contentOf(
      "campaign-text",
      text,
      await figuresInForce(services, text.language, brand),
    );
    return { title, summary, body };
  }
  return null;
}
