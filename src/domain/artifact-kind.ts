/** What the authorization server keeps between requests, beside grants and access tokens. */
export const ARTIFACT_KINDS = ['client', 'interaction', 'code', 'refresh_token'] as const
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number]
