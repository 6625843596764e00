/**
 * Scenes for guides, in the style of the illustrations and wider: mock screens, papers and people. They contain no
 * words, so that all languages share them; a list next to the picture explains its numbered signs.
 */
interface Drawing {
  soft: string;
  line: string;
  sun?: string;
  /** Centres of the numbered signs; the list next to the picture has the same numbers. */
  signs?: readonly (readonly [x: number, y: number])[];
}

const phone = "M58 6h44a8 8 0 0 1 8 8v92a8 8 0 0 1-8 8H58a8 8 0 0 1-8-8V14a8 8 0 0 1 8-8z";
const speaker = "M74 13h12";
const codeBoxes = (y: number): string => [58, 66, 74, 82, 90, 98].map((x) => `M${x} ${y}h5v9h-5z`).join("");
const person = (x: number, y: number): string =>
  `M${x} ${y + 20}a10 10 0 1 0 0-20 10 10 0 0 0 0 20zM${x - 18} ${y + 52}c1-15 7-21 18-21s17 6 18 21`;
const receipt = "M96 22h48v76l-6-5-6 5-6-5-6 5-6-5-6 5-6-5-6 5z";

const drawings = {
  register: { soft: phone, line: `${phone}${speaker}M58 30h44v12H58zM64 36h16${codeBoxes(58)}`, sun: "M62 86h36" },
  identity: {
    soft: "M12 38h76v48H12z",
    line: "M12 38h76v48H12zM32 62a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM20 78c1-8 5-11 12-11s11 3 12 11M54 50h24M54 60h24M54 70h14M122 66a13 13 0 1 0 0-26 13 13 0 0 0 0 26zM102 92c1-14 8-20 20-20s19 6 20 20",
    sun: "M100 40V28h12M144 40V28h-12M100 86v12h12M144 86v12h-12",
  },
  details: {
    soft: phone,
    line: `${phone}${speaker}M60 34h22M60 52h22M60 70h22M60 88h22`,
    sun: "M91 33l4 4 7-8M91 51l4 4 7-8M91 69l4 4 7-8M91 87l4 4 7-8",
  },
  amount: {
    soft: phone,
    line: `${phone}${speaker}M66 30h28M60 46h40M84 51a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM60 66h18M92 66h8M60 76h18M92 76h8M60 86h40`,
    sun: "M60 97h40",
  },
  review: {
    soft: "M30 14h44l16 16v76H30z",
    line: "M30 14h44l16 16v76H30zM74 14v16h16M42 46h34M42 58h26M42 70h20M106 96a20 20 0 1 0 0-40 20 20 0 0 0 0 40zM121 91l18 18",
    sun: "M97 76l6 6 12-13",
  },
  sign: {
    soft: "M26 12h54l16 16v80H26z",
    line: "M26 12h54l16 16v80H26zM80 12v16h16M38 42h42M38 54h42M38 66h28M138 34l10 8-34 44-13 5 3-13z",
    sun: "M38 92c6-14 11 8 18-5s8 7 16-1l12-1",
  },
  payout: {
    soft: "M12 54l32-22 32 22zM116 24h28a6 6 0 0 1 6 6v66a6 6 0 0 1-6 6h-28a6 6 0 0 1-6-6V30a6 6 0 0 1 6-6z",
    line: "M12 54l32-22 32 22zM20 60v24M36 60v24M52 60v24M68 60v24M12 92h64M116 24h28a6 6 0 0 1 6 6v66a6 6 0 0 1-6 6h-28a6 6 0 0 1-6-6V30a6 6 0 0 1 6-6zM120 62l7 7 13-15",
    sun: "M82 72h20M95 64l8 8-8 8",
  },
  repay: {
    soft: `M14 24h66v66H14z${receipt}`,
    line: `M14 24h66v66H14zM14 42h66M30 16v16M64 16v16M26 56h8M44 56h8M26 72h8${receipt}M106 38h28M106 50h28M106 62h14`,
    sun: "M56 69l6 6 11-13M106 76h28",
  },
  settled: {
    soft: "M40 12h56l18 18v78H40z",
    line: "M40 12h56l18 18v78H40zM96 12v18h18M52 44h48M52 56h48M52 68h26M96 100a14 14 0 1 0 0-28 14 14 0 0 0 0 28z",
    sun: "M89 86l5 5 9-10",
  },
  "own-account": {
    soft: "M12 30h74v64H12z",
    line: `M12 30h74v64H12zM12 46h74M24 62h34M24 76h22${person(124, 36)}`,
    sun: "M66 75l6 6 12-13",
  },
  "bank-asked": {
    soft: "M84 54l32-22 32 22zM14 30h32a6 6 0 0 1 6 6v58a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6V36a6 6 0 0 1 6-6z",
    line: "M84 54l32-22 32 22zM92 60v24M108 60v24M124 60v24M140 60v24M84 92h64M14 30h32a6 6 0 0 1 6 6v58a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6V36a6 6 0 0 1 6-6zM18 50h24M18 64h24",
    sun: "M58 60h18M71 54l6 6-6 6M78 80H60M65 74l-6 6 6 6",
  },
  "account-app": {
    soft: "M50 4h60a8 8 0 0 1 8 8v96a8 8 0 0 1-8 8H50a8 8 0 0 1-8-8V12a8 8 0 0 1 8-8z",
    line: "M50 4h60a8 8 0 0 1 8 8v96a8 8 0 0 1-8 8H50a8 8 0 0 1-8-8V12a8 8 0 0 1 8-8zM72 11h16M52 28h30M52 86h38M52 102h56M98 46h8v10h-8z",
    sun: "M52 54h38",
    signs: [
      [130, 28],
      [130, 52],
      [130, 86],
    ],
  },
  passbook: {
    soft: "M8 22h66q6 0 6 6 0-6 6-6h66v78H86q-6 0-6 6 0-6-6-6H8z",
    line: "M8 22h66q6 0 6 6 0-6 6-6h66v78H86q-6 0-6 6 0-6-6-6H8zM80 28v78M20 40h30M92 42h48M92 56h48M92 70h48M92 84h30",
    sun: "M20 64h34",
    signs: [
      [66, 40],
      [66, 64],
    ],
  },
  "bank-card": {
    soft: "M6 8h94v56H6zM58 56h94v56H58z",
    line: "M6 8h94v42M52 64H6V8M16 22h16v12H16zM16 48h10M32 48h10M48 48h10M64 48h10M58 56h94v56H58zM58 72h94M70 90h26M122 84h20v13h-20z",
    signs: [
      [84, 34],
      [109, 90],
    ],
  },
  "wallet-number": {
    soft: phone,
    line: `${phone}${speaker}M58 34h44v14H58zM64 41h24M60 62h18M60 74h26`,
    sun: "M62 96h36",
  },
  "wallet-request": {
    soft: phone,
    line: `${phone}${speaker}M58 28h44v26H58zM72 37h24M72 45h16M60 70h40M60 82h28`,
    sun: "M65 37v6M65 47v.1M120 26c6 8 6 18 0 26M128 18c10 12 10 30 0 42",
  },
  "wallet-pin": {
    soft: phone,
    line: `${phone}${speaker}M66 34h28M60 48h40M60 60h26`,
    sun: "M60 84v.1M68 84v.1M76 84v.1M84 84v.1M92 84v.1M100 84v.1",
  },
  "wallet-done": {
    soft: phone,
    line: `${phone}${speaker}M80 66a17 17 0 1 0 0-34 17 17 0 0 0 0 34zM64 82h32M70 94h20`,
    sun: "M72 49l6 6 11-12",
  },
  "fake-app": { soft: phone, line: `${phone}${speaker}M80 34l22 40H58zM62 90h36`, sun: "M80 50v11M80 67v.1" },
  "advance-transfer": {
    soft: "M46 86a26 26 0 1 0 0-52 26 26 0 0 0 0 52z",
    line: `M46 86a26 26 0 1 0 0-52 26 26 0 0 0 0 52zM40 72V48h7a6 6 0 0 1 0 13h-7M47 61l8 11${person(128, 34)}M78 60h22M93 53l7 7-7 7`,
    sun: "M74 34l30 52",
  },
  "code-asked": {
    soft: phone,
    line: `${phone}${speaker}M66 46h28v22H66zM71 46v-6a9 9 0 0 1 18 0v6${codeBoxes(82)}`,
    sun: "M80 54v6",
  },
  "false-support": {
    soft: "M10 18h90v52H52L34 86V70H10z",
    line: "M10 18h90v52H52L34 86V70H10zM24 36h62M24 50h40M114 52h36v34h-8v14l-14-14h-14z",
    sun: "M132 60v12M132 78v.1",
  },
  "stray-money": {
    soft: "M16 46h98v54H16z",
    line: "M16 46h98v54H16zM16 46l76-24v24M92 66h22v16H92zM132 54a20 20 0 1 0 0-40 20 20 0 0 0 0 40z",
    sun: "M127 29a5 5 0 1 1 7 5c-2 1-2 2-2 5M132 44v.1",
  },
  middleman: {
    soft: "M62 30h36v74H62z",
    line: `${person(26, 40)}${person(80, 40)}${person(134, 40)}M68 38h24M72 38v-9h16v9`,
    sun: "M58 28l44 68",
  },
  licence: {
    soft: "M58 10l34 12v30c0 24-14 40-34 50-20-10-34-26-34-50V22z",
    line: "M58 10l34 12v30c0 24-14 40-34 50-20-10-34-26-34-50V22zM112 90a18 18 0 1 0 0-36 18 18 0 0 0 0 36zM125 86l18 18",
    sun: "M43 54l11 11 19-21",
  },
  hurry: {
    soft: "M80 104a42 42 0 1 0 0-84 42 42 0 0 0 0 84z",
    line: "M80 104a42 42 0 1 0 0-84 42 42 0 0 0 0 84zM72 10h16M80 10v10",
    sun: "M80 40v24l16 10",
  },
} as const satisfies Record<string, Drawing>;

export type SceneName = keyof typeof drawings;
export const sceneNames = Object.keys(drawings) as SceneName[];

/** `small` 80 px wide next to words, `large` as wide as its container, up to 320 px. With `label` screen readers announce it as a picture. */
export function Scene({ name, size = "large", label }: { name: SceneName; size?: "small" | "large"; label?: string }) {
  const { soft, line, sun, signs = [] }: Drawing = drawings[name];
  const meaning = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <svg
      className={`drawing scene-${size}`}
      width={size === "small" ? 80 : 320}
      height={size === "small" ? 60 : 240}
      viewBox="0 0 160 120"
      {...meaning}
    >
      <path className="drawing-soft" d={soft} />
      <path d={line} />
      {sun !== undefined && <path className="drawing-sun" d={sun} />}
      {signs.map(([x, y], index) => (
        <g key={index}>
          <circle className="scene-sign" cx={x} cy={y} r={9} />
          <text className="scene-number" x={x} y={y + 4}>
            {index + 1}
          </text>
        </g>
      ))}
    </svg>
  );
}
