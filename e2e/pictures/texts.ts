import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { areas, openScreen, prepareScreens } from '../support/screens.ts'
import { test } from '../support/test.ts'
import { listHotPartitions } from '../support/trips.ts'

test.use({ role: 'admin' })
test.setTimeout(900_000)

/** Labels that the visible text does not contain. */
const hiddenTexts = `[...document.querySelectorAll('[title], [aria-label], [placeholder]')].flatMap((element) =>
  ['title', 'aria-label', 'placeholder'].flatMap((name) => element.getAttribute(name) ?? []))`

test('every page and its dialogs as text', async ({ page, nodes }) => {
  const [hot = ''] = await listHotPartitions(nodes)
  const { screens, clear } = await prepareScreens(hot)
  const texts: string[] = []
  for (const { path, heading } of areas.flatMap((area) => screens[area])) {
    await openScreen(page, path, heading)
    texts.push(`\n# ${path}\n`, await page.locator('main, body').first().innerText())
    const hidden = await page.evaluate<string[]>(hiddenTexts)
    texts.push(`\n## Labels and hints\n`, [...new Set(hidden)].join('\n'))
    for (const dialog of await readDialogs(page)) texts.push(`\n## Dialog\n`, dialog)
  }
  await clear()
  const file = fileURLToPath(new URL('../results/texts.txt', import.meta.url))
  mkdirSync(fileURLToPath(new URL('../results', import.meta.url)), { recursive: true })
  writeFileSync(file, listOnce(texts.join('\n')))
  console.log(`Texts of all pages: ${file}`)
})

/** What several pages repeat is read once. Lines without a word are left out. */
function listOnce(text: string): string {
  const known = new Set<string>()
  const isNew = (line: string) =>
    /[A-Za-z]{3}/.test(line) && (/^#/.test(line) || !known.has(line)) && known.add(line)
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(isNew)
    .join('\n')
}

/** Opens each dialog of the page that a button announces. */
async function readDialogs(page: Page): Promise<string[]> {
  const buttons = await page
    .locator('main button[aria-haspopup="dialog"]:enabled:not([aria-label^="SQL behind"])')
    .all()
  const texts: string[] = []
  for (const button of buttons.slice(0, 12)) {
    if (!(await button.isVisible())) continue
    await button.click()
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).first()
    await dialog.waitFor()
    texts.push(await dialog.innerText())
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  return [...new Set(texts)]
}
