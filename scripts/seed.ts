/**
 * Fills an installation outside prod with months of business: `npm run seed -- --borrowers 200 --days 60 [--seed 1]`,
 * beside the running server. It calls `POST /api/sandbox/book` repeatedly until all days are played; an interrupted run
 * continues.
 */
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    borrowers: { type: "string", default: "200" },
    days: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    origin: { type: "string", default: `http://localhost:${process.env["PORT"] ?? "3000"}` },
  },
});

interface Reply {
  state: "PLAYING" | "DONE";
  day: number;
  days: number;
  acts: number;
  refused: number;
  status?: { code: string; detail: string; fields?: { detail: string }[] };
}

const size = { borrowers: Number(values.borrowers), days: Number(values.days), seed: Number(values.seed) };
const begun = performance.now();
for (;;) {
  const reply = await play();
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`Day ${reply.day} of ${reply.days}: ${reply.acts} acts, ${reply.refused} refused, ${seconds} s.`);
  if (reply.state === "DONE") break;
}

async function play(): Promise<Reply> {
  try {
    const answer = await fetch(`${values.origin}/api/sandbox/book`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Accept-Language": "en" },
      body: JSON.stringify(size),
    });
    const reply = (await answer.json()) as Reply;
    if (answer.ok) return reply;
    const { code, detail, fields } = reply.status!;
    console.error(`${code}: ${fields?.[0]?.detail ?? detail}`);
  } catch {
    console.error(`No server answers at ${values.origin}: start it by \`npm start\`, or name it by --origin.`);
  }
  process.exit(1);
}
