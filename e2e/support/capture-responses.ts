import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Run } from './run.ts'

const kept = /json|html|x-component/
/** Their answers are the only ones that contain their secret. */
const showsSecretOnce = /signInProviders\.(turnOnProvisioning|replaceProvisioningToken)/

/**
 * Records what the product sends to the browser, pages and responses, to be searched for secrets. Returns a function
 * that waits for the last of it.
 */
export function captureResponses(page: Page, { url, responses }: Run): () => Promise<void> {
  const writing: Promise<void>[] = []
  const file = join(responses, 'browser.txt')
  page.on('response', (response) => {
    if (!response.url().startsWith(url) || !kept.test(response.headers()['content-type'] ?? '')) return
    if (showsSecretOnce.test(response.url())) return
    const write = response.text().then(
      (text) => appendFile(file, `${response.status()} ${response.url()}\n${text}\n`),
      // The page navigated away before the body arrived.
      () => undefined,
    )
    writing.push(write)
  })
  return async () => void (await Promise.all(writing))
}
