/**
 * The file that a page fetches inside an app, at most 4 KB compressed: the bridge, and everything the page does with
 * it. A plain browser never requests it.
 */
import { nativeHostOf } from "#shared/native-host.ts";
import { startAppPage } from "./app-page.ts";
import { openBridge } from "./bridge.ts";
import { offerBridge } from "./opening.ts";
import { portPolled } from "./port.ts";

const { hostApp = "", brand = "", country = "" } = document.documentElement.dataset;
// The server names the app that it recognised; its version is read here, because cached pages do not know it.
const host = nativeHostOf(navigator.userAgent, [{ id: brand, country, hostApps: [hostApp] }]);
void (host ? portPolled() : Promise.resolve(false)).then((isThere) => {
  const bridge = openBridge(host);
  offerBridge(bridge);
  if (isThere) void startAppPage(bridge);
});
