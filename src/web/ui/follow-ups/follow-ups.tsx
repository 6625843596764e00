import type { ReactNode } from "react";

/**
 * A choice and the questions that follow some of its answers: shown by CSS alone, so it works without script. A choice
 * lists in `shows` which questions it shows, counted from 1. The value of a hidden question stays and is sent; the
 * server decides whether it counts. Browsers without `:has` show all.
 */
export function FollowUps({ asked, children }: { asked: ReactNode; children: readonly ReactNode[] }) {
  return (
    <div className="follow-ups">
      {asked}
      {children.map((child, index) => (
        // Their order is fixed: their number identifies them.
        // oxlint-disable-next-line react/no-array-index-key
        <div className="follow-up" data-number={index + 1} key={index}>
          {child}
        </div>
      ))}
    </div>
  );
}
