import { expect, it } from "vitest";
import { smsSegments } from "./segments.ts";

it("An SMS of 160 letters is one message, of 161 two, and each further 153 are one more.", () => {
  const of = (length: number) => smsSegments("a".repeat(length));
  expect([0, 1, 160, 161, 306, 307, 459, 460].map(of)).toEqual([1, 1, 1, 2, 2, 3, 3, 4]);
});

it("Signs of the alphabet's extension count twice.", () => {
  expect(smsSegments("{}".repeat(40))).toBe(1);
  expect(smsSegments(`${"{}".repeat(40)}a`)).toBe(2);
  expect(smsSegments(`@${"a".repeat(157)}€`)).toBe(1);
});

it("A single letter outside of the alphabet leaves 70 to a message, and 67 to each of several.", () => {
  const of = (length: number) => smsSegments(`码${"a".repeat(length - 1)}`);
  expect([70, 71, 134, 135, 201, 202].map(of)).toEqual([1, 2, 2, 3, 3, 4]);
  // An emoji is one visible character but two UTF-16 units of the SMS.
  expect(smsSegments("😀".repeat(35))).toBe(1);
  expect(smsSegments("😀".repeat(36))).toBe(2);
});
