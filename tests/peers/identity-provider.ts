/** A company's identity provider: `oidc-provider`, started on this machine, with a person who agrees to everything. */
import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider, type JWK } from "oidc-provider";

export interface CompanyAccount {
  email: string;
  /** Undefined if the provider does not report it. */
  isEmailVerified: boolean | undefined;
  groups: string[];
  /** Methods by which the person proved the identity. */
  amr: string[];
  /** Closed: the provider no longer knows it. */
  isClosed?: boolean;
}

export interface IdentityProvider {
  issuer: string;
  /** The environment variables with which the product reaches it. */
  environment: Record<string, string>;
  /** By the account's permanent id. */
  accounts: Map<string, CompanyAccount>;
  /**
   * A browser's way through the provider's pages as this account; returns the address of ours to which it redirects.
   */
  signIn(address: string, accountId: string): Promise<URL>;
  /** The account of a browser that opens the provider without a choice. */
  arriving: string;
  /** Every request is answered with this status instead; 0 for the provider itself. */
  failsWith: number;
  /** Requests that reached it, `POST /token`. */
  requests: string[];
  stop(): Promise<void>;
}

export async function identityProvider(returnTo: string): Promise<IdentityProvider> {
  const accounts = new Map<string, CompanyAccount>();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const scope = "openid email groups offline_access";
  const client = { client_id: "tunai-console", client_secret: "a-secret-of-the-test-console" };
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris: [returnTo], grant_types: ["authorization_code", "refresh_token"] }],
    scopes: scope.split(" "),
    claims: { openid: ["sub", "amr"], email: ["email", "email_verified"], groups: ["groups"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    issueRefreshToken: async () => true,
    cookies: { keys: ["a-key-of-the-test"] },
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "test" } as JWK] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Grant: 86_400,
      Session: 86_400,
      Interaction: 600,
      RefreshToken: 86_400,
    },
    findAccount: async (_context, id) => {
      const account = accounts.get(id);
      if (!account || account.isClosed) return undefined;
      const { email, isEmailVerified, groups } = account;
      return { accountId: id, claims: async () => ({ sub: id, email, email_verified: isEmailVerified, groups }) };
    },
  });
  const callback = provider.callback();
  const peer = {
    issuer,
    environment: {
      SINGLE_SIGN_ON_ADAPTER: "oidc",
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
      OIDC_SCOPE: scope,
    },
    accounts,
    arriving: "",
    failsWith: 0,
    requests: [] as string[],
    async signIn(address: string, accountId: string) {
      peer.arriving = accountId;
      const cookies = new Map<string, string>();
      let url = new URL(address);
      for (let hop = 0; hop < 12 && url.origin === issuer; hop++) {
        const response = await fetch(url, {
          redirect: "manual",
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
        });
        for (const set of response.headers.getSetCookie()) {
          const [pair = ""] = set.split(";");
          const at = pair.indexOf("=");
          cookies.set(pair.slice(0, at), pair.slice(at + 1));
        }
        const to = response.headers.get("location");
        if (to === null) throw new Error(`${url.pathname} answered ${response.status}: ${await response.text()}`);
        url = new URL(to, url);
      }
      return url;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    peer.requests.push(`${request.method} ${new URL(request.url ?? "/", issuer).pathname}`);
    if (peer.failsWith) return void response.writeHead(peer.failsWith).end();
    if (!request.url?.startsWith("/interaction/")) return void callback(request, response);
    const { params } = await provider.interactionDetails(request, response);
    const present = peer.arriving;
    const account = accounts.get(present);
    if (!account) {
      const refusal = { error: "access_denied", error_description: "The person turned back." };
      return provider.interactionFinished(request, response, refusal);
    }
    const grant = new provider.Grant({ accountId: present, clientId: String(params["client_id"]) });
    grant.addOIDCScope(scope);
    await provider.interactionFinished(request, response, {
      login: { accountId: present, amr: account.amr },
      consent: { grantId: await grant.save() },
    });
  }
  return peer;
}
