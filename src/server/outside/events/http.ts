/** An event sink over the partner contract: `POST /v1/events` with `{ events }` → `{ accepted }`. The sink counts one event id once. */
import { createHash } from "node:crypto";
import * as v from "valibot";
import type { PartnerClient } from "../partner.ts";
import type { EventsPort } from "./port.ts";

export function createHttpEvents(partner: PartnerClient): EventsPort {
  return {
    adapter: "http",
    async publish(events) {
      if (!events.length) return;
      const key = createHash("sha256")
        .update(events.map((event) => event.eventId).join("|"))
        .digest("hex")
        .slice(0, 32);
      const answer = await partner.ask("/v1/events", key, { events }, v.object({ accepted: v.literal(events.length) }));
      if (!answer) throw new Error("The event sink did not confirm.");
    },
  };
}
