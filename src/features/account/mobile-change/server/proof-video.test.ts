/**
 * The largest video that the contract allows is sent and shown on the page; one byte more is refused with the field's
 * name. // Product decisions account 13
 */
import { expect, it } from "vitest";
import { callLimits } from "#server/http/body-limits.ts";
import { requestOfWeb } from "#server/http/exchange.ts";
import { maxVideoBytes } from "#shared/fields/video.ts";
import { testApp } from "#tests/support/app.ts";
import { changingNumber } from "#tests/support/changing-number.ts";
import { pagesOfSources } from "#tests/support/drawn-screens.ts";
import { box, mp4 } from "#tests/support/videos.ts";

const app = await testApp();
const change = await changingNumber(app);
const origin = "http://localhost:3000";

/** An MP4 file of exactly this many bytes. */
function videoOf(bytes: number): Buffer {
  const film = mp4(9);
  return Buffer.concat([film, box("free", Buffer.alloc(bytes - film.length - 8))]);
}

it("A video of twenty megabytes is taken, and of one byte more the page says in words that it is too large.", async () => {
  const { client, requestId } = await change.upTo("new");
  const pages = pagesOfSources(app);
  const post = (video: Buffer) => {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const body = new FormData();
    body.append("intent", "video");
    body.append("requestId", requestId);
    body.append("video", new File([new Uint8Array(video)], "film.mp4", { type: "video/mp4" }));
    const sent = new Request(`${origin}/webview/loan-edit-mobile/edit-upload-info`, {
      method: "POST",
      headers: { Origin: origin },
      body,
    });
    return pages(requestOfWeb(sent), app.caller({ Cookie: cookie }), undefined);
  };
  const larger = videoOf(maxVideoBytes + 1);
  const refused = await change.upload(client, change.at(requestId, "proof"), "video", larger);
  expect([refused.status, refused.body.status.fields]).toMatchObject([
    422,
    [{ path: "video", code: "VIDEO_TOO_LARGE" }],
  ]);
  const page = await post(larger);
  expect([page.status, String(page.body).includes("Video terlalu besar, unggah yang lebih kecil")]).toEqual([
    422,
    true,
  ]);
  expect((await post(videoOf(maxVideoBytes))).status).toBe(303);
  expect((await client.get("/api/mobile-change")).body.request.proof.videoId).toEqual(expect.any(String));
});

it("Every call that takes a file has room for the largest that its contract names, with what travels beside it.", () => {
  const megabyte = 1024 * 1024;
  const rooms = app.api.calls().flatMap(({ call }) => {
    if (call.method !== "POST" || call.policy.who === "webhook") return [];
    const { takesFiles, bytes } = callLimits(call);
    return takesFiles ? [[call.id, bytes] as const] : [];
  });
  expect(rooms.length).toBeGreaterThan(8);
  const larger = rooms.filter(([, bytes]) => bytes !== 8 * megabyte);
  expect(Object.fromEntries(larger)).toEqual({
    compareDocumentFile: 2 * megabyte + 64 * 1024,
    addNumberChangeProof: 21 * megabyte,
    addMergeProof: 21 * megabyte,
    showRecoveryProof: 21 * megabyte,
    // A video may be sent with the selfie for staff.
    checkFace: 21 * megabyte,
    proveCorrectionFace: 21 * megabyte,
    proveMergeFace: 21 * megabyte,
    proveNumberChangeIdentity: 21 * megabyte,
    unfreezeAccount: 21 * megabyte,
    uploadStatement: 4 * megabyte + 64 * 1024,
  });
});
