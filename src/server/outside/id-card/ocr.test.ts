/** Cards in three fonts, tilted, out of focus and compressed, read on this machine as in an installation. */
import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import { drawnPicture } from "#server/media/drawn-picture.ts";
import { cardFields } from "./card-text.ts";
import { LetterRecognition } from "./letters.ts";
import { createOcrIdCard } from "./ocr.ts";
import type { IdCardFields } from "./port.ts";

type Card = Required<IdCardFields>;
const cards: Card[] = [
  { nik: "3471061301800902", fullName: "BUDI SANTOSO", birthPlace: "JAKARTA", birthDate: "1980-01-13", sex: "MALE" },
  { nik: "3273046505920017", fullName: "SITI RAHAYU", birthPlace: "BANDUNG", birthDate: "1992-05-25", sex: "FEMALE" },
];

function draw(card: Card, font: string): Promise<Uint8Array> {
  const rows = [
    ["Nama", card.fullName],
    ["Tempat/Tgl Lahir", `${card.birthPlace}, ${card.birthDate.split("-").reverse().join("-")}`],
    ["Jenis Kelamin", `${card.sex === "FEMALE" ? "PEREMPUAN" : "LAKI-LAKI"}   Gol. Darah : O`],
    ["Alamat", "JL MERDEKA NO 10"],
    ["   RT/RW", "003/002"],
    ["   Kel/Desa", "SUKAMAJU"],
    ["Agama", "ISLAM"],
    ["Pekerjaan", "KARYAWAN SWASTA"],
    ["Kewarganegaraan", "WNI"],
  ];
  return drawnPicture("jpeg", { width: 1012, height: 638 }, (page) => {
    page.rect(0, 0, 1012, 638).fill("#bfe3f2");
    page.rect(770, 150, 200, 260).fill("#b93a31").ellipse(870, 260, 50, 64).fill("#c68f63");
    const write = (text: string, x: number, y: number, size: number) =>
      page.font(font).fontSize(size).fillColor("#1b2420").text(text, x, y, { lineBreak: false });
    write("PROVINSI DKI JAKARTA", 330, 24, 30);
    write("NIK", 36, 112, 36);
    write(`: ${card.nik}`, 200, 110, 38);
    rows.forEach(([name = "", value], row) => {
      write(name, 36, 176 + row * 40, 23);
      write(`: ${value}`, 272, 176 + row * 40, 23);
    });
  });
}

/** As a phone takes it: turned by 3°, out of focus, at JPEG quality 60. */
const photographed = async (card: Uint8Array): Promise<Uint8Array> => {
  const turned = await sharp(card).rotate(3, { background: "#6b5a48" }).toBuffer();
  return new Uint8Array(await sharp(turned).blur(1.2).jpeg({ quality: 60 }).toBuffer());
};

/** A reading takes seconds of processor time: one card for each font, and each card for each font in the long run. */
const isLong = process.env["TEST_LONG"] === "1";
const letters = new LetterRecognition({ seconds: 100, waiting: 4, idleSeconds: 60 });
afterAll(() => letters.end());

it("Nine of ten fields of a photographed card are read, and none is read for another.", async () => {
  const reader = createOcrIdCard(letters);
  const seen: { is: string; said: string | undefined }[] = [];
  for (const [index, font] of ["Helvetica", "Courier", "Times-Roman"].entries())
    for (const card of isLong ? cards : [cards[index % cards.length]!]) {
      const answer = await reader.read({ readId: "1", photo: await photographed(await draw(card, font)) });
      const fields: Partial<Card> = answer.outcome === "READ" ? answer.fields : {};
      for (const key of Object.keys(card) as (keyof Card)[]) seen.push({ is: card[key], said: fields[key] });
    }
  expect(seen.filter(({ is, said }) => is === said).length / seen.length).toBeGreaterThanOrEqual(0.9);
  const digits = seen.filter(({ is, said }) => /^[\d-]+$/.test(is) && said !== undefined);
  expect(digits.filter(({ is, said }) => is !== said)).toEqual([]);
});

it("A picture without a card has nothing to read, and what is no picture is left to be typed.", async () => {
  const reader = createOcrIdCard(letters);
  const wall = await sharp({ create: { width: 800, height: 500, channels: 3, background: "#8a8a8a" } })
    .jpeg()
    .toBuffer();
  expect(await reader.read({ readId: "1", photo: wall })).toEqual({ outcome: "UNREADABLE" });
  expect(await reader.read({ readId: "1", photo: Buffer.from("no picture") })).toEqual({ outcome: "UNAVAILABLE" });
});

it("A process that ends at work loses one reading, and the next one has a new process.", async () => {
  const own = new LetterRecognition({ seconds: 100, waiting: 1, idleSeconds: 60 });
  const photo = await draw(cards[0] as Card, "Helvetica");
  const lost = own.read(photo);
  // When the queue is full, the reading is skipped and the borrower types the card's data.
  expect(await own.read(photo)).toBeNull();
  own.end();
  expect(await lost).toBeNull();
  expect(await own.read(photo)).toContain("BUDI SANTOSO");
  own.end();
});

it("Labels and digits that are a letter off are known, and the portrait beside a name is no part of it.", () => {
  const text = [
    "NIK              : 347l0613O18OO902",
    "Nqma                   : BUDI SANTOSO                                         PA,",
    "TempauTgi Lahir        : JAKARTA, 13-01-1980                                    NN",
    "Jenis Kelamin           : LAKI-LAKI Gol. Darah : O                               I",
  ].join("\n");
  expect(cardFields(text)).toEqual(cards[0]);
  expect(cardFields("Nama : M. RIZKY. MAULANA.IBRAHIM.").fullName).toBe("M. RIZKY MAULANA IBRAHIM");
  expect(cardFields("Nama : | MADE WIRAWAN").fullName).toBe("I MADE WIRAWAN");
});

it("Number and birth date that contradict each other are both left to be typed.", () => {
  const text = "NIK : 3471061301800902\nTempat/Tgl Lahir : JAKARTA, 18-01-1980\nJenis Kelamin : LAKI-LAKI";
  expect(cardFields(text)).toEqual({ birthPlace: "JAKARTA", sex: "MALE" });
});
