/** Every call that the server answers, every job it works and every deadline it sweeps, domain by domain. */
import { Api } from "#server/answer.ts";
import type { Services } from "#server/services.ts";
import * as bankAccount from "#features/account/bank-account/server/index.ts";
import * as document from "#features/account/document/server/index.ts";
import * as identity from "#features/account/identity/server/index.ts";
import * as login from "#features/account/login/server/index.ts";
import * as profile from "#features/account/profile/server/index.ts";
import * as verification from "#features/account/verification/server/index.ts";
import * as agreement from "#features/credit/agreement/server/index.ts";
import * as application from "#features/credit/application/server/index.ts";
import * as disbursement from "#features/credit/disbursement/server/index.ts";
import * as limit from "#features/credit/limit/server/index.ts";
import * as loan from "#features/credit/loan/server/index.ts";
import * as underwriting from "#features/credit/underwriting/server/index.ts";
import * as treasury from "#features/credit/treasury/server/index.ts";
import * as repayment from "#features/credit/repayment/server/index.ts";
import * as audit from "#features/operations/audit/server/index.ts";
import * as configuration from "#features/operations/configuration/server/index.ts";
import * as content from "#features/operations/content/server/index.ts";
import * as delivery from "#features/operations/delivery/server/index.ts";
import * as sandbox from "#features/operations/sandbox/server/index.ts";
import * as staff from "#features/operations/staff/server/index.ts";
import * as blog from "#features/site/blog/server/index.ts";
import * as company from "#features/site/company/server/index.ts";
import * as home from "#features/site/home/server/index.ts";
import * as telemetry from "#features/operations/telemetry/server/index.ts";
import * as complaint from "#features/support/complaint/server/index.ts";

interface DomainServer {
  /** Mounts the answers to the domain's calls. */
  answers?: (api: Api) => void;
  /** Registers its jobs and sweeps. */
  work?: (services: Services) => void;
}

const domains: DomainServer[] = [
  verification,
  login,
  identity,
  document,
  bankAccount,
  profile,
  limit,
  loan,
  underwriting,
  agreement,
  treasury,
  disbursement,
  repayment,
  configuration,
  content,
  telemetry,
  delivery,
  sandbox,
  audit,
  staff,
  application,
  home,
  company,
  blog,
  complaint,
];

export function createApi(services: Services): Api {
  const api = new Api(services);
  for (const domain of domains) domain.answers?.(api);
  return api;
}

export function registerWork(services: Services): void {
  for (const domain of domains) domain.work?.(services);
}
