import type { Route } from "./+types/invitation";
import { campaignForms } from "#features/rewards/campaign/parts/load.ts";
import type { ScreenHandle } from "#web/screen.ts";
import { InviteArt } from "../parts/invite-art.tsx";
import { InviteScreen, loadInvitation } from "../parts/invite-screen.tsx";
import { texts } from "../texts.ts";

export const handle: ScreenHandle = { title: texts.title, back: "/webview/activity-center", event: "campaign_view" };

export const loader = (args: Route.LoaderArgs) => loadInvitation(args);
export const action = campaignForms.action;

export default function InvitationScreen({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <InviteScreen
      {...loaderData}
      outcome={actionData}
      version={1}
      detail="/webview/invitation-human/detail"
      art={<InviteArt friends={loaderData.invitation.friends.counted} />}
    />
  );
}
