/** Mother's maiden name: stored only while needed, sealed, masked, and read only for the bureau's reports. */
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { applicant, sendApplication } from "#tests/support/person.ts";
import { maskMothersName, mothersNameForBureau } from "./mothers-name.ts";

const app = await testApp();
const { services } = app;
const { database } = services;
const bureau = services.outside.bureau as { needsMothersName: boolean; report: typeof services.outside.bureau.report };
const asked = bureau.report;
const path = "/api/profile/mother-surname";
const newBorrower = async () => {
  const borrowerId = services.random.uuid();
  return { borrowerId, client: await app.loggedIn(borrowerId) };
};
afterEach(() => {
  bureau.needsMothersName = true;
  bureau.report = asked;
});

it("is kept sealed and answered masked, is replaced, and is removed", async () => {
  const { borrowerId, client } = await newBorrower();
  expect((await client.get(path)).body).toEqual({ isNeeded: true, masked: null, givenAt: null });
  for (const [name, masked] of [
    ["Sri  Wahyuni", "S•• W••••••"],
    ["Siti", "S•••"],
  ] as const) {
    const saved = await client.post(path, { name });
    expect([saved.status, saved.body.masked]).toEqual([200, masked]);
    expect(saved.text + (await client.get(path)).text).not.toMatch(/Wahyuni|Siti/);
  }
  const row = await database.selectFrom("mothers_name").selectAll().where("borrowerId", "=", borrowerId).execute();
  expect(row).toHaveLength(1);
  expect(row[0]!.nameSealed).not.toContain("Siti");
  expect(await mothersNameForBureau(services, database, borrowerId)).toBe("Siti");
  expect((await (await newBorrower()).client.get(path)).body.masked).toBeNull();
  for (let twice = 0; twice < 2; twice++)
    expect((await client.post(`${path}/remove`, {})).body).toMatchObject({ masked: null });
  expect(await mothersNameForBureau(services, database, borrowerId)).toBeNull();
  const refused = (await client.post(path, { name: "4n1" })).body.status;
  expect(refused.fields[0].code).toBe("NAME_FORMAT");
});

it("is not taken and not sent while no partner needs it, and may still be removed", async () => {
  const { borrowerId, client } = await newBorrower();
  await client.post(path, { name: "Sri Wahyuni" });
  bureau.needsMothersName = false;
  const refused = await client.post(path, { name: "Sri Rahayu" });
  expect([refused.status, refused.body.status.code]).toEqual([409, "MOTHERS_NAME_NOT_NEEDED"]);
  expect((await client.get(path)).body).toMatchObject({ isNeeded: false, masked: "S•• W••••••" });
  expect(await mothersNameForBureau(services, database, borrowerId)).toBeNull();
  expect((await client.post(`${path}/remove`, {})).body).toMatchObject({ isNeeded: false, masked: null });
});

it("goes with the bureau's report of who gave it, and is missing from that of who did not", async () => {
  const orders: { mothersName?: string }[] = [];
  bureau.report = (order) => (orders.push(order), asked(order));
  const people = [
    { mobileNumber: "081255580001", nik: "3174015704948801", accountNumber: "7722000801" },
    { mobileNumber: "081255580002", nik: "3174015704948802", accountNumber: "7722000802" },
  ];
  for (const [index, person] of people.entries()) {
    const who = await applicant(app, "approved-1", person);
    if (index === 0) await who.client.post(path, { name: "Sri Wahyuni" });
    await sendApplication(who);
    await app.settle();
  }
  expect(orders.map(({ mothersName }) => mothersName)).toEqual(["Sri Wahyuni", undefined]);
  expect(Object.hasOwn(orders[1]!, "mothersName")).toBe(false);
});

it("proves nothing: no code but the bureau's reports reads it // threat D4", async () => {
  const files = (await readdir("src", { recursive: true })).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\./.test(name),
  );
  const readers: string[] = [];
  for (const file of files)
    if (/mothersNameForBureau|"mothers_name"/.test(await readFile(join("src", file), "utf8"))) readers.push(file);
  expect(readers.toSorted()).toEqual([
    // It requests the same report from the bureau.
    "features/account/platform-check/server/checking.ts",
    "features/account/profile/server/index.ts",
    "features/account/profile/server/mothers-name.ts",
    "features/account/profile/server/personal-data.ts",
    "features/credit/underwriting/server/facts.ts",
  ]);
  expect(maskMothersName("A B")).toBe("A B");
});
