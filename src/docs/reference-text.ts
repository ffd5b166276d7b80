import type { DescribedOperation, Description, Property } from './description.ts'
import { pretty } from './samples.ts'

/** Languages of samples, as written after a fence. */
const FENCES: Readonly<Record<string, string>> = { curl: 'sh', JavaScript: 'js', Python: 'python' }

/** The reference as Markdown, for programs and for copying. */
export function referenceText(description: Description): string {
  const { lead, operations, statuses } = description
  return `${[
    '# API reference',
    lead,
    introductionText(description),
    statusList(statuses),
    ...operations.map(operationText),
  ].join('\n\n')}\n`
}

/** The introduction before the operations, here and on the page, up to the list of statuses. */
export function introductionText({ baseUrl, introduction }: Description): string {
  return [
    introduction,
    `Base address: \`${baseUrl}\`. Samples read your token from the environment variable \`TOKEN\`; [your first survey](${baseUrl}/docs/first-survey.md) shows how to get one. Programs read [openapi.json](${baseUrl}/openapi.json), AI clients use [tools](${baseUrl}/docs/ai-clients.md).`,
    '## Errors common to all operations',
    `An error has a message for people in \`error\` and often a \`code\` for programs. [Errors and limits](${baseUrl}/docs/errors.md) says what to do about each.`,
  ].join('\n\n')
}

export function operationText(operation: DescribedOperation): string {
  const { method, path, summary, description, parameters, body, events, returns, samples, answers, statuses, errors } =
    operation
  return [
    `## ${summary}`,
    `\`${method} ${path}\``,
    description,
    ...(parameters.length > 0 ? [`Parameters:\n\n${propertyList(parameters)}`] : []),
    ...(body.length > 0 ? [`Body:\n\n${propertyList(body)}`] : []),
    ...(events.length > 0 ? [`Events:\n\n${eventList(events)}`] : []),
    returnText(returns),
    ...samples.map(({ language, code }) => `\`\`\`${FENCES[language]}\n${code}\n\`\`\``),
    ...answers.map(({ value }) => answerText(value)),
    ...(errors === '' ? [] : [`Errors:\n\n${errors}`]),
    ...(statuses.length > 0 ? [`Errors:\n\n${statusList(statuses)}`] : []),
  ].join('\n\n')
}

function returnText({ status, type, when }: DescribedOperation['returns']): string {
  return `Returns ${status}${type === '' ? '' : ` ${type}`}. ${when}`
}

function answerText(value: unknown): string {
  return `\`\`\`${typeof value === 'string' ? 'text' : 'json'}\n${shown(value)}\n\`\`\``
}

/** JSON, or a text unchanged. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? value : pretty(value)
}

function eventList(events: DescribedOperation['events']): string {
  return propertyList(events.map(({ name, type, when }) => ({ name, type, required: false, description: when })))
}

function statusList(statuses: Description['statuses']): string {
  return statuses.map(({ status, when }) => `- ${status}: ${when}`).join('\n')
}

export function propertyList(properties: readonly Property[]): string {
  return properties
    .map(({ name, type, required, description }) =>
      `- \`${name}\` (${type}${required ? ', required' : ''}) ${description}`.trim(),
    )
    .join('\n')
}
