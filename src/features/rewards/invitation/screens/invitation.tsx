import type { Route } from "./+types/invitation";
import type { ScreenHandle } from "#web/screen.ts";
import { InviteArt } from "../parts/invite-art.tsx";
import { InviteScreen, loadInvitation } from "../parts/invite-screen.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/activity-center", event: "campaign_view" };

export const loader = (args: Route.LoaderArgs) => loadInvitation(args);

export default function InvitationScreen({ loaderData }: Route.ComponentProps) {
  return (
    <InviteScreen
      {...loaderData}
      version={1}
      detail="/webview/invitation-human/detail"
      art={<InviteArt friends={loaderData.invitation.friends.counted} />}
    />
  );
}
