import { RATING_HIGHEST, RATING_LOWEST } from '../../../values/answer.ts'
import { isArray, isObject, type Json, type JsonObject } from '../../../values/json.ts'
import { refusalOf } from '../../../values/refusal.ts'
import { isBlank } from '../../../values/text.ts'
import { inOrder, type QuestionGroup } from '../../groups/question-group.ts'
import { MAX_QUESTIONS } from '../../limits.ts'
import { parseQuestionList } from '../../question.ts'
import type { QuestionSettings } from '../../question-settings.ts'
import { SettingsFitter, scaleWordsText, settingsList } from '../beside-question.ts'
import type { DataSource } from '../data-source.ts'
import { type Decisions, type Finding, type Outcome, SCALE_DECISIONS } from '../finding.ts'
import { FINDING_TEXTS as texts } from '../finding-texts.ts'
import { type Grouped, hasDescription, type LeftOpening, type Opening, QuestionGrouper } from '../grouped-questions.ts'
import type { Reading } from '../survey-assembly.ts'
import { textsAround } from '../texts-around.ts'
import { pointsOf, withEnds, wordsOfScale } from './foreign-scale.ts'
import type { ForeignItem, ForeignNote, ForeignSurvey, Path } from './foreign-survey.ts'
import { FOREIGN_TEXTS } from './foreign-texts.ts'
import { valueAt } from './json-fields.ts'
import { openingOf } from './opening.ts'
import { readAt } from './read-texts.ts'
import { placeStatements } from './statements.ts'

/** How much of what was read a finding repeats, in characters: all texts of a question that is left out. */
const READ_LENGTH = 400
/** The option of those whose file does not name it. */
const OTHER = 'Other'
/** The most options that a scale of numbers becomes. */
const MOST_POINTS = 21
const RATING = [RATING_LOWEST, RATING_HIGHEST] as const

/** Makes a survey of ours from that of another tool. Whatever does not become exactly what it says is a finding. */
export function foreignReading(survey: ForeignSurvey, source: DataSource, decisions: Decisions): Reading {
  return new ForeignAssembly(source, decisions).read(survey)
}

interface Made {
  readonly question: JsonObject
  readonly item: ForeignItem
  readonly settings: QuestionSettings[number]
}

/** Texts between questions, and the items that have become questions and sections. */
interface Hosted {
  readonly hosts: ReadonlyMap<number, number>
  readonly start: number
  readonly hosting: ReadonlySet<ForeignItem>
}

/** What the items of a survey became. */
interface AllMade {
  readonly made: readonly Made[]
  readonly groups: readonly QuestionGroup[]
  readonly openings: readonly Opening<ForeignItem>[]
  /** The first that is too many. */
  readonly next: ForeignItem | undefined
}

class ForeignAssembly {
  readonly #source: DataSource
  readonly #decisions: Decisions
  readonly #findings: Finding[] = []
  readonly #fitter = new SettingsFitter()
  readonly #grouper = new QuestionGrouper()

  constructor(source: DataSource, decisions: Decisions) {
    this.#source = source
    this.#decisions = decisions
  }

  read(survey: ForeignSurvey): Reading {
    const { title, thanks, notes } = survey
    const opening = openingOf(survey)
    const { items, hosts } = placeStatements(survey, opening.items)
    const { made, groups, openings, next } = this.#allMade(items, opening.items)
    const asked = new Map(items.map(({ path, text }) => [path.join('\n'), text]))
    for (const note of notes) this.#addNote(note, asked.get(note.path.join('\n')))
    const around = textsAround({ introduction: opening.introduction, thanks }, (_, text, reason) =>
      this.#find([], 'left_out', texts.repaired(reason), String(text)),
    )
    const [sections, left] = this.#grouper.sections(openings, made.length)
    for (const one of left) this.#findLeft(one)
    const hosting = [...made.map(({ item }) => item), ...openings.map(({ place }) => place)]
    this.#findStatements(items.slice(0, next && items.indexOf(next)), {
      hosts,
      start: opening.items,
      hosting: new Set(hosting),
    })
    if (made.length + this.#findings.length === 0) this.#find([], 'left_out', texts.noSurvey())
    if (next !== undefined) this.#find(next.path, 'left_out', texts.tooManyQuestions(MAX_QUESTIONS))
    return {
      title,
      questions: made.map((one, at) => this.#withRule(one, at, made, items)),
      places: made.map(({ item }) => this.#source.positionOf(item.path)),
      questionSettings: settingsList(made.map(({ settings }) => settings)),
      groups: [...groups, ...sections].sort(inOrder),
      texts: around,
      settings: {},
      findings: this.#findings.toSorted((one, other) => one.place.line - other.place.line),
    }
  }

  /** What follows a survey's last possible question is left out as a whole. @param start position of the first item */
  #allMade(items: readonly ForeignItem[], start: number): AllMade {
    const made: Made[] = []
    const groups: QuestionGroup[] = []
    const openings: Opening<ForeignItem>[] = []
    for (const [at, item] of items.entries()) {
      if (at < start) continue
      if (item.kind === 'section') openings.push(openingAt(item, made.length))
      else if (item.kind !== 'statement') {
        const grouped = this.#made(item, at, made.length)
        if (made.length + grouped.questions.length > MAX_QUESTIONS) return { made, groups, openings, next: item }
        const taken = this.#taken(grouped, item)
        for (const one of taken) made.push(one)
        if (grouped.group !== undefined && taken.length > 0) groups.push(grouped.group)
      }
    }
    return { made, groups, openings, next: undefined }
  }

  /** What became of the texts between the questions. */
  #findStatements(items: readonly ForeignItem[], { hosts, start, hosting }: Hosted): void {
    for (const [at, item] of items.entries()) {
      if (at < start || item.kind !== 'statement') continue
      const host = items[hosts.get(at) ?? -1]
      const isKept = host !== undefined && hosting.has(host)
      const kept = host?.kind === 'section' ? texts.sectionText() : texts.describing(host?.text ?? '')
      this.#find(item.path, isKept ? 'kept' : 'left_out', isKept ? kept : texts.between(), wordsOf(item))
    }
  }

  #findLeft({ opening: { place: item, text }, reason }: LeftOpening<ForeignItem>): void {
    const message = reason === 'empty' ? texts.emptySection() : texts.longSection()
    this.#find(item.path, 'left_out', message, reason === 'long_text' ? text : wordsOf(item))
  }

  /** @param at position of the item @param from position of the first question that it becomes */
  #made(item: ForeignItem, at: number, from: number): Grouped {
    const { kind, text, description, options = [], other } = item
    const isRequired = item.required && item.when === undefined
    const rows = { text, description, rows: item.rows?.slice(0, MAX_QUESTIONS + 1) ?? [], isRequired, from }
    // Rows of a grid share their options, so nobody can write beside one.
    if (kind === 'grid') {
      const columns = other === undefined ? options : [...options, other || OTHER]
      if (other !== undefined) this.#find(item.path, 'kept', texts.other(), wordsOf(item))
      return this.#titled(item, this.#grouper.grid(rows, columns), texts.grid)
    }
    if (kind === 'ranking') return this.#titled(item, this.#grouper.ranking(rows), texts.ranking)
    if (kind === 'rating') return this.#rating(item, at)
    if (kind === 'board') return single(item, { type: 'upvoted_question' })
    return kind === 'free_text' || (options.length === 0 && other === undefined)
      ? single(item, { type: 'free_text' })
      : this.#choice(item, options, from)
  }

  #titled(item: ForeignItem, made: Grouped, message: (rows: number) => string): Grouped {
    const rows = made.questions.length
    if (made.group === undefined && rows > 1) this.#find(item.path, 'kept', message(rows), wordsOf(item))
    return made
  }

  #choice(item: ForeignItem, options: readonly string[], from: number): Grouped {
    const { text, kind, required, when, atLeast = 1, atMost, path } = item
    const option = item.other === undefined ? undefined : item.other || OTHER
    const all = this.#withWritten(item, options, option)
    const written = option === undefined ? undefined : { option, text: option }
    const isRequired = required && when === undefined
    const choices = { text, options: all, written, isRequired, least: atLeast, most: atMost, from }
    if (kind !== 'check_list') return this.#grouper.choice(choices)
    if (from + all.length >= MAX_QUESTIONS) {
      this.#find(path, 'kept', texts.checkList(), wordsOf(item))
      return this.#grouper.choice(choices)
    }
    if (!isRequired && atLeast > 1) this.#find(path, 'kept', texts.atLeast(), wordsOf(item))
    return this.#grouper.checkList(choices)
  }

  /** Of several answers, only the last can have a text beside it. */
  #withWritten({ kind, path }: ForeignItem, options: readonly string[], option: string | undefined): readonly string[] {
    if (option === undefined || options.at(-1) === option) return options
    if (!options.includes(option)) return [...options, option]
    if (kind !== 'check_list') return options
    this.#find(path, 'kept', texts.movedOption(), option)
    return [...options.filter(one => one !== option), option]
  }

  #rating(item: ForeignItem, at: number): Grouped {
    const scale = item.scale ?? { from: 1, to: 10 }
    const { from, to } = scale
    const isOurs = from === 1 && to === 10
    const isLong = Math.abs(to - from) >= MOST_POINTS
    const isScale = isOurs || this.#decisions.get(at) === 'scale'
    if (!isOurs) this.#findScale(item, at, isLong)
    if (isScale) return single(item, { type: 'rating' })
    if (isLong) return single({ ...item, text: withEnds(item.text, scale) }, { type: 'free_text' })
    return single(item, { type: 'multiple_choice', options: pointsOf(scale) })
  }

  #findScale(item: ForeignItem, at: number, isLong: boolean): void {
    const { from, to } = item.scale ?? { from: 1, to: 10 }
    const decided = this.#decisions.get(at)
    const message = isLong ? FOREIGN_TEXTS.longScale(from, to) : texts.points(from, to)
    const isDecided = decided === 'scale' || decided === 'points'
    this.#find(
      item.path,
      isDecided ? 'kept' : 'unsure',
      decided === 'scale' ? texts.scale(from, to) : message,
      wordsOf(item),
      {
        key: at,
        decisions: SCALE_DECISIONS,
        chosen: decided === 'scale' ? 'scale' : 'points',
      },
    )
  }

  /** The questions of an item with what stands beside them; none if the service would not take them. */
  #taken(grouped: Grouped, item: ForeignItem): Made[] {
    const { description, path } = item
    const described = this.#fitter.fit({ description: hasDescription(grouped) ? undefined : description })
    const { description: left } = described
    if (left !== undefined) this.#find(path, 'kept', texts.longDescription(), left)
    const made = grouped.questions.map((question, at): Made => {
      const { settings, words } = this.#beside(item, question)
      // A text beside an option has the rule of that option, and says nothing of the question.
      const isBeside = ruleOf(question) === 'conditional'
      const below = left === undefined || isBeside ? '' : `\n${left}`
      const text = `${question.text}${words}${below}`
      const own = at === 0 ? described.settings : null
      return { question: { ...question, text }, item, settings: own === null ? settings : { ...own, ...settings } }
    })
    return this.#areTaken(made, path) ? made : []
  }

  /** Right options and the words of a scale. Those that are too long stand in the text. */
  #beside({ scale, right = [], path }: ForeignItem, { type, options }: JsonObject): Fitted {
    const all = isArray(options) ? options : []
    // A file may name an option twice.
    const positions = [...new Set(right)].map(one => all.indexOf(one)).filter(at => at >= 0)
    const { settings, scaleWords } = this.#fitter.fit({
      ...(type === 'rating' && { scaleWords: wordsOfScale(scale ?? { from: 1, to: 10 }) }),
      right: positions.toSorted((one, two) => one - two),
    })
    if (scaleWords === undefined) return { settings, words: '' }
    const words = ` (${scaleWordsText(scaleWords, RATING)})`
    this.#find(path, 'kept', texts.longScaleWords(), words.trim())
    return { settings, words }
  }

  /** A question that is required after certain answers only, if the question that has them was kept in front of it. */
  #withRule({ question, item }: Made, at: number, kept: readonly Made[], items: readonly ForeignItem[]): JsonObject {
    const { when, required, path, kind } = item
    // A text beside an option has a rule of its own.
    if (when === undefined || !required || ruleOf(question) === 'conditional') return question
    const asked = items[when.item]
    const questionIndex = kept.findIndex(one => one.item.path === asked?.path)
    const { options } = kept[questionIndex]?.question ?? {}
    const values = when.values.filter(value => isArray(options) && options.includes(value))
    const isKept = questionIndex >= 0 && questionIndex < at && values.length === when.values.length
    // Of a question with several answers, each option is a question.
    if (isKept && asked?.kind !== 'check_list' && kind !== 'check_list')
      return {
        ...question,
        requirement: { mode: 'conditional', when: { op: 'all', conditions: [{ questionIndex, values }] } },
      }
    if (kept[at - 1]?.item !== item) this.#find(path, 'kept', FOREIGN_TEXTS.note('condition', 'optional'))
    return question
  }

  #areTaken(made: readonly Made[], path: Path): boolean {
    const isBlankText = made.some(({ question }) => isBlank(String(question.text)))
    const refusal = isBlankText
      ? undefined
      : refusalOf(() => parseQuestionList(made.map(({ question: { requirement, ...question } }) => question)))
    if (isBlankText) this.#find(path, 'left_out', texts.blankQuestion())
    else if (refusal !== undefined)
      this.#find(path, 'left_out', texts.repaired(refusal.message.replace(/^question \d+:? /, 'its ')))
    return !isBlankText && refusal === undefined
  }

  /** @param asked the text of the item with that path */
  #addNote({ path, subject, fate }: ForeignNote, asked = ''): void {
    // What becomes of a scale is said with its question.
    if (subject === 'scale' && fate === 'unsure') return
    const outcome = fate === 'left_out' || fate === 'unsure' ? fate : 'kept'
    const message = FOREIGN_TEXTS.note(subject, fate)
    const read = readAt(this.#source.value, path)
    // In some files, texts are apart from the settings of their questions.
    const isApart = !read.includes(asked) && isObject(valueAt(this.#source.value, path))
    this.#find(path, outcome, message, isApart ? asked : read)
  }

  #find(
    path: Path,
    outcome: Outcome,
    message: string,
    read = readAt(this.#source.value, path),
    more: Partial<Finding> = {},
  ): void {
    const place = this.#source.positionOf(path)
    this.#findings.push({
      place,
      lastLine: place.line,
      read: shortened(read),
      outcome,
      message,
      decisions: [],
      ...more,
    })
  }
}

/** The settings of a question, and words that are too long to be among them. */
interface Fitted {
  readonly settings: QuestionSettings[number]
  readonly words: string
}

function openingAt(item: ForeignItem, from: number): Opening<ForeignItem> {
  return { title: item.text, text: item.description ?? '', from, place: item }
}

/** A question that becomes a single one. */
function single({ text, required, when }: ForeignItem, { type, ...answers }: JsonObject): Grouped {
  const requirement = required && when === undefined ? {} : { requirement: { mode: 'optional' } }
  return { questions: [{ type: type ?? null, text, ...answers, ...requirement }] }
}

function ruleOf({ requirement }: JsonObject): Json | undefined {
  return isObject(requirement) ? requirement.mode : undefined
}

function wordsOf({ text, description }: ForeignItem): string {
  return [text, description].filter(part => part !== undefined && part !== '').join(' · ')
}

function shortened(text: string): string {
  return text.length > READ_LENGTH ? `${text.slice(0, READ_LENGTH - 1)}…` : text
}
