/** A calendar of seven days that fills: on a desk by day, or on a shop's wall with a receipt. */
import { Art, ArtNumber, MovingArt, paint, PaperArt, Tick } from "#web/ui/art/art.tsx";

interface CalendarArtProps {
  scene: "desk" | "wall";
  /** Days of the streak that are done. */
  done: number;
  /** Today's is among them. */
  isToday: boolean;
  /** The points of the last day; not drawn when unknown. */
  lastPoints?: number;
  /** The streak continues: one of the days is the next. */
  goesOn?: boolean;
  isCard?: boolean;
}

const days = [1, 2, 3, 4, 5, 6, 7];

export function CalendarArt({ scene, done, isToday, lastPoints, goesOn = true, isCard }: CalendarArtProps) {
  const isDesk = scene === "desk";
  return (
    <Art ground={isDesk ? paint.sunSoft : "#d9ebf0"} {...(isCard ? { isCard } : {})}>
      {isDesk ? (
        <>
          <path fill="#f6dfae" d="M0 176h360v44H0z" />
          <path fill={paint.white} d="M24 146h34v30H24z" />
          <path d="M58 152q16 0 16 9t-16 9" fill="none" stroke={paint.white} strokeWidth="5" />
          <path
            d="M34 140q-4-8 2-14M46 140q-4-8 2-14"
            fill="none"
            stroke="#d9b665"
            strokeWidth="3"
            strokeLinecap="round"
          />
        </>
      ) : (
        <>
          <path fill="#c3dce4" d="M0 186h360v34H0z" />
          <path fill={paint.brand} d="M0 0h360v22H0z" />
          <PaperArt x={16} y={92} width={50} height={84} />
          <path d="M26 110h30M26 124h30M26 138h18" stroke={paint.deep} strokeWidth="4" />
          <Tick x={40} y={158} />
        </>
      )}
      <path fill={paint.deep} d="M88 34a8 8 0 0 1 8-8h168a8 8 0 0 1 8 8v26H88z" />
      <PaperArt x={88} y={60} width={184} height={128} />
      <path fill={paint.sun} d="M118 16h10v24h-10zM232 16h10v24h-10z" />
      {days.map((day) => {
        const isLast = day === days.length;
        const x = isLast ? 180 : 100 + ((day - 1) % 3) * 58;
        const y = day <= 3 ? 70 : day <= 6 ? 106 : 142;
        const isDone = day <= done;
        const isNext = goesOn && day === done + 1 && !isToday;
        const box = (
          <g key={day}>
            <rect
              x={isLast ? 100 : x}
              y={y}
              width={isLast ? 160 : 44}
              height="30"
              rx="7"
              fill={isDone ? paint.soft : isNext ? paint.sun : "#f1efe8"}
            />
            {isDone ? (
              <Tick x={isLast ? 180 : x + 22} y={y + 15} />
            ) : (
              <ArtNumber x={isLast ? 180 : x + 22} y={y + 21} size={15} fill={isNext ? paint.ink : "#8a9a94"}>
                {isLast && lastPoints !== undefined ? `7 · +${lastPoints}` : day}
              </ArtNumber>
            )}
          </g>
        );
        return isToday && day === done ? <MovingArt key={day}>{box}</MovingArt> : box;
      })}
    </Art>
  );
}
