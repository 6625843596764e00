/** The list of friends, page by page: through the call and the screen. */
import { RouterContextProvider } from "react-router";
import { expect, it } from "vitest";
import { serverCall } from "#web/api.ts";
import { testApp } from "#tests/support/app.ts";
import { inviting } from "#tests/support/inviting.ts";
import { loader } from "./friends.tsx";

const app = await testApp({ campaigns: true, environment: { TRUSTED_HOPS: "1" } });
await app.settle();
const { database, random } = app.services;
const { inviter, inviteId } = inviting(app);

it("Whoever has more friends than a page holds sees the others on the next one.", async () => {
  const { borrowerId, client } = await inviter();
  const start = app.clock.now().getTime();
  const campaignId = await inviteId();
  const ids = Array.from({ length: 23 }, () => random.uuid());
  await database
    .insertInto("invitation")
    .values(
      ids.map((id, index) => {
        const at = new Date(start - index * 60_000);
        return {
          id,
          campaignId,
          borrowerId,
          tail: "07",
          joinedAt: at,
          changedAt: at,
          loanUntil: at,
          state: "JOINED",
        };
      }),
    )
    .execute();
  const idsOf = (items: { invitationId: string }[]) => items.map(({ invitationId }) => invitationId);

  const first = (await client.get("/api/invitation/friends")).body;
  const second = await client.get(`/api/invitation/friends?cursor=${encodeURIComponent(first.nextCursor)}`);
  expect([second.status, second.body.nextCursor]).toEqual([200, null]);
  expect([...idsOf(first.items), ...idsOf(second.body.items)]).toEqual(ids);
  expect((await client.get("/api/invitation/friends?cursor=abc")).body.status.fields).toMatchObject([
    { path: "cursor", code: "CURSOR_INVALID" },
  ]);

  const context = new RouterContextProvider();
  context.set(serverCall, async (name, raw) => {
    const { status, body } = await client.get(
      `${name.split(" ")[1]}?${new URLSearchParams(raw as Record<string, string>)}`,
    );
    return status === 200 ? { ok: true, status, reply: body } : { ok: false, status, envelope: body };
  });
  const open = (address: string) =>
    loader({ request: new Request(`http://localhost${address}`), context } as never as Parameters<typeof loader>[0]);
  const { page } = await open("/webview/invitation/detail");
  const next = await open(page.next!);
  expect(idsOf(next.items)).toEqual(ids.slice(20));
  expect(next.page).toEqual({ first: "/webview/invitation/detail", next: null });
});
