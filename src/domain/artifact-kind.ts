/** What the authorization server keeps between requests, beside grants and access tokens. */
export type ArtifactKind = 'client' | 'interaction' | 'code' | 'refresh_token'
