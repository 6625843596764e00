/** Finds the browser of the journeys, or installs Debian's package where this user may; otherwise says in one line what to do. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const known = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome-stable", "/usr/bin/google-chrome", "/opt/google/chrome/chrome"];

/** @returns the path of a Chromium or Chrome. Ends the process when there is none and none can be installed. */
export async function findBrowser(): Promise<string> {
  const given = process.env["CHROMIUM"];
  if (given) return given;
  const found = known.find((path) => existsSync(path));
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log("Installing Chromium from the system's packages (once).");
    try {
      execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore" });
      execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    } catch {
      // The line below says what is left to do.
    }
    const installed = known.find((path) => existsSync(path));
    if (installed) return installed;
  }
  console.error("The browser tests need Chromium: install it (for example `apt-get install chromium`) or name one in CHROMIUM.");
  process.exit(1);
}
