/** A process that migrates until it is done or killed: `migrate-worker.ts <folder>`; prints a line for each file. */
import { migrate } from "#server/postgres/migrate.ts";

const [, , folder = ""] = process.argv;
await migrate({ connection: process.env["DATABASE_URL"] ?? "", folder, log: (message) => console.log(message) });
console.log("done");
