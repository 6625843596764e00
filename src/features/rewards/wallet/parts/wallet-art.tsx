/** A wallet with its balance on a slip: closed when empty, with money on its way to the bank leaving it. */
import { Art, Coins, MovingArt, paint, PaperArt, Tick } from "#web/ui/art/art.tsx";

interface WalletArtProps {
  /** Money can be withdrawn, or is on its way. */
  isFilled: boolean;
  /** A withdrawal is on its way to the bank. */
  isSending: boolean;
  /** It was ordered just now. */
  isOrdered: boolean;
}

export function WalletArt({ isFilled, isSending, isOrdered }: WalletArtProps) {
  const bank = (
    <>
      <path
        fill={paint.soft}
        d="M262 58h78v8h-78zM268 30l33-20 33 20v6h-66zM272 36h8v22h-8zM286 36h8v22h-8zM308 36h8v22h-8zM322 36h8v22h-8z"
      />
      <path
        d="M188 60q30-34 62-26M238 22l14 12-12 14"
        fill="none"
        stroke={paint.sun}
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  );
  return (
    <Art ground={paint.deep}>
      <path fill="#0d655b" d="M0 150q90-40 180-16t180-22v108H0z" />
      {isFilled && (
        <>
          <path fill={paint.sun} d="M62 104V82a12 12 0 0 1 12-12h176a12 12 0 0 1 12 12v22z" />
          <PaperArt x={92} y={42} width={130} height={90} />
          <path d="M108 62h66M108 80h44" stroke={paint.brand} strokeWidth="7" strokeLinecap="round" />
          <Tick x={200} y={66} size={1.3} />
        </>
      )}
      <path fill="#138075" d="M40 110a16 16 0 0 1 16-16h222a16 16 0 0 1 16 16v110H40z" />
      <path
        d="M54 116a8 8 0 0 1 8-8h210a8 8 0 0 1 8 8"
        fill="none"
        stroke={paint.mint}
        strokeWidth="3"
        strokeDasharray="8 6"
      />
      <path
        fill="#0a4b44"
        d="M226 136h76a8 8 0 0 1 8 8v40a8 8 0 0 1-8 8h-76a22 22 0 0 1-22-22v-12a22 22 0 0 1 22-22z"
      />
      <circle cx="232" cy="164" r="11" fill={paint.sun} />
      {isFilled && <Coins x={333} y={206} count={4} />}
      {isSending && (isOrdered ? <MovingArt>{bank}</MovingArt> : bank)}
    </Art>
  );
}
