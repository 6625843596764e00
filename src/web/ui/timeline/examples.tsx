import type { Examples } from "../example.ts";
import { Timeline, TimelineItem } from "./timeline.tsx";

export const examples: Examples = {
  loan: (
    <Timeline>
      <TimelineItem title="Disetujui">21 Nov, 10.42 · 7 detik</TimelineItem>
      <TimelineItem title="Ditandatangani">
        21 Nov, 10.51 · <a href="#agreement">lihat dan periksa</a>
      </TimelineItem>
      <TimelineItem title="Dana terkirim ke BCA •••• 4821">21 Nov, 10.53</TimelineItem>
      <TimelineItem state="now" title="Cicilan 1 dari 3">
        jatuh tempo 21 Des, 30 hari lagi
      </TimelineItem>
      <TimelineItem state="next" title="Lunas">
        19 Feb 2027, dengan surat lunas
      </TimelineItem>
    </Timeline>
  ),
};
