/**
 * The product's request pipeline, calls and jobs from the sources, with one more call that posts a rupiah in the
 * ledger.
 */
import { createServer } from "node:http";
import { resolve } from "node:path";
import type { ServerBuild } from "react-router";
import * as v from "valibot";
import { answer } from "#server/call/pipeline.ts";
import { readBrands } from "#server/process/brand.server.ts";
import { account, post } from "#server/ledger/index.ts";
import { openServices } from "#server/open-services.ts";
import { dateInWib } from "#shared/dates.ts";
import { defineCall } from "#shared/contract.ts";
import { createApi, domains, registerWork } from "../../src/api.ts";
import { createApp } from "../../src/app.ts";

const reward = defineCall({
  id: "reward",
  method: "POST",
  path: "/api/bench/reward",
  summary: "Moves one rupiah from a campaign's budget to the borrower's wallet.",
  policy: { who: "borrower", idempotent: true },
  input: v.strictObject({ reference: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)) }),
  output: v.object({ reference: v.string() }),
  problems: {},
});

const installation = await openServices(process.env, domains);
const { services } = installation;
const api = createApi(services);
registerWork(services);
api.mount(
  answer(reward, async ({ reference }, { trx, borrowerId }) => {
    const now = services.clock.now();
    await post(trx, now, [
      {
        id: `reward_${reference}`,
        kind: "REWARD",
        debit: account("REWARD_BUDGET", borrowerId),
        credit: account("WALLET", borrowerId),
        amount: 1,
        reference,
        valueDate: dateInWib(now),
      },
    ]);
    return { reference };
  }),
);
await installation.startWork();
const app = createApp({
  api,
  brands: readBrands(resolve("brands")),
  build: async () => ({ routes: {} }) as unknown as ServerBuild,
  mode: "production",
  cache: null,
  clientFolder: null,
  ready: async () => true,
});
createServer((request, response) => app.serve(request, response)).listen(services.config.port, () =>
  console.log("posting product is ready"),
);
process.on("SIGTERM", () => void installation.stop().then(() => process.exit(0)));
