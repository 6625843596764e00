/**
 * Installs the tools of the tests that are no npm packages, if this user may: a browser, PDF readers, and a TLS proxy.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const debian = { whole: "/usr/bin/chromium", shell: "/usr/bin/chromium-headless-shell" };
const browsers = [
  debian.whole,
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/opt/google/chrome/chrome",
];
const findBrowser = (): string | undefined => process.env["CHROMIUM"] ?? browsers.find((path) => existsSync(path));

interface Tool {
  package: string;
  isThere: () => boolean;
  /** Only for `npm run test:long`. */
  isForLong?: true;
}
const tools: Tool[] = [
  { package: "chromium", isThere: () => findBrowser() !== undefined },
  // Beside Debian's Chromium, of the same release; next to another browser it is not installed.
  {
    package: "chromium-headless-shell",
    isThere: () => (findBrowser() ?? debian.whole) !== debian.whole || existsSync(debian.shell),
  },
  { package: "poppler-utils", isThere: () => existsSync("/usr/bin/pdfsig") && existsSync("/usr/bin/pdftotext") },
  // The proxy of the example in docs/operations.md.
  { package: "haproxy", isThere: () => existsSync("/usr/sbin/haproxy") },
  { package: "openssl", isThere: () => existsSync("/usr/bin/openssl") },
  { package: "pgbouncer", isThere: () => existsSync("/usr/sbin/pgbouncer"), isForLong: true },
  // Reads the figures of METRICS_PORT, and checks their form (promtool).
  { package: "prometheus", isThere: () => existsSync("/usr/bin/promtool"), isForLong: true },
  // A server with its own pg_dump and pg_restore, for the commands of docs/operations.md.
  { package: "postgresql", isThere: () => existsSync("/usr/lib/postgresql"), isForLong: true },
  // A cluster of database servers (tests/faults/fail-over.test.ts).
  { package: "patroni", isThere: () => existsSync("/usr/bin/patroni"), isForLong: true },
  { package: "etcd-server", isThere: () => existsSync("/usr/bin/etcd"), isForLong: true },
  // The image and its neighbours (tests/faults/image.test.ts), with their network and a runtime for every kind of control groups.
  { package: "mmdebstrap", isThere: () => existsSync("/usr/bin/mmdebstrap"), isForLong: true },
  { package: "podman", isThere: () => existsSync("/usr/bin/podman"), isForLong: true },
  { package: "podman-compose", isThere: () => existsSync("/usr/bin/podman-compose"), isForLong: true },
  { package: "runc", isThere: () => existsSync("/usr/sbin/runc"), isForLong: true },
  { package: "netavark", isThere: () => existsSync("/usr/lib/podman/netavark"), isForLong: true },
  { package: "aardvark-dns", isThere: () => existsSync("/usr/lib/podman/aardvark-dns"), isForLong: true },
  { package: "iptables", isThere: () => existsSync("/usr/sbin/iptables"), isForLong: true },
];

/**
 * Makes the tools ready and returns the browsers for the tests' environment: a Chromium or Chrome, and its faster
 * headless shell if there is one. Without a browser the process ends with one line that says what to install; a missing
 * PDF reader only skips the tests that need it, a missing shell only takes longer.
 */
export function prepareTestTools({ isLong }: { isLong: boolean }): { CHROMIUM: string; CHROMIUM_SHELL: string } {
  const missing = tools.filter((tool) => (isLong || !tool.isForLong) && !tool.isThere()).map((tool) => tool.package);
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) install(missing);
  const browser = findBrowser();
  if (browser)
    return {
      CHROMIUM: browser,
      CHROMIUM_SHELL: browser === debian.whole && existsSync(debian.shell) ? debian.shell : "",
    };
  console.error(
    "The browser tests need Chromium: install it (for example `apt-get install chromium poppler-utils`) or name one in CHROMIUM.",
  );
  process.exit(1);
}

function install(packages: string[]): void {
  console.log(`Installing ${packages.join(", ")} from the system's packages (once).`);
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore", env: environment });
  } catch {
    // The existing package lists may suffice.
  }
  // One by one, so that a package unknown to this system does not block the others.
  for (const name of packages)
    try {
      execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], {
        stdio: "ignore",
        env: environment,
      });
    } catch {
      // The caller reports missing tools, or the tests skip their use.
    }
}
