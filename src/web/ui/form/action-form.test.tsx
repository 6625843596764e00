import { renderToStaticMarkup } from "react-dom/server";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import { removeBankAccount } from "#features/account/bank-account/contract.ts";
import { cancelLoan } from "#features/credit/application/contract.ts";
import { FrameProvider } from "#web/frame.tsx";
import type { BoundForm } from "#web/form-actions.ts";
import { LanguageProvider } from "#web/language.tsx";
import type { PageFrame } from "#web/screen.ts";
import { TextField } from "../text-field/text-field.tsx";
import { ActionForm, Saved } from "./action-form.tsx";

const show = (element: ReactElement, frame: Partial<PageFrame> = {}): string =>
  renderToStaticMarkup(
    <FrameProvider frame={{ formKey: "key-of-page", pathWithQuery: "/page", ...frame } as PageFrame}>
      <LanguageProvider language="en">{element}</LanguageProvider>
    </FrameProvider>,
  );
const of: BoundForm = { intent: "remove", call: removeBankAccount as never, answer: undefined, values: undefined };
const failure = { status: { code: "X", detail: "It is gone." }, traceId: "t" };

test("a form says which one it is, and a form of many stands with its own refusal", () => {
  const refused: BoundForm = { ...of, values: { accountId: "b" }, answer: { failure, status: 409, values: {} } };
  const [a, b] = ["a", "b"].map((accountId) =>
    show(
      <ActionForm of={refused} which={{ accountId }} id={accountId}>
        -
      </ActionForm>,
    ),
  );
  expect(a).toContain('<input type="hidden" name="intent" value="remove"/>');
  expect(a).toContain('<input type="hidden" name="accountId" value="a"/>');
  expect([a!.includes("It is gone."), b!.includes("It is gone.")]).toEqual([false, true]);
  expect(show(<ActionForm of={{ ...of, intent: null }}>-</ActionForm>)).not.toContain("intent");
});

test("a form shows its refusal, and what was typed, though an id that the page fills in has changed since", () => {
  const values = { verificationId: "old", note: "typed" };
  const refused: BoundForm = { ...of, values, answer: { failure, status: 410, values } };
  const page = show(
    <ActionForm of={refused} hidden={{ verificationId: "new" }}>
      <TextField name="note" label="Note" />
    </ActionForm>,
  );
  expect(page).toContain("It is gone.");
  expect(page).toContain('value="typed"');
  expect(page).toContain('name="verificationId" value="new"');
});

test("a form whose call must be safe to repeat carries the page's key", () => {
  expect(show(<ActionForm of={of}>-</ActionForm>)).not.toContain("key-of-page");
  expect(
    show(
      <ActionForm of={{ ...of, call: { ...cancelLoan, policy: { who: "borrower", idempotent: true } } as never }}>
        -
      </ActionForm>,
    ),
  ).toContain('name="idempotencyKey" value="key-of-page"');
});

test("the note stands where the address says that something was saved, and not above a refusal", () => {
  const note = <Saved>Saved it.</Saved>;
  expect(show(note)).toBe("");
  expect(show(note, { pathWithQuery: "/page?saved=1" })).toContain("Saved it.");
  expect(show(note, { pathWithQuery: "/page?saved=1", posted: true })).toBe("");
  expect(show(<Saved by="sent">Sent it.</Saved>, { pathWithQuery: "/page?saved=1&sent=1" })).toContain("Sent it.");
  expect(show(<Saved value="name">Name.</Saved>, { pathWithQuery: "/page?saved=1" })).toBe("");
});
