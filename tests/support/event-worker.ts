/**
 * A process that hears events until it is killed: its subscriber writes its effect and then hangs in the midst of its transaction.
 * Started by the fault tests; prints `hearing` with the first one.
 */
import { openServices } from "#server/open-services.ts";
import { teapotDomain } from "./teapot.ts";

const teapot = teapotDomain(async () => {
  console.log("hearing");
  await new Promise((never) => setTimeout(never, 600_000));
});
const installation = await openServices(process.env, [teapot]);
installation.services.events.open(installation.services, teapot.subscribes!);
await installation.startWork();
