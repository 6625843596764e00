/**
 * Two-colour line drawings in one style: a soft shape behind, lines in the brand's colour in front, one touch of sun.
 * They are decoration: the words say everything. `soft` is filled, `line` is drawn, `sun` is the touch.
 */
interface Drawing {
  soft: string;
  line: string;
  sun?: string;
}

const drawings = {
  receipt: {
    soft: "M28 18h40v62l-5-4-5 4-5-4-5 4-5-4-5 4-5-4-5 4z",
    line: "M28 18h40v62l-5-4-5 4-5-4-5 4-5-4-5 4-5-4-5 4zM36 30h24M36 40h24M36 50h12",
    sun: "M36 63h24",
  },
  phone: {
    soft: "M32 12h32a6 6 0 0 1 6 6v60a6 6 0 0 1-6 6H32a6 6 0 0 1-6-6V18a6 6 0 0 1 6-6z",
    line: "M32 12h32a6 6 0 0 1 6 6v60a6 6 0 0 1-6 6H32a6 6 0 0 1-6-6V18a6 6 0 0 1 6-6zM42 18h12M45 77h6M36 34h24M36 44h24",
    sun: "M36 58h24",
  },
  house: {
    soft: "M20 44l28-24 28 24v36H20z",
    line: "M12 50l36-31 36 31M20 44v36h56V44M40 80V58h16v22",
    sun: "M66 28v-8h6v13",
  },
  calendar: {
    soft: "M18 26h60v54H18z",
    line: "M18 26h60v54H18zM18 40h60M32 18v14M64 18v14M30 52h8M44 52h8M30 66h8",
    sun: "M57 65l5 5 9-10",
  },
  shield: {
    soft: "M48 12l28 10v24c0 18-11 31-28 38-17-7-28-20-28-38V22z",
    line: "M48 12l28 10v24c0 18-11 31-28 38-17-7-28-20-28-38V22z",
    sun: "M36 48l9 9 16-18",
  },
  empty: {
    soft: "M18 46l12-22h36l12 22v32H18z",
    line: "M18 46l12-22h36l12 22v32H18zM18 46h18c0 8 5 12 12 12s12-4 12-12h18",
    sun: "M48 8v8M34 11l3 7M62 11l-3 7",
  },
  search: {
    soft: "M42 66a26 26 0 1 0 0-52 26 26 0 0 0 0 52z",
    line: "M42 66a26 26 0 1 0 0-52 26 26 0 0 0 0 52zM61 59l21 23",
    sun: "M30 40a12 12 0 0 1 12-12",
  },
  "id-card": {
    soft: "M12 24h72v48H12z",
    line: "M12 24h72v48H12zM32 48a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 64c1-8 6-11 12-11s11 3 12 11M54 38h20M54 48h20",
    sun: "M54 59h12",
  },
  selfie: {
    soft: "M48 18a24 24 0 0 0-24 26c0 18 10 32 24 32s24-14 24-32a24 24 0 0 0-24-26z",
    line: "M48 18a24 24 0 0 0-24 26c0 18 10 32 24 32s24-14 24-32a24 24 0 0 0-24-26zM39 42v2M57 42v2M41 58c4 4 10 4 14 0",
    sun: "M12 26V12h14M84 26V12H70M12 70v14h14M84 70v14H70",
  },
  bank: {
    soft: "M14 38l34-22 34 22zM14 74h68v8H14z",
    line: "M14 38l34-22 34 22zM22 44v24M39 44v24M57 44v24M74 44v24M14 74h68v8H14z",
    sun: "M48 27v4",
  },
  check: {
    soft: "M48 84a36 36 0 1 0 0-72 36 36 0 0 0 0 72z",
    line: "M48 84a36 36 0 1 0 0-72 36 36 0 0 0 0 72zM31 49l12 12 23-26",
    sun: "M82 14l6-6M88 26h6M70 8V2",
  },
  warning: {
    soft: "M48 14l38 66H10z",
    line: "M48 14l38 66H10zM48 38v20",
    sun: "M48 68v1",
  },
  chart: {
    soft: "M20 56h14v24H20zM42 42h14v38H42zM64 28h14v52H64z",
    line: "M12 14v66h72M20 80V56h14v24M42 80V42h14v38M64 80V28h14v52",
    sun: "M22 40l20-14 14 4 20-18",
  },
  coins: {
    soft: "M18 62c0-6 10-10 24-10s24 4 24 10v14c0 6-10 10-24 10s-24-4-24-10z",
    line: "M18 62c0-6 10-10 24-10s24 4 24 10-10 10-24 10-24-4-24-10zM18 62v14c0 6 10 10 24 10s24-4 24-10V62",
    sun: "M70 44V12M58 24l12-12 12 12",
  },
  headset: {
    soft: "M48 16a30 30 0 0 0-30 30v28h14V50h32v24h14V46a30 30 0 0 0-30-30z",
    line: "M18 54v-8a30 30 0 0 1 60 0v8M18 52h14v24H18zM64 52h14v24H64zM72 76c0 7-7 10-16 10",
    sun: "M46 86h6",
  },
  "holding-card": {
    soft: "M46 56h38v26H46z",
    line: "M34 42a13 13 0 1 0 0-26 13 13 0 0 0 0 26zM10 82c1-20 10-30 24-30 5 0 9 1 12 4M46 56h38v26H46zM56 70a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM50 78c1-4 3-5 6-5s5 1 6 5",
    sun: "M68 65h10M68 73h6",
  },
  document: {
    soft: "M22 12h36l16 16v56H22z",
    line: "M22 12h36l16 16v56H22zM58 12v16h16M34 44h28M34 56h28M34 68h16",
  },
  gift: {
    soft: "M16 34h64v16H16zM22 50h52v32H22z",
    line: "M16 34h64v16H16zM22 50v32h52V50M48 34c-14 0-22-5-20-13s17-5 20 13c3-18 18-21 20-13s-6 13-20 13z",
    sun: "M48 34v48",
  },
} as const satisfies Record<string, Drawing>;

export type IllustrationName = keyof typeof drawings;
export const illustrationNames = Object.keys(drawings) as IllustrationName[];

/** `small` 32 px next to words, `normal` 96 px in an empty state, `large` 144 px on a page of its own. */
export function Illustration({
  name,
  size = "normal",
}: {
  name: IllustrationName;
  size?: "small" | "normal" | "large";
}) {
  const drawing: Drawing = drawings[name];
  const edge = { small: 32, normal: 96, large: 144 }[size];
  return (
    <svg
      className={size === "small" ? "drawing drawing-small" : "drawing"}
      width={edge}
      height={edge}
      viewBox="0 0 96 96"
      aria-hidden="true"
    >
      <path className="drawing-soft" d={drawing.soft} />
      <path d={drawing.line} />
      {drawing.sun !== undefined && <path className="drawing-sun" d={drawing.sun} />}
    </svg>
  );
}
