/** Writes the counts of a process, twice a minute. */
import type { Sweep } from "#server/work/sweeps.ts";

/** Nothing is due by it: it returns 0, so that no further round follows. */
export const tallySweep: Sweep = {
  name: "server-tally",
  everySeconds: 30,
  async run({ tally, database }) {
    await tally.write(database);
    return 0;
  },
};
