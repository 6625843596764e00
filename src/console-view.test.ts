/** Density and shortcuts are chosen in the address, kept in a cookie, and only known values are accepted. */
import { expect, it } from "vitest";
import { chosenConsoleView, consoleViewOf } from "./console-view.ts";

function choose(address: string, consoleView: string | null = null) {
  const set: string[] = [];
  const caller = { consoleView, setCookie: (name: string, value: string) => set.push(`${name}=${value}`) };
  return { to: chosenConsoleView(new URL(address, "http://own.invalid"), caller as never), set };
}

it("moves the choice from the address to the cookie and keeps every other part of the address", () => {
  expect(choose("/staff/loans?view=LATE&density=comfortable")).toEqual({
    to: "/staff/loans?view=LATE",
    set: ["consoleView=comfortable.on"],
  });
  expect(choose("/staff?shortcuts=off", "comfortable.on")).toEqual({
    to: "/staff",
    set: ["consoleView=comfortable.off"],
  });
  expect(choose("/staff?density=dense", "comfortable.off").set).toEqual(["consoleView=dense.off"]);
  expect(choose("/staff/loans?view=LATE")).toEqual({ to: null, set: [] });
});

it("takes known words alone; others leave the choice as it is", () => {
  expect(choose("/staff?density=%0d%0aSet-Cookie:x", "comfortable.on").set).toEqual(["consoleView=comfortable.on"]);
});

it("is dense with shortcuts until a choice was made", () => {
  const view = (consoleView: string | null) => consoleViewOf({ consoleView });
  expect(view(null)).toEqual({ isComfortable: false, hasShortcuts: true });
  expect(view("comfortable.off")).toEqual({ isComfortable: true, hasShortcuts: false });
  expect(view("<script>")).toEqual({ isComfortable: false, hasShortcuts: true });
});
