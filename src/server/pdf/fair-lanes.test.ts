import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { FairLanes } from "./fair-lanes.ts";

/** Lanes whose work ends when the test resolves it. */
function lanesOf(limits: { lanes: number; waiting: number }) {
  const lanes = new FairLanes({ ...limits, seconds: 5 });
  const begun: string[] = [];
  const ends = new Map<string, (isCostly: boolean) => void>();
  const ask = (owner: string, name: string): Promise<string> =>
    lanes.run(
      owner,
      () =>
        new Promise((done) => {
          begun.push(name);
          ends.set(name, (isCostly) => done({ result: name, isCostly }));
        }),
    );
  /** Returns once the work has begun or its owner waits. */
  const send = async (owner: string, name = owner): Promise<{ ended: Promise<string> }> => {
    const ended = ask(owner, name);
    await Promise.race([ended, turn()]);
    return { ended };
  };
  const end = async (name: string, isCostly = false): Promise<void> => {
    ends.get(name)?.(isCostly);
    await turn();
  };
  return { begun, send, end };
}

it("draws one document of an owner at a time, and lets others pass the one that waits", async () => {
  const { begun, send, end } = lanesOf({ lanes: 2, waiting: 6 });
  const first = await send("anna", "anna 1");
  await send("anna", "anna 2");
  expect(begun).toEqual(["anna 1"]);
  await send("budi");
  expect(begun).toEqual(["anna 1", "budi"]);
  await send("citra");
  await end("budi");
  expect(begun).toEqual(["anna 1", "budi", "citra"]);
  await end("anna 1");
  expect(await first.ended).toBe("anna 1");
  expect(begun).toEqual(["anna 1", "budi", "citra", "anna 2"]);
});

it("refuses an owner's third with the seconds to wait, and takes it when the second has begun", async () => {
  const { begun, send, end } = lanesOf({ lanes: 2, waiting: 6 });
  await send("anna", "anna 1");
  await send("anna", "anna 2");
  await expect(send("anna", "anna 3")).rejects.toMatchObject({ code: "RATE_LIMITED", data: { retryInSeconds: 5 } });
  await end("anna 1");
  await send("anna", "anna 4");
  await end("anna 2");
  expect(begun).toEqual(["anna 1", "anna 2", "anna 4"]);
});

it("refuses everybody when as many wait as may", async () => {
  const { begun, send, end } = lanesOf({ lanes: 1, waiting: 2 });
  await send("anna");
  await send("budi");
  await send("citra");
  await expect(send("dewi")).rejects.toMatchObject({ code: "UNAVAILABLE" });
  for (const name of ["anna", "budi"]) await end(name);
  await send("dewi");
  await end("citra");
  expect(begun).toEqual(["anna", "budi", "citra", "dewi"]);
});

it("keeps those who were costly to one lane together, and lets one of them wait", async () => {
  const { begun, send, end } = lanesOf({ lanes: 2, waiting: 6 });
  for (const name of ["mallory", "oscar", "trudy"]) {
    await send(name);
    await end(name, true);
  }
  begun.length = 0;
  await send("mallory");
  await send("oscar");
  await expect(send("trudy")).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await send("anna");
  expect(begun).toEqual(["mallory", "anna"]);
  await end("anna");
  expect(begun).toEqual(["mallory", "anna"]);
  await end("mallory");
  expect(begun).toEqual(["mallory", "anna", "oscar"]);
});

it("frees the lane of work that failed", async () => {
  const lanes = new FairLanes({ lanes: 1, waiting: 0, seconds: 5 });
  await expect(lanes.run("anna", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await lanes.run("anna", async () => ({ result: "done", isCostly: false }))).toBe("done");
});
