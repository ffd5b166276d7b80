import type { RequestListener } from 'node:http'
import { FastPageLoads, type FastPageLoadsParts } from './fast-page-loads.ts'
import { FastSubmissions, type FastSubmissionsParts } from './fast-submissions.ts'

export interface FastPathParts extends FastPageLoadsParts, FastSubmissionsParts {}

/**
 * Answers the two requests that hundreds of people send within the same second, loads of a survey's page and submissions,
 * before the framework, which would take more than half of the CPU time of a load and a third of that of a submission. Those
 * in an unusual form are passed on, like all other requests.
 * @param next the listener of the framework
 */
export function fastPath(parts: FastPathParts, next: RequestListener): RequestListener {
  const pageLoads = new FastPageLoads(parts, next)
  const submissions = new FastSubmissions(parts, next)
  return (request, response) => {
    const { method, url } = request
    const isOfSurvey = url?.startsWith('/s/')
    if (isOfSurvey && method === 'GET') pageLoads.answer(request, response)
    else if (isOfSurvey && method === 'POST') submissions.answer(request, response)
    else next(request, response)
  }
}
