/**
 * Artwork of rewards: flat shapes of a scene's own colours, which show the state without words. Each is drawn on the server, at
 * most 4 KB compressed, and hides from screen readers: the page says the same in words.
 */
import type { ReactNode } from "react";

/** Colours that scenes share; each scene adds its own. */
export const paint = {
  ink: "#12302e",
  deep: "#0b5a52",
  brand: "#117067",
  mint: "#6ccbb8",
  soft: "#e4f1ec",
  sun: "#f4b223",
  sunSoft: "#fff1d0",
  white: "#ffffff",
  red: "#c8443a",
  wood: "#7a5230",
  sky: "#cfe7ee",
  night: "#16324f",
} as const;

/** The frame of a scene: 360 by 220, cut at its sides where there is less room. */
export function Art({ ground, children, isCard }: { ground: string; children: ReactNode; isCard?: boolean }) {
  return (
    <svg
      className={isCard ? "campaign-card-art campaign-art-scene" : "campaign-art-scene"}
      viewBox="0 0 360 220"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <path fill={ground} d="M0 0h360v220H0z" />
      {children}
    </svg>
  );
}

/** Moves once, when the page shows the result of an action. */
export const MovingArt = ({ children }: { children: ReactNode }) => <g className="campaign-moves">{children}</g>;

/** A figure in the artwork: an amount or a number, never words. */
export function ArtNumber({
  x,
  y,
  size = 22,
  fill = paint.ink,
  children,
}: {
  x: number;
  y: number;
  size?: number;
  fill?: string;
  children: ReactNode;
}) {
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      fontWeight="700"
      textAnchor="middle"
      fill={fill}
      fontFamily="system-ui, sans-serif"
    >
      {children}
    </text>
  );
}

/** The prize as a label in the artwork's lower left corner (`isHigh`: in the upper one): an amount or a number, never words. */
export function PrizeTag({ children, isHigh = false }: { children: string; isHigh?: boolean }) {
  const width = 32 + children.length * 10;
  const y = isHigh ? 10 : 178;
  return (
    <>
      <rect x="16" y={y} width={width} height="32" rx="16" fill={paint.sun} stroke={paint.ink} strokeWidth="2" />
      <ArtNumber x={16 + width / 2} y={y + 22} size={17}>
        {children}
      </ArtNumber>
    </>
  );
}

/** Rays of light behind the main thing. */
export function Rays({ x, y, fill }: { x: number; y: number; fill: string }) {
  const rays = Array.from({ length: 12 }, (_, index) => {
    const [from, to] = [(index * Math.PI) / 6, ((index + 0.45) * Math.PI) / 6];
    const at = (angle: number) => `${Math.round(x + 340 * Math.cos(angle))} ${Math.round(y + 340 * Math.sin(angle))}`;
    return `M${x} ${y}L${at(from)}L${at(to)}z`;
  });
  return <path fill={fill} d={rays.join("")} />;
}

/** The sign of something done. */
export function Tick({
  x,
  y,
  size = 1,
  stroke = paint.deep,
}: {
  x: number;
  y: number;
  size?: number;
  stroke?: string;
}) {
  return (
    <path
      d={`M${x - 7 * size} ${y}l${5 * size} ${5 * size} ${9 * size} ${-10 * size}`}
      fill="none"
      stroke={stroke}
      strokeWidth={3.5 * size}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
}

/** A receipt's torn paper of this size, its upper left corner at a place. */
export function PaperArt({
  x,
  y,
  width,
  height,
  fill = paint.white,
}: {
  x: number;
  y: number;
  width: number;
  height: number;
  fill?: string;
}) {
  const teeth = Math.max(3, Math.round(width / 12));
  const step = width / teeth;
  const edge = Array.from({ length: teeth }, () => `l${-step / 2} -6l${-step / 2} 6`).join("");
  return <path fill={fill} d={`M${x} ${y}h${width}v${height}${edge}z`} />;
}

/** Coins on a heap. */
export function Coins({ x, y, count = 3 }: { x: number; y: number; count?: number }) {
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <g key={index}>
          <ellipse cx={x} cy={y - index * 8} rx="22" ry="8" fill="#c98a0c" />
          <ellipse cx={x} cy={y - 3 - index * 8} rx="22" ry="8" fill={paint.sun} />
        </g>
      ))}
    </>
  );
}
