/** The app's listener: Android injects an object, iOS a message handler (docs/native-hosts.md). */
export interface NativePort {
  postMessage(message: string): void;
  /** Only on Android's own listener (`WebViewCompat.addWebMessageListener`), through which the app may answer. */
  addEventListener?(kind: "message", listener: (event: { data: unknown }) => void): void;
}
interface HostWindow {
  TunaiNative?: NativePort;
  webkit?: { messageHandlers?: { TunaiNative?: NativePort } };
}

/** Where messages to the app go; undefined in a browser. */
export function nativePort(host: unknown = window): NativePort | undefined {
  const { TunaiNative, webkit } = host as HostWindow;
  return TunaiNative ?? webkit?.messageHandlers?.TunaiNative;
}

/** Spec 9: apps put their object into the page while it loads; it is looked for every 50 ms. */
const pollMilliseconds = 50;
const maxPolls = 20;

/** Resolves once the app's object is there, or when it was looked for often enough: then no app answers on this page. */
export function portPolled(around: Window & typeof globalThis = window): Promise<boolean> {
  return new Promise((resolve) => {
    const poll = (remaining: number): void => {
      if (nativePort(around) || remaining === 0) return resolve(remaining > 0);
      around.setTimeout(() => poll(remaining - 1), pollMilliseconds);
    };
    poll(maxPolls);
  });
}
