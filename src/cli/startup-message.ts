import { renderUnicodeCompact } from 'uqr'
import type { Demo } from './demo/demo.ts'

/**
 * The message after a start outside production: the addresses and, after the first start, what is needed to try the
 * demo.
 */
export function startupMessage(baseUrl: string, demo: Demo | undefined): string {
  const addresses = [`  Soundings          ${baseUrl}`, `  Documentation      ${baseUrl}/docs`]
  return `\n${[...addresses, ...(demo ? demoInstructions(baseUrl, demo) : [])].join('\n')}\n\n`
}

const PHONES = '  For phones on the same network, stop the server and run: npm start -- --lan'

function demoInstructions(baseUrl: string, { lunch: { slug, adminToken }, lecture, token }: Demo): string[] {
  const link = `${baseUrl}/s/${slug}`
  return [
    '',
    '  A demo survey with 40 responses is ready. Scan the code, or open a link:',
    '',
    renderUnicodeCompact(link).replace(/^/gm, '  '),
    '',
    ...(new URL(baseUrl).hostname === 'localhost' ? [PHONES, ''] : []),
    `  Respond            ${link}`,
    `  Dashboard          ${baseUrl}/admin/${slug}#${adminToken}`,
    '',
    '  A second survey is to be presented: phones show the question that is on your screen.',
    '',
    `  Follow             ${baseUrl}/s/${lecture.slug}`,
    `  Lecture            ${baseUrl}/admin/${lecture.slug}#${lecture.adminToken}`,
    '',
    '  Your API token (shown only once):',
    `    ${token}`,
    '',
    '  Read the results:',
    `    curl -H 'Authorization: Bearer ${token}' '${baseUrl}/api/v1/surveys/${slug}?view=aggregate'`,
  ]
}
