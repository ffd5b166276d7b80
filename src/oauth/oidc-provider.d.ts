/** The part of the library that we use; the library has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** What an adapter stores for the library. */
  export interface Payload {
    [name: string]: unknown
  }

  export interface Adapter {
    upsert(id: string, payload: Payload, expiresIn?: number): Promise<void>
    find(id: string): Promise<Payload | undefined>
    findByUid(uid: string): Promise<Payload | undefined>
    findByUserCode(code: string): Promise<Payload | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }

  export interface Client {
    readonly clientId: string
    readonly clientName?: string
    grantTypeAllowed(name: string): boolean
  }

  /** A request at the point where somebody is asked to allow an application. */
  export interface Interaction {
    readonly uid: string
    readonly params: Readonly<Record<string, unknown>>
  }

  export interface Context {
    status: number
    readonly req: IncomingMessage
    readonly response: {
      get(name: string): string | string[] | undefined
      set(name: string, value: string[]): void
      remove(name: string): void
    }
    type: string
    body: unknown
    set(headers: Readonly<Record<string, string>>): void
    readonly oidc?: {
      readonly route: string
      readonly provider: Provider
      readonly params?: { readonly client_id?: unknown; readonly prompt?: unknown }
      readonly client?: Client
      readonly session?: { readonly accountId?: string }
      readonly result?: { readonly consent?: { readonly grantId?: string } }
      readonly entities: {
        readonly AuthorizationCode?: { readonly jti: string }
        /** The refresh token replaced by a renewal, and its successor, which gets its id when it is stored. */
        readonly RotatedRefreshToken?: { readonly jti: string }
        readonly RefreshToken?: { readonly jti?: string }
      }
    }
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    proxy: boolean
    readonly Client: { find(id: unknown): Promise<Client | undefined> }
    readonly Grant: {
      new (of: {
        clientId: string | undefined
        accountId: string | undefined
      }): {
        addOIDCScope(scope: string): void
        save(): Promise<string>
      }
      find(id: string): Promise<unknown>
    }
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): this
    on(event: 'server_error', listener: (context: Context, error: unknown) => void): this
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionResult(request: IncomingMessage, response: ServerResponse, result: object): Promise<string>
  }

  export namespace errors {
    class OIDCProviderError extends Error {
      readonly statusCode: number
    }
    class InvalidGrant extends OIDCProviderError {
      constructor(description: string)
    }
    class InvalidTarget extends OIDCProviderError {}
    class InvalidClientMetadata extends OIDCProviderError {
      constructor(description: string)
    }
    class SessionNotFound extends OIDCProviderError {}
    class TemporarilyUnavailable extends OIDCProviderError {
      constructor(description: string)
    }
  }
}
