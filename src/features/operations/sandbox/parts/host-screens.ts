/** Screens that the host simulator offers: the rows of docs/screens.tsv that exist and need no parameter in their address. */
const [table = ""] = Object.values(
  import.meta.glob<string>("/docs/screens.tsv", { query: "?raw", import: "default", eager: true }),
);

export interface HostScreen {
  path: string;
  needsLogin: boolean;
}

export const hostScreens: readonly HostScreen[] = table
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"))
  .filter(([path = "", , , , since = ""]) => since.trim() !== "" && /^\/(?:webview|login)(?:\/[\w/-]*)?$/.test(path))
  .map(([path = "", , login = ""]) => ({ path, needsLogin: login === "yes" }));
