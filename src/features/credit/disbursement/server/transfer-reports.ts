/** Handles the banks' own reports about transfers. The inbox stores them. */
import { handleEvents } from "#server/events/inbox.ts";
import { applyNews } from "./transfers.ts";

export const transferReports = handleEvents({
  kinds: ["TRANSFER_PENDING", "TRANSFER_SETTLED", "TRANSFER_FAILED"],
  apply(services, trx, { body }) {
    const learn = (state: Parameters<typeof applyNews>[3]) => applyNews(services, trx, body.transferId, state);
    switch (body.kind) {
      case "TRANSFER_PENDING":
        return learn({ status: "PENDING" });
      case "TRANSFER_SETTLED":
        return learn({ status: "SETTLED", providerReference: body.providerReference, settledAt: body.settledAt });
      case "TRANSFER_FAILED":
        return learn({ status: "FAILED", code: body.code, detail: body.detail });
    }
  },
});
