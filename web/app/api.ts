import { signal } from '@preact/signals'
import { RequestError, request } from '../ui/request.ts'

/** Whether the session has ended. Typed text stays, and can be saved after signing in again. */
export const isSignedOut = signal(false)

/** Sends a request to the application's JSON. @throws RequestError */
export async function send<Body>(method: string, path: string, body?: unknown, keepalive = false): Promise<Body> {
  try {
    const answer = await request<Body>(method, `/app/api${path}`, { ...(body !== undefined && { body }), keepalive })
    isSignedOut.value = false
    return answer
  } catch (error) {
    if (error instanceof RequestError && error.status === 401) isSignedOut.value = true
    throw error
  }
}

/** The sign-in page, which leads back to this one. */
export function signInPath(): string {
  return `/sign-in?next=${encodeURIComponent(location.pathname)}`
}
