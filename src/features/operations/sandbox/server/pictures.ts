/** Invented pictures of test persons, to be uploaded when a form asks for one. They show no real person, and say so. */
import { createHash } from "node:crypto";
import { drawnPicture } from "#server/media/drawn-picture.ts";
import { registerFonts } from "#server/media/fonts.ts";
import { strip, stripOf, stripSquares } from "#server/outside/id-card/strip.ts";
import { formatRupiah } from "#shared/money.ts";
import type { pictureKinds, SandboxPersonAnswer } from "../contract.ts";

export type PictureKind = (typeof pictureKinds)[number];
type Sheet = PDFKit.PDFDocument;

const sheets: Record<
  PictureKind,
  { width: number; height: number; draw: (sheet: Sheet, person: SandboxPersonAnswer) => void }
> = {
  "identity-card": { width: 1012, height: 638, draw: drawIdentityCard },
  selfie: { width: 720, height: 960, draw: drawSelfie },
  "salary-slip": { width: 880, height: 1120, draw: drawSalarySlip },
};

/** A JPEG; the same person and kind give the same picture. */
export async function drawPicture(person: SandboxPersonAnswer, kind: PictureKind): Promise<Uint8Array> {
  const { width, height, draw } = sheets[kind];
  return drawnPicture("jpeg", { width, height }, (sheet) => {
    registerFonts(sheet, { plain: "latin", bold: "latinBold" });
    draw(sheet, person);
  });
}

const skins = ["#c68f63", "#b57e54", "#d2a078", "#a87048"];
const cloths = ["#0b5a52", "#8c3b35", "#3d5a8c", "#6b4a86", "#8a6a1e"];
const hairs = ["#241a16", "#1b1513", "#33251e"];

/** Head and shoulders in a box of 200 by 240, in colours that are this person's own. */
function drawBust(
  sheet: Sheet,
  person: SandboxPersonAnswer,
  at: { x: number; y: number; scaleX: number; scaleY: number },
): void {
  const [one = 0, two = 0, three = 0] = createHash("sha256").update(person.key).digest();
  const skin = skins[one % skins.length] as string;
  const hair = hairs[three % hairs.length] as string;
  sheet.save().translate(at.x, at.y).transform(at.scaleX, 0, 0, at.scaleY, 0, 0);
  sheet
    .path(
      person.sex === "FEMALE"
        ? "M50 96C50 50 70 26 100 26C130 26 150 50 150 96L150 166L50 166Z"
        : "M56 96C56 48 74 28 100 28C126 28 144 48 144 96Z",
    )
    .fill(hair);
  sheet.path("M20 240C24 188 54 170 100 170C146 170 176 188 180 240Z").fill(cloths[two % cloths.length] as string);
  sheet.roundedRect(84, 140, 32, 44, 14).fill(skin);
  sheet.ellipse(100, 100, 40, 52).fill(skin);
  sheet.path("M59 88C66 54 86 44 106 46C126 48 140 62 142 90C126 86 110 78 100 64C90 76 76 84 59 88Z").fill(hair);
  sheet.circle(84, 104, 4.5).circle(116, 104, 4.5).fill("#2b211c");
  sheet.lineWidth(3).path("M76 92Q84 86 92 91M108 91Q116 86 124 92").stroke("#2b211c");
  sheet.lineWidth(2.5).path("M100 108L96 122L104 122").stroke("#8a5a44");
  sheet.lineWidth(4).lineCap("round").path("M86 135Q100 145 114 135").stroke("#8c3b35");
  sheet.restore();
}

interface Words {
  x: number;
  y: number;
  size: number;
  bold?: boolean;
  colour?: string;
  /** Width to align within. */
  width?: number;
  align?: "center" | "right";
}

function write(sheet: Sheet, text: string, { x, y, size, bold, colour = "#12302e", width, align }: Words): void {
  sheet
    .font(bold ? "bold" : "plain")
    .fontSize(size)
    .fillColor(colour)
    .text(text, x, y, { lineBreak: false, ...(width ? { width, align: align ?? "left" } : {}) });
}

function drawIdentityCard(sheet: Sheet, person: SandboxPersonAnswer): void {
  const { address } = person;
  sheet.rect(0, 0, 1012, 638).fill("#bfe3f2").path("M0 420C260 330 560 480 1012 360L1012 638L0 638Z").fill("#a9d6ea");
  write(sheet, `PROVINSI ${address.province.toUpperCase()}`, {
    x: 0,
    y: 30,
    size: 30,
    bold: true,
    width: 1012,
    align: "center",
  });
  write(sheet, address.regency.toUpperCase(), { x: 0, y: 74, size: 26, width: 1012, align: "center" });
  write(sheet, `NIK : ${person.nik}`, { x: 48, y: 138, size: 38, bold: true });
  const rows = [
    ["Nama", person.fullName.toUpperCase()],
    ["Tempat/Tgl Lahir", `${person.birthPlace.toUpperCase()}, ${person.birthDate.split("-").reverse().join("-")}`],
    ["Jenis Kelamin", person.sex === "FEMALE" ? "PEREMPUAN" : "LAKI-LAKI"],
    ["Alamat", address.street.toUpperCase()],
    ["RT/RW", `${address.rt}/${address.rw}`],
    ["Kel/Desa", address.village.toUpperCase()],
    ["Kewarganegaraan", "WNI"],
  ] as const;
  rows.forEach(([name, value], index) => {
    write(sheet, name, { x: 48, y: 222 + index * 46, size: 23 });
    write(sheet, `: ${value}`, { x: 272, y: 222 + index * 46, size: 23, bold: true });
  });
  drawStrip(sheet, person.nik);
  sheet.rect(764, 190, 200, 256).fill("#c8392f");
  drawBust(sheet, person, { x: 764, y: 200, scaleX: 1, scaleY: 1.025 });
  sheet
    .save()
    .rotate(-18, { origin: [506, 340] })
    .fillOpacity(0.25);
  write(sheet, "CONTOH · SAMPLE", {
    x: 0,
    y: 280,
    size: 104,
    bold: true,
    colour: "#b3261e",
    width: 1012,
    align: "center",
  });
  sheet.restore();
}

/** For the sandbox's reader of cards; no real card has one. */
function drawStrip(sheet: Sheet, nik: string): void {
  const [width, height] = [1012, 638];
  const square = (width * strip.width) / stripSquares;
  sheet.rect(0, height * strip.top - 6, width, height).fill("#ffffff");
  stripOf(nik).forEach((dark, n) => {
    if (dark)
      sheet.rect(width * strip.left + n * square, height * strip.top, square, height * strip.height).fill("#12302e");
  });
}

function drawSelfie(sheet: Sheet, person: SandboxPersonAnswer): void {
  const wall = sheet.linearGradient(0, 0, 0, 960).stop(0, "#f3ead9").stop(1, "#cfd9d3");
  sheet.rect(0, 0, 720, 960).fill(wall);
  drawBust(sheet, person, { x: 30, y: 132, scaleX: 3.3, scaleY: 3.45 });
  write(sheet, "contoh / sample", { x: 0, y: 16, size: 22, colour: "#4a6461", width: 704, align: "right" });
}

function drawSalarySlip(sheet: Sheet, person: SandboxPersonAnswer): void {
  const { employment } = person;
  sheet.rect(0, 0, 880, 1120).fill("#ffffff");
  write(sheet, "SLIP GAJI", { x: 80, y: 84, size: 44, bold: true });
  write(sheet, "contoh / sample", { x: 80, y: 148, size: 24, colour: "#4a6461" });
  const rows = [
    ["Nama", person.fullName],
    ["Perusahaan", employment.companyName],
    ["Tanggal gajian", String(employment.salaryDate)],
    ["Gaji kotor", formatRupiah(employment.monthlyIncomeRupiah)],
  ] as const;
  rows.forEach(([name, value], index) => {
    const y = 250 + index * 84;
    write(sheet, name, { x: 80, y, size: 28, colour: "#4a6461" });
    write(sheet, value, { x: 300, y, size: 28, bold: true, width: 500, align: "right" });
    sheet
      .lineWidth(2)
      .moveTo(80, y + 56)
      .lineTo(800, y + 56)
      .stroke("#dde3dc");
  });
}
