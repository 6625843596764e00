/** The receipt mark (struk), alone or with the brand's name. A brand with its own picture passes `picture`. */
export function Logo({ name, picture }: { name: string; picture?: string }) {
  return (
    <span className="logo">
      {picture === undefined ? <ReceiptMark /> : <img src={picture} alt="" width={28} height={28} />}
      {name}
    </span>
  );
}

function ReceiptMark({ size = 28 }: { size?: number }) {
  return (
    <svg className="logo-mark" width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <path d="M5 4h18v20l-2.25-2-2.25 2-2.25-2L14 24l-2.25-2-2.25 2-2.25-2L5 24z" />
      <path className="logo-lines" d="M9 9.5h10M9 13.5h10M9 17.5h6" />
    </svg>
  );
}
