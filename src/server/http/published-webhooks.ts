/** Events that we send to others, as the published API describes them. The domain that sends them answers. */
import type * as v from "valibot";
import { defineQuestion } from "#server/questions.ts";

export interface PublishedWebhook {
  /** `loan.disbursed` */
  type: string;
  /** One sentence. */
  summary: string;
  body: v.GenericSchema;
}

export const publishedWebhooks = defineQuestion<readonly PublishedWebhook[]>("published-webhooks", "MANY");
