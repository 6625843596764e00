/**
 * The file that a page fetches where an app is around it, at most 4 KB compressed: the bridge, and what the page does by it.
 * In a plain browser it is never asked for.
 */
import { nativeHostOf } from "#shared/native-host.ts";
import { startAppPage } from "./app-page.ts";
import { openBridge } from "./bridge.ts";
import { offerBridge } from "./opening.ts";

const { hostApp = "", brand = "", country = "" } = document.documentElement.dataset;
// The server names the app that it recognised; its version is read here, because cached pages do not know it.
const bridge = openBridge(nativeHostOf(navigator.userAgent, [{ id: brand, country, hostApps: [hostApp] }]));
offerBridge(bridge);
void startAppPage(bridge);
