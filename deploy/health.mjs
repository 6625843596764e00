/** Ends with 0 when the server of this container lives; with the argument `/readyz`, when it is ready too. */
import { get } from "node:http";

const path = process.argv[2] ?? "/healthz";
const request = get({ host: "127.0.0.1", port: process.env.PORT || 3000, path, timeout: 1_900 }, ({ statusCode }) =>
  process.exit(statusCode === 200 ? 0 : 1),
);
request.on("timeout", () => process.exit(1)).on("error", () => process.exit(1));
