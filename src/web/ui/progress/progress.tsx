import type { ReactNode } from "react";

export interface ProgressProps {
  /** The measured thing: "Tanda tangani sebelum". */
  label: ReactNode;
  /** Its state in words: "23 jam 12 menit". */
  words: ReactNode;
  value: number;
  maximum: number;
  /** A deadline runs out in the colour of the sun. */
  kind?: "progress" | "deadline";
}

/** A bar with its words: how far something is, how much time is left. */
export function Progress({ label, words, value, maximum, kind = "progress" }: ProgressProps) {
  return (
    <div className="progress-group">
      <p className="progress-words">
        <span className="progress-label">{label}</span> <strong>{words}</strong>
      </p>
      <progress
        className={kind === "deadline" ? "progress progress-deadline" : "progress"}
        max={maximum}
        value={value}
        aria-hidden="true"
      />
    </div>
  );
}
