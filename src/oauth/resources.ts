import { SCOPES } from '../service/scope.ts'

/** Scopes that applications may request: ours, and refresh tokens, which they always get. */
export const SUPPORTED_SCOPES: readonly string[] = [...SCOPES, 'offline_access']

/** The resources that tokens are for: the API, the tools, or the whole service. A token for one of them works for all. */
export const RESOURCE_PATHS = ['', '/api/v1', '/mcp'] as const
export type ResourcePath = (typeof RESOURCE_PATHS)[number]

/** Whether a client may ask for tokens for an address (RFC 8707). Some clients write a slash at the end. */
export function isOwnResource(resource: string, baseUrl: string): boolean {
  return RESOURCE_PATHS.some(path => resource.replace(/\/$/, '') === baseUrl + path)
}

/** Every spelling of every resource. */
export function resourcesOf(baseUrl: string): readonly string[] {
  return RESOURCE_PATHS.flatMap(path => [baseUrl + path, `${baseUrl}${path}/`])
}

/** Tells clients which authorization server gives tokens for a resource (RFC 9728). */
export function resourceMetadata(path: ResourcePath, baseUrl: string) {
  return {
    resource: baseUrl + path,
    resource_name: 'Soundings',
    authorization_servers: [baseUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
  }
}
