/** The limits of requests about a lost number, hit once. */
import type { TestClient } from "./app.ts";
import type { limitedCalls, Limit } from "./limited-calls.ts";

const day = 86_400;

export function limitsOfLostNumbers(calls: Awaited<ReturnType<typeof limitedCalls>>): Limit[] {
  const { address, change, device, from, lose, somewhere } = calls;
  /** A code to the same new number once more, after the minute between two. */
  const nameAgain = (client: TestClient, requestId: string) => {
    const mobileNumber = change.nextNumber();
    return () => {
      calls.wait(61);
      return client.post(`/api/lost-number/${requestId}/new-number`, { mobileNumber });
    };
  };
  return [
    {
      key: "lost-number-device:",
      max: 3,
      seconds: day,
      async askers() {
        const [one, other] = [device(), device()];
        return [() => lose(one), () => lose(other)];
      },
    },
    {
      key: "lost-number-network:",
      max: 3,
      seconds: day,
      async askers() {
        const networks = [address(), address()] as const;
        const ask = (network: string) => () => lose(from(network));
        return [ask(networks[0]), ask(networks[1])];
      },
    },
    {
      key: "lost-number-code:",
      max: 6,
      seconds: day,
      async askers() {
        const ask = async () => {
          const client = somewhere();
          const { requestId } = (await lose(client)).body;
          return nameAgain(client, requestId);
        };
        return [await ask(), await ask()];
      },
    },
    {
      key: "lost-number-code-network:",
      max: 12,
      seconds: day,
      async askers() {
        const ask = async () => {
          const client = somewhere();
          const { requestId } = (await lose(client)).body;
          return nameAgain(client, requestId);
        };
        return [await ask(), await ask()];
      },
    },
    {
      key: "lost-number-upload:",
      max: 40,
      seconds: 3_600,
      async askers() {
        const ask = async () => {
          const client = somewhere();
          const { requestId } = (await lose(client)).body;
          const path = `/api/lost-number/${requestId}`;
          const mobileNumber = change.nextNumber();
          const { verificationId } = (await client.post(`${path}/new-number`, { mobileNumber })).body;
          await client.post(`${path}/new-number/verify`, { verificationId, code: await change.codeTo(mobileNumber) });
          // A picture that is none is not kept, and the step waits.
          return () => change.upload(client, `${path}/selfie`, "photo", Buffer.from("none"), { agreed: "on" });
        };
        return [await ask(), await ask()];
      },
    },
  ];
}
