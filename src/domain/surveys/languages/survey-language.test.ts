import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../../values/refusal.ts'
import { STARTER_SURVEYS } from '../starters/starter-surveys.ts'
import { LANGUAGES, parseLanguage } from './languages.ts'
import { findLanguage, surveyLanguage, textsOf } from './survey-language.ts'
import { textLanguage } from './text-language.ts'

const SURVEYS: Readonly<Record<string, readonly string[]>> = {
  en: ['Team lunch', 'Coming?', 'Yes', 'No'],
  de: ['Teamessen', 'Kommst du?', 'Wie war es?', 'Ja', 'Nein'],
  nl: ['Teamlunch', 'Kom je?', 'Hoe was het?', 'Ja', 'Nee'],
  fr: ['Déjeuner', 'Venez-vous ?', 'Que voulez-vous manger ?', 'Oui', 'Non'],
  es: ['Comida', '¿Vienes?', 'Sí', 'No'],
  it: ['Pranzo', 'Che cosa ti è piaciuto di più?', 'Sì', 'No'],
  pt: ['Almoço', 'Você vem?', 'O que você quer comer?', 'Sim', 'Não'],
  pl: ['Obiad', 'Czy przyjdziesz?', 'Tak', 'Nie'],
  sv: ['Lunch', 'Kommer du?', 'Vad vill du äta?', 'Ja', 'Nej'],
  da: ['Frokost', 'Kommer du?', 'Hvad vil du spise?', 'Ja', 'Nej'],
  nb: ['Lunsj', 'Kommer du?', 'Hva vil du spise?', 'Ja', 'Nei'],
  fi: ['Lounas', 'Mitä haluat syödä?', 'Kyllä', 'Ei'],
  cs: ['Oběd', 'Přijdeš?', 'Ano', 'Ne'],
  hu: ['Ebéd', 'Milyen volt az étel?', 'Igen', 'Nem'],
  ro: ['Prânz', 'Cum a fost?', 'Vii și mâine?', 'Nu'],
  tr: ['Öğle yemeği', 'Geliyor musun?', 'Evet', 'Hayır'],
  vi: ['Bữa trưa', 'Bạn có đến không?'],
  id: ['Makan siang', 'Apa yang kamu mau?', 'Ya', 'Tidak'],
  ru: ['Обед', 'Вы придёте?'],
  uk: ['Обід', 'Ви прийдете?'],
  bg: ['Обяд', 'Ще дойдеш ли на обяд?', 'Хубав ден', 'Къде?'],
  ar: ['غداء الفريق', 'هل ستأتي؟', 'Zoom', 'Teams'],
  fa: ['ناهار', 'چه می‌خورید؟'],
  ur: ['دوپہر کا کھانا', 'کیا آپ آئیں گے؟'],
  he: ['ארוחת צהריים', 'באים?'],
  el: ['Γεύμα'],
  ja: ['昼食会の出欠', '出席'],
  zh: ['午餐', '你来吗？'],
  ko: ['점심'],
  hi: ['दोपहर का भोजन'],
  th: ['อาหารกลางวัน'],
  ka: ['სადილი'],
}

describe('the language of texts', () => {
  for (const [language, texts] of Object.entries(SURVEYS))
    test(`${language} is found`, () => assert.equal(findLanguage(texts), language))

  test('is not guessed from names, numbers, symbols, a few words, or a mix of two languages', () => {
    for (const texts of [
      [],
      ['1', '2 👍'],
      ['Café Zürich'],
      ['Lunch'],
      ['Ni un café, ni un cookie'],
      ['Ja', 'Nej'],
      ['Coming? Yes or no', 'Kommst du? Ja oder nein'],
      ['Обед'],
    ])
      assert.equal(findLanguage(texts), null, texts.join())
  })

  test('is English for every template of the gallery, and is detected from the first of many texts', () => {
    for (const { title, questions } of STARTER_SURVEYS) {
      const list = questions as readonly { readonly text: string; readonly options?: readonly string[] }[]
      const parsed = list.map(({ text, options = [] }) => ({ text, options: new Map(options.map(one => [one, 0])) }))
      assert.equal(findLanguage(textsOf(title, parsed)), 'en', title)
    }
    const endless = (function* () {
      for (;;) yield 'What would you like?'
    })()
    assert.equal(findLanguage(endless), 'en')
  })

  test('determines the direction, even for a language in another script', () => {
    const directions = ['ar', 'he', 'fa', 'ur', 'yi', 'ckb', 'dv', 'az-Arab', 'en', 'az', 'zh', 'ar-Latn'].map(
      language => textLanguage(language).dir,
    )
    assert.deepEqual(directions, [...Array(8).fill('rtl'), ...Array(4).fill('ltr')])
    assert.deepEqual(textLanguage(null), { lang: '', dir: 'ltr' })
  })
})

describe('the chosen language', () => {
  test('takes precedence over the detected one, and null leaves it to detection', () => {
    const questions = [{ text: 'What would you like to eat?', options: new Map() }]
    for (const [language, expected] of [
      [null, { lang: 'en', dir: 'ltr' }],
      ['ckb', { lang: 'ckb', dir: 'rtl' }],
      ['zh-Hant', { lang: 'zh-Hant', dir: 'ltr' }],
    ] as const)
      assert.deepEqual(surveyLanguage({ title: 'Lunch', language }, questions), expected)
  })

  test('is a tag that browsers know by name, in any letter case and without duplicates', () => {
    const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
    for (const language of LANGUAGES) {
      assert.equal(parseLanguage(language.toUpperCase()), language)
      assert.notEqual(names.of(language), undefined, language)
    }
    assert.equal(new Set(LANGUAGES).size, LANGUAGES.length)
    assert.equal(parseLanguage(null), null)
  })

  test('may be any language that can be detected', () => {
    for (const language of Object.keys(SURVEYS)) assert.equal(parseLanguage(language), language)
  })

  for (const input of ['', 'english', 'en-GB', 'xx', 1, true, ['en'], undefined])
    test(`is not ${JSON.stringify(input)}`, () =>
      assert.throws(() => parseLanguage(input), new Refusal('invalid_language')))
})
