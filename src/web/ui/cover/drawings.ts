/**
 * Covers of articles, 320 by 180, of the same hand as the illustrations: paper shapes, lines of the brand's colour, one
 * touch of sun. They hold no words, so that every language shares them.
 */
export interface CoverDrawing {
  /** Filled with the colour of paper. */
  paper: string;
  line: string;
  /** Filled with sun. */
  glow?: string;
  /** Drawn with sun. */
  sun?: string;
}

const circle = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0z`;
const box = (x: number, y: number, width: number, height: number, round = 6): string =>
  `M${x + round} ${y}h${width - 2 * round}a${round} ${round} 0 0 1 ${round} ${round}v${height - 2 * round}a${round} ${round} 0 0 1 ${-round} ${round}h${2 * round - width}a${round} ${round} 0 0 1 ${-round} ${-round}v${2 * round - height}a${round} ${round} 0 0 1 ${round} ${-round}z`;
/** A sheet with a torn lower edge: the receipt. */
const receipt = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}${"l-6 -7l-6 7".repeat(width / 12)}z`;
/** A sheet with its corner folded, and the fold. */
const sheet = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width - 20}l20 20v${height - 20}h${-width}z`;
const fold = (x: number, y: number, width: number): string => `M${x + width - 20} ${y}v20h20`;
const rule = (x: number, y: number, width: number): string => `M${x} ${y}h${width}`;
const head = (x: number, y: number, radius: number): string =>
  `${circle(x, y, radius)}M${x - radius * 1.8} ${y + radius * 3.4}c0 ${-radius * 1.6} ${radius * 0.8} ${-radius * 2.2} ${radius * 1.8} ${-radius * 2.2}s${radius * 1.8} ${radius * 0.6} ${radius * 1.8} ${radius * 2.2}`;
const coin = (x: number, y: number): string => `M${x - 26} ${y}v10c0 12 52 12 52 0v-10`;
const shield = (x: number, y: number): string => `M${x} ${y}l34 12v26c0 22 -14 36 -34 46c-20 -10 -34 -24 -34 -46v-26z`;

export const drawings = {
  receipt: {
    paper: `${receipt(96, 24, 96, 130)}${circle(238, 66, 26)}M212 112h52v36c0 12 -52 12 -52 0z`,
    line: `${receipt(96, 24, 96, 130)}${rule(112, 46, 40)}${rule(112, 64, 26)}${rule(164, 64, 12)}${rule(112, 80, 32)}${rule(164, 80, 12)}${rule(112, 96, 22)}${rule(160, 96, 16)}${circle(238, 66, 26)}M212 112c0 12 52 12 52 0c0 -12 -52 -12 -52 0z${coin(238, 112)}${coin(238, 124)}${coin(238, 136)}`,
    sun: `${rule(112, 124, 24)}${rule(152, 124, 24)}M238 56v20`,
  },
  phone: {
    paper: `${box(66, 18, 76, 144, 12)}${box(196, 104, 76, 50, 4)}`,
    line: `${box(66, 18, 76, 144, 12)}${rule(96, 30, 16)}${box(80, 48, 48, 28, 6)}${rule(88, 58, 30)}${rule(88, 66, 18)}${box(80, 86, 34, 20, 6)}${box(196, 104, 76, 50, 4)}M196 106l38 28l38 -28M234 12v58a20 20 0 1 1 -40 0v-6l-8 10M194 64l9 8M234 70v20`,
    sun: `M104 120l22 32h-44zM104 132v8M104 146v.1`,
  },
  payment: {
    paper: `${box(92, 18, 84, 144, 12)}${circle(226, 108, 36)}`,
    line: `${box(92, 18, 84, 144, 12)}${rule(124, 30, 20)}${box(106, 46, 20, 20, 3)}${box(142, 46, 20, 20, 3)}${box(106, 82, 20, 20, 3)}M115 56h2M151 56h2M115 92h2M134 46v8M134 62v12h-8M106 74h10M144 74h6M158 74h4M134 84v8h8v10M150 82h12v8M152 100h10${rule(108, 120, 52)}${circle(226, 108, 36)}`,
    sun: `${rule(108, 138, 32)}M210 109l12 12l22 -25`,
  },
  licence: {
    paper: `${sheet(76, 22, 108, 136)}${circle(216, 100, 40)}`,
    line: `${sheet(76, 22, 108, 136)}${fold(76, 22, 108)}${rule(94, 50, 46)}${rule(94, 66, 70)}${rule(94, 82, 66)}${rule(94, 98, 56)}${circle(112, 130, 12)}M105 140l-3 16l10 -6l10 6l-3 -16${circle(216, 100, 40)}M245 129l30 30`,
    sun: "M198 100l13 13l24 -27",
  },
  budget: {
    paper: `${box(60, 56, 52, 96, 10)}${box(134, 56, 52, 96, 10)}${box(208, 56, 52, 96, 10)}`,
    line: `${box(60, 56, 52, 96, 10)}${box(134, 56, 52, 96, 10)}${box(208, 56, 52, 96, 10)}M64 44h44v12h-44zM138 44h44v12h-44zM212 44h44v12h-44zM60 92c8 -5 18 5 26 0s18 5 26 0M134 112c8 -5 18 5 26 0s18 5 26 0M208 130c8 -5 18 5 26 0s18 5 26 0${rule(74, 126, 24)}${rule(148, 134, 24)}`,
    sun: `${circle(234, 22, 12)}M234 17v10`,
  },
  calendar: {
    paper: `${box(64, 36, 124, 118, 8)}${circle(236, 98, 42)}`,
    line: `${box(64, 36, 124, 118, 8)}${rule(64, 64, 124)}M92 26v20M160 26v20${[0, 1, 2].map((row) => [0, 1, 2, 3].map((column) => (row === 2 && column === 1 ? "" : `M${84 + column * 25} ${84 + row * 24}h9`)).join("")).join("")}${circle(236, 98, 42)}M236 98v-24M236 64v.1M236 132v.1M202 98h.1M270 98h.1`,
    sun: `${circle(113.5, 132, 13)}M236 98l18 12`,
  },
  document: {
    paper: `${sheet(92, 18, 112, 144)}${circle(208, 128, 20)}${circle(258, 128, 20)}`,
    line: `${sheet(92, 18, 112, 144)}${fold(92, 18, 112)}${[48, 70, 92, 114].map((y) => rule(130, y, y === 48 ? 36 : 56)).join("")}${circle(208, 128, 20)}${circle(258, 128, 20)}M228 126c3 -5 7 -5 10 0M188 124l-18 -12M278 124l8 -12`,
    sun: `${[48, 70, 92, 114].map((y) => `M106 ${y - 1}l4 4l8 -9`).join("")}M106 136h40`,
  },
  steps: {
    paper: "M44 152h44v-24h44v-24h44v-24h44v-24h44v96z",
    line: `M44 152h44v-24h44v-24h44v-24h44v-24h44v96zM242 56v-40${circle(66, 100, 10)}M66 110v24M66 118l14 6M66 118l-12 8M66 134l-9 18M66 134l9 18M110 152v-.1M154 152v-.1M198 152v-.1`,
    glow: "M242 16l30 10l-30 10z",
    sun: "M96 92c24 -34 62 -54 108 -58M192 24l14 9l-10 13",
  },
  lock: {
    paper: `${box(62, 18, 76, 144, 12)}${box(188, 84, 84, 68, 10)}`,
    line: `${box(62, 18, 76, 144, 12)}${rule(92, 30, 16)}${circle(84, 60, 8)}${circle(84, 92, 8)}${circle(84, 124, 8)}${rule(102, 60, 22)}${rule(102, 92, 22)}${rule(102, 124, 22)}${box(188, 84, 84, 68, 10)}M204 84v-18a26 26 0 0 1 52 0v18`,
    sun: `${circle(230, 112, 8)}M230 120v14M81 60l2 3l5 -6M81 92l2 3l5 -6M81 121l6 6M87 121l-6 6`,
  },
  languages: {
    paper: `${box(46, 28, 104, 66, 12)}${box(170, 50, 104, 66, 12)}${box(76, 118, 88, 44, 10)}`,
    line: `${box(46, 28, 104, 66, 12)}M70 94v16l16 -16${box(170, 50, 104, 66, 12)}M250 116v16l-16 -16${box(76, 118, 88, 44, 10)}${rule(64, 48, 44)}${rule(64, 62, 66)}${rule(64, 76, 30)}${rule(188, 70, 30)}${rule(188, 84, 66)}${rule(188, 98, 50)}`,
    sun: `${rule(92, 134, 20)}${rule(120, 134, 28)}${rule(92, 147, 36)}`,
  },
  shield: {
    paper: `${sheet(72, 22, 112, 138)}${shield(226, 62)}`,
    line: `${sheet(72, 22, 112, 138)}${fold(72, 22, 112)}${rule(92, 52, 50)}${rule(92, 68, 72)}${rule(92, 84, 60)}M92 104h36v36h-36zM100 112h8v8h-8zM116 112h5M116 122v5h5M100 130h6M114 134h7${shield(226, 62)}`,
    sun: "M210 100l12 12l22 -25",
  },
  classroom: {
    paper: `${box(84, 18, 152, 84, 6)}`,
    line: `${box(84, 18, 152, 84, 6)}M108 84v-18h16v18zM140 84v-34h16v34zM172 84v-26h16v26z${rule(98, 84, 124)}${head(98, 124, 12)}${head(160, 124, 12)}${head(222, 124, 12)}`,
    sun: "M108 44l32 -12l32 12l34 -16",
  },
  booth: {
    paper: "M76 36h168v30h-168zM92 108h136v44h-136z",
    line: `M76 36h168v26c0 12 -28 12 -28 0c0 12 -28 12 -28 0c0 12 -28 12 -28 0c0 12 -28 12 -28 0c0 12 -28 12 -28 0c0 12 -28 12 -28 0zM104 36v26M132 36v26M160 36v26M188 36v26M216 36v26M84 68v84M236 68v84M92 108h136v44h-136z${circle(132, 88, 10)}M114 108c0 -8 8 -12 18 -12s18 4 18 12${circle(190, 88, 10)}M172 108c0 -8 8 -12 18 -12s18 4 18 12`,
    sun: "M152 124a8 8 0 1 1 11 7c-2 1 -3 3 -3 5M160 144v.1",
  },
  books: {
    paper:
      "M62 116h84v20h-84zM70 96h76v20h-76zM58 136h92v20h-92zM170 66c22 -10 40 -8 54 4c14 -12 32 -14 54 -4v82c-22 -10 -40 -8 -54 4c-14 -12 -32 -14 -54 -4z",
    line: "M62 116h84v20h-84zM70 96h76v20h-76zM58 136h92v20h-92zM78 96v20M74 116v20M70 136v20M170 66c22 -10 40 -8 54 4c14 -12 32 -14 54 -4v82c-22 -10 -40 -8 -54 4c-14 -12 -32 -14 -54 -4zM224 70v82M184 84c10 -4 18 -3 26 1M184 102c10 -4 18 -3 26 1M238 85c8 -4 16 -5 26 -1M238 103c8 -4 16 -5 26 -1",
    sun: `${circle(108, 62, 20)}M108 52v20M224 46v-22M200 50l-10 -18M248 50l10 -18`,
  },
} as const satisfies Record<string, CoverDrawing>;
