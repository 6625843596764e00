/** The bare thing beside which bodies that cost much are measured: throws every body away, and answers that it lives. */
import { createServer } from "node:http";

const server = createServer((incoming, response) => {
  incoming.resume().on("end", () => response.end("alive"));
});
server.listen(Number(process.env["PORT"]), () => console.log("is ready on"));
