/**
 * A real list as a file made by a job: no more columns than the page shows, in the language of the person who requested
 * it.
 */
import { expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { complaintsOf } from "#tests/support/complaint.ts";
import { memberOf } from "#tests/support/members.ts";
import { listExportsOf } from "#server/list-export/lines.ts";

const app = await testApp();
const { services } = app;
const { handedIn } = complaintsOf(app);

it("holds what the list shows, and nothing that it masks", async () => {
  const handed = [
    await handedIn({ text: "=HYPERLINK(1)" }),
    await handedIn({ text: "Nomor saya 081255550001" }),
    await handedIn(),
  ];
  Object.assign(listExportsOf(services).get("GET /api/staff/complaints")!.bounds, { sentRows: 2 });
  const staffId = await memberOf(app, ["admin"]);
  const admin = await app.staff(staffId, ["admin"]);
  const reason = "Untuk laporan tahunan";
  const begun = await admin.post("/api/staff/complaints/csv?lang=zh", { reason, order: "RECEIVED_FIRST" });
  expect(begun.body, begun.text).toEqual({ exportId: expect.any(String) });
  await app.settle();
  const [made] = (await admin.get("/api/staff/exports?lang=id")).body.items;
  expect(made).toMatchObject({
    state: "READY",
    rows: 3,
    text: "Pengaduan",
    filter: expect.stringContaining("urutan: terlama dahulu"),
  });
  const file = await admin.post(`/api/staff/exports/${made.exportId}/file`, {});
  for (const { number } of handed) expect(file.text).toContain(number);
  // Neither the text nor its author.
  for (const { email } of handed) expect(file.text).not.toContain(email);
  expect(file.text).not.toMatch(/HYPERLINK|081255550001|@/);
  // In the language of the request.
  expect(file.text.split("\r\n")[0]).toMatch(/[\u4E00-\u9FFF]/);
});
