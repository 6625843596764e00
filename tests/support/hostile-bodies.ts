/** Bodies that cost a careless server much more than their sender. Each is as large as the largest that any address takes. */

export interface HostileBody {
  name: string;
  type: string;
  bytes: Buffer;
}

export const boundary = "hostile";
const multipart = `multipart/form-data; boundary=${boundary}`;
const part = (headers: string, value = ""): string => `--${boundary}\r\n${headers}\r\n\r\n${value}\r\n`;
const field = (name: string): string => `Content-Disposition: form-data; name="${name}"`;
const ended = (parts: string): Buffer => Buffer.from(`${parts}--${boundary}--\r\n`);
const manyFields = (count: number, name: (n: number) => string): Buffer =>
  ended(Array.from({ length: count }, (_, n) => part(field(name(n)))).join(""));
const largest = 8 * 1024 * 1024;
const filling = (open: string, close: string, bytes: number): Buffer => {
  const times = Math.floor(bytes / (open.length + close.length));
  return Buffer.from(open.repeat(times) + close.repeat(times));
};

export const hostileBodies = (): HostileBody[] => [
  { name: "100,000 fields", type: multipart, bytes: manyFields(100_000, (n) => String(n)) },
  { name: "140,000 fields of one name", type: multipart, bytes: manyFields(140_000, () => "a") },
  {
    name: "650,000 headers in a part",
    type: multipart,
    bytes: ended(part(`${field("a")}\r\n${"a: b\r\n".repeat(650_000)}c: d`)),
  },
  {
    name: "120,000 empty files",
    type: multipart,
    bytes: ended(part(`${field("a")}; filename=""`).repeat(120_000)),
  },
  {
    name: "one part that nearly ends all the time",
    type: `multipart/form-data; boundary=${"-".repeat(69)}x`,
    bytes: Buffer.from(`${"-".repeat(71)}x\r\n${field("a")}; filename="a"\r\n\r\n${"-".repeat(largest - 1000)}`),
  },
  { name: "deep JSON of 64 KB", type: "application/json", bytes: filling('{"a":', "}", 60_000) },
  { name: "deep JSON of 8 MB", type: "application/json", bytes: filling("[", "]", largest) },
  {
    name: "JSON of 64 KB with 20,000 members",
    type: "application/json",
    bytes: Buffer.from(`{"a":[${"0,".repeat(20_000)}0]}`),
  },
  {
    name: "8 MB of %41",
    type: "application/x-www-form-urlencoded",
    bytes: Buffer.from(`a=${"%41".repeat(largest / 3)}`),
  },
  {
    name: "32,000 pairs in 64 KB",
    type: "application/x-www-form-urlencoded",
    bytes: Buffer.from("a&".repeat(32_000)),
  },
];
