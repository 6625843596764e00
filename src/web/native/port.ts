/** The app's ear: Android injects an object, iOS a message handler (docs/native-hosts.md). */
export interface NativePort {
  postMessage(message: string): void;
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
