/**
 * Digest of work that is due soon or overdue, from all domains, by mail: own and unclaimed cases. One mail per person
 * and day; numbers and dates alone.
 */
import { mailHtml } from "#server/outside/mail/frame.ts";
import { brandById } from "#server/process/brand.server.ts";
import * as v from "valibot";
import { transact } from "#server/database.server.ts";
import { type Digest, type DueWork, staffDigests } from "#server/console/questions.ts";
import { defineJob } from "#server/work/jobs.ts";
import type { Services } from "#server/services.ts";
import type { Sweep } from "#server/work/sweeps.ts";
import { addDays, formatDate, localTime } from "#shared/dates.ts";
import { mayStaff, type StaffRole } from "#shared/staff-permissions.ts";
import { say } from "#shared/texts.ts";
import { addDigest, endDigest, findDigest, forgetDigests } from "./digest-store.ts";
import { staffEmailOf, findMember, listMembers, type StaffMemberRow } from "#features/platform/console/server/index.ts";

const sendJob = defineJob("staff-digest", v.strictObject({ digestId: v.string() }), {
  retryLimit: 20,
  retryDelayMax: 600,
});
/** The hour (WIB) at which staff begin their day. */
const fromHour = 8;
/** A longer list would not be read; the console has all. */
const maxListed = 20;
/** Questions about a notice of a late complaint come within weeks. */
const keepDays = 90;

interface DueDigest {
  digest: Digest;
  due: DueWork[];
}

/** Due work of each domain. `begins`: none on a day that is not a working day of the domain. */
async function dueDigests(services: Services, { begins }: { begins: boolean }): Promise<DueDigest[]> {
  const all: DueDigest[] = [];
  for (const digest of services.ask(staffDigests).flat())
    if (!begins || (await digest.isToday(services))) all.push({ digest, due: await digest.due(services) });
  return all;
}

/** The part for one person: own and unclaimed cases. */
function dueFor(member: Pick<StaffMemberRow, "id" | "status" | "roles">, all: readonly DueDigest[]): DueDigest[] {
  if (member.status !== "ACTIVE") return [];
  return all
    .filter(({ digest }) => mayStaff(member.roles as StaffRole[], digest.permission))
    .map(({ digest, due }) => ({
      digest,
      due: due.filter(({ assigneeId }) => assigneeId === null || assigneeId === member.id),
    }))
    .filter(({ due }) => due.length > 0);
}

export const digestSweep: Sweep = {
  name: "staff-digest",
  everySeconds: 300,
  async run(services) {
    const { database, clock, random, jobs } = services;
    const now = clock.now();
    const { date, hour } = localTime(now, "WIB");
    if (hour < fromHour) return 0;
    const all = await dueDigests(services, { begins: true });
    if (all.every(({ due }) => due.length === 0)) return 0;
    const people = (await listMembers(database)).filter((member) => dueFor(member, all).length > 0);
    return transact(database, async (trx) => {
      let written = 0;
      for (const { id: staffId } of people) {
        const id = random.uuid();
        if (!(await addDigest(trx, { id, day: date, staffId, writtenAt: now }))) continue;
        await jobs.send(trx, sendJob, { digestId: id });
        written++;
      }
      return written;
    });
  },
};

export function digestWork(services: Services): void {
  services.sweeps.add(digestSweep);
  services.sweeps.add({
    name: "staff-digest-forget",
    everySeconds: 3_600,
    finds: [{ table: "staff_digest", at: "day", due: "FROM_DAY", afterSeconds: keepDays * 86_400 }],
    run: ({ database, clock }) =>
      transact(database, (trx) => forgetDigests(trx, addDays(localTime(clock.now(), "WIB").date, -keepDays), 1_000)),
  });
  services.jobs.handle(sendJob, ({ digestId }) => send(services, digestId));
}

/** Lists the work that is due when the mail leaves; @throws so that the job tries again when the mail server did not answer. */
async function send(services: Services, digestId: string): Promise<void> {
  const { database, outside, config, clock } = services;
  const digest = await findDigest(database, digestId);
  const member = digest?.status === "WAITING" ? await findMember(database, digest.staffId) : undefined;
  if (!digest || !member) return;
  const end = (status: "SENT" | "REJECTED" | "DROPPED") =>
    transact(database, (trx) => endDigest(trx, digestId, status, clock.now()));
  const ownWork = dueFor(member, await dueDigests(services, { begins: false }));
  // All of it has been done, or the person has left: no mail is needed.
  const [first] = ownWork;
  if (!first) return end("DROPPED");
  const linkOf = ({ to }: Digest) => `${config.publicOrigins[0]}${to}`;
  const words = {
    subject: ownWork.map(({ digest, due }) => say(digest.texts.subject, "id", { count: due.length })).join(", "),
    text: ownWork.map(({ digest, due }) => sectionOf(digest, due, linkOf(digest))).join("\n\n"),
    language: "id",
  } as const;
  const answer = await outside.mail.send({
    messageId: digestId,
    to: staffEmailOf(services, member),
    ...words,
    html: mailHtml(words, brandById(services, config.brand)),
    link: linkOf(first.digest),
  });
  if (answer.status === "UNKNOWN")
    throw new Error(`The mail server did not say whether it took the mail: ${answer.detail}`);
  await end(answer.status);
}

/** Staff accounts have no language: mails are in Indonesian. */
function sectionOf({ texts }: Digest, due: readonly DueWork[], link: string): string {
  const lines = due
    .slice(0, maxListed)
    .map(({ number, dueOn, isOverdue }) =>
      say(isOverdue ? texts.overdue : texts.due, "id", { number, date: formatDate(dueOn, "id") }),
    );
  return [say(texts.lead, "id"), lines.join("\n"), say(texts.open, "id", { link })].join("\n\n");
}
