/** The page's frame for the components below it. */
import { createContext, useContext, type ReactNode } from "react";
import type { PageFrame } from "#web/screen.ts";

const Frame = createContext<PageFrame | null>(null);

export function FrameProvider({ frame, children }: { frame: PageFrame; children: ReactNode }) {
  return <Frame value={frame}>{children}</Frame>;
}

/** The page's frame: brand, language, own address, host app. */
export function useFrame(): PageFrame {
  const frame = useContext(Frame);
  if (!frame) throw new Error("useFrame needs a FrameProvider above it.");
  return frame;
}
