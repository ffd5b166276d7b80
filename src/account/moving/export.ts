import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { serializeTemplate } from '../../api/serialize.ts'
import { writeJson } from '../../domain/values/json-text.ts'
import { Refusal } from '../../domain/values/refusal.ts'
import type { AccountHolder } from '../../service/access/authentication.ts'
import type { SurveyEditor } from '../../service/access/principal.ts'
import type { AccountSettings } from '../../service/accounts/account-settings.ts'
import type { Passkeys } from '../../service/accounts/passkeys.ts'
import type { Drafts } from '../../service/surveys/drafts.ts'
import type { Survey, Surveys } from '../../service/surveys/surveys.ts'
import type { Templates } from '../../service/surveys/templates.ts'
import { formatTimestamp } from '../../service/timestamp.ts'
import { tokenView } from '../access/tokens.ts'
import { passkeyView } from '../accounts/passkeys.ts'
import { draftView } from '../surveys/drafts.ts'
import { type ZipFile, zip } from './zip.ts'

/** A survey with all responses and boards, as one JSON text. */
type SurveyFile = (editor: SurveyEditor, survey: Survey) => AsyncIterable<string>

export interface ExportParts {
  readonly settings: AccountSettings
  readonly passkeys: Passkeys
  readonly surveys: Surveys
  readonly templates: Templates
  readonly drafts: Drafts
  readonly surveyFile: SurveyFile
  readonly clock: () => number
}

/**
 * Everything in the account as one file. It is read while it is being sent, so memory use does not depend on its size.
 */
export function exportRoute(app: FastifyInstance, parts: ExportParts): void {
  app.get('/export.zip', async ({ holder, method }, reply) => {
    await parts.settings.checkExport(holder)
    const now = new Date(parts.clock())
    reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="soundings-${now.toISOString().slice(0, 10)}.zip"`)
    const content = method === 'HEAD' ? [] : zip(filesOf(holder, parts), now)
    return reply.send(Readable.from(content))
  })
}

async function* filesOf(holder: AccountHolder, parts: ExportParts): AsyncGenerator<ZipFile> {
  const { templates } = parts
  yield { name: 'account.json', content: accountFile(holder, parts) }
  yield* surveyFiles(holder, parts)
  for await (const page of templates.list(holder))
    for (const template of page) {
      const { theme, language, paced, revealedAtOnce, questionSettings, texts, groups } = template
      const settings = {
        theme,
        language,
        paced,
        ...(revealedAtOnce && { revealed_at_once: true }),
        ...(questionSettings.length > 0 && { question_settings: questionSettings }),
        ...(Object.keys(texts).length > 0 && { texts }),
        ...(groups.length > 0 && { groups }),
      }
      yield {
        name: `templates/${template.id}.json`,
        content: one(writeJson({ ...serializeTemplate(template), ...settings })),
      }
    }
  yield* draftFiles(holder, parts)
}

async function* accountFile(holder: AccountHolder, { settings, passkeys }: ExportParts): AsyncGenerator<string> {
  const { email, name, createdAt, entitledUntil, palette } = await settings.profile(holder)
  const more = {
    tokens: (await settings.tokens(holder)).map(tokenView),
    passkeys: (await passkeys.list(holder)).map(passkeyView),
  }
  yield writeJson({
    email,
    name,
    created_at: createdAt,
    subscribed_until: formatTimestamp(entitledUntil),
    palette,
    ...more,
  })
}

/** Surveys deleted while the file is being made are left out. */
async function* surveyFiles(holder: AccountHolder, { surveys, surveyFile }: ExportParts): AsyncGenerator<ZipFile> {
  for (const { slug } of await surveys.listOwn(holder)) {
    const editor = holder.survey(slug)
    const survey = await unlessGone(surveys.read(editor))
    if (survey !== undefined) yield { name: `surveys/${slug}.json`, content: surveyFile(editor, survey) }
  }
}

async function* draftFiles(holder: AccountHolder, { drafts }: ExportParts): AsyncGenerator<ZipFile> {
  for (const { id } of await drafts.list(holder)) {
    const draft = await unlessGone(drafts.read(holder, id))
    if (draft !== undefined) yield { name: `drafts/${id}.json`, content: one(writeJson(draftView(draft))) }
  }
}

async function unlessGone<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'missing') return undefined
    throw error
  }
}

async function* one(text: string): AsyncGenerator<string> {
  yield text
}
