/** Shares by whatever the phone offers; where it offers nothing, or no script runs, by WhatsApp. Copying stands beside it. */
import type { ReactNode } from "react";

interface ShareButtonProps {
  /** What is sent. */
  words: string;
  /** Under which event it is told. */
  track: "invite_share" | "campaign_act";
  trackValue?: string;
  children: ReactNode;
}

export function ShareButton({ words, track, trackValue, children }: ShareButtonProps) {
  return (
    <a
      className="button button-primary"
      href={`https://wa.me/?text=${encodeURIComponent(words)}`}
      rel="noreferrer"
      data-share={words}
      data-open-in-app=""
      data-track={track}
      data-track-value={trackValue}
    >
      {children}
    </a>
  );
}
