import { DOCUMENT, DOCUMENT_PARTS, documentLines } from './document-text.ts'
import { unpackParts } from './office-parts.ts'
import { WORKBOOK_PARTS, workbookLines } from './workbook-text.ts'

/**
 * The sheets of a workbook (XLSX) or the paragraphs of a document (DOCX) as a text.
 * @returns undefined if it is neither, is damaged or has too much in it
 */
export function officeText(bytes: Uint8Array): string | undefined {
  try {
    const parts = unpackParts(bytes, [WORKBOOK_PARTS, DOCUMENT_PARTS])
    return parts[DOCUMENT] === undefined ? workbookLines(parts) : documentLines(parts)
  } catch {
    return undefined
  }
}
