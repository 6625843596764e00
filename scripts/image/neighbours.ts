/** The images that deploy/compose.yaml runs with the product, each of one of Debian's packages and what that needs. */
import { join } from "node:path";
import { unpackDebian } from "./debian.ts";

interface Neighbour {
  image: string;
  packages: readonly string[];
  /** Folders for stored data, which belong to the image's account. */
  keeps: readonly string[];
}

export const neighbours: readonly Neighbour[] = [
  // The shell and its tools are for deploy/database.sh.
  { image: "tunai-database", packages: ["postgresql", "dash", "coreutils", "libc-bin"], keeps: ["data", "address"] },
  { image: "tunai-proxy", packages: ["haproxy"], keeps: [] },
  { image: "tunai-events", packages: ["nats-server"], keeps: ["data"] },
  { image: "tunai-mail", packages: ["python3-aiosmtpd"], keeps: ["data"] },
  { image: "tunai-figures", packages: ["prometheus"], keeps: ["data"] },
];

/** Unpacks a neighbour's packages into `folder`/root. */
export const layNeighbour = (neighbour: Neighbour, folder: string): Promise<void> =>
  unpackDebian(neighbour.packages, join(folder, "root"));
