/** The sales of a linked shop account, and the share of them that counts as income. // Spec account 8 */
import { readMonths } from "#features/account/linking/contract.ts";
import { shopSales } from "#features/account/linking/server/index.ts";
import type { Reader } from "#server/database.server.ts";
import type { Services } from "#server/services.ts";
import { multiplyPpm, sumRupiah } from "#shared/money.ts";
import type { ShopCenter } from "../contract.ts";

/** A small shop keeps three tenths of its sales. A dated row would change running limits; this share is our own policy. */
const sharePpm = 300_000;

/** The mean of the months, and the part of it that counts as income (whole rupiah). */
export function countedOf(soldRupiah: readonly number[]): { meanRupiah: number; countedRupiah: number } {
  // Fewer months say nothing of a monthly income.
  const meanRupiah = soldRupiah.length < readMonths ? 0 : Math.floor(sumRupiah(soldRupiah) / soldRupiah.length);
  return { meanRupiah, countedRupiah: multiplyPpm(meanRupiah, sharePpm, 1, "down") };
}

export async function centerOf(services: Services, reader: Reader, borrowerId: string): Promise<ShopCenter> {
  const sales = await shopSales(services, reader, borrowerId);
  if (!sales) return { link: null, sharePpm };
  const { institution, masked, endsAt, soldRupiah } = sales;
  return { link: { institution, masked, endsAt: endsAt.toISOString(), ...countedOf(soldRupiah) }, sharePpm };
}
