import type { DescribedOperation, Description, Property } from './description.ts'
import { pretty } from './samples.ts'

/** The reference as Markdown, for programs and for whoever copies from it. */
export function referenceText({ baseUrl, introduction, operations, schemas }: Description): string {
  return [
    '# Soundings API',
    introduction,
    `Base address: ${baseUrl}. Machine-readable: ${baseUrl}/openapi.json. Tools for AI clients: ${baseUrl}/mcp.`,
    ...operations.map(operationText),
    '## Schemas',
    ...schemas.map(
      ({ name, description, properties }) => `### ${name}\n\n${description}\n\n${propertyList(properties)}`,
    ),
  ].join('\n\n')
}

function operationText({
  method,
  path,
  summary,
  description,
  parameters,
  body,
  samples,
  answers,
  statuses,
}: DescribedOperation) {
  return [
    `## ${summary}`,
    `\`${method} ${path}\``,
    description,
    ...(parameters.length > 0 ? [`Parameters:\n\n${propertyList(parameters)}`] : []),
    ...(body.length > 0 ? [`Body:\n\n${propertyList(body)}`] : []),
    ...samples.slice(0, 1).map(({ code }) => `\`\`\`sh\n${code}\n\`\`\``),
    ...answers.map(({ value }) => `\`\`\`json\n${pretty(value)}\n\`\`\``),
    statuses.map(({ status, when }) => `- ${status}: ${when}`).join('\n'),
  ].join('\n\n')
}

function propertyList(properties: readonly Property[]): string {
  return properties
    .map(({ name, type, required, description }) =>
      `- \`${name}\` (${type}${required ? ', required' : ''}) ${description}`.trim(),
    )
    .join('\n')
}
