import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ScriptPart } from "#web/enhance/form-choice.ts";
import { PreviewContext } from "#web/frame.tsx";
import { LanguageProvider } from "#web/language.tsx";
import { ScriptPartsProvider } from "#web/script-parts.ts";
import { AmountStepper } from "#web/ui/amount-stepper/amount-stepper.tsx";
import { Button } from "#web/ui/button/button.tsx";
import { Dialog, DialogLink } from "#web/ui/dialog/dialog.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { OtpField } from "#web/ui/otp-field/otp-field.tsx";
import { AmountField, TextField } from "#web/ui/text-field/text-field.tsx";
import { productSources } from "#tests/support/house-sources.ts";

function partsOf(shown: ReactNode): readonly ScriptPart[] {
  const parts = new Set<ScriptPart>();
  renderToStaticMarkup(
    <ScriptPartsProvider value={parts}>
      <LanguageProvider language="id">{shown}</LanguageProvider>
    </ScriptPartsProvider>,
  );
  return [...parts];
}
const otp = <OtpField name="code" resendInSeconds={30} resendAt="2026-11-21T03:00:30Z" resend={null} />;

test("A component asks for the part of the form script that it has a use for, and for no other.", () => {
  expect(partsOf(<AmountStepper name="amount" label="Jumlah" defaultRupiah={1} />)).toEqual(["amounts"]);
  expect(partsOf(<AmountField name="amount" label="Jumlah" />)).toEqual(["amounts"]);
  expect(partsOf(otp)).toEqual(["codes"]);
  expect(partsOf(<TextField name="code" label="Kode" autoComplete="one-time-code" />)).toEqual(["codes"]);
  expect(partsOf(<TextField name="name" label="Nama" />)).toEqual([]);
  expect(
    partsOf(
      <Dialog id="d" heading="Yakin?">
        Ya
      </Dialog>,
    ),
  ).toEqual(["codes"]);
  expect(partsOf(<DialogLink to="d">Buka</DialogLink>)).toEqual(["codes"]);
  expect(partsOf(<Button opens="d">Buka</Button>)).toEqual(["codes"]);
  expect(partsOf(<Button>Kirim</Button>)).toEqual([]);
  expect(partsOf(<Form live="/webview/home">{null}</Form>)).toEqual(["live"]);
  expect(partsOf(<Form>{null}</Form>)).toEqual([]);
});

test("A form that is only looked at asks for nothing.", () => {
  expect(
    partsOf(
      <PreviewContext value>
        <Form live="/webview/home">{null}</Form>
      </PreviewContext>,
    ),
  ).toEqual([]);
});

test("Whoever writes an attribute that a part of the form script looks for asks for the part.", () => {
  const looked =
    /\sdata-(?:stepper|format|countdown|dialog-open|live)=|<dialog\b(?![^>]*\bpopover=)|<input[^>]*\sautoComplete="one-time-code"|className="code-boxes"/;
  const writers = productSources.filter(({ path, code }) => path.endsWith(".tsx") && looked.test(code));
  expect(writers.length).toBeGreaterThan(5);
  expect(writers.filter(({ code }) => !code.includes("useScriptPart(")).map(({ path }) => path)).toEqual([]);
});
