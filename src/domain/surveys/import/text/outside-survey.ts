import { FINDING_TEXTS as texts } from '../finding-texts.ts'
import { isPageLine, isStarLegend } from '../page-words.ts'
import type { Item } from './list-roles.ts'
import type { TextItems } from './text-items.ts'
import { SLIDE } from './title-line.ts'

/** How mails begin, with a sign that ends a greeting. */
const GREETING =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|sehr geehrte[rns]?|guten (?:morgen|tag|abend)|moin|bonjour|bonsoir|salut|ch[eè]re?s?|hola|buen[oa]s (?:d[ií]as|tardes)|estimad[oa]s?|querid[oa]s?|olá|oi|bom dia|boa tarde|prezad[oa]s?|car[oaie]|ciao|buongiorno|gentil[ie]|beste|hoi|hej|cześć|dzień dobry|szanowni|привет|здравствуйте|уважаемые)(?:[ \t]+[^\s,?:;.!]+){0,3}[ \t]*(?:[,!]|\p{Extended_Pictographic}\ufe0f?)$/iu
/** How mails end, above a name. */
const CLOSING =
  /^(?:(?:(?:with )?(?:best|kind|warm|many|my)[ \t]+)*(?:regards|wishes|thanks|greetings)|best|cheers|thanks(?: a lot| so much| in advance)?|thank you(?: very much| in advance)?|(?:yours )?sincerely|yours(?: truly)?|(?:mit )?(?:viele[nr]?|beste[nr]?|liebe[nr]?|freundliche[nr]?|herzliche[nr]?|schöne[nr]?)[ \t]+grü(?:ß|ss)en?|(?:vielen )?dank(?:e)?(?: im voraus)?|lg|mfg|vg|cordialement|bien à vous|merci(?: d’avance| d'avance| beaucoup)?|amicalement|(?:un )?(?:cordial )?saludos?|atentamente|(?:muchas )?gracias|obrigad[oa]|(?:com os melhores )?cumprimentos|abraços?|cordiali saluti|grazie(?: mille)?|(?:met )?vriendelijke groet(?:en)?|groetjes|pozdrawiam|с уважением|спасибо)[ \t]*(?:[,.!]|\p{Extended_Pictographic}\ufe0f?)*$/iu
/** Lines of a signature. */
const MOST_SIGNED = 8

/** Of a text, why an item is no part of its survey. */
export function outsideOf({ items, isPage }: TextItems): (item: Item) => string | undefined {
  const letter = letterItems(items)
  return item => {
    const { text } = item.line
    if (letter.has(item)) return texts.letter()
    if (SLIDE.test(text)) return texts.slide()
    return isStarLegend(text) || (isPage && isPageLine(text)) ? texts.page() : undefined
  }
}

/** The items with which a mail begins and ends around a survey. */
function letterItems(items: readonly Item[]): ReadonlySet<Item> {
  const [first] = items
  const greeting = items.length > 1 && first !== undefined && GREETING.test(first.text) ? [first] : []
  return new Set([...greeting, ...signature(items)])
}

/** The last lines, if nothing in them belongs to a survey. */
function signature(items: readonly Item[]): readonly Item[] {
  const from = Math.max(1, items.length - 1 - MOST_SIGNED)
  const at = items.slice(from).findIndex(({ text, isSpaced }) => isSpaced && CLOSING.test(text))
  const signed = at < 0 ? [] : items.slice(from + at)
  return signed.some(({ marker, isQuestion, isHeading }) => marker !== undefined || isQuestion || isHeading)
    ? []
    : signed
}
