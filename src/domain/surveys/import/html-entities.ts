/** A text with its entities resolved. */
export function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(ENTITY, (all, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? ENTITIES[String(name).toLowerCase()] ?? all
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd'
  })
}

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));?/gi
const ENTITIES: Readonly<Record<string, string>> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    shy: '',
    hellip: '…',
    ndash: '–',
    mdash: '—',
    bull: '•',
  },
  ...{
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    laquo: '«',
    raquo: '»',
    middot: '·',
    times: '×',
    euro: '€',
  },
  ...{
    auml: 'ä',
    ouml: 'ö',
    uuml: 'ü',
    Auml: 'Ä',
    Ouml: 'Ö',
    Uuml: 'Ü',
    szlig: 'ß',
    eacute: 'é',
    egrave: 'è',
    agrave: 'à',
  },
  ...{
    ccedil: 'ç',
    ntilde: 'ñ',
    aacute: 'á',
    iacute: 'í',
    oacute: 'ó',
    uacute: 'ú',
    acirc: 'â',
    ecirc: 'ê',
    ocirc: 'ô',
  },
  ...{
    iquest: '¿',
    iexcl: '¡',
    copy: '©',
    reg: '®',
    deg: '°',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    zwj: '\u200d',
    zwnj: '\u200c',
  },
}
