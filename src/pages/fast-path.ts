import type { RequestListener } from 'node:http'
import { FastPageLoads, type FastPageLoadsParts } from './fast-page-loads.ts'

export interface FastPathParts extends FastPageLoadsParts {}

/**
 * Answers loads of cached survey pages without the framework, which would take longer than the response itself: this is the
 * one request that hundreds of people send within the same second. Everything else is passed on.
 */
export function fastPath(parts: FastPathParts, next: RequestListener): RequestListener {
  const pageLoads = new FastPageLoads(parts, next)
  return (request, response) => {
    if (request.method === 'GET' && request.url?.startsWith('/s/')) pageLoads.answer(request, response)
    else next(request, response)
  }
}
