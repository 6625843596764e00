/** Shares through the phone's own share menu; without it, or without script, through WhatsApp. A copy button is next to it. */
import type { ReactNode } from "react";

interface ShareButtonProps {
  /** The message to send. */
  words: string;
  /** The tracked event. */
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
