import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readBrands } from "#server/process/brand.server.ts";
import { userAgents } from "#tests/support/user-agents.ts";
import { compareVersions, isAtLeast, nativeHostOf, versionCode, versionParts } from "#shared/native-host.ts";

const brands = [
  { id: "tunai", country: "IDN", hostApps: ["tunai", "TunaiApp"] },
  { id: "presta-mx", country: "MEX", hostApps: ["PrestaApp"] },
];
const chrome =
  "Mozilla/5.0 (Linux; Android 11; CPH2179; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/96.0.4664.45 Mobile Safari/537.36";

describe("the host app of a user agent", () => {
  test("A web view of an app names app, brand, country and version.", () => {
    expect(nativeHostOf(`${chrome} TunaiApp/2.11.8`, brands)).toEqual({
      app: "TunaiApp",
      brand: "tunai",
      country: "IDN",
      version: "2.11.8",
      versionCode: 21108,
      platform: "ANDROID",
    });
    expect(nativeHostOf(`${chrome} prestaapp/1.0 (MEX)`, brands)).toMatchObject({
      app: "PrestaApp",
      brand: "presta-mx",
      country: "MEX",
      versionCode: 10000,
    });
  });
  test("A browser, another app and a name inside another name are no host.", () => {
    for (const agent of [
      chrome,
      "",
      `${chrome} WhatsApp/2.23`,
      `${chrome} NotTunaiApp/1.0`,
      `${chrome} TunaiApp`,
      `${chrome} x/TunaiApp/1.0`,
    ]) {
      expect(nativeHostOf(agent, brands), agent).toBeNull();
    }
  });
  test("Each of our apps is known on both platforms, with its brand's country.", () => {
    const installed = readBrands("brands");
    expect(userAgents).toHaveLength(2 * installed.length);
    for (const { brand, app, platform, agent } of userAgents)
      expect(nativeHostOf(agent, installed), agent).toMatchObject({
        app,
        brand,
        platform,
        country: installed.find(({ id }) => id === brand)?.country,
        version: "2.11.8",
      });
  });
  test("A tablet of Apple is iOS; an agent that names no system has no platform.", () => {
    const of = (agent: string) => nativeHostOf(agent, brands)?.platform;
    expect(of("Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) TunaiApp/3.0.0")).toBe("IOS");
    expect(of("Mozilla/5.0 (X11; Linux x86_64) TunaiApp/3.0.0")).toBeNull();
  });
  test("Of two apps the first known one counts.", () => {
    expect(nativeHostOf(`${chrome} Other/1.0 PrestaApp/1.0 TunaiApp/2.11.8`, brands)?.app).toBe("PrestaApp");
  });
  test("Any text is read without an error.", () => {
    fc.assert(fc.property(fc.string({ maxLength: 500 }), (agent) => void nativeHostOf(agent, brands)));
  });
});

describe("versions", () => {
  test("Version 2.11.8 is the code 21108, and the code reads back as the version.", () => {
    expect(versionCode("2.11.8")).toBe(21108);
    expect(versionParts("21108")).toEqual([2, 11, 8]);
    expect(versionCode("3")).toBe(30000);
    expect(versionCode("1.100.0")).toBeNull();
    expect(versionCode("2.11.x")).toBeNull();
  });
  const part = fc.nat(99);
  test("Codes order as versions do while parts have two digits.", () => {
    fc.assert(
      fc.property(fc.tuple(part, part, part), fc.tuple(part, part, part), (a, b) => {
        const [left, right] = [a.join("."), b.join(".")];
        expect(Math.sign(compareVersions(left, right))).toBe(
          Math.sign((versionCode(left) ?? 0) - (versionCode(right) ?? 0)),
        );
      }),
    );
  });
  test("Longer parts are compared as numbers, not as padded text.", () => {
    expect(compareVersions("1.100.0", "2.0.0")).toBeLessThan(0);
    expect(compareVersions("1.100.0", "1.99.9")).toBeGreaterThan(0);
    expect(isAtLeast({ version: "2.11.8" }, "2.11.8") && !isAtLeast({ version: "2.11.7" }, "2.11.8")).toBe(true);
    expect(isAtLeast({ version: "garbage" }, "0.0.0")).toBe(false);
    // Such a version has no code: a check by code would refuse features that it knows.
    expect(isAtLeast({ version: "2.100.0" }, "2.11.8") && isAtLeast({ version: "1.100.0" }, "1.99.9")).toBe(true);
  });
});
