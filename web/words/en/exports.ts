import type { formatsOf } from '../format.ts'

/** The words of exports. */
export function exportWords({ number, count }: ReturnType<typeof formatsOf>) {
  return {
    title: 'Export responses',
    rows: (n: number) => `${count(n, { one: 'row', other: 'rows' })}, one per response, oldest first.`,
    xlsx: 'Excel (XLSX)',
    xlsxAbout: 'Sheets of responses, boards and counts.',
    xlsxTooLarge: (responses: number) =>
      `XLSX export is limited to ${number(responses)} responses and one million cells. Use CSV for spreadsheets instead.`,
    csvSpreadsheet: 'CSV for spreadsheets',
    csvSpreadsheetAbout: 'Opens in columns. A tab in front keeps codes such as 007 texts; in XLSX they need none.',
    csv: 'CSV for programs',
    csvAbout: 'Every text as it was written, for statistics software and scripts.',
    boards: 'Boards (CSV)',
    boardsAbout: 'What was asked on boards, with votes and states.',
    json: 'JSON',
    jsonAbout: 'The survey with its responses and boards, as programs read them.',
    print: 'Print the record',
  }
}
