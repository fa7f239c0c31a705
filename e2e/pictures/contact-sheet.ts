import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { areas, openScreen, prepareScreens, type Screen } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'
import { listHotPartitions } from '../support/trips.ts'

test.use({ role: 'admin' })
test.setTimeout(3_600_000)

const folder = fileURLToPath(new URL('../results/contact-sheet/', import.meta.url))
const screenHeight = { wide: 900, narrow: 844 }

interface Shot {
  path: string
  state: string
  files: string[]
}

const looks = (['wide', 'narrow'] as const).flatMap((size) =>
  (['light', 'dark'] as const).map((theme) => ({ size, theme })),
)

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
      shots.push(await takeAll(page, screen, 'full'))
      if (screen.path.startsWith('/api/')) continue
      for (const state of ['busy', 'failing'] as const)
        shots.push(await withoutAnswers(page, state, () => takeWithout(page, screen, state)))
    }
    await compose(page, area, shots)
  }
  await clear()
  const empty: Shot[] = []
  for (const { path, heading } of emptyScreens) {
    await openScreen(page, path, heading)
    empty.push(await takeAll(page, { path, heading }, 'empty'))
  }
  await compose(page, 'empty', empty)
  console.log(`Contact sheets: ${folder}`)
})

/** Lists with a filter that matches nothing, and things that do not exist. */
const emptyScreens: readonly Screen[] = [
  { path: '/clusters/demo/tables?search=no-such-table', heading: 'Tables' },
  { path: '/clusters/demo/migrations/00000000-0000-4000-8000-000000000000', heading: 'Tier migration' },
  { path: '/clusters/demo/activity?range=hour&mine=1', heading: 'Activity' },
  { path: '/clusters/nowhere/overview', heading: 'Overview' },
  { path: '/admin/audit?search=no-such-entry', heading: 'Audit log' },
]

let taken = 0

async function takeAll(page: Page, { path }: Screen, state: string, which = looks): Promise<Shot> {
  const files: string[] = []
  for (const { size, theme } of which) {
    await page.setViewportSize({ width: size === 'wide' ? 1280 : 390, height: screenHeight[size] })
    await page.emulateMedia({ colorScheme: theme })
    // Charts draw themselves again for the new size.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const file = `${String(++taken).padStart(4, '0')}-${state}-${size}-${theme}.jpg`
    const height = await page.evaluate<number>('document.documentElement.scrollHeight')
    await page.screenshot({
      path: `${folder}${file}`,
      type: 'jpeg',
      quality: 70,
      fullPage: true,
      clip: { x: 0, y: 0, width: size === 'wide' ? 1280 : 390, height: Math.min(height, 2_400) },
    })
    files.push(file)
  }
  return { path, state, files }
}

async function takeWithout(page: Page, screen: Screen, state: 'busy' | 'failing'): Promise<Shot> {
  await page.goto(screen.path)
  await expect(page.locator('main')).toBeVisible()
  const loading = page.getByRole('status', { name: 'Loading' })
  if (state === 'failing') await expect(loading).toHaveCount(0, { timeout: 60_000 })
  return takeAll(
    page,
    screen,
    state,
    [looks[0], looks[3]].filter((look) => look !== undefined),
  )
}

/** The server's answers stay away: none arrives yet, or each request fails. */
async function withoutAnswers<T>(page: Page, state: 'busy' | 'failing', act: () => Promise<T>): Promise<T> {
  const url = '**/api/trpc/**'
  const held: (() => void)[] = []
  await page.route(url, async (route) => {
    if (state === 'busy') await new Promise<void>((release) => held.push(release))
    await route.abort().catch(() => undefined)
  })
  try {
    return await act()
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
  await page.setViewportSize({ width: 1500, height: 900 })
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
      .wide{width:560px}.narrow{width:172px}</style>${rows.slice(from, from + rowsPerSheet).join('')}`,
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
