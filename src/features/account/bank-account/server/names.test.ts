import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareNames, maskHolderName, nameWords } from "./names.ts";

describe("comparing the name on the card with the bank's", () => {
  it.each([
    ["Siti Rahayu", "SITI RAHAYU"],
    ["Siti Rahayu", "  siti   rahayu "],
    ["Sukarti", "SUKARTI"],
    ["Sukarti", "SUKARTI SUKARTI"],
    ["Dr. Budi Santoso, S.E., M.M.", "BUDI SANTOSO"],
    ["H. Ahmad Fauzi", "AHMAD FAUZI H"],
    ["Budi Santoso", "BPK BUDI SANTOSO"],
    ["Nur'aini", "NURAINI"],
    ["Muhammad Iqbal", "MOCH IQBAL"],
    ["José Da Costa", "JOSE DA COSTA"],
    ["Nur Aini", "NURAINI"],
    // ST stands for Siti, except at the end of a name or after a comma, where it is a degree.
    ["St. Rahayu", "SITI RAHAYU"],
    ["St Aisyah", "SITI AISYAH"],
    ["Hj. St. Aisyah", "SITI AISYAH"],
    ["Siti Rahayu", "ST. RAHAYU"],
    ["Budi Santoso", "BUDI SANTOSO ST"],
    ["Budi Santoso, S.T., M.T.", "BUDI SANTOSO"],
    // MD stands for Muhammad, in Bali for Made.
    ["I Md. Sudana", "I MADE SUDANA"],
    ["Ni Md. Sari", "NI MADE SARI"],
    ["Md. Rizki", "MUHAMMAD RIZKI"],
    ["I Gst. Ngr. Rai", "I GUSTI NGURAH RAI"],
    ["I Wyn. Suparta", "I WAYAN SUPARTA"],
    ["Ni Nym. Astuti", "NI NYOMAN ASTUTI"],
    ["I Kt. Sukarta", "I KETUT SUKARTA"],
    ["Achmad Fauzi", "AHMAD FAUZI"],
    ["Mu\u2018min Hidayat", "MUMIN HIDAYAT"],
    ["Sukarti Sukarti", "SUKARTI SUKARTI"],
    ["Nona", "HJ NONA"],
  ])("takes %s and %s for the same", (card, bank) => expect(compareNames(card, bank)).toBe("SAME"));

  it.each([
    ["Dewi Lestari Putri", "DEWI LESTARI P"],
    ["Dewi Lestari Putri", "DEWI LESTARI"],
    ["Siti Rahayu", "SITI RAHAJU"],
    ["Siti Rahayu", "SITI RAHAYU PUTRI"],
    ["Raden Mas Adipati Suryokusumo Wibowo", "RADEN MAS ADIPATI SURYO"],
    ["Yosef Wenda", "Y WENDA"],
  ])("takes %s and %s for similar", (card, bank) => expect(compareNames(card, bank)).toBe("SIMILAR"));

  it.each([
    ["Indah Permatasari", "JOKO WIDIANTO"],
    ["I Md. Sudana", "I MUHAMMAD SUDANA"],
    ["St. Rahayu", "SUTINI RAHMAWATI"],
    ["Sukarti", "SUKARTI WIBOWO"],
    ["Budi Santoso", "BUDI"],
    ["Budi Santoso", "BUDI HARTONO"],
    ["Budi Santoso", "SANTOSO BUDIMAN"],
    ["Siti Rahayu", "S R"],
    ["Siti Rahayu", ""],
    ["Siti Rahayu", "12345"],
  ])("holds %s and %s apart", (card, bank) => expect(compareNames(card, bank)).toBe("DIFFERENT"));

  it("knows a name whatever case, spaces and titles it is written with", () => {
    const word = fc
      .stringMatching(/^[A-Z][a-z]{3,9}$/)
      .filter((name) => nameWords(name).length === 1 && nameWords(name)[0] === name.toUpperCase());
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.constantFrom("", "Bpk. ", "Ibu ", "Drs. ", "H. "),
        fc.boolean(),
        (words, title, loud) => {
          const name = words.join(" ");
          const written = `${title}${words.join("  ")}`;
          expect(compareNames(name, loud ? written.toUpperCase() : written.toLowerCase())).toBe("SAME");
        },
      ),
    );
  });

  it("never takes a name for another that shares no word with it", () => {
    const from = (letters: string) =>
      fc.array(fc.stringMatching(new RegExp(`^[${letters}]{5,9}$`)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(from("ABCD"), from("WXYZ"), (one, other) => {
        expect(compareNames(one.join(" "), other.join(" "))).toBe("DIFFERENT");
      }),
    );
  });
});

it("masks a stranger's name to its initials", () => {
  expect(maskHolderName("JOKO WIDIANTO")).toBe("J••• W•••••••");
  expect(maskHolderName("A")).toBe("A•");
});
