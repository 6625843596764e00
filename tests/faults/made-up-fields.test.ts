/** A body of thousands of fields keeps nobody else waiting: what is made of them costs each the same. */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";

const app = await testApp();

it("An upload of fields that all have one name is refused at once.", async () => {
  const body = new FormData();
  for (let n = 0; n < 40_000; n++) body.append("file", "x");
  const began = performance.now();
  const answer = await app.client().send("POST", `/api/verify/${app.services.random.uuid()}`, body);
  expect([answer.status, answer.body.status.code]).toEqual([422, "INPUT_INVALID"]);
  expect(performance.now() - began).toBeLessThan(10_000);
});
