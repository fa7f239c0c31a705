import { expect, type Locator, type Page } from '@playwright/test'
import { exactBytes } from './figures.ts'

/** The sentence at the top, in the page or in one of its panels. */
export function answerOf(within: Page | Locator): Locator {
  return within.getByRole('region', { name: 'Answer', exact: true }).first()
}

/** The sentence stands before every table. */
export async function expectAnswerFirst(within: Page | Locator): Promise<void> {
  const answer = answerOf(within)
  await expect(answer).toBeVisible()
  const top = (await answer.boundingBox())?.y ?? Number.POSITIVE_INFINITY
  for (const table of await within.getByRole('table').all()) {
    const box = await table.boundingBox()
    if (box && box.height > 0) expect(box.y).toBeGreaterThan(top)
  }
}

/** The sentence has this size, to the byte. */
export async function expectSize(answer: Locator, sizeBytes: bigint): Promise<void> {
  await expect(answer.getByTitle(exactBytes(sizeBytes), { exact: true }).first()).toBeVisible()
}
