/**
 * Complaints whose deadline is near or over, told by mail on each working day: one's own, and those that nobody has taken.
 * One mail a person and day; ticket numbers and dates alone.
 */
import * as v from "valibot";
import { transact } from "#server/database.server.ts";
import { defineJob } from "#server/jobs.ts";
import type { Services } from "#server/services.ts";
import type { Sweep } from "#server/sweeps.ts";
import { addDays, formatDate, localTime } from "#shared/dates.ts";
import { mayStaff, type StaffRole } from "#shared/staff-permissions.ts";
import { defineTexts, say } from "#shared/texts.ts";
import { complaintsDue, isComplaintDay, type DueComplaint } from "#features/support/complaint/server/index.ts";
import { addDigest, endDigest, findDigest, forgetDigests } from "./digest-store.ts";
import { emailOf, findMember, listMembers, type Member } from "./member-store.ts";

const sendJob = defineJob("staff-digest", v.strictObject({ digestId: v.string() }), {
  retryLimit: 20,
  retryDelayMax: 600,
});
/** When people of the console begin their day, WIB. */
const fromHour = 8;
/** Nobody reads a longer list; the console has all. */
const mostListed = 20;
/** Whether somebody was told of a complaint that was late is asked within weeks. */
const keepDays = 90;

const texts = defineTexts({
  subject: {
    id: "{count} pengaduan perlu dijawab",
    en: "{count} complaints need an answer",
    zh: "{count} 件投诉待答复",
  },
  lead: {
    id: "Pengaduan Anda, dan yang belum diambil siapa pun:",
    en: "Yours, and those that nobody has taken:",
    zh: "由您负责及尚无人接手的投诉：",
  },
  due: {
    id: "{number}: jawab paling lambat {date}",
    en: "{number}: answer by {date}",
    zh: "{number}：最迟 {date} 答复",
  },
  overdue: {
    id: "{number}: TERLAMBAT sejak {date}",
    en: "{number}: LATE since {date}",
    zh: "{number}：自 {date} 起逾期",
  },
  open: { id: "Buka antrean: {link}", en: "Open the queue: {link}", zh: "打开队列：{link}" },
});

const concerns = ({ assigneeId }: DueComplaint, { id }: Pick<Member, "id">): boolean =>
  assigneeId === null || assigneeId === id;
const answers = ({ status, roles }: Pick<Member, "status" | "roles">): boolean =>
  status === "ACTIVE" && mayStaff(roles as StaffRole[], "complaint.answer");

export const digestSweep: Sweep = {
  name: "staff-digest",
  everySeconds: 300,
  async run(services) {
    const { database, clock, random, jobs } = services;
    const now = clock.now();
    const { date, hour } = localTime(now, "WIB");
    if (hour < fromHour || !(await isComplaintDay(services))) return 0;
    const due = await complaintsDue(services);
    if (due.length === 0) return 0;
    const people = (await listMembers(database)).filter(
      (member) => answers(member) && due.some((complaint) => concerns(complaint, member)),
    );
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
    run: ({ database, clock }) =>
      transact(database, (trx) => forgetDigests(trx, addDays(localTime(clock.now(), "WIB").date, -keepDays), 1_000)),
  });
  services.jobs.handle(sendJob, ({ digestId }) => send(services, digestId));
}

/** Says what is due when the mail leaves; @throws so that the job tries again where the mail server did not say. */
async function send(services: Services, digestId: string): Promise<void> {
  const { database, outside, config, clock } = services;
  const digest = await findDigest(database, digestId);
  const member = digest?.status === "WAITING" ? await findMember(database, digest.staff_id) : undefined;
  if (!digest || !member) return;
  const end = (status: "SENT" | "REJECTED" | "DROPPED") =>
    transact(database, (trx) => endDigest(trx, digestId, status, clock.now()));
  const mine = answers(member)
    ? (await complaintsDue(services)).filter((complaint) => concerns(complaint, member))
    : [];
  // All of it was answered meanwhile, or the person left: there is nothing to say.
  if (mine.length === 0) return end("DROPPED");
  const link = `${config.publicOrigins[0]}/staff/complaints`;
  // The console's accounts keep no language: the house speaks Indonesian.
  const lines = mine
    .slice(0, mostListed)
    .map(({ number, dueOn, isOverdue }) =>
      say(isOverdue ? texts.overdue : texts.due, "id", { number, date: formatDate(dueOn, "id") }),
    );
  const text = [say(texts.lead, "id"), lines.join("\n"), say(texts.open, "id", { link })].join("\n\n");
  const answer = await outside.mail.send({
    messageId: digestId,
    to: emailOf(services, member),
    subject: say(texts.subject, "id", { count: mine.length }),
    text,
    language: "id",
    link,
  });
  if (answer.status === "UNKNOWN")
    throw new Error(`The mail server did not say whether it took the mail: ${answer.detail}`);
  await end(answer.status);
}
