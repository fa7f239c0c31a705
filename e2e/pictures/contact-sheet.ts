import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { areas, openScreen, prepareScreens, type Screen } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'
import { listHotPartitions } from '../support/trips.ts'

test.use({ role: 'admin' })
test.setTimeout(3_600_000)

const folder = fileURLToPath(new URL('../results/contact-sheet/', import.meta.url))

interface Shot {
  path: string
  state: string
  files: string[]
}

interface Look {
  size: 'wide' | 'narrow'
  width: number
  height: number
  theme: 'light' | 'dark'
}

const wide = { size: 'wide', width: 1280, height: 900 } as const
const narrow = { size: 'narrow', width: 390, height: 844 } as const
const wideLight: Look = { ...wide, theme: 'light' }
const narrowDark: Look = { ...narrow, theme: 'dark' }
const looks: readonly Look[] = [
  wideLight,
  { ...wide, theme: 'dark' },
  { ...narrow, theme: 'light' },
  narrowDark,
]

test('a contact sheet of all pages: wide and narrow, light and dark, empty, busy and failing', async ({
  page,
  nodes,
  tolerate,
}) => {
  tolerate(/Failed to load resource|Failed to fetch|net::ERR/)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const [hot = ''] = await listHotPartitions(nodes)
  const { screens, clear } = await prepareScreens(hot)
  for (const area of areas) {
    const shots: Shot[] = []
    for (const screen of screens[area]) {
      await openScreen(page, screen.path, screen.heading)
      shots.push(await takeAll(page, screen.path, 'full', looks))
      if (screen.path.startsWith('/api/')) continue
      for (const state of ['busy', 'failing'] as const)
        shots.push(await takeWithoutAnswers(page, screen.path, state))
    }
    await compose(page, area, shots)
  }
  await clear()
  const empty: Shot[] = []
  for (const { path, heading } of emptyScreens) {
    await openScreen(page, path, heading)
    empty.push(await takeAll(page, path, 'empty', looks))
  }
  await compose(page, 'empty', empty)
  console.log(`Contact sheets: ${folder}`)
})

/** Lists with a filter that matches nothing, and things that do not exist. */
const emptyScreens: readonly Screen[] = [
  { path: '/clusters/demo/tables?q=no-such-table', heading: 'Tables' },
  { path: '/clusters/demo/migrations/00000000-0000-4000-8000-000000000000', heading: 'Tier migration' },
  { path: '/clusters/demo/activity?text=no-such-run', heading: 'Activity' },
  { path: '/clusters/nowhere/overview', heading: 'Overview' },
  { path: '/admin/audit?object=no-such-object', heading: 'Audit log' },
]

let taken = 0

async function takeAll(page: Page, path: string, state: string, which: readonly Look[]): Promise<Shot> {
  const files: string[] = []
  for (const { size, width, height, theme } of which) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: theme })
    // Charts draw themselves again for the new size.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const file = `${String(++taken).padStart(4, '0')}-${state}-${size}-${theme}.jpg`
    const pageHeight = await page.evaluate<number>('document.documentElement.scrollHeight')
    await page.screenshot({
      ...{ path: `${folder}${file}`, type: 'jpeg', quality: 70, fullPage: true },
      clip: { x: 0, y: 0, width, height: Math.min(pageHeight, 2_400) },
    })
    files.push(file)
  }
  return { path, state, files }
}

/** The server's answers stay away: none arrives yet, or each request fails. */
async function takeWithoutAnswers(page: Page, path: string, state: 'busy' | 'failing'): Promise<Shot> {
  const held: (() => void)[] = []
  await page.route('**/api/trpc/**', async (route) => {
    if (state === 'busy') await new Promise<void>((release) => held.push(release))
    await route.abort().catch(() => undefined)
  })
  try {
    await page.goto(path)
    await expect(page.locator('main')).toBeVisible()
    if (state === 'failing')
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0, { timeout: 60_000 })
    return await takeAll(page, path, state, [wideLight, narrowDark])
  } finally {
    for (const release of held) release()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
}

const rowsPerSheet = 3

/** The top of a few pages side by side, each with its address. The files have the whole pages. */
async function compose(page: Page, area: string, shots: readonly Shot[]): Promise<void> {
  const name = area.replaceAll(' ', '-')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1700, height: 900 })
  const rows = listRows(shots).map(
    (row) =>
      `<p>${row.map(({ state, path }) => `${state} · ${path.replaceAll('&', '&amp;')}`).join(' — ')}</p><section>${row
        .flatMap(({ files }) => files)
        .map((file) => `<img src="${file}" class="${/wide/.test(file) ? 'wide' : 'narrow'}">`)
        .join('')}</section>`,
  )
  for (let from = 0; from < rows.length; from += rowsPerSheet) {
    const file = `${folder}${name}-${from / rowsPerSheet + 1}.html`
    writeFileSync(
      file,
      `<!doctype html><meta charset="utf-8"><title>${name}</title><style>body{font:12px sans-serif;margin:8px}
      p{margin:8px 0 2px}section{display:flex;gap:6px}img{height:440px;object-fit:cover;object-position:top left}
      .wide{width:626px}.narrow{width:203px}</style>${rows.slice(from, from + rowsPerSheet).join('')}`,
    )
    await page.goto(`file://${file}`)
    await page.screenshot({ path: file.replace(/html$/, 'png'), fullPage: true })
  }
}

/** The states with two pictures share a row. */
function listRows(shots: readonly Shot[]): Shot[][] {
  const rows: Shot[][] = []
  for (const shot of shots) {
    const last = rows.at(-1)
    if (last?.length === 1 && last[0]?.files.length === 2 && shot.files.length === 2) last.push(shot)
    else rows.push([shot])
  }
  return rows
}
