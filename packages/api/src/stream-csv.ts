import { refuseDownload } from './refuse-download.ts'

export interface CsvPage<Row, Cursor> {
  rows: readonly Row[]
  next: Cursor | null
}

/** A ledger as CSV. @param render one row; without one the header line. */
export function streamCsv<Row, Cursor = number>(
  fileName: string,
  readPage: (after: Cursor | undefined) => Promise<CsvPage<Row, Cursor>>,
  render: (row?: Row) => string,
): Promise<Response> {
  return streamPages({ fileName, contentType: 'text/csv; charset=utf-8', head: render() }, readPage, render)
}

/**
 * A ledger as a file, read page by page while it is sent: it may have a million rows. If a page cannot be read the
 * download is aborted.
 */
export async function streamPages<Row, Cursor = number>(
  file: { fileName: string; contentType: string; head: string },
  readPage: (after: Cursor | undefined) => Promise<CsvPage<Row, Cursor>>,
  render: (row: Row) => string,
): Promise<Response> {
  const encoder = new TextEncoder()
  const encode = ({ rows }: CsvPage<Row, Cursor>) => encoder.encode(rows.map((row) => render(row)).join(''))
  try {
    const first = await readPage(undefined)
    let { next } = first
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(encoder.encode(file.head))
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
        'content-type': file.contentType,
        'content-disposition': `attachment; filename="${file.fileName.replace(/[^\w.-]/g, '')}"`,
        'cache-control': 'no-store',
      },
    })
  } catch (error) {
    return refuseDownload(error)
  }
}
