/**
 * The host simulator (`/sandbox/host`) inside the framed page: it plays the app's object, gives the page the app's user
 * agent, and reports to the simulator everything that the page sends by the bridge and by the network. Only pages in
 * its frame load it; never in prod.
 */
import { agentOfSandboxHost, readSandboxHost, sandboxHostCookie } from "#shared/sandbox-host.ts";
import type { FromFrame, ToFrame } from "./simulator-messages.ts";

const cookie = new RegExp(`(?:^|; )${sandboxHostCookie}=([^;]*)`).exec(document.cookie)?.[1] ?? "";
const host = readSandboxHost(cookie);
// Opened in its own window, the page is not in an app.
if (host && parent !== window) play();

function play(): void {
  if (!host) return;
  const post = (message: FromFrame): void => parent.postMessage(message, location.origin);
  Object.defineProperty(navigator, "userAgent", { value: agentOfSandboxHost(host) });

  /** Messages of the page wait until the simulator listens. */
  let waiting: FromFrame[] | null = [];
  const say = (message: FromFrame): void => void (waiting ? waiting.push(message) : post(message));
  const listeners: ((event: { data: unknown }) => void)[] = [];
  const port = { postMessage: (text: string): void => say({ simulated: "asked", text: String(text) }) };
  if (host.platform === "IOS") Object.assign(window, { webkit: { messageHandlers: { TunaiNative: port } } });
  else {
    const addEventListener = (_kind: string, listener: (event: { data: unknown }) => void) => listeners.push(listener);
    Object.assign(window, { TunaiNative: { ...port, addEventListener } });
  }

  post({ simulated: "loads" });
  addEventListener("message", ({ data, origin, source }) => {
    if (origin !== location.origin || source !== parent) return;
    const message = data as ToFrame;
    if (message?.simulator === "ready") {
      const waited = waiting ?? [];
      waiting = null;
      for (const one of waited) post(one);
    } else if (message?.simulator === "says") {
      if (listeners.length > 0) for (const listener of listeners) listener({ data: message.text });
      else (window as { TunaiWeb?: { receive(text: string): void } }).TunaiWeb?.receive(message.text);
    }
  });

  addEventListener("error", ({ message }) => say({ simulated: "failed", text: message }));
  addEventListener("unhandledrejection", ({ reason }) => say({ simulated: "failed", text: String(reason) }));
  const { fetch: send } = window;
  window.fetch = async (target, init) => {
    const request = new Request(target, init);
    const { pathname, search } = new URL(request.url);
    const body = typeof init?.body === "string" ? init.body.slice(0, maxShownBody) : "";
    const sent = (status: number): void =>
      say({
        simulated: "sent",
        method: request.method,
        path: pathname + search,
        status,
        headers: Object.fromEntries(request.headers),
        body,
      });
    try {
      const answer = await send(target, init);
      sent(answer.status);
      return answer;
    } catch (error) {
      sent(0);
      throw error;
    }
  };

  addEventListener("DOMContentLoaded", () => {
    if (window.name === darkFrame || window.name === lightFrame) dressAs(window.name === darkFrame);
    say({ simulated: "entered", path: location.pathname + location.search, title: document.title });
  });
}

/** Signs of a request's body that the simulator shows. */
const maxShownBody = 4_000;
/** The frame's name says which colour scheme is shown, whatever the device prefers. */
const darkFrame = "dark";
const lightFrame = "light";

function dressAs(isDark: boolean): void {
  document.documentElement.style.colorScheme = isDark ? "dark" : "light";
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSMediaRule && /prefers-color-scheme:\s*dark/.test(rule.media.mediaText))
        rule.media.mediaText = isDark ? "all" : "not all";
}
