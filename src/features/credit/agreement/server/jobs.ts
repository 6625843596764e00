/** The work that follows a signature or a full repayment: making and sealing documents, outside of any transaction. */
import * as v from "valibot";
import { defineJob } from "#server/work/jobs.ts";

/** Seals one document; its row shows which steps are left. */
export const sealDocument = defineJob(
  "agreement-seal",
  v.strictObject({ borrowerId: v.string(), documentId: v.string() }),
);
