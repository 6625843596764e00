import { expect, test } from "vitest";
import { readBrands } from "#server/process/brand.server.ts";
import { nativeHostOf } from "./native-host.ts";
import { agentOfSandboxHost, chosenSandboxHost, readSandboxHost, sandboxHostValue } from "./sandbox-host.ts";

const chosen = (query: string) => chosenSandboxHost(new URLSearchParams(query));

test("The choice becomes a cookie's value, which reads back, and an agent that names the same app.", () => {
  const brands = readBrands("brands");
  for (const platform of ["ANDROID", "IOS"] as const) {
    const host = { app: "KilatApp", version: "2.11.8", platform };
    expect(chosen(`app=KilatApp&version=2.11.8&platform=${platform}`)).toEqual(host);
    expect(sandboxHostValue(host)).not.toMatch(/[;,\s"]/);
    expect(readSandboxHost(sandboxHostValue(host))).toEqual(host);
    expect(readSandboxHost(`KilatApp/2.11.8;${platform}`)).toEqual(host);
    expect(nativeHostOf(agentOfSandboxHost(host), brands)).toMatchObject({ ...host, brand: "kilat" });
  }
});

test("A plain browser is chosen by its name; what cannot be read gives way to the default, and is no cookie.", () => {
  expect(chosen("app=browser")).toBeNull();
  const usual = { app: "TunaiApp", version: "2.12.0", platform: "ANDROID" };
  expect(chosen("")).toEqual(usual);
  expect(chosen("app=a%0d%0ab&version=x&platform=WINDOWS")).toEqual(usual);
  for (const value of ["", "TunaiApp", "TunaiApp/2.1;WEB", "TunaiApp/x;IOS", "TunaiApp/1%3BIOS%3B"])
    expect(readSandboxHost(value), value).toBeNull();
});
