/** A sealed box under glass: closed while its day runs, open once its seed was shown. */
import { Art, MovingArt, paint, Rays, Tick } from "#web/ui/art/art.tsx";

export function DrawArt({ isOpen }: { isOpen: boolean }) {
  return (
    <Art ground={paint.night}>
      <Rays x={180} y={128} fill="#1d3f61" />
      <path fill="#0d2238" d="M0 184h360v36H0z" />
      <path fill={paint.wood} d="M112 118h136v70H112z" />
      <path fill="#5b3a22" d="M112 118h136v14H112z" />
      <g transform={isOpen ? "translate(-10 -34) rotate(-12 180 110)" : ""}>
        <path fill="#8f6540" d="M104 96h152v24H104z" />
        <path fill={paint.sun} d="M172 96h16v24h-16z" />
      </g>
      {isOpen ? (
        <MovingArt>
          <path fill={paint.white} d="M146 64h68v54h-68z" />
          <path d="M156 78h48M156 90h48" stroke={paint.mint} strokeWidth="5" />
          <Tick x={180} y={104} />
        </MovingArt>
      ) : (
        <>
          <circle cx="180" cy="142" r="18" fill={paint.red} />
          <circle cx="180" cy="142" r="11" fill="none" stroke="#8c2f28" strokeWidth="3" />
        </>
      )}
      <path d="M92 190V84a88 74 0 0 1 176 0v106" fill="none" stroke={paint.mint} strokeWidth="4" opacity="0.6" />
    </Art>
  );
}
