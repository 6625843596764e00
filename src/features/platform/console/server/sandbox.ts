/** Two persons per role outside prod, so that maker and checker can be tried. Product decisions 3 and 5. */
import { Secret } from "otpauth";
import { transact } from "#server/database.server.ts";
import { hashPassword } from "#server/keys/password.ts";
import type { Services } from "#server/services.ts";
import type { StaffRole } from "#shared/staff-permissions.ts";
import { addSandboxMember, findMember, usedTotpSteps } from "./member-store.ts";
import { totpCodeAfter } from "./totp.ts";

export interface SandboxStaff {
  name: string;
  roles: StaffRole[];
  email: string;
  password: string;
  /** Base32, for the present code. */
  totpSecret: string;
  /** The code that a login accepts now: the next period's when the current one was used. */
  totp: string;
}

/** `/sandbox` shows these passwords publicly: a dozen expensive hashes at each start would protect nothing. */
const openlyShown = { memory: 1_024, passes: 1, parallelism: 1 };

/** Fixed ids, so that seeding twice changes nothing; the names show that the persons are invented. */
const persons: readonly { id: string; name: string; role: StaffRole }[] = [
  { id: "01900000-0000-7000-8000-000000000001", name: "Contoh Layanan Satu", role: "support" },
  { id: "01900000-0000-7000-8000-000000000002", name: "Contoh Layanan Dua", role: "support" },
  { id: "01900000-0000-7000-8000-000000000003", name: "Contoh Analis Satu", role: "underwriter" },
  { id: "01900000-0000-7000-8000-000000000004", name: "Contoh Analis Dua", role: "underwriter" },
  { id: "01900000-0000-7000-8000-000000000005", name: "Contoh Konten Satu", role: "content" },
  { id: "01900000-0000-7000-8000-000000000006", name: "Contoh Konten Dua", role: "content" },
  { id: "01900000-0000-7000-8000-000000000007", name: "Contoh Keuangan Satu", role: "finance" },
  { id: "01900000-0000-7000-8000-000000000008", name: "Contoh Keuangan Dua", role: "finance" },
  { id: "01900000-0000-7000-8000-000000000009", name: "Contoh Auditor Satu", role: "auditor" },
  { id: "01900000-0000-7000-8000-000000000010", name: "Contoh Auditor Dua", role: "auditor" },
  { id: "01900000-0000-7000-8000-000000000011", name: "Contoh Admin Satu", role: "admin" },
  { id: "01900000-0000-7000-8000-000000000012", name: "Contoh Admin Dua", role: "admin" },
  { id: "01900000-0000-7000-8000-000000000013", name: "Contoh Penagih Satu", role: "collector" },
  { id: "01900000-0000-7000-8000-000000000014", name: "Contoh Penagih Dua", role: "collector" },
];

/** Password and secret follow from the installation's keys: the same in every process, another in every installation. */
function sandboxPerson({ keys }: Pick<Services, "keys">, index: number): Omit<SandboxStaff, "totp"> & { id: string } {
  const { id, name, role } = persons[index] as (typeof persons)[number];
  const secretBytes = Buffer.from(keys.mac("sandbox-staff-totp", id), "base64url").subarray(0, 20);
  return {
    id,
    name,
    roles: [role],
    email: `${role}${(index % 2) + 1}@staff.sandbox.example`,
    password: `Tunai-${role}-${keys
      .mac("sandbox-staff-password", id)
      .replace(/[^a-zA-Z0-9]/g, "")
      .slice(0, 8)}`,
    totpSecret: new Secret({
      buffer: secretBytes.buffer.slice(secretBytes.byteOffset, secretBytes.byteOffset + 20) as ArrayBuffer,
    }).base32,
  };
}

/** The seeded persons of this installation; none in prod. One-time codes follow real time, as on a telephone. */
export async function sandboxStaffOf(services: Services): Promise<SandboxStaff[]> {
  if (services.config.appEnv === "prod") return [];
  await seedSandboxStaff(services);
  const used = await usedTotpSteps(
    services.database,
    persons.map(({ id }) => id),
  );
  return persons.map((_person, index) => {
    const { id, ...shown } = sandboxPerson(services, index);
    return { ...shown, totp: totpCodeAfter(shown.totpSecret, used.get(id) ?? 0, services.clock.realNow()) };
  });
}

/** Each database's seeding, running or done: several callers need it at a start, and later ones have no cost. */
const seeding = new WeakMap<object, Promise<number>>();

/** Adds missing staff; returns how many. In prod none, and those of a copied database cannot log in (`enterConsole`). */
export async function seedSandboxStaff(services: Services): Promise<number> {
  const { config, database } = services;
  if (config.appEnv === "prod") return 0;
  const known = seeding.get(database);
  if (known) return known.then(() => 0);
  const adding = addMissing(services);
  seeding.set(database, adding);
  // A failed attempt is repeated by the next caller.
  adding.catch(() => seeding.delete(database));
  return adding;
}

async function addMissing(services: Services): Promise<number> {
  let added = 0;
  for (let index = 0; index < persons.length; index++) {
    const person = sandboxPerson(services, index);
    if (await findMember(services.database, person.id)) continue;
    const passwordHash = await hashPassword(person.password, services.random, openlyShown);
    const isNew = await transact(services.database, (trx) =>
      addSandboxMember(services, trx, { ...person, createdBy: null, now: services.clock.now(), passwordHash }),
    );
    if (isNew) added++;
  }
  return added;
}
