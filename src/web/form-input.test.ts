import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { defineCall, type Call } from "#shared/contract.ts";
import { businessDate } from "#shared/fields/date.ts";
import { formInput } from "./form-input.ts";

const contract = defineCall({
  id: "contract",
  method: "POST",
  path: "/api/x",
  summary: "x",
  policy: { who: "anyone" },
  input: v.strictObject({
    name: v.string(),
    note: v.optional(v.string()),
    amountRupiah: v.pipe(v.number(), v.integer()),
    count: v.optional(v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))])),
    agreed: v.boolean(),
    kinds: v.array(v.string()),
    photo: v.optional(v.file()),
    code: v.optional(v.union([v.string(), v.array(v.string())])),
    address: v.strictObject({ street: v.string(), rt: v.optional(v.string()) }),
  }),
  output: v.unknown(),
  problems: {},
}) as unknown as Call;

function form(entries: [string, string | File][]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

describe("a form's fields as the input of a call", () => {
  it("reads typed amounts with their marks as numbers and leaves slips as typed", () => {
    expect(formInput(contract, form([["amountRupiah", "Rp 1.000.000"]]))["amountRupiah"]).toBe(1_000_000);
    expect(formInput(contract, form([["amountRupiah", "1,5 juta"]]))["amountRupiah"]).toBe("1,5 juta");
    expect(formInput(contract, form([["count", "3"]]))["count"]).toBe(3);
  });
  it("reads a tick as true and its absence as false", () => {
    expect(formInput(contract, form([["agreed", "on"]]))["agreed"]).toBe(true);
    expect(formInput(contract, form([]))["agreed"]).toBe(false);
  });
  it("keeps all values of a list", () => {
    expect(
      formInput(
        contract,
        form([
          ["kinds", "A"],
          ["kinds", "B"],
        ]),
      )["kinds"],
    ).toEqual(["A", "B"]);
  });
  it("reads one field as one value and several of its name as a list, where the call takes either", () => {
    const code = (...typed: string[]) =>
      formInput(contract, form(typed.map((one): [string, string] => ["code", one])))["code"];
    expect(code("8090")).toBe("8090");
    expect(code("8", "0", "9", "0")).toEqual(["8", "0", "9", "0"]);
    expect(code("8090", "", "", "")).toEqual(["8090"]);
    expect(code("", "")).toBeUndefined();
    expect(code()).toBeUndefined();
  });
  it("reads nested fields by dotted names", () => {
    expect(
      formInput(
        contract,
        form([
          ["address.street", "Jalan Mawar"],
          ["address.rt", ""],
        ]),
      )["address"],
    ).toEqual({ street: "Jalan Mawar" });
  });
  it("reads a date that is typed in parts as one, and what is no date as it was typed", () => {
    const born = (year: string, month: string, day: string) =>
      formInput(
        contract,
        form([
          ["name.year", year],
          ["name.month", month],
          ["name.day", day],
        ]),
      )["name"];
    expect(born("1990", "3", "5")).toBe("1990-03-05");
    expect(born(" 1990 ", "12", "31")).toBe("1990-12-31");
    expect(born("", "", "")).toBe("");
    expect(v.is(businessDate, born("1990", "", "5"))).toBe(false);
    expect(v.is(businessDate, born("1991", "2", "29"))).toBe(false);
    expect(v.is(businessDate, born("90", "3", "5"))).toBe(false);
    expect(formInput(contract, form([["name", "1990-03-05"]]))["name"]).toBe("1990-03-05");
  });
  it("leaves empty optional fields and empty files out, and required ones in", () => {
    const input = formInput(
      contract,
      form([
        ["name", ""],
        ["note", ""],
        ["photo", new File([], "")],
      ]),
    );
    expect(input).toMatchObject({ name: "" });
    expect(input).not.toHaveProperty("note");
  });
  it("ignores fields that the call does not know", () => {
    expect(formInput(contract, form([["isAdmin", "true"]]))).not.toHaveProperty("isAdmin");
  });
});
