import { data } from "react-router";
import { describe, expect, it } from "vitest";
import { refusalIn, pageRefusalOf, renderWithRefusal, showsRefusal } from "./refusal.ts";

const envelope = (code: string, detail: string, fields?: { path: string; code: string; detail: string }[]) => ({
  status: { code, detail, ...(fields ? { fields } : {}) },
  traceId: "t",
});

describe("the refusal of an action", () => {
  it("is found where an action puts it: at the top, in its form's outcome, and in the step before its effect", () => {
    const failure = envelope("NUMBER_TAKEN", "This number belongs to another account.");
    const refusal = { code: "NUMBER_TAKEN", words: ["This number belongs to another account."] };
    for (const answer of [{ failure }, { form: "add", answer: { failure } }, { step: { answer: { failure } } }])
      expect(refusalIn(answer)).toEqual(refusal);
    for (const answer of [null, undefined, "text", new Response(null), { form: "add", reply: { name: "x" } }])
      expect(refusalIn(answer)).toBeNull();
    expect(refusalIn(data({ failure }).data)).toEqual(refusal);
  });
  it("is the words of the fields where fields are wrong, each sentence once", () => {
    const field = (path: string, detail: string) => ({ path, code: "REQUIRED", detail });
    const wrong = envelope("INPUT_INVALID", "Some fields need a correction.", [
      field("name", "Fill in this field."),
      field("town", "Fill in this field."),
      field("phone", "A phone number begins with 08."),
    ]);
    expect(pageRefusalOf(wrong)?.words).toEqual(["Fill in this field.", "A phone number begins with 08."]);
    expect(pageRefusalOf(envelope("INPUT_INVALID", "Some fields need a correction."))?.words).toHaveLength(1);
  });
  it("leads on by itself where the page that asks for the code or the login is the answer", () => {
    for (const code of ["STEP_UP_NEEDED", "NOT_LOGGED_IN", ""])
      expect(pageRefusalOf(envelope(code, "Words."))).toBeNull();
  });
});

describe("a page", () => {
  const refusal = { code: "X", words: ['Budi\'s "key" is < 6 & gone.'] };
  const words = "<p>Budi&#x27;s &quot;key&quot; is &lt; 6\n &amp; gone.</p>";
  it("shows a refusal only where a reader can read it", () => {
    expect(showsRefusal(`<main>${words}</main>`, refusal)).toBe(true);
    expect(showsRefusal("<main>Budi<!-- -->&#x27;s &quot;key&quot; is &lt; 6 &amp; gone.</main>", refusal)).toBe(true);
    expect(showsRefusal(`<input data-message-required="${words.slice(3, -4)}">`, refusal)).toBe(false);
    expect(showsRefusal(`<template>${words}</template>`, refusal)).toBe(false);
  });
  it("is drawn a second time, with the refusal at its head, only where it does not say it", () => {
    const draw = (body: string) => {
      const drawn: unknown[] = [];
      const html = renderWithRefusal(refusal, (atHead) => {
        drawn.push(atHead);
        return atHead ? `head ${body}` : body;
      });
      return { html, drawn };
    };
    expect(draw(words)).toEqual({ html: words, drawn: [null] });
    expect(draw("<p>A form.</p>")).toEqual({ html: "head <p>A form.</p>", drawn: [null, refusal] });
    expect(renderWithRefusal(null, () => "once")).toBe("once");
  });
});
