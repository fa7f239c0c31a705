import { refuseDownload } from './refuse-download.ts'

export interface CsvPage<Row, Cursor> {
  rows: readonly Row[]
  next: Cursor | null
}

/**
 * A ledger as CSV, read page by page while it is sent: it may have a million rows. If a page cannot be read the
 * download is aborted.
 * @param render one row; without one the header line.
 */
export async function streamCsv<Row, Cursor = number>(
  fileName: string,
  readPage: (after: Cursor | undefined) => Promise<CsvPage<Row, Cursor>>,
  render: (row?: Row) => string,
): Promise<Response> {
  const encoder = new TextEncoder()
  const encode = ({ rows }: CsvPage<Row, Cursor>) => encoder.encode(rows.map((row) => render(row)).join(''))
  try {
    const first = await readPage(undefined)
    let { next } = first
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(encoder.encode(render()))
        controller.enqueue(encode(first))
      },
      async pull(controller) {
        if (next === null) return controller.close()
        const page = await readPage(next)
        next = page.next
        controller.enqueue(encode(page))
      },
    })
    return new Response(body, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '')}"`,
        'cache-control': 'no-store',
      },
    })
  } catch (error) {
    return refuseDownload(error)
  }
}
