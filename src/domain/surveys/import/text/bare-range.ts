/** Ask how good something is. What asks for a number or a time is answered with one, not with a rating. */
const ASKS_HOW = new RegExp(
  String.raw`^(?:(?:and|so|und|et|y|e)[ \t]+)?[¿]?(?:${[
    "how(?:'s|’s)?(?![ \\t]+(?:many|much|often|old|long|far|few|soon|tall|big|large|late|early)\\b)",
    'wie(?![ \\t]+(?:viele?|oft|alt|lange|weit|groß|spät|früh|heißt)(?!\\p{L}))',
    'comment|à quel point|dans quelle mesure|qu[ée] tan|c[óo]mo|en qu[ée] medida|com[oe]|in che misura|quanto (?:ti|vi|le|è|sei)',
    'hoe(?![ \\t]+(?:veel|vaak|oud|lang|ver|laat)\\b)',
    'hur(?![ \\t]+(?:många|mycket|ofta|gammal|länge)(?!\\p{L}))',
    'hvor(?:dan)?(?![ \\t]+(?:mange|mye|meget|ofte|gammel|lenge|længe)(?!\\p{L}))',
    'jak(?![ \\t]+(?:często|długo|wiele|daleko)(?!\\p{L}))',
    'насколько|как|наскільки|як|ne kadar|nasıl|كيف|ما مدى|إلى أي مدى|איך|עד כמה',
  ].join('|')})(?!\p{L})|^(?:您?有多|您?觉得|如何|怎么样|どのくらい|どれくらい)`,
  'iu',
)
/** Names what is rated, wherever it stands. */
const RATED_THING = new RegExp(
  [
    'satisfaction|happiness|likelihood|well-?being|importance|usefulness|(?<!\\p{L})(?:rating|score|mood|quality|motivation)(?!\\p{L})',
    'zufriedenheit|bewertung|stimmung|qualität|wichtigkeit|nützlichkeit|gesamtnote|(?<!\\p{L})(?:laune|note)(?!\\p{L})',
    'satisfacción|satisfacció|satisfação|soddisfazione|tevredenheid|tilfredshe[dt]|nöjdhet|zadowoleni[ea]|memnuniyet',
    'évaluation|appréciation|calificación|valoración|avaliação|valutazione|beoordeling|(?<!\\p{L})(?:nota|voto|cijfer|ocena|puan|betyg)(?!\\p{L})',
    'оценк|удовлетвор|оцінк|задоволен|满意|滿意|满意度|満足|評価|评分|評分|만족|평가|التقييم|تقييم|الرضا|רצון|דירוג',
  ].join('|'),
  'iu',
)
/** Demands to rate something that is named. */
const DEMANDS =
  /^(?:please[ \t]+|bitte[ \t]+)?(?:rate|grade|score|bewerte[nt]?|benote[nt]?|évalue[zr]?|note[zr]|califi(?:que|ca)|punt[úu]a|valor[ae]|avalie|valut[ai]|beoordeel|oceń|оцените|оцініть|puanla(?:yın)?|قيّم|דרגו|请评价|请给)[ \t]*\S/iu
/** Things that are counted, before a range of their numbers. */
const NUMBERED_THINGS =
  /(?<!\p{L})(?:rooms?|lessons?|chapters?|pages?|weeks?|days?|questions?|items?|steps?|levels?|grades?|groups?|versions?|parts?|sections?|slides?|tables?|ages?|aged|years?|numbers?|nos?\.?|units?|exercises?|sessions?|talks?|r[äa]ume?n?|zimmer|kapiteln?|seiten?|wochen?|tagen?|fragen?|übung(?:en)?|stunden?|lektion(?:en)?|teilen?|gruppen?|stufen?|klassen?|jahren?|folien?|chapitres?|leçons?|semaines?|jours?|salles?|groupes?|capítulos?|páginas?|semanas?|d[íi]as?|aulas?|lecci(?:ón|ones)|grupos?|capitol[oi]|pagin[ae]|settiman[ae]|giorn[oi]|lezion[ie]|grupp[oi]|hoofdstuk(?:ken)?|pagina['’]s|weken|dagen|lessen|глав[аыу]?|страниц[аыу]?|недел[яиь]|урок[аиов]*|rozdział[ayów]*|stron[ay]?)$/iu

/** Whether people would rate what a text is about with the range behind it, though nothing separates the two. */
export function isRated(text: string): boolean {
  if (NUMBERED_THINGS.test(text)) return false
  return ASKS_HOW.test(text) || RATED_THING.test(text) || isDemandToRate(text)
}

/** Whether a text demands ratings, also of what is listed below it. */
export function isDemandToRate(text: string): boolean {
  return DEMANDS.test(text) && /\S[ \t]+\S/.test(text)
}
