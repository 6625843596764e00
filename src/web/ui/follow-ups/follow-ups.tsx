import type { ReactNode } from "react";

/**
 * A choice and what is asked after some of its answers: shown by style alone, so it works before and without script. A choice
 * names by `shows` which of them it shows, counted from 1. What was typed in one that is hidden again stays and is sent;
 * whether it counts is the server's business. Browsers that do not know `:has` show all.
 */
export function FollowUps({ asked, children }: { asked: ReactNode; children: readonly ReactNode[] }) {
  return (
    <div className="follow-ups">
      {asked}
      {children.map((child, index) => (
        // They stand where they stand: their number is their identity.
        // oxlint-disable-next-line react/no-array-index-key
        <div className="follow-up" data-number={index + 1} key={index}>
          {child}
        </div>
      ))}
    </div>
  );
}
