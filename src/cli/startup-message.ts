import { renderUnicodeCompact } from 'uqr'
import type { Demo } from './demo.ts'

/** What a start by hand says: the addresses, and after a first run all that is needed to try it. */
export function startupMessage(baseUrl: string, demo: Demo | undefined): string {
  const addresses = [`  Soundings is at    ${baseUrl}`, `  API description    ${baseUrl}/openapi.json`]
  return `\n${[...addresses, ...(demo ? demoInstructions(baseUrl, demo) : [])].join('\n')}\n\n`
}

function demoInstructions(baseUrl: string, { slug, adminToken, token }: Demo): string[] {
  const link = `${baseUrl}/s/${slug}`
  return [
    '',
    '  A survey with 40 answers has been made for you to try.',
    '',
    renderUnicodeCompact(link).replace(/^/gm, '  '),
    '',
    `  Answer it          ${link}`,
    `  Its dashboard      ${baseUrl}/admin/${slug}#${adminToken}`,
    '',
    '  Your API token, shown this once:',
    `    ${token}`,
    '',
    '  Read the results:',
    `    curl -H 'Authorization: Bearer ${token}' '${baseUrl}/api/v1/surveys/${slug}?view=aggregate'`,
  ]
}
