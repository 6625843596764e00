import { Badge } from "../badge/badge.tsx";
import type { Examples } from "../example.ts";
import { ScheduleTable } from "./schedule-table.tsx";

export const examples: Examples = {
  schedule: (
    <ScheduleTable
      caption="Jadwal cicilan"
      rows={[
        { number: 1, dueOn: "2026-12-21", principalRupiah: 333333, interestRupiah: 60000, totalRupiah: 393333 },
        { number: 2, dueOn: "2027-01-20", principalRupiah: 333333, interestRupiah: 60000, totalRupiah: 393333 },
        { number: 3, dueOn: "2027-02-19", principalRupiah: 333334, interestRupiah: 60000, totalRupiah: 393334 },
      ]}
    />
  ),
  "schedule paid late": (
    <ScheduleTable
      caption="Jadwal cicilan"
      rows={[
        {
          number: 1,
          dueOn: "2026-12-21",
          principalRupiah: 1000000,
          interestRupiah: 60000,
          totalRupiah: 1060000,
          status: <Badge kind="ok">Lunas</Badge>,
        },
      ]}
      lateFee={{ rupiah: 20000, status: <Badge kind="ok">Lunas</Badge> }}
    />
  ),
};
