import type { SkinLooks } from "#features/rewards/campaign/parts/skin-looks.tsx";
import { CalendarArt } from "./calendar-art.tsx";
import { CheckInScreen } from "./check-in-screen.tsx";

export const looks: SkinLooks = {
  "check-in": {
    art: () => <CalendarArt scene="desk" done={3} isToday={false} isCard />,
    screen: ({ campaign }) => <CheckInScreen campaign={campaign} scene="desk" outcome={undefined} />,
  },
  "check-in-order": {
    art: () => <CalendarArt scene="wall" done={3} isToday={false} isCard />,
    screen: ({ campaign }) => <CheckInScreen campaign={campaign} scene="wall" outcome={undefined} />,
  },
};
