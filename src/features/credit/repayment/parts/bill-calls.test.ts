import { RouterContextProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { serverCall } from "#web/api.ts";
import { pageFrame, type PageFrame } from "#web/screen.ts";
import { unreadAmounts } from "#tests/support/typed-amounts.ts";
import { billForms } from "./bill-calls.ts";

/** Submits the form of another amount; records the requests to the server. */
async function pay(way: string, typed: string, access: "session" | "link" = "session") {
  const made: string[] = [];
  const context = new RouterContextProvider();
  context.set(pageFrame, { language: "id", traceId: "t1" } as PageFrame);
  context.set(serverCall, async (name) => {
    made.push(name);
    return { ok: true, status: 200, reply: { reference: "Q1" } };
  });
  const body = new URLSearchParams({ intent: "pay", way, amountRupiah: typed, seen: "none" });
  const answered = await billForms[access].action({
    request: new Request("http://own.invalid/webview/bills?pay=other", { method: "POST", body }),
    params: {},
    context,
  });
  return { made, answered };
}

describe("another amount than what is due", () => {
  it("is refused at its field by every way to pay where it is no amount: nobody is shown how to pay a different one", async () => {
    for (const access of ["session", "link"] as const) {
      for (const way of access === "session" ? ["QRIS", "OVO", "014"] : ["QRIS", "014"]) {
        for (const typed of ["", "0", ...unreadAmounts]) {
          const { made, answered } = await pay(way, typed, access);
          expect(made, `${way}: ${typed}`).toEqual([]);
          expect(answered, `${way}: ${typed}`).toMatchObject({
            init: { status: 422 },
            data: {
              answer: {
                values: { amountRupiah: typed },
                failure: {
                  status: { fields: [{ path: "amountRupiah", code: typed === "" ? "REQUIRED" : "AMOUNT_FORMAT" }] },
                },
              },
            },
          });
        }
      }
    }
  });
  it("goes on with the amount that was read", async () => {
    const to = async (way: string) =>
      ((await pay(way, "Rp 1.000.000,00")).answered as Response).headers.get("Location");
    expect(await to("OVO")).toBe("/webview/ovo?pay=other&amount=1000000");
    expect(await to("014")).toBe("/webview/bills?pay=other&amount=1000000&bank=014&seen=none");
    expect(await to("QRIS")).toContain("amount=1000000");
  });
});
