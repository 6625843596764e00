/** Short ids: the whole id stays in the page, for screen readers, selections and searches. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ShortId, WithShortIds } from "./short-id.tsx";

const uuid = "0190c300-0000-7000-8000-0000000000ab";
const receipt = `pay_${"0123456789abcdef".repeat(2)}`;
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, "");

it("shows the last six characters and holds the whole id as text", () => {
  const html = renderToStaticMarkup(<ShortId id={uuid} to="/staff/borrowers/x" />);
  expect(html).toContain('<span class="short-id-head">0190c300-0000-7000-8000-000000</span>0000ab</a>');
  expect(textOf(html)).toBe(uuid);
  expect(html).toContain(`title="${uuid}"`);
  expect(renderToStaticMarkup(<ShortId id="TN-7KQ2-M4XD" />)).not.toContain("short-id-head");
});

it("shortens each long id within a text and leaves every other word alone", () => {
  const text = `Loan ${uuid}, payment ${receipt} from 2026-11-28 (deadbeef)`;
  const html = renderToStaticMarkup(<WithShortIds text={text} />);
  expect(textOf(html)).toBe(text);
  expect(html.match(/short-id-head/g)).toHaveLength(2);
  expect(html).toContain("from 2026-11-28 (deadbeef)");
});
