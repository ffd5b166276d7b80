import {
  accepted,
  edited,
  type Fields,
  given,
  isObject,
  type Json,
  padded,
  parseJson,
  printJson,
  Refused,
  results,
  slugOf,
  textOf,
  themeOf,
  triggersOf,
  Wording,
  withoutBlanks,
  withoutEnd,
  wrongPlaces,
} from './rules.ts'

/**
 * What a response body must contain: literals, random values, values derived from them, and texts with free wording.
 */
export type Pattern = Json | Unknown | Wording | (() => Json) | Pattern[] | { [name: string]: Pattern }

export interface Expected {
  readonly status: number
  readonly body: Pattern
}

/** A value chosen by the service: its shape is known in advance, and once seen it never changes. */
export class Unknown {
  readonly shape: RegExp
  readonly drawn: Set<string>
  value: string | undefined

  constructor(shape: RegExp, drawn: Set<string>) {
    this.shape = shape
    this.drawn = drawn
  }

  /** True if the value has the shape and is new, or is the one seen before. */
  takes(value: Json | undefined): boolean {
    if (this.value !== undefined || typeof value !== 'string') return this.value === value
    if (!this.shape.test(value) || this.drawn.has(value)) return false
    this.drawn.add(value)
    this.value = value
    return true
  }
}

interface Survey {
  readonly owner: number
  readonly id: string | Unknown
  readonly title: string
  readonly adminToken: Unknown
  readonly createdAt: string
  readonly responses: Response[]
  readonly removed: Response[]
  questions: Fields[]
  theme: Json
  closed: boolean
  archived: boolean
  expiresAt: number | null
}

interface Response {
  readonly id: Unknown
  readonly submittedAt: string
  readonly answers: Json[]
  readonly key: Json
}

interface Template {
  readonly owner: number
  readonly id: Unknown
  readonly name: string
  readonly questions: Fields[]
  readonly createdAt: string
  readonly updatedAt: string
}

/** The text of a request’s body, or undefined without one. */
type Body = string | undefined

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const keyShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const expiredText =
  'this survey has expired, so reopening it would not accept responses; change its expiry from the admin dashboard first'

/** The service as docs/api-contract.md describes it, in memory, for accounts 0, 1, …: it predicts each response. */
export class Reference {
  readonly surveys: Survey[] = []
  readonly templates: Template[] = []
  private readonly drawn = new Set<string>()
  private readonly baseUrl: string
  private readonly now: () => number
  private readonly note: (sight: string) => void

  /** `note` is told which cases occur, so that a test can report its coverage. */
  constructor(baseUrl: string, now: () => number, note: (sight: string) => void) {
    this.baseUrl = baseUrl
    this.now = now
    this.note = note
  }

  create(owner: number, body: Body): Expected {
    return this.foretold('create', 201, () => {
      const sent = required(body)
      const title = textOf(sent.title, 'title is required', 'title is too long')
      const questions = accepted(sent.questions ?? null)
      return this.created(this.add(owner, sent, title, questions, 'default'))
    })
  }

  clone(owner: number, id: string, body: Body): Expected {
    return this.foretold('clone', 201, () => {
      const sent = optional(body)
      const origin = this.owned(owner, id)
      const title = 'title' in sent ? textOf(sent.title, 'title is required', 'title is too long') : origin.title
      const copy = this.add(owner, sent, title, origin.questions, origin.theme)
      return { ...this.created(copy), cloned_from: id }
    })
  }

  launch(owner: number, id: string, body: Body): Expected {
    return this.foretold('launch', 201, () => {
      const sent = optional(body)
      const { name, questions } = find(this.templates, owner, id)
      return { ...this.created(this.add(owner, sent, name, questions, 'default')), template_id: id }
    })
  }

  list(owner: number, { admin = false, openOnly = false } = {}): Expected {
    const listed = this.surveys.filter(survey => survey.owner === owner && !survey.archived)
    const rows = listed.filter(survey => !openOnly || !survey.closed).map(survey => this.row(survey, admin))
    return { status: 200, body: { surveys: rows.toReversed() } }
  }

  read(owner: number, id: string, view: 'full' | 'aggregate'): Expected {
    return this.foretold('read', 200, () => {
      const survey = this.owned(owner, id)
      const responses = survey.responses.map(response => padded(response.answers, survey.questions))
      this.noteRead(survey, view)
      if (view === 'aggregate') return { ...this.detail(survey), results: results(survey.questions, responses) }
      const items = survey.responses.map((response, place) => item(response, responses[place] ?? []))
      return { ...this.detail(survey), responses: items }
    })
  }

  patch(owner: number, id: string, body: Body): Expected {
    return this.foretold('patch', 200, () => {
      const sent = required(body)
      const survey = this.owned(owner, id)
      const change = changeOf(survey, sent)
      if (change.closed === false && this.isPast(survey))
        throw new Refused(409, expiredText, { code: 'survey_expired' })
      this.notePatch(survey, sent, change)
      Object.assign(survey, change)
      const { closed: _, ...shown } = change
      return { id, status: survey.closed ? 'closed' : 'open', ...shown }
    })
  }

  saveAsTemplate(owner: number, id: string, body: Body): Expected {
    return this.foretold('saveAsTemplate', 201, () => {
      const sent = optional(body)
      const survey = this.owned(owner, id)
      const name = 'name' in sent ? textOf(sent.name, 'name is required', 'title is too long') : survey.title
      const template = this.keep(owner, name, survey.questions)
      const question_count = survey.questions.length
      return { id: template.id, name, question_count, created_at: template.createdAt, saved_from: id }
    })
  }

  createTemplate(owner: number, body: Body): Expected {
    return this.foretold('createTemplate', 201, () => {
      const sent = required(body)
      const name = textOf(sent.name, 'name is required', 'name is too long')
      return shown(this.keep(owner, name, accepted(sent.questions ?? null)))
    })
  }

  listTemplates(owner: number): Expected {
    const listed = this.templates.filter(template => template.owner === owner)
    return { status: 200, body: { templates: listed.toReversed().map(shown) } }
  }

  submit(id: string, body: Body): Expected {
    return this.foretold('submit', 201, () => {
      const { answers = null, key = null } = required(body)
      const survey = this.surveys.find(one => known(one.id) === id)
      if (!survey) throw new Refused(404, 'not found')
      const repeated = this.keptBefore(survey, answers, key)
      if (repeated) this.noteAgain(survey, repeated)
      if (repeated) return item(repeated, repeated.answers)
      if (key !== null && !(typeof key === 'string' && keyShape.test(key)))
        throw new Refused(400, new Wording('no UUID'))
      this.refuseRemoved(survey, answers, key)
      const response = this.response(judged(survey.questions, answers), key)
      this.refuseEnded(survey)
      if (key !== null && survey.responses.some(one => one.key === key)) this.note('submit key with other answers')
      survey.responses.push(response)
      return item(response, response.answers)
    })
  }

  remove(id: string, response: string): Expected {
    return this.foretold('remove', 204, () => {
      const survey = this.surveys.find(one => known(one.id) === id)
      const at = survey?.responses.findIndex(one => known(one.id) === response) ?? -1
      if (!survey || at < 0) throw new Refused(404, 'not found')
      survey.removed.push(...survey.responses.splice(at, 1))
      return null
    })
  }

  /** Operations that the API does not have: they stand for the dashboard. */
  setExpiry(id: string, expiresAt: number | null): void {
    for (const survey of this.surveys) if (known(survey.id) === id) survey.expiresAt = expiresAt
  }

  status(survey: Survey): 'open' | 'closed' | 'expired' {
    if (survey.closed) return 'closed'
    return this.isPast(survey) ? 'expired' : 'open'
  }

  private isPast({ expiresAt }: Survey): boolean {
    return expiresAt !== null && expiresAt < this.now()
  }

  private foretold(verb: string, status: number, act: () => Pattern): Expected {
    try {
      const body = act()
      this.note(`${verb} ${status}`)
      return { status, body }
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused
      this.note(`${verb} ${refused.more.code ?? refused.message}`)
      return { status: refused.status, body: { error: refused.reason, ...refused.more } }
    }
  }

  /** Slug and theme come after title and questions; a taken slug after everything that is invalid (contract 3.1). */
  private add(owner: number, sent: Fields, title: string, questions: Fields[], palette: Json): Survey {
    const slug = 'slug' in sent ? slugOf(sent.slug) : undefined
    const theme = 'theme' in sent ? themeOf(sent.theme) : palette
    if (slug !== undefined && this.surveys.some(({ id }) => known(id) === slug))
      throw new Refused(409, 'slug taken', { code: 'slug_taken' })
    const id = slug ?? this.unknown(/^[a-z]+-[a-z]+-[a-z]+$/)
    const drawn = { id, adminToken: this.unknown(uuid), createdAt: this.time() }
    const state = { questions, theme, closed: false, archived: false, expiresAt: null, responses: [], removed: [] }
    const survey = { owner, title, ...drawn, ...state }
    this.surveys.push(survey)
    return survey
  }

  private keep(owner: number, name: string, questions: Fields[]): Template {
    const times = { createdAt: this.time(), updatedAt: this.time() }
    const template = { owner, id: this.unknown(/^[\w-]+$/), name, questions, ...times }
    this.templates.push(template)
    return template
  }

  private response(answers: Json[], key: Json): Response {
    return { id: this.unknown(uuid), submittedAt: this.time(), answers, key }
  }

  private time(): string {
    return new Date(this.now()).toISOString()
  }

  private unknown(shape: RegExp): Unknown {
    return new Unknown(shape, this.drawn)
  }

  private owned(owner: number, id: string): Survey {
    return find(this.surveys, owner, id)
  }

  /** The same key with the same answers, as they were kept, is the same response (contract 13.4). */
  private keptBefore(survey: Survey, answers: Json, key: Json): Response | undefined {
    if (key === null || !Array.isArray(answers)) return undefined
    const same = printJson(given(answers, survey.questions))
    return survey.responses.find(response => response.key === key && printJson(withoutEnd(response.answers)) === same)
  }

  /** Its key stays used, even if its answers no longer fit the survey’s questions. */
  private refuseRemoved({ questions, removed }: Survey, answers: Json, key: Json): void {
    if (!Array.isArray(answers)) return
    const same = printJson(withoutBlanks(given(answers, questions)))
    if (key !== null && removed.some(one => one.key === key && printJson(withoutBlanks(one.answers)) === same))
      throw new Refused(404, 'this response was removed', { code: 'response_removed' })
  }

  private refuseEnded(survey: Survey): void {
    const status = this.status(survey)
    if (status !== 'open') throw new Refused(409, new Wording(status), { code: `survey_${status}` })
  }

  private created(survey: Survey): { [name: string]: Pattern } {
    const { id, title, theme, adminToken, createdAt } = survey
    const admin = { admin_token: adminToken, admin_url: this.adminUrl(survey) }
    return { id, title, url: this.url(survey), ...admin, created_at: createdAt, theme }
  }

  private row(survey: Survey, admin: boolean): Pattern {
    const { id, title, closed, createdAt, responses } = survey
    const status = closed ? 'closed' : 'open'
    const row = { id, title, status, created_at: createdAt, response_count: responses.length, url: this.url(survey) }
    return admin ? { ...row, admin_token: survey.adminToken, admin_url: this.adminUrl(survey) } : row
  }

  private detail(survey: Survey): { [name: string]: Pattern } {
    const { id, title, createdAt, questions, theme, responses } = survey
    const expires_at = survey.expiresAt === null ? null : new Date(survey.expiresAt).toISOString()
    const shared = { id, title, status: this.status(survey), created_at: createdAt, expires_at, theme }
    return { ...shared, url: this.url(survey), questions, response_count: responses.length }
  }

  private noteRead(survey: Survey, view: string): void {
    const status = this.status(survey)
    this.note(`read ${status}`)
    if (status === 'closed' && this.isPast(survey)) this.note('read closed, past its expiry')
    if (view === 'aggregate' && survey.responses.length > 0) this.note('read aggregate of responses')
  }

  private notePatch(survey: Survey, sent: Fields, { questions }: Change): void {
    for (const name of ['status', 'archived']) if (name in sent) this.note(`patch ${name} ${sent[name]}`)
    if (!questions) return
    if (survey.responses.length === 0 && survey.removed.length > 1) this.note('patch questions, responses removed')
    this.note(survey.responses.length > 0 ? 'patch questions of an answered survey' : 'patch questions')
    for (const [index, question] of questions.entries())
      this.noteRule(survey, (sent.questions as Fields[])[index], question)
  }

  private noteRule(survey: Survey, sent: Fields | undefined, question: Fields): void {
    const origin = survey.questions[Number(sent?.index)]
    const [before, then, now] = [origin, sent, question].map(triggersOf)
    if (then && String(then) !== String(now)) this.note('patch a rule moved')
    else if (before && then && String(before) !== String(then)) this.note('patch a rule rewritten')
  }

  private noteAgain(survey: Survey, { answers }: Response): void {
    this.note('submit again')
    this.note(`submit again when ${this.status(survey)}`)
    if (answers.length < survey.questions.length) this.note('submit again with more questions')
  }

  private url(survey: Survey): () => string {
    return () => `${this.baseUrl}/s/${known(survey.id)}`
  }

  private adminUrl(survey: Survey): () => string {
    return () => `${this.baseUrl}/admin/${known(survey.id)}#${known(survey.adminToken)}`
  }
}

/** A value chosen by the service, once it was seen. */
export function known(id: string | Unknown): string {
  return typeof id === 'string' ? id : (id.value ?? 'not seen yet')
}

// Bodies: contract 3.2

function parsed(body: string): Json {
  try {
    return parseJson(body)
  } catch {
    throw new Refused(400, 'invalid JSON')
  }
}

function required(body: Body): Fields {
  const sent = parsed(body ?? '')
  return isObject(sent) ? sent : {}
}

function optional(body: Body): Fields {
  const sent = parsed(body || '{}')
  if (!isObject(sent)) throw new Refused(400, 'body must be a JSON object')
  return sent
}

// Verbs

/** Foreign and missing items are treated the same. */
function find<Owned extends { owner: number; id: string | Unknown }>(all: Owned[], owner: number, id: string): Owned {
  const found = all.find(one => one.owner === owner && known(one.id) === id)
  if (!found) throw new Refused(404, 'not found')
  return found
}

type Change = Partial<Pick<Survey, 'closed' | 'theme' | 'questions' | 'archived'>>

function changeOf(survey: Survey, sent: Fields): Change {
  const change: Change = {}
  if (!['status', 'theme', 'questions', 'archived'].some(name => name in sent))
    throw new Refused(400, 'nothing to change: send status, theme, questions or archived')
  if ('status' in sent) change.closed = isClosing(sent.status)
  if ('theme' in sent) change.theme = themeOf(sent.theme)
  if ('questions' in sent)
    change.questions = edited(survey.questions, sent.questions ?? null, survey.responses.length > 0)
  if ('archived' in sent) change.archived = booleanOf(sent.archived)
  return change
}

function isClosing(status: Json | undefined): boolean {
  if (status !== 'open' && status !== 'closed') throw new Refused(400, 'status must be "open" or "closed"')
  return status === 'closed'
}

function booleanOf(value: Json | undefined): boolean {
  if (typeof value !== 'boolean') throw new Refused(400, new Wording('no boolean'))
  return value
}

/** The answers as they are kept, padded to the questions of the moment. */
function judged(questions: Fields[], sent: Json): Json[] {
  const invalid = { code: 'invalid_answers' }
  if (!Array.isArray(sent) || sent.length > questions.length)
    throw new Refused(400, new Wording('no such array'), invalid)
  const answers = padded(given(sent, questions), questions)
  const wrong = wrongPlaces(questions, answers)
  if (wrong.length === 0) return answers
  const places = wrong.map(index => ({ index, error: new Wording('its fault') }))
  throw new Refused(400, new Wording('wrong answers'), { ...invalid, questions: places })
}

function item({ id, submittedAt }: Response, answers: Json[]): Pattern {
  return { id, submitted_at: submittedAt, answers }
}

function shown({ id, name, questions, createdAt, updatedAt }: Template): Pattern {
  return { id, name, questions, created_at: createdAt, updated_at: updatedAt }
}
