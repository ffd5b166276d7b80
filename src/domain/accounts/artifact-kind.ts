/** What the authorization server stores between requests, in addition to grants and access tokens. */
export const ARTIFACT_KINDS = ['client', 'interaction', 'code', 'refresh_token'] as const
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number]
