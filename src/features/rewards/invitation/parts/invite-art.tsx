/** Two friends and the slip that passes between them; more friends stand behind, by their number. People in one style, with Indonesian dress, headscarf and bare head, young and old. */
import { Art, ArtNumber, MovingArt, PaperArt, paint } from "#web/ui/art/art.tsx";

const skin = { light: "#f0c9a0", middle: "#d6a578", deep: "#b07f55" } as const;

interface InviteArtProps {
  /** Friends who count. */
  friends?: number;
  /** The amount on the slip. */
  amount?: string;
  /** The second version plays at the market's hour of lanterns. */
  scene?: "day" | "dusk";
  isCard?: boolean;
}

/** A young man in a batik shirt. */
const Host = () => (
  <g>
    <path fill={paint.deep} d="M66 220v-36a50 50 0 0 1 100 0v36z" />
    <path
      fill="#e8d3a2"
      d="M84 168l10 10-10 10-10-10zM148 168l10 10-10 10-10-10zM96 200l8 8-8 8-8-8zM136 200l8 8-8 8-8-8z"
    />
    <path fill={paint.white} d="M106 135h20l-10 16z" />
    <path fill={skin.light} d="M107 118h18v20l-9 8-9-8z" />
    <circle cx="116" cy="98" r="28" fill={skin.light} />
    <path fill={paint.ink} d="M88 96q-2-32 28-32t28 32q-8-14-24-14-20 0-32 14z" />
    <path d="M108 108q8 8 16 0" fill="none" stroke={paint.ink} strokeWidth="2.5" strokeLinecap="round" />
    <path fill={paint.ink} d="M105 96h4v4h-4zM123 96h4v4h-4z" />
  </g>
);

/** A woman with a headscarf. */
const Guest = () => (
  <g>
    <path fill={paint.sun} d="M194 220v-34a50 50 0 0 1 100 0v34z" />
    <path fill="#d99a12" d="M212 220q4-34 32-44 28 10 32 44z" />
    <path fill="#7b4f8a" d="M210 100a34 34 0 0 1 68 0q2 36-8 52-26 18-52 0-10-16-8-52z" />
    <path fill={skin.middle} d="M222 102a22 24 0 0 1 44 0q0 26-22 28-22-2-22-28z" />
    <path d="M236 114q8 7 16 0" fill="none" stroke={paint.ink} strokeWidth="2.5" strokeLinecap="round" />
    <path fill={paint.ink} d="M233 101h4v4h-4zM251 101h4v4h-4z" />
  </g>
);

/** Friends who have joined: an older man with a peci, a girl with a bun. */
const Elder = () => (
  <g>
    <path fill="#8aa79c" d="M10 220v-26a34 34 0 0 1 68 0v26z" />
    <circle cx="44" cy="142" r="20" fill={skin.deep} />
    <path fill={paint.ink} d="M25 138l3-18h32l3 18z" />
    <path fill={paint.ink} d="M36 142h3v3h-3zM49 142h3v3h-3z" />
    <path d="M38 151q6 5 12 0" fill="none" stroke={paint.white} strokeWidth="3" strokeLinecap="round" />
  </g>
);
const Girl = () => (
  <g>
    <path fill={paint.red} d="M286 220v-24a32 32 0 0 1 64 0v24z" />
    <circle cx="318" cy="116" r="9" fill="#4a2c20" />
    <circle cx="318" cy="144" r="20" fill={skin.light} />
    <path fill="#4a2c20" d="M298 142a20 20 0 0 1 40 0q-18-12-40 0z" />
    <path fill={paint.ink} d="M310 146h3v3h-3zM323 146h3v3h-3z" />
    <path d="M312 155q6 5 12 0" fill="none" stroke={paint.ink} strokeWidth="2" strokeLinecap="round" />
  </g>
);

export function InviteArt({ friends = 0, amount, scene = "day", isCard }: InviteArtProps) {
  const isDusk = scene === "dusk";
  return (
    <Art ground={isDusk ? "#274a63" : paint.soft} {...(isCard ? { isCard } : {})}>
      {isDusk ? <Dusk /> : <Day />}
      {friends > 0 && <Elder />}
      {friends > 1 && <Girl />}
      <Host />
      <Guest />
      <MovingArt>
        <PaperArt x={130} y={138} width={100} height={62} />
        <path fill={paint.deep} d="M142 149h40v5h-40z" />
        {amount ? (
          <ArtNumber x={180} y={180} size={16}>
            {amount}
          </ArtNumber>
        ) : (
          <path fill={paint.sun} d="M142 163h72v6h-72zM142 177h52v6h-52z" />
        )}
      </MovingArt>
      <path fill={skin.light} d="M120 190a10 9 0 0 1 18-4l2 14q-10 6-18-2z" />
      <path fill={skin.middle} d="M240 190a10 9 0 0 0-18-4l-2 14q10 6 18-2z" />
    </Art>
  );
}

/** A lane by day: a roof of the old style, a palm, washing between the houses. */
const Day = () => (
  <>
    <circle cx="310" cy="42" r="20" fill={paint.sunSoft} />
    <path fill="#c9dfd4" d="M0 170q90-36 180-18t180-12v80H0z" />
    <path fill="#b8d3c6" d="M14 150h74v70H14z" />
    <path fill="#a9684a" d="M2 152l24-40h50l24 40z" />
    <path fill="#7fae93" d="M300 150q4-44 2-70h6q2 30 2 70z" />
    <path
      fill="#5f9878"
      d="M305 82q-30-20-44 4 22-8 44-4zM305 82q30-20 44 4-22-8-44-4zM305 82q-8-30-32-28 20 8 32 28zM305 82q8-30 32-28-20 8-32 28z"
    />
    <path d="M100 60q40 18 90 6t96 4" fill="none" stroke="#9fbfb0" strokeWidth="2" />
    <path fill={paint.red} d="M128 70h18v18h-18z" />
    <path fill={paint.white} d="M160 71h20v20h-20z" />
    <path fill={paint.mint} d="M240 66h16v20h-16z" />
  </>
);

/** The same lane at dusk, with lanterns. */
const Dusk = () => (
  <>
    <path fill="#3a6079" d="M0 176q90-36 180-18t180-12v74H0z" />
    <path fill="#1d394e" d="M10 146h84v74H10zM276 136h84v84h-84z" />
    <path fill="#14293a" d="M0 150l22-38h62l22 38zM264 140l20-36h60l22 36z" />
    <path fill={paint.sun} d="M30 164h18v22H30zM58 164h18v22H58zM296 156h18v22h-18zM326 156h18v22h-18z" />
    <path d="M0 46q90 40 180 18t180 8" fill="none" stroke="#14293a" strokeWidth="2.5" />
    <path fill={paint.sun} d="M48 66h22v26q-11 8-22 0zM170 68h22v26q-11 8-22 0zM286 62h22v26q-11 8-22 0z" />
    <path fill={paint.red} d="M110 72h20v24q-10 8-20 0zM228 66h20v24q-10 8-20 0z" />
    <circle cx="326" cy="26" r="11" fill="#f3e6c4" />
  </>
);
