/**
 * The public randomness of a drand network (League of Entropy): `GET /{chain}/public/{round}` answers the round's value, which is the
 * SHA-256 of its threshold signature, and the same for ever. Rounds follow from the chain's genesis and period, so a future one can be
 * named. // https://drand.love/developer/http-api
 */
import { createHash } from "node:crypto";
import * as v from "valibot";
import { OutboundFailure, type Peer } from "../http.ts";
import type { BeaconPort } from "./port.ts";

export interface DrandChain {
  /** SHA-256 of the chain's description, 64 lower hex digits. */
  hash: string;
  /** Unix seconds of round 1. */
  genesisSeconds: number;
  periodSeconds: number;
}

/** The public network's chain of three seconds, "quicknet". */
export const quicknet: DrandChain = {
  hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  genesisSeconds: 1_692_803_367,
  periodSeconds: 3,
};

const hex = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})+$/));
const answerSchema = v.object({
  round: v.number(),
  randomness: v.pipe(hex, v.length(64)),
  signature: v.pipe(hex, v.maxLength(400)),
});

export function createDrandBeacon(peer: Peer, chain: DrandChain): BeaconPort {
  const prefix = `drand:${chain.hash}:`;
  return {
    adapter: "drand",
    roundAt(moment) {
      const seconds = moment.getTime() / 1_000 - chain.genesisSeconds;
      return `${prefix}${Math.max(0, Math.ceil(seconds / chain.periodSeconds)) + 1}`;
    },
    async valueOf(named) {
      const round = named.startsWith(prefix) ? Number(named.slice(prefix.length)) : Number.NaN;
      // A round of another chain than the configured one: this beacon cannot answer it.
      if (!Number.isSafeInteger(round) || round < 1) return { outcome: "UNAVAILABLE" };
      const found = await answerOf(peer, `/${chain.hash}/public/${round}`);
      if (found?.round !== round || sha256(found.signature) !== found.randomness) return { outcome: "UNAVAILABLE" };
      return { outcome: "KNOWN", value: `${named}:${found.randomness}` };
    },
  };
}

const sha256 = (bytes: string): string => createHash("sha256").update(Buffer.from(bytes, "hex")).digest("hex");

/** Null for silence, a refusal (a future round), and an answer that breaks the API's contract. */
async function answerOf(peer: Peer, path: string): Promise<v.InferOutput<typeof answerSchema> | null> {
  try {
    const { status, body } = await peer.send({ method: "GET", path, headers: { accept: "application/json" } });
    if (status !== 200) return null;
    const parsed = v.safeParse(answerSchema, JSON.parse(Buffer.from(body).toString("utf8")));
    return parsed.success ? parsed.output : null;
  } catch (error) {
    if (error instanceof OutboundFailure || error instanceof SyntaxError) return null;
    throw error;
  }
}
