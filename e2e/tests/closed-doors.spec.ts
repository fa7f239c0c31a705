import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readEndpoints } from '../support/run.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: null })

/** Local programs serve pages too: this one has another origin, on the nodes' machine. */
async function servePage(): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>another origin</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

test('a page of another origin reads no file through a node', async ({ context }) => {
  const { clickhouse } = readEndpoints()
  if (!clickhouse) throw new Error('endpoints.json lists no ClickHouse.')
  const other = await servePage()
  try {
    // Not the page of the fixture, whose console must stay empty: rejections show there.
    const page = await context.newPage()
    await page.goto(other.url)
    for (const { httpUrl } of clickhouse.nodes) {
      const query = new URLSearchParams({ query: "SELECT file('/etc/passwd')" })
      for (const extra of ['', '&add_http_cors_header=1', '&user=default&password=&add_http_cors_header=1']) {
        const read = await page.evaluate(
          (url) =>
            fetch(url).then(
              (response) => response.text(),
              () => null,
            ),
          `${httpUrl}/?${query}${extra}`,
        )
        expect(read, extra).toBeNull()
      }
      // A form can always be sent, and its response becomes the page: what does the user see?
      for (const method of ['get', 'post']) {
        await page.goto(other.url)
        const answered = page.waitForResponse((response) => response.url().startsWith(httpUrl))
        await page.setContent(`<form method="${method}" action="${httpUrl}/?add_http_cors_header=1">
          <input name="query" value="${query.get('query')}"><button>Send</button></form>`)
        await page.getByRole('button', { name: 'Send' }).click()
        const answer = await answered
        expect(answer.status(), method).toBeGreaterThanOrEqual(400)
        expect(await answer.text()).not.toContain('root:')
      }
    }
    await page.close()
  } finally {
    other.close()
  }
})
