import type { Kysely } from 'kysely'
import type { QuestionGroup } from '../../domain/surveys/groups/question-group.ts'
import type { QuestionsText } from '../../domain/surveys/question.ts'
import type { QuestionSettings } from '../../domain/surveys/question-settings.ts'
import type { SurveyTexts } from '../../domain/surveys/survey-settings/survey-texts.ts'
import type { Theme } from '../../domain/surveys/survey-settings/theme.ts'
import { lockAccount, removeOwn } from '../accounts/accounts.ts'
import type { Engine } from '../engine.ts'
import type { Tables } from '../tables.ts'
import {
  findIdempotencyKey,
  type IdempotencyMatch,
  type IdempotentRequest,
  storeIdempotencyKey,
} from './idempotency.ts'
import { columnsBeside, readGroups, readQuestionSettings, readTexts, storedContentBytes } from './stored-content.ts'

export interface Template extends TemplateContent {
  readonly id: string
  readonly createdAt: string
  readonly updatedAt: string
  /** Incremented by each replacement. */
  readonly revision: number
}

export interface TemplateContent {
  readonly name: string
  /** Null if the template has no theme. */
  readonly theme: Theme | null
  /** As those of a survey. */
  readonly language: string | null
  readonly paced: boolean
  readonly revealedAtOnce: boolean
  readonly questions: QuestionsText
  readonly questionSettings: QuestionSettings
  readonly texts: SurveyTexts
  readonly groups: readonly QuestionGroup[]
  readonly questionCount: number
}

/** A template as listed by the application. */
export type TemplateSummary = Pick<Template, 'id' | 'name' | 'language' | 'questionCount' | 'createdAt'>

export interface NewTemplate extends Omit<Template, 'revision'> {
  readonly accountId: string
}

export class Templates {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** @param request if it has already created a template, none is added and its match is returned */
  add(
    { accountId, ...template }: NewTemplate,
    maxTemplates: number,
    request?: IdempotentRequest,
  ): Promise<'added' | 'limit_reached' | IdempotencyMatch> {
    const { id, createdAt, updatedAt } = template
    return this.#engine.write(async db => {
      await lockAccount(this.#engine, db, accountId)
      const match = request && (await findIdempotencyKey(db, accountId, request))
      if (match !== undefined) return match
      const { count, last } = await countAndLastUpdate(db, accountId)
      if (Number(count) >= maxTemplates) return 'limit_reached'
      const times = { created_at: createdAt, updated_at: updatedAt, update_sequence: Number(last ?? 0) + 1 }
      await db
        .insertInto('template')
        .values({ id, account_id: accountId, ...times, ...contentColumns(template) })
        .execute()
      if (request !== undefined) await storeIdempotencyKey(db, accountId, request, id)
      return 'added'
    })
  }

  /**
   * Replaces a template's content, unless its revision differs from the one that the replacement is based on.
   * @returns undefined if the account does not own a template with this id
   */
  replace(
    accountId: string,
    { id, revision }: Pick<Template, 'id' | 'revision'>,
    content: TemplateContent & Pick<Template, 'updatedAt'>,
  ): Promise<'replaced' | 'changed' | undefined> {
    return this.#engine.write(async db => {
      await lockAccount(this.#engine, db, accountId)
      const own = db.selectFrom('template').select('revision').where('account_id', '=', accountId).where('id', '=', id)
      const stored = await own.executeTakeFirst()
      if (stored === undefined) return undefined
      if (Number(stored.revision) !== revision) return 'changed'
      const { last } = await countAndLastUpdate(db, accountId)
      await db
        .updateTable('template')
        .set({ ...contentColumns(content), updated_at: content.updatedAt, revision: revision + 1 })
        .set('update_sequence', Number(last ?? 0) + 1)
        .where('id', '=', id)
        .execute()
      return 'replaced'
    })
  }

  /** @returns whether the account owned a template with this id */
  remove(accountId: string, id: string): Promise<boolean> {
    return removeOwn(this.#engine, 'template', accountId, id)
  }

  /** All templates without their questions, most recently updated first. */
  summaries(accountId: string): Promise<TemplateSummary[]> {
    const ofAccount = this.#engine.reader.selectFrom('template').where('account_id', '=', accountId)
    const columns = ['id', 'name', 'language', 'question_count as questionCount', 'created_at as createdAt'] as const
    return ofAccount.orderBy('update_sequence', 'desc').select(columns).execute()
  }

  /** What has changed if the list has: each template's id and revision, most recently updated first. */
  revisions(accountId: string): Promise<Pick<Template, 'id' | 'revision'>[]> {
    const ofAccount = this.#engine.reader.selectFrom('template').where('account_id', '=', accountId)
    return ofAccount.orderBy('update_sequence', 'desc').select(['id', 'revision']).execute()
  }

  /**
   * All templates, most recently updated first, in pages of at most `bytes`, or of one larger template. Each page is
   * read on demand.
   */
  async *pages(accountId: string, bytes: number): AsyncGenerator<readonly Template[]> {
    const ofAccount = this.#engine.reader.selectFrom('template').where('account_id', '=', accountId)
    const rows = await ofAccount.orderBy('update_sequence', 'desc').select(['id', 'stored_bytes']).execute()
    for (const ids of pagesOf(rows, bytes)) {
      const page = this.#select().where('account_id', '=', accountId).where('id', 'in', ids)
      yield (await page.orderBy('update_sequence', 'desc').execute()).map(toTemplate)
    }
  }

  /** @returns undefined if the account does not own a template with this id */
  async find(accountId: string, id: string): Promise<Template | undefined> {
    const row = await this.#select().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()
    return row && toTemplate(row)
  }

  #select() {
    return this.#engine.reader
      .selectFrom('template')
      .select(['id', 'name', 'created_at as createdAt', 'updated_at as updatedAt', 'revision', 'theme', 'questions'])
      .select([
        'question_count as questionCount',
        'language',
        'paced',
        'revealed_at_once as revealedAtOnce',
        'question_settings as questionSettings',
        'texts',
        'groups',
      ])
  }
}

/** @returns the ids of each page */
function pagesOf(rows: readonly { readonly id: string; readonly stored_bytes: number }[], bytes: number): string[][] {
  const pages: string[][] = []
  let room = 0
  for (const { id, stored_bytes } of rows) {
    if (stored_bytes > room) {
      pages.push([])
      room = bytes
    }
    pages.at(-1)?.push(id)
    room -= stored_bytes
  }
  return pages
}

function contentColumns({
  name,
  theme,
  language,
  paced,
  revealedAtOnce,
  questions,
  questionSettings,
  texts,
  groups,
  questionCount,
}: TemplateContent) {
  return {
    name,
    theme: theme === null ? null : JSON.stringify(theme),
    language,
    paced: paced ? (1 as const) : (0 as const),
    revealed_at_once: revealedAtOnce ? (1 as const) : (0 as const),
    questions,
    ...columnsBeside({ questionSettings, texts, groups }),
    stored_bytes: storedContentBytes({ questions, questionSettings, texts, groups }),
    question_count: questionCount,
  }
}

type TemplateRow = Omit<Template, 'theme' | 'paced' | 'revealedAtOnce' | 'questionSettings' | 'texts' | 'groups'> & {
  readonly theme: string | null
  readonly paced: 0 | 1
  readonly revealedAtOnce: 0 | 1
  readonly questionSettings: string | null
  readonly texts: string | null
  readonly groups: string | null
}

function toTemplate({ theme, paced, revealedAtOnce, questionSettings, texts, groups, ...row }: TemplateRow): Template {
  return {
    ...row,
    paced: paced === 1,
    revealedAtOnce: revealedAtOnce === 1,
    theme: theme === null ? null : JSON.parse(theme),
    questionSettings: readQuestionSettings(questionSettings),
    texts: readTexts(texts),
    groups: readGroups(groups),
  }
}

/** The number of an account's templates, and the last one's update sequence; null without any. */
export function countAndLastUpdate(db: Kysely<Tables>, accountId: string) {
  return db
    .selectFrom('template')
    .where('account_id', '=', accountId)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max<number | null>('update_sequence').as('last')])
    .executeTakeFirstOrThrow()
}
