/** Links from the lists of unmatched and of reversed payments to the page of each. */
import { createMemoryRouter, RouterProvider } from "react-router";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { permissionsOf } from "#shared/staff-permissions.ts";
import { FrameProvider } from "#web/frame.tsx";
import { LanguageProvider } from "#web/language.tsx";
import Payments from "./payments.tsx";

const [open, taken] = [`pay_${"a".repeat(32)}`, `pay_${"b".repeat(32)}`];
const at = "2026-11-20T03:00:00.000Z";
const money = {
  rail: "QRIS",
  reference: "Q-1",
  amountRupiah: 50_000,
  paidAt: at,
  loanId: null,
  loanNumber: null,
} as const;
const unmatched = { ...money, receiptId: open, cause: "UNKNOWN_REFERENCE", proposal: null, returnProposalId: null };
const back = { ...money, receiptId: taken, foundAt: at, code: "4042518", where: "SUSPENSE", proposalId: null };

test("Beside what may be done about a payment stands the way to its page.", () => {
  const loaderData = {
    items: [unmatched],
    list: { path: "/staff/payments", asked: {}, order: "OLDEST", page: { first: null, next: null } },
    taken: { items: [back], page: { first: null, next: null } },
    takenOpened: back,
    opened: unmatched,
    banks: [],
    names: {},
  };
  const Page = Payments as unknown as React.ComponentType<object>;
  const frame = {
    path: "/staff/payments",
    staff: { roles: ["finance"], permissions: permissionsOf(["finance"]) },
    formKey: "key",
    now: at,
  };
  const router = createMemoryRouter([
    {
      path: "/",
      element: (
        <FrameProvider frame={frame as never}>
          <LanguageProvider language="en">
            <Page {...{ loaderData, actionData: undefined }} />
          </LanguageProvider>
        </FrameProvider>
      ),
    },
  ]);
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  for (const receiptId of [open, taken]) expect(html).toContain(`href="/staff/payments/${receiptId}"`);
});
