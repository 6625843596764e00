/** The bare server with which expensive bodies are compared: discards every body, and answers health checks. */
import { createServer } from "node:http";

const server = createServer((incoming, response) => {
  incoming.resume().on("end", () => response.end("alive"));
});
server.listen(Number(process.env["PORT"]), () => console.log("is ready on"));
