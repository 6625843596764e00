/**
 * Whose rows are written: an update or delete of borrowers' rows names the borrower. Otherwise it would reach
 * everybody's rows, and most tests have only one borrower. Statements by an id, a number or an age over all borrowers
 * are listed here; a new one is added here as well. // Threats E1t
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { productSources } from "#tests/support/house-sources.ts";

/** `<file> <write> <table>`, once for each; a domain's server folder is omitted. */
const overAll = [
  "account/account-merge/store updateTable account_merge",
  "account/cancellation/certificate updateTable account_closure",
  "account/cancellation/store updateTable account_closure",
  "account/capture/store deleteFrom capture_ticket",
  "account/login/store deleteFrom webview_code",
  "account/login/store updateTable webview_code",
  "account/privacy/export-store deleteFrom data_export",
  "account/verification/numbers updateTable verified_number_past",
  "credit/disbursement/store updateTable bank_transfer",
  "platform/notice/push-store deleteFrom notice_push",
  "platform/notice/push-store updateTable notice_push",
  "platform/review/evidence-store deleteFrom review_evidence",
  "platform/review/store updateTable review_case",
  "rewards/campaign/card updateTable campaign_card",
  "rewards/campaign/entries updateTable campaign_draw_entry",
  "rewards/campaign/entries updateTable campaign_draw_entry",
  "rewards/coupon/store deleteFrom coupon",
  "rewards/invitation/rewarding updateTable invitation",
  "rewards/invitation/rewarding updateTable invitation",
  "rewards/invitation/store updateTable invitation",
  "rewards/invitation/store updateTable invitation_guest",
];

/** Tables whose rows all belong to a borrower, by the generated types. */
function ofBorrowers(): Set<string> {
  const types = readFileSync("src/server/database.types.ts", "utf8");
  const shapes = new Map(
    [...types.matchAll(/^export interface (\w+) \{\n(.*?)^\}/gms)].map(([, name, body]) => [name, body!]),
  );
  const tables = [...(shapes.get("DB") ?? "").matchAll(/^ {2}(\w+): (\w+);/gm)];
  return new Set(
    tables.flatMap(([, table, name]) => (/^ {2}borrowerId: string;/m.test(shapes.get(name) ?? "") ? [table!] : [])),
  );
}

const write = /\.(updateTable|deleteFrom)\("(\w+)"\)/g;
/** Written and returned columns also name the borrower, but do not narrow the query. */
const narrowsNothing = /\b(?:returning|select|set|values)\((?:[^()]|\([^()]*\))*\)/g;

it("an update or a removal of borrowers' rows says whose they are, or stands here", () => {
  const owned = ofBorrowers();
  expect(owned.size).toBeGreaterThan(80);
  let count = 0;
  const found = productSources
    .filter(({ path }) => path.endsWith(".ts"))
    .flatMap(({ path, code }) =>
      [...code.matchAll(write)].flatMap(({ 0: text, 1: kind, 2: table, index }) => {
        if (!owned.has(table!)) return [];
        count++;
        const [rest = ""] = code.slice(index + text.length).split(/;\n|\n\n/, 1);
        if (/borrower_?id/i.test(rest.replaceAll(narrowsNothing, ""))) return [];
        const file = path.replace(/^src\/(?:features\/)?|\.ts$/g, "").replace(/(?<=\w\/[\w-]+)\/server(?=\/)/, "");
        return [`${file} ${kind} ${table}`];
      }),
    );
  expect(count).toBeGreaterThan(100);
  expect(found.toSorted(), "Narrow it by the borrower; what is meant for all of them is written in the list.").toEqual(
    overAll.toSorted(),
  );
});
