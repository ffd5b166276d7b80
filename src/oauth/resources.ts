import { ALL_SCOPES } from '../service/access/scope.ts'

/** Scopes that applications may request: ours, and refresh tokens, which they always get. */
export const SUPPORTED_SCOPES: readonly string[] = [...ALL_SCOPES, 'offline_access']

/**
 * The resources that tokens can be for: the API, the tools, or the whole service. A token for one of them works for
 * all.
 */
export const RESOURCE_PATHS = ['', '/api/v1', '/mcp'] as const
export type ResourcePath = (typeof RESOURCE_PATHS)[number]

/** Whether a client may request tokens for an address (RFC 8707). Some clients add a trailing slash. */
export function isOwnResource(resource: string, baseUrl: string): boolean {
  return RESOURCE_PATHS.some(path => resource.replace(/\/$/, '') === baseUrl + path)
}

/** Every resource in every spelling. */
export function resourcesOf(baseUrl: string): readonly string[] {
  return RESOURCE_PATHS.flatMap(path => [baseUrl + path, `${baseUrl}${path}/`])
}

/** Tells clients which authorization server issues tokens for a resource (RFC 9728). */
export function resourceMetadata(path: ResourcePath, baseUrl: string) {
  return {
    resource: baseUrl + path,
    resource_name: 'Soundings',
    authorization_servers: [baseUrl],
    scopes_supported: ALL_SCOPES,
    bearer_methods_supported: ['header'],
  }
}
