import { expect, it } from "vitest";
import { networkIndexOf } from "./network.ts";
import type { Services } from "#server/services.ts";

const keys = { blindIndex: (_kind: string, value: string) => value } as unknown as Services["keys"];
const networkOf = (address: string): string => networkIndexOf({ keys }, { address });

it("Neighbours of a network are counted together.", () => {
  expect(networkOf("203.0.113.77")).toBe("203.0.113");
  expect(networkOf("::ffff:203.0.113.77")).toBe("203.0.113");
  expect(networkOf("2001:db8:12:7::1")).toBe(networkOf("2001:0db8:0012:ffff::2"));
  expect(networkOf("2001:db8::1")).toBe("2001:db8:0");
  expect(networkOf("::1")).toBe("0:0:0");
});

it("Who has no address any more is counted with the others that have none.", () => {
  expect(networkOf("")).toBe("unknown");
});
