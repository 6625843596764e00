/** Forms of pages as a program fills them: reads a page's fields, sends them back, keeps cookies and follows nothing. */
import type { Sent } from "./tls-request.ts";

export type Ask = (
  path: string,
  options?: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<Sent>;

export interface FormClient {
  cookies: Map<string, string>;
  get(path: string): Promise<Sent>;
  /** `origin` as a browser says it; null says none. */
  post(path: string, fields: Record<string, string>, origin: string | null): Promise<Sent>;
}

export function formClient(ask: Ask): FormClient {
  const cookies = new Map<string, string>();
  const send: Ask = async (path, options = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = await ask(path, { ...options, headers: { ...options.headers, ...(cookie ? { cookie } : {}) } });
    for (const line of [sent.headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return sent;
  };
  return {
    cookies,
    get: (path) => send(path),
    post: (path, fields, origin) =>
      send(path, {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          ...(origin === null ? {} : { origin }),
        },
        body: new URLSearchParams(fields).toString(),
      }),
  };
}
