/** Each skin's artwork, small: for the cards of the activity centre. */
import type { ReactNode } from "react";
import { CalendarArt } from "#features/rewards/campaign-check-in/parts/calendar-art.tsx";
import { EggArt } from "#features/rewards/campaign-egg/parts/egg-art.tsx";
import { CafeArt, DoorstepArt, MedalArt, StopwatchArt } from "#features/rewards/campaign-gift/parts/gift-art.tsx";
import { TreeArt } from "#features/rewards/campaign-watering/parts/tree-art.tsx";
import { trees, type Tree } from "#features/rewards/campaign-watering/parts/trees.ts";
import { PitchArt } from "#features/rewards/campaign-pick/parts/pitch-art.tsx";
import { StarArt } from "#features/rewards/campaign-wish/parts/star-art.tsx";
import { InviteArt } from "#features/rewards/invitation/parts/invite-art.tsx";
import type { Skin } from "../skins-contract.ts";
import { CakeArt, CurtainArt, LetterArt, TicketArt } from "./coupon-art.tsx";

const small = { isCard: true } as const;
const tree = (name: Tree) => [name, () => <TreeArt tree={name} stage={3} {...small} />] as const;

const drawn: Readonly<Partial<Record<Skin, () => ReactNode>>> = {
  "seven-year": () => <CakeArt isTaken={false} {...small} />,
  "get-coupon": () => <TicketArt isTaken={false} {...small} />,
  "email-coupon": () => <LetterArt isTaken={false} {...small} />,
  "new-gift": () => <DoorstepArt isTaken={false} {...small} />,
  "order-gift": () => <MedalArt isTaken={false} {...small} />,
  "free-loan": () => <StopwatchArt isTaken={false} {...small} />,
  tomoro: () => <CafeArt isTaken={false} {...small} />,
  "check-in": () => <CalendarArt scene="desk" done={3} isToday={false} lastPoints={50} {...small} />,
  "check-in-order": () => <CalendarArt scene="wall" done={3} isToday={false} lastPoints={50} {...small} />,
  "toy-egg": () => <EggArt scene="henhouse" {...small} />,
  "toy-egg-2": () => <EggArt scene="toybox" {...small} />,
  "golden-egg": () => <EggArt scene="vault" {...small} />,
  "world-cup": () => <PitchArt chosen={5} {...small} />,
  wish: () => <StarArt points={36} max={60} {...small} />,
  invite: () => <InviteArt friends={2} {...small} />,
  ...Object.fromEntries(trees.map(tree)),
};

/** A skin without artwork of its own yet waits behind a curtain. */
export function SkinArt({ skin }: { skin: string }) {
  const draw = Object.hasOwn(drawn, skin) ? drawn[skin as Skin] : undefined;
  return <>{draw ? draw() : <CurtainArt isCard />}</>;
}
