/**
 * React Router lets a client choose which loaders run (`?_routes=`). Every screen is asked for its data with each choice,
 * by a stranger and by another borrower: nothing of borrower A comes out, and nothing of the console at all. // Threat E3t
 */
import { expect, it } from "vitest";
import { phone } from "#tests/support/browser.ts";
import { madeApplication } from "#tests/support/console.ts";
import { mountedScreens } from "#tests/support/house-sources.ts";

const seed = process.pid % 7_000;
const openOfConsole = /^\/staff\/(?:login|login\/return|login\/code|join|logout)$/;
const shells = ["web/shells/website", "web/shells/webview", "web/shells/staff"];

it("No choice of loaders shows what is somebody else's.", async () => {
  const own = await phone();
  const canaries = { street: `Jalan Kenari ${seed} Nomor 7`, companyName: `PT Burung Kenari ${seed}` };
  const a = await madeApplication(own, "approved-east", `0817${String(10_000_000 + seed * 19).slice(0, 8)}`, canaries);
  const secrets = [...Object.values(canaries), a.mobileNumber];
  // The search works: A's own page contains the value.
  const ownData = await own.page.evaluate(async () => (await fetch("/webview/profile.data?step=work")).text());
  expect(ownData).toContain(canaries.companyName);

  const stranger = await phone();
  await stranger.page.goto(`${stranger.origin}/login`);
  const b = await phone();
  await madeApplication(b, "approved-1", `0817${String(20_000_000 + seed * 19).slice(0, 8)}`);
  // The sandbox shows every message on purpose, and prod has none.
  const screens = (await mountedScreens()).filter(({ path }) => path !== "/sandbox");
  const asked = screens.flatMap(({ path, file }) => {
    const address = path.replaceAll("{}", a.loanId || a.borrowerId).replace(/\/$/, "") || "/_root";
    const leaf = file.replace(/^src\//, "").replace(/\.tsx?$/, "");
    return ["", leaf, "root", `root,${leaf}`, ...shells, `${leaf},${shells.join(",")}`].map(
      (routes) => `${address}.data${routes && `?_routes=${encodeURIComponent(routes)}`}`,
    );
  });
  for (const visitor of [stranger, b]) {
    const answers = await visitor.page.evaluate(async (paths) => {
      const read = async (path: string) => {
        const answer = await fetch(path, { redirect: "manual" });
        return { path, status: answer.status, text: await answer.text() };
      };
      const found = [];
      for (let index = 0; index < paths.length; index += 20)
        found.push(...(await Promise.all(paths.slice(index, index + 20).map(read))));
      return found;
    }, asked);
    const faults = answers.flatMap(({ path, status, text }) => {
      const shown = secrets.filter((secret) => text.includes(secret));
      const isConsole = path.startsWith("/staff") && !openOfConsole.test(path.split(".data")[0] ?? "");
      const leaf = decodeURIComponent(path.split("_routes=")[1] ?? "features/");
      // Root and shells hold nothing but the frame; a screen of the console leads to its login.
      const isOpen = isConsole && leaf.includes("features/") && status < 400 && !text.includes("/staff/login");
      return [
        ...(shown.length > 0 ? [`${path} shows ${shown.join(", ")}`] : []),
        ...(isOpen ? [`${path} answers ${status}`] : []),
        ...(status >= 500 ? [`${path} fails with ${status}`] : []),
      ];
    });
    expect(faults).toEqual([]);
  }
});
