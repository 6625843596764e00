import fc from "fast-check";
import { format, inspect } from "node:util";
import { expect, test } from "vitest";
import { redacted, Secret } from "#shared/secret.ts";

test("A secret shows a mark instead of its value however it is printed, and gives the value back when asked.", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 12 }), (tail) => {
      const value = `canary-${tail}`;
      const secret = new Secret(value);
      const holder = { deep: [{ secret }] };
      const prints = [
        String(secret),
        `${secret}`,
        "" + (secret as unknown as string),
        JSON.stringify(holder),
        inspect(secret),
        inspect(holder, { depth: 9, showHidden: true }),
        format("%s %o %j", secret, secret, secret),
        JSON.stringify(Object.entries(secret)),
        JSON.stringify({ ...secret }),
      ];
      for (const print of prints) expect(print).not.toContain("canary-");
      expect(prints[0]).toBe(redacted);
      expect(secret.reveal()).toBe(value);
    }),
  );
});
