import { strToU8, zipSync } from 'fflate'
import { stringify } from 'yaml'

/** A survey of some questions in a format, as text or as the bytes of a file. */
type Maker = (count: number) => string | Uint8Array<ArrayBuffer>

const OPTIONS = ['Very often', 'Now and then', 'Hardly ever', 'I cannot say']
const textOf = (at: number) => `How often do you use room ${at + 1} of the library?`
const each = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
const lines = (count: number, make: (at: number) => string, end = '\n') => each(count, make).join(end)
const own = (count: number) => ({
  title: 'Rooms',
  questions: each(count, at => ({ type: 'multiple_choice', text: textOf(at), options: OPTIONS })),
})
const json =
  (make: (count: number) => object): Maker =>
  count =>
    JSON.stringify(make(count), null, 1)

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const sheet = (rows: readonly (readonly string[])[]) =>
  `<worksheet><sheetData>${rows.map(row => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

function workbook(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Uint8Array<ArrayBuffer> {
  const names = Object.keys(sheets)
  const files = names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheet(sheets[name] ?? [])] as const)
  const book = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')
  const relations = names.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`)
  const all = [
    ...files,
    ['xl/workbook.xml', `<workbook><sheets>${book}</sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', `<Relationships>${relations.join('')}</Relationships>`],
  ] as const
  return zipSync(Object.fromEntries(all.map(([name, text]) => [name, strToU8(text)])))
}

function limeSurvey(count: number): string {
  const row = (fields: Readonly<Record<string, string | number>>) =>
    `<row>${Object.entries(fields)
      .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
      .join('')}</row>`
  const table = (name: string, rows: readonly string[]) => `<${name}><rows>${rows.join('\n')}</rows></${name}>`
  const questions = each(count, at =>
    row({
      qid: at + 1,
      parent_qid: 0,
      sid: 1,
      gid: 1,
      type: 'L',
      title: `Q${at}`,
      other: 'N',
      mandatory: 'Y',
      question_order: at,
    }),
  )
  const texts = each(count, at => row({ id: at + 1, qid: at + 1, question: textOf(at), help: '', language: 'en' }))
  const answers = each(count * OPTIONS.length, at =>
    row({
      aid: at + 1,
      qid: Math.floor(at / OPTIONS.length) + 1,
      code: `A${at}`,
      sortorder: at % OPTIONS.length,
      scale_id: 0,
    }),
  )
  const answerTexts = each(count * OPTIONS.length, at =>
    row({ id: at + 1, aid: at + 1, answer: OPTIONS[at % OPTIONS.length] ?? '', language: 'en' }),
  )
  const tables = [
    table('answers', answers),
    table('answer_l10ns', answerTexts),
    table('groups', [row({ gid: 1, sid: 1, group_order: 0 })]),
    table('group_l10ns', [row({ id: 1, gid: 1, group_name: 'Rooms', description: '', language: 'en' })]),
    table('questions', questions),
    table('question_l10ns', texts),
    table('surveys', [row({ sid: 1, language: 'en' })]),
    table('surveys_languagesettings', [
      row({ surveyls_survey_id: 1, surveyls_language: 'en', surveyls_title: 'Rooms' }),
    ]),
  ]
  const head = '<?xml version="1.0" encoding="UTF-8"?><document><LimeSurveyDocType>Survey</LimeSurveyDocType>'
  return `${head}<DBVersion>641</DBVersion><languages><language>en</language></languages>${tables.join('\n')}</document>`
}

function qualtrics(count: number): object {
  const element = (Element: string, Payload: object) => ({ SurveyID: 'SV_1', Element, Payload })
  const ids = each(count, at => `QID${at + 1}`)
  const choices = Object.fromEntries(OPTIONS.map((Display, at) => [at + 1, { Display }]))
  return {
    SurveyEntry: { SurveyID: 'SV_1', SurveyName: 'Rooms', SurveyLanguage: 'EN' },
    SurveyElements: [
      element('BL', [
        { Type: 'Default', ID: 'BL_1', BlockElements: ids.map(QuestionID => ({ Type: 'Question', QuestionID })) },
      ]),
      element('FL', { Type: 'Root', FlowID: 'FL_1', Flow: [{ ID: 'BL_1', Type: 'Block', FlowID: 'FL_2' }] }),
      ...ids.map((QuestionID, at) =>
        element('SQ', {
          QuestionText: textOf(at),
          QuestionType: 'MC',
          Selector: 'SAVR',
          QuestionID,
          Choices: choices,
          ChoiceOrder: Object.keys(choices),
          Validation: { Settings: { ForceResponse: 'ON' } },
        }),
      ),
    ],
  }
}

const moodleQuestion = (at: number) =>
  `<question type="multichoice"><name><text>Q${at}</text></name><questiontext format="html"><text>${textOf(at)}</text></questiontext>` +
  `<single>true</single>${OPTIONS.map((one, rank) => `<answer fraction="${rank === 0 ? 100 : 0}"><text>${one}</text></answer>`).join('')}</question>`
const limeRow = (...cells: readonly (string | number)[]) => cells.join('\t')
const limeRows = (count: number) =>
  [
    limeRow(
      'id',
      'related_id',
      'class',
      'type/scale',
      'name',
      'relevance',
      'text',
      'help',
      'language',
      'validation',
      'mandatory',
    ),
    limeRow('', '', 'S', '', 'language', '', 'en'),
    limeRow('', '', 'SL', '', 'surveyls_title', '', 'Rooms', '', 'en'),
    limeRow(1, '', 'G', 'G1', 'All', 1, '', '', 'en'),
    ...each(count, at =>
      [
        limeRow(at + 1, '', 'Q', 'L', `q${at}`, 1, textOf(at), '', 'en', '', 'Y'),
        ...OPTIONS.map((one, rank) => limeRow('', at + 1, 'A', 0, `A${rank}`, rank, one, '', 'en')),
      ].join('\n'),
    ),
  ].join('\n')

/** Large surveys in each format that is read. */
export const LARGE_SURVEYS: Readonly<Record<string, Maker>> = {
  text: count =>
    `# Rooms\n\n${lines(count, at => `${at + 1}. ${textOf(at)}\n${OPTIONS.map(one => `   - ${one}\n`).join('')}`)}`,
  'text without signs': count => lines(count, at => `${textOf(at)}\n${OPTIONS.join('\n')}\n`),
  table: count =>
    `| Question | Options |\n|---|---|\n${lines(count, at => `| ${textOf(at)} | ${OPTIONS.join('; ')} |`)}`,
  csv: count => `question;type;options\n${lines(count, at => `${textOf(at)};choice;${OPTIONS.join('|')}`)}`,
  html: count =>
    `<h1>Rooms</h1><ol>${lines(count, at => `<li>${textOf(at)}<ul>${OPTIONS.map(one => `<li>${one}</li>`).join('')}</ul></li>`)}</ol>`,
  yaml: count => stringify(own(count), { lineWidth: 0, aliasDuplicateObjects: false }),
  'yaml with anchors': count => stringify(own(count), { lineWidth: 0 }),
  json: json(own),
  'json with comments': count => `// rooms\n${JSON.stringify(own(count), null, 1)}`,
  document: count =>
    zipSync({
      'word/document.xml': strToU8(
        `<w:document><w:body>${lines(count, at => [`${at + 1}. ${textOf(at)}`, ...OPTIONS.map(one => `○ ${one}`)].map(paragraph).join(''))}</w:body></w:document>`,
      ),
    }),
  workbook: count =>
    workbook({
      Rooms: [['Question', 'Type', 'Options'], ...each(count, at => [textOf(at), 'choice', OPTIONS.join('; ')])],
    }),
  xlsform: count =>
    workbook({
      survey: [
        ['type', 'name', 'label', 'required'],
        ...each(count, at => ['select_one often', `q${at}`, textOf(at), 'yes']),
      ],
      choices: [['list_name', 'name', 'label'], ...OPTIONS.map((one, at) => ['often', `${at}`, one])],
    }),
  surveyjs: json(count => ({
    title: 'Rooms',
    pages: [
      {
        name: 'one',
        elements: each(count, at => ({
          type: 'radiogroup',
          name: `q${at}`,
          title: textOf(at),
          isRequired: true,
          choices: OPTIONS,
        })),
      },
    ],
  })),
  'google-forms': json(count => ({
    formId: 'f',
    info: { title: 'Rooms' },
    items: each(count, at => ({
      itemId: `${at}`,
      title: textOf(at),
      questionItem: {
        question: {
          questionId: `q${at}`,
          required: true,
          choiceQuestion: { type: 'RADIO', options: OPTIONS.map(value => ({ value })) },
        },
      },
    })),
  })),
  typeform: json(count => ({
    id: 'z',
    title: 'Rooms',
    fields: each(count, at => ({
      id: `f${at}`,
      ref: `r${at}`,
      type: 'multiple_choice',
      title: textOf(at),
      properties: { choices: OPTIONS.map((label, rank) => ({ id: `c${at}-${rank}`, label })) },
      validations: { required: true },
    })),
  })),
  surveymonkey: json(count => ({
    title: 'Rooms',
    pages: [
      {
        id: '1',
        title: '',
        questions: each(count, at => ({
          id: `${at}`,
          visible: true,
          family: 'single_choice',
          subtype: 'vertical',
          headings: [{ heading: textOf(at) }],
          answers: { choices: OPTIONS.map((text, rank) => ({ id: `${at}-${rank}`, visible: true, text })) },
        })),
      },
    ],
  })),
  formbricks: json(count => ({
    name: 'Rooms',
    welcomeCard: { enabled: false },
    endings: [],
    questions: each(count, at => ({
      id: `q${at}`,
      type: 'multipleChoiceSingle',
      headline: { default: textOf(at) },
      required: true,
      choices: OPTIONS.map((one, rank) => ({ id: `${rank}`, label: { default: one } })),
    })),
  })),
  opnform: json(count => ({
    title: 'Rooms',
    properties: each(count, at => ({
      id: `p${at}`,
      name: textOf(at),
      type: 'select',
      required: true,
      hidden: false,
      select: { options: OPTIONS.map(name => ({ id: name, name })) },
    })),
  })),
  'nextcloud-forms': json(count => ({
    title: 'Rooms',
    questions: each(count, at => ({
      id: at + 1,
      order: at + 1,
      type: 'multiple_unique',
      isRequired: true,
      text: textOf(at),
      options: OPTIONS.map((text, rank) => ({ id: rank + 1, questionId: at + 1, order: rank + 1, text })),
    })),
  })),
  qualtrics: json(qualtrics),
  limesurvey: limeSurvey,
  'limesurvey rows': limeRows,
  moodle: count => `<?xml version="1.0"?>\n<quiz>\n${lines(count, moodleQuestion)}\n</quiz>`,
  gift: count => lines(count, at => `::Q${at}:: ${textOf(at)} {\n=${OPTIONS.join('\n~')}\n}\n`),
  aiken: count =>
    lines(
      count,
      at => `${textOf(at)}\n${OPTIONS.map((one, rank) => `${'ABCD'[rank]}. ${one}`).join('\n')}\nANSWER: A\n`,
    ),
}
