import { expect, it } from "vitest";
import { canKeepLogin } from "./can-keep-login.ts";
import { deviceMark } from "./device-name.ts";

it("A login is kept on https and on loopback, and nowhere else.", () => {
  for (const origin of [
    "https://tunai.example",
    "http://localhost:3000",
    "http://127.0.0.1:3000",
    "http://[::1]:3000",
    "http://tunai.localhost",
  ])
    expect(canKeepLogin(origin), origin).toBe(true);
  for (const origin of [
    "http://tunai.example",
    "http://192.168.1.5:3000",
    "http://localhost.evil.example",
    "http://127.0.0.1.nip.io",
  ])
    expect(canKeepLogin(origin), origin).toBe(false);
});

it("A device is named as people know it.", () => {
  const chrome =
    "Mozilla/5.0 (Linux; Android 13; SM-A125F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36";
  expect(deviceMark(chrome)).toBe("Chrome, Android");
  expect(deviceMark(`${chrome} TunaiApp/2.11.8`)).toBe("TunaiApp, Android");
  expect(
    deviceMark(
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1",
    ),
  ).toBe("Safari, iOS");
  expect(deviceMark("Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0")).toBe("Firefox, Linux");
  expect(deviceMark("curl/8.0")).toBeNull();
});
