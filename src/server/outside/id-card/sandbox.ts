/** The sandbox's reader: it knows the cards of its own test persons by their strip, and reads no other. */
import { personByNik } from "../sandbox-bank/persons.ts";
import type { IdCardPort } from "./port.ts";
import { readStrip } from "./strip.ts";

export function createSandboxIdCard(): IdCardPort {
  return {
    adapter: "sandbox",
    async read({ photo }) {
      const nik = await readStrip(photo).catch(() => null);
      const person = nik === null ? undefined : personByNik(nik);
      if (!person) return { outcome: "UNREADABLE" };
      const { fullName, birthPlace, birthDate, sex } = person;
      return { outcome: "READ", fields: { nik: person.nik, fullName, birthPlace, birthDate, sex } };
    },
  };
}
