import { readFileSync } from 'node:fs'
import { type Browser, test } from '@playwright/test'
import { cluster, currentRun } from '../support/run.ts'

/** How often each page is opened, each time with an empty cache: `FROSTLINE_BENCH_RUNS=3 npm run bench browser`. */
const runs = Number(process.env.FROSTLINE_BENCH_RUNS ?? 20)
const slowdown = 4
/** Only these: `FROSTLINE_BENCH_PAGES=Overview,Cache npm run bench browser`. */
const chosen = process.env.FROSTLINE_BENCH_PAGES?.split(',')

const inCluster = (page: string) => `/clusters/${cluster}/${page}`
const pages = {
  Overview: inCluster('overview'),
  Activity: inCluster('activity'),
  Nodes: inCluster('nodes'),
  Alerts: '/alerts',
  Tables: inCluster('tables'),
  'One table': inCluster('tables/demo/trips_local'),
  'Tier migrations': inCluster('migrations'),
  Loads: inCluster('loads'),
  'Disks & policies': inCluster('storage'),
  Cache: inCluster('cache'),
  'Bucket audit': inCluster('bucket'),
  Cost: inCluster('costs'),
  Fleet: '/fleet',
  Live: inCluster('live'),
  Incident: inCluster('incident'),
}
/** A document of the same server without any script. No page can be faster. */
const emptyPage = '/api/health/live'

const watchPage = readFileSync(new URL('watch-page.browser.js', import.meta.url), 'utf8')

interface Visit {
  /** Compressed JavaScript that the HTML names, and all that was loaded until the network was quiet. */
  firstKb: number
  allKb: number
  lcpMs: number
  firstNumberMs: number | null
  shift: number
  inputMs: number
  /** The elements of the largest paints, the last one counts, and what moved without an input. */
  largest: string[]
  moved: string[]
}

test('pages in a browser', async ({ browser }) => {
  const limit = await measure(browser, emptyPage)
  const lines = [['Page', 'First JS', 'All JS', 'LCP', '÷ empty', 'First number', 'CLS', 'INP']]
  lines.push(describe('(empty page)', limit, limit.lcpMs))
  const reasons: string[] = []
  for (const [name, path] of Object.entries(pages)) {
    if (chosen && !chosen.includes(name)) continue
    const measured = await measure(browser, path)
    lines.push(describe(name, measured, limit.lcpMs))
    reasons.push(...explain(name, measured, limit.lcpMs))
  }
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? []
  const text = lines.map((line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`)
  console.log(`\nMedians of ${runs} cold visits, processor ${slowdown} times slower.\n${text.join('\n')}`)
  console.log(`\nLargest elements of slow pages, and what moved:\n${reasons.join('\n') || 'none'}`)
})

/** The medians of visits, each in its own browser context with an empty cache. */
async function measure(browser: Browser, path: string): Promise<Visit> {
  const visits: Visit[] = []
  for (let run = 0; run < runs; run++) visits.push(await visit(browser, path))
  const middle = (pick: (visit: Visit) => number) =>
    visits.map(pick).toSorted((a, b) => a - b)[visits.length >> 1] ?? 0
  const numbers = visits.every(({ firstNumberMs }) => firstNumberMs !== null)
  return {
    firstKb: middle(({ firstKb }) => firstKb),
    allKb: middle(({ allKb }) => allKb),
    lcpMs: middle(({ lcpMs }) => lcpMs),
    firstNumberMs: numbers ? middle(({ firstNumberMs }) => firstNumberMs ?? 0) : null,
    shift: middle(({ shift }) => shift),
    inputMs: middle(({ inputMs }) => inputMs),
    largest: visits.at(-1)?.largest ?? [],
    moved: visits.toSorted((a, b) => a.shift - b.shift).at(-1)?.moved ?? [],
  }
}

/** A largest paint is slow above 1.2 of the empty page and 300 ms. What moved is of the visit with the largest shift. */
function explain(name: string, { lcpMs, largest, moved }: Visit, emptyMs: number): string[] {
  return [
    ...(lcpMs > 1.2 * emptyMs + 300 ? largest.map((what) => `${name}: ${what}`) : []),
    ...moved.map((what) => `${name}: ${what}`),
  ]
}

async function visit(browser: Browser, path: string): Promise<Visit> {
  const { url, people } = currentRun()
  const context = await browser.newContext({ baseURL: url, storageState: people.admin.session })
  try {
    const page = await context.newPage()
    await page.addInitScript(watchPage)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const scripts = new Map<string, { url: string; headerBytes: number; bytes: number }>()
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      // What has arrived by then are the headers.
      if (type === 'Script')
        scripts.set(requestId, { url: response.url, headerBytes: response.encodedDataLength, bytes: 0 })
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const script = scripts.get(requestId)
      if (script) script.bytes = encodedDataLength - script.headerBytes
    })
    const html = (await (await page.goto(path))?.text()) ?? ''
    await page.waitForLoadState('networkidle')
    // Most pages have this button.
    const refresh = page.getByRole('button', { name: /^Refresh / }).first()
    if (await refresh.isVisible()) await refresh.click()
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))')
    const seen = await page.evaluate<Omit<Visit, 'firstKb' | 'allKb'>>('watched')
    const all = [...scripts.values()]
    const first = all.filter((script) => html.includes(new URL(script.url).pathname))
    return { ...seen, firstKb: kilobytes(first), allKb: kilobytes(all) }
  } finally {
    await context.close()
  }
}

function kilobytes(scripts: readonly { bytes: number }[]): number {
  return scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
}

function describe(name: string, visit: Visit, emptyMs: number): string[] {
  const { firstKb, allKb, lcpMs, firstNumberMs, shift, inputMs } = visit
  return [
    name,
    `${firstKb.toFixed(0)} kB`,
    `${allKb.toFixed(0)} kB`,
    `${lcpMs.toFixed(0)} ms`,
    (lcpMs / emptyMs).toFixed(2),
    firstNumberMs === null ? 'none' : `${firstNumberMs.toFixed(0)} ms`,
    shift.toFixed(3),
    `${inputMs.toFixed(0)} ms`,
  ]
}
