/** The forms of a case: locked for whom, since when and by whom; a refusal is shown nevertheless. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import * as v from "valibot";
import { defineCall } from "#shared/contract.ts";
import type { BoundForm } from "#web/form-actions.ts";
import { FrameProvider } from "#web/frame.tsx";
import { LanguageProvider } from "#web/language.tsx";
import type { PageFrame } from "#web/screen.ts";
import { Acts, type ActsProps } from "./acts.tsx";
import { StaffProvider } from "./staff-name.tsx";

const pour = defineCall({
  id: "pourKettle",
  method: "POST",
  path: "/api/staff/kettles",
  summary: "Pours.",
  policy: {
    who: "staff",
    permission: "audit.read",
    trail: { id: "Menuang ketel", en: "Poured a kettle", zh: "倒水" },
  },
  input: v.strictObject({}),
  output: v.object({}),
  problems: {},
});
const status = { code: "REVIEW_CLAIMED", detail: "Another person is working on this case." };
const refused = { answer: { failure: { status } } };
const form = (answer: object = {}) => ({ intent: "pour", call: pour, ...answer }) as unknown as BoundForm;

const drawn = (props: Omit<ActsProps, "acts">, answer?: object): string =>
  renderToStaticMarkup(
    <FrameProvider
      frame={{ now: "2026-11-21T07:00:00Z", formKey: "k", pathWithQuery: "/staff/x" } as unknown as PageFrame}
    >
      <LanguageProvider language="en">
        <StaffProvider staff={{ names: { raka: "Raka" }, ownId: "ratna" }}>
          <Acts {...props} acts={[{ of: form(answer), id: "pour", heading: "Pour", children: <button>Go</button> }]} />
        </StaffProvider>
      </LanguageProvider>
    </FrameProvider>,
  );

it("the forms are locked while another person works on the case, with the name and the time, and open afterwards", () => {
  const claimedUntil = "2026-11-21T07:05:00Z";
  const locked = drawn({ claim: { claimedBy: "raka", claimedUntil } });
  expect(locked).toContain("Raka works on it until today 14:05.");
  expect(locked).not.toContain("<form");
  for (const claim of [
    { claimedBy: "ratna", claimedUntil },
    { claimedBy: "raka", claimedUntil: "2026-11-21T06:59:00Z" },
    { claimedBy: null, claimedUntil: null },
  ])
    expect(drawn({ claim })).toContain("<form");
});

it("a decision that was sent too late is answered with its refusal, with who was first, and with no form", () => {
  const late = drawn({ decided: { by: "raka", at: "2026-11-21T06:30:00Z" } }, refused);
  expect(late).toContain(status.detail);
  expect(late).toContain("Raka was first, today 13:30.");
  expect(late).not.toContain("<form");
  expect(drawn({ decided: { by: null, at: "2026-11-21T06:30:00Z" } })).toContain("This changed today 13:30.");
});
