/**
 * What a page sent and never saw answered waits in the session until some page of ours arrives the normal way: that the
 * server answered settles it, and with it what was kept of the fields that were sent.
 */
export function forgetSent(): void {
  try {
    const keys = Object.keys(sessionStorage);
    for (const sent of keys.filter((key) => key.startsWith("tunai:sent:"))) {
      const fields = `tunai:keep:${sent.slice("tunai:sent:".length)}:`;
      for (const key of keys) if (key === sent || key.startsWith(fields)) sessionStorage.removeItem(key);
    }
  } catch {
    // No storage, nothing to forget.
  }
}
