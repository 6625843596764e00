/** Invented pictures of test persons, to be uploaded where a form asks for one. Nobody is in them; they say so. */
import { createHash } from "node:crypto";
import sharp from "sharp";
import type { pictureKinds, SandboxPerson } from "../contract.ts";

export type PictureKind = (typeof pictureKinds)[number];
export type Pictured = Pick<SandboxPerson, "key" | "fullName" | "nik" | "birthPlace" | "birthDate" | "employment" | "sex"> & { address: Pick<SandboxPerson["address"], "street" | "village" | "regency" | "province"> };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A JPEG of about 100 KB at most; the same person and kind give the same picture. */
export async function drawPicture(person: Pictured, kind: PictureKind): Promise<Uint8Array> {
  const svg = { "identity-card": identityCard, selfie, "salary-slip": salarySlip }[kind](person);
  return sharp(Buffer.from(svg)).flatten({ background: "#ffffff" }).jpeg({ quality: 82 }).toBuffer();
}

/** Two hues that are this person's own, so that pictures of different persons differ. */
function huesOf(person: Pictured): { skin: string; cloth: string; hair: string } {
  const [first = 0, second = 0] = createHash("sha256").update(person.key).digest();
  return { skin: `hsl(${22 + (first % 14)} 48% ${58 + (first % 16)}%)`, cloth: `hsl(${second} 42% 42%)`, hair: `hsl(24 22% ${12 + (second % 14)}%)` };
}

/** Head and shoulders in a box of 200 by 240. */
function bust(person: Pictured): string {
  const { skin, cloth, hair } = huesOf(person);
  const longHair = person.sex === "FEMALE" ? `<path d="M52 96c0-46 20-70 48-70s48 24 48 70v66H52z" fill="${hair}"/>` : `<path d="M56 92c0-44 18-64 44-64s44 20 44 64z" fill="${hair}"/>`;
  return (
    longHair +
    `<path d="M20 240c4-52 34-70 80-70s76 18 80 70z" fill="${cloth}"/><rect x="84" y="142" width="32" height="40" rx="14" fill="${skin}"/>` +
    `<ellipse cx="100" cy="100" rx="40" ry="52" fill="${skin}"/><path d="M60 84c8-30 26-38 46-36 20 2 32 14 34 38-16-2-34-8-44-20-8 10-20 16-36 18z" fill="${hair}"/>` +
    `<circle cx="84" cy="102" r="4.5" fill="#2b211c"/><circle cx="116" cy="102" r="4.5" fill="#2b211c"/><path d="M76 90q8-6 16-1M108 89q8-5 16 1" stroke="#2b211c" stroke-width="3" fill="none"/>` +
    `<path d="M99 106l-4 16h8" stroke="#8a5a44" stroke-width="2.5" fill="none"/><path d="M86 134q14 10 28 0" stroke="#8c3b35" stroke-width="4" fill="none" stroke-linecap="round"/>`
  );
}

function identityCard(person: Pictured): string {
  const rows = [
    ["Nama", person.fullName.toUpperCase()],
    ["Tempat/Tgl Lahir", `${person.birthPlace.toUpperCase()}, ${person.birthDate.split("-").reverse().join("-")}`],
    ["Jenis Kelamin", person.sex === "FEMALE" ? "PEREMPUAN" : "LAKI-LAKI"],
    ["Alamat", person.address.street.toUpperCase()],
    ["Kel/Desa", person.address.village.toUpperCase()],
    ["Kewarganegaraan", "WNI"],
  ];
  const lines = rows.map(([name, value], index) => `<text x="48" y="${250 + index * 46}" font-size="24">${name}</text><text x="292" y="${250 + index * 46}" font-size="24" font-weight="700">: ${escaped(value ?? "")}</text>`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="1012" height="638" font-family="Noto Sans,DejaVu Sans,Arial,sans-serif" fill="#12302e">` +
    `<rect width="1012" height="638" rx="28" fill="#bfe3f2"/><path d="M0 420c260-90 560 60 1012-60v278H0z" fill="#a9d6ea"/>` +
    `<text x="506" y="64" font-size="30" font-weight="700" text-anchor="middle">PROVINSI ${escaped(person.address.province.toUpperCase())}</text>` +
    `<text x="506" y="104" font-size="26" text-anchor="middle">${escaped(person.address.regency.toUpperCase())}</text>` +
    `<text x="48" y="180" font-size="40" font-weight="700">NIK : ${person.nik}</text>${lines.join("")}` +
    `<rect x="748" y="196" width="216" height="264" fill="#c8392f"/><g transform="translate(756 208)">${bust(person)}</g>` +
    `<g transform="rotate(-18 506 340)"><text x="506" y="380" font-size="118" font-weight="700" text-anchor="middle" fill="#b3261e" opacity=".28">CONTOH · SAMPLE</text></g></svg>`
  );
}

function selfie(person: Pictured): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="960" font-family="Noto Sans,DejaVu Sans,Arial,sans-serif">` +
    `<defs><linearGradient id="wall" x2="0" y2="1"><stop stop-color="#f3ead9"/><stop offset="1" stop-color="#cfd9d3"/></linearGradient></defs>` +
    `<rect width="720" height="960" fill="url(#wall)"/><g transform="translate(30 140) scale(3.3 3.45)">${bust(person)}</g>` +
    `<text x="696" y="936" font-size="22" text-anchor="end" fill="#4a6461">contoh / sample</text></svg>`
  );
}

function salarySlip(person: Pictured): string {
  const grouped = String(person.employment.monthlyIncomeRupiah).replace(/\B(?=(\d{3})+$)/g, ".");
  const rows = [
    ["Nama", person.fullName],
    ["Perusahaan", person.employment.companyName],
    ["Tanggal gajian", String(person.employment.salaryDate)],
    ["Gaji kotor", `Rp ${grouped}`],
  ];
  const lines = rows.map(([name, value], index) => `<text x="80" y="${300 + index * 80}" font-size="30" fill="#4a6461">${name}</text><text x="800" y="${300 + index * 80}" font-size="32" font-weight="700" text-anchor="end">${escaped(value ?? "")}</text><path d="M80 ${322 + index * 80}h720" stroke="#dde3dc" stroke-width="2"/>`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="880" height="1120" font-family="Noto Sans,DejaVu Sans,Arial,sans-serif" fill="#12302e">` +
    `<rect width="880" height="1120" fill="#fff"/><text x="80" y="130" font-size="44" font-weight="700">SLIP GAJI</text><text x="80" y="180" font-size="26" fill="#4a6461">contoh / sample</text>${lines.join("")}</svg>`
  );
}
