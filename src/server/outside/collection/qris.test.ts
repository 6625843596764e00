import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readQr } from "#tests/support/qr.ts";
import { crc16, qrisPng, readQris, writeQris, type QrisFields } from "./qris.ts";

const fields: QrisFields = {
  method: "DYNAMIC",
  nationalMerchantId: "ID1023249949984",
  merchantName: "Tunai",
  merchantCity: "Jakarta Selatan",
  postalCode: "12190",
  categoryCode: "6012",
  amountRupiah: 393_333,
  reference: "R7K2M9",
};

describe("a QRIS string", () => {
  it("carries the checksum CRC-16/CCITT-FALSE", () => {
    expect(crc16("123456789")).toBe("29B1");
    const text = writeQris(fields);
    expect(text.slice(-4)).toBe(crc16(text.slice(0, -4)));
  });
  it("holds the tags of a dynamic rupiah code in order", () => {
    expect(writeQris(fields).replace(/6304....$/, "")).toBe(
      "00020101021251440014ID.CO.QRIS.WWW0215ID10232499499840303UMI520460125303360540639333358" +
        "02ID5905Tunai6015Jakarta Selatan61051219062100506R7K2M9",
    );
  });
  it("reads back what was written, for any amount and reference", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999_999 }),
        fc.stringMatching(/^[A-Za-z0-9]{1,25}$/),
        fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,20}[a-z]$/),
        (amountRupiah, reference, merchantName) => {
          const written = { ...fields, amountRupiah, reference, merchantName };
          expect(readQris(writeQris(written))).toEqual({ outcome: "READ", fields: written });
        },
      ),
    );
  });
  it("is refused when any one character was changed, but for the case of its checksum's letters", () => {
    const text = writeQris(fields);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 0x20, max: 0x7e }), (at, code) => {
        fc.pre(text.charCodeAt(at) !== code);
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
        fc.pre(changed.slice(0, -4) !== text.slice(0, -4) || changed.slice(-4).toUpperCase() !== text.slice(-4));
        expect(readQris(changed).outcome).toBe("UNREADABLE");
      }),
    );
  });
  it("never throws while reading what it did not write", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(readQris(text).outcome).toBe("UNREADABLE");
        // A right checksum over nonsense passes the first check and must be rejected cleanly too.
        expect(readQris(`${text}6304${crc16(`${text}6304`)}`).outcome).toBe("UNREADABLE");
      }),
    );
  });
  it("refuses amounts and references that no code can hold", () => {
    for (const amountRupiah of [0, -1, 1.5, 10_000_000_000])
      expect(() => writeQris({ ...fields, amountRupiah })).toThrow(RangeError);
    expect(() => writeQris({ ...fields, reference: "with-hyphen" })).toThrow(RangeError);
  });
});

describe("a QRIS picture", () => {
  it("is scanned from the PNG as the very string", async () => {
    const text = writeQris(fields);
    expect(await readQr(await qrisPng(text))).toBe(text);
  });
});
