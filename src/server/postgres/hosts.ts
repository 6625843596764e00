/** The servers that a connection URL names, and the one that new connections go to. */
import { DatabaseUnreachable } from "./lost-connection.ts";

const shape = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#]*)([^#]*)$/;

/** One URL for each server of `postgresql://user:password@one:5432,two:5432/name`, in this order; null for another form. */
export function urlsOf(text: string): string[] | null {
  const [, scheme = "", account = "", servers = "", rest = ""] = shape.exec(text) ?? [];
  if (scheme === "") return null;
  const urls = servers.split(",").map((server) => `${scheme}${account}${server}${rest}`);
  return urls.every((url) => URL.canParse(url)) ? urls : null;
}

/** Servers of one database, of which one accepts writes. */
export class DatabaseHosts {
  /** The variable that names them: `DATABASE_URL`. */
  readonly name: string;
  readonly #urls: readonly string[];
  #at = 0;

  /** @throws Error that names the variable and not its value, where `url` is no connection URL. */
  constructor(url: string, name = "DATABASE_URL") {
    const urls = urlsOf(url);
    if (!urls) throw new Error(`${name} is no connection URL such as postgresql://user:password@host:5432/name.`);
    this.name = name;
    this.#urls = urls;
  }

  get count(): number {
    return this.#urls.length;
  }

  /** The URL of the server that the next connection goes to. */
  get current(): string {
    return this.#urls[this.#at] as string;
  }

  /** This server gave no write connection: the next one is tried, unless another connection has chosen it already. */
  failed(url: string): void {
    if (url === this.current) this.#at = (this.#at + 1) % this.#urls.length;
  }

  /** Says that no connection was opened and why, in words that are safe to log. */
  unreachable(error: unknown): DatabaseUnreachable {
    if (error instanceof DatabaseUnreachable) return error;
    const reason = this.#masked(reasonOf(error));
    const isSilent = /\btimeout\b|ETIMEDOUT/i.test(reason);
    const words = isSilent ? "no server answered in time" : reason;
    return new DatabaseUnreachable(
      `${this.name} cannot be reached: ${words}.`,
      isSilent ? "ETIMEDOUT" : "08001",
      error,
    );
  }

  #masked(text: string): string {
    const passwords = this.#urls.flatMap((url) => {
      const parsed = URL.parse(url);
      const written = [parsed?.password ?? "", parsed?.searchParams.get("password") ?? ""];
      return [...written, ...written.map((one) => decodeURIComponent(one))];
    });
    return passwords.filter(Boolean).reduce((masked, password) => masked.replaceAll(password, "…"), text);
  }
}

/** A name with several addresses fails with one error per address, and no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join(", ");
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
}
