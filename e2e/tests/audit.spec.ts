import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { expectAccessible, expectFitsAndAccessible } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { callRest } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })

interface AuditLine {
  sequence: number
  action: string
  objectName: string
  hash: string
  previousHash: string
}

/** A syslog server over TCP that refuses connections at first. */
async function startSyslog() {
  const state = { refuses: true, messages: [] as string[] }
  const server = createServer((socket) => {
    if (state.refuses) return socket.destroy()
    let rest = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const space = rest.indexOf(' ')
        const end = space + 1 + Number(rest.subarray(0, space).toString())
        if (space < 0 || rest.length < end) return
        state.messages.push(rest.subarray(space + 1, end).toString())
        rest = rest.subarray(end)
      }
    })
    return socket
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { state, port, close: () => server.close() }
}

const linesOf = (text: string): AuditLine[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditLine)

test('an admin verifies the audit log, sends it to a syslog server and sets its retention', async ({
  page,
}) => {
  const receiver = await startSyslog()
  const item = page.getByRole('listitem', { name: 'siem' })

  await test.step('the chain is intact, and an export proves it alone', async () => {
    await page.goto('/admin/audit?tab=integrity')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText(/\d+ entries from .* to .* are verified\./)).toBeVisible()
    await expectFitsAndAccessible(page)
    await page.getByRole('tab', { name: 'Entries' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export' }).click()
    const lines = linesOf(await readFile(await (await download).path(), 'utf8'))
    for (const [index, { hash, ...rest }] of lines.entries()) {
      expect(createHash('sha256').update(JSON.stringify(rest)).digest('hex')).toBe(hash)
      if (index > 0) expect(rest.previousHash).toBe(lines[index - 1]?.hash)
    }
    await page.getByRole('tab', { name: 'Integrity' }).click()
    const noted = lines.at(-1)
    await page.getByRole('textbox', { name: /^Number/ }).fill(String(noted?.sequence))
    await page.getByRole('textbox', { name: /^Hash/ }).fill('f'.repeat(64))
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText(/has another hash than the one noted by you/)).toBeVisible()
    await page.getByRole('textbox', { name: /^Hash/ }).fill(noted?.hash ?? '')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('Intact', { exact: true })).toBeVisible()
  })

  await test.step('a destination that is down is shown as failing, and gets everything later', async () => {
    await page.getByRole('tab', { name: 'Destinations' }).click()
    await expect(page.getByText('No destinations')).toBeVisible()
    await expectFitsAndAccessible(page)
    await page.getByRole('button', { name: 'Add destination' }).click()
    await page.getByRole('menuitem', { name: 'Syslog' }).click()
    const form = page.getByRole('dialog', { name: 'Add a destination: Syslog' })
    await form.getByLabel('Name').fill('siem')
    await form.getByLabel('Server').fill('127.0.0.1')
    await form.getByLabel('Port', { exact: true }).fill(String(receiver.port))
    await choose(form.getByRole('combobox', { name: 'Transport' }), 'TCP, not encrypted')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Add destination' }).click()
    await expect(item).toContainText('failing')
    await expectFitsAndAccessible(page)
    receiver.state.refuses = false
    await item.getByRole('button', { name: 'Retry now' }).click()
    await expect(item).toContainText('up to date')
    await item.getByRole('button', { name: 'Test' }).click()
    await expect(item).toContainText('Test succeeded')
    expect(receiver.state.messages.some((message) => message.includes('{"version":1,"test":true}'))).toBe(
      true,
    )
    const sent = receiver.state.messages
      .filter((message) => !message.includes('"test":true'))
      .map((message) => JSON.parse(message.slice(message.indexOf('{'))) as AuditLine)
    expect(sent.map(({ sequence }) => sequence)).toEqual(sent.map((_, index) => index + 1))
  })

  await test.step('it can be paused, resumed and removed', async () => {
    await item.getByRole('button', { name: 'Pause' }).click()
    await expect(item).toContainText('paused')
    await item.getByRole('button', { name: 'Resume' }).click()
    await expect(item).toContainText('up to date')
    await item.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove destination' }).click()
    await expect(page.getByText('No destinations')).toBeVisible()
  })

  await test.step('entries are kept for a year, and that is in the log', async () => {
    await page.getByRole('tab', { name: 'Integrity' }).click()
    await choose(page.getByRole('combobox', { name: 'Keep' }), 'Entries of the last days')
    await page.getByRole('textbox', { name: 'Days', exact: true }).fill('29')
    await page.getByRole('button', { name: 'Save retention' }).click()
    await expect(page.getByText('From 30 to 3,650.', { exact: true })).toBeVisible()
    await page.getByRole('textbox', { name: 'Days', exact: true }).fill('365')
    await page.getByRole('button', { name: 'Save retention' }).click()
    await expect(page.getByText('Entries are kept for 365 days')).toBeVisible()
    const { body } = await callRest<{ entries: { details: object }[] }>(
      'GET',
      '/audit?action=audit.set-retention',
    )
    expect(body.entries[0]?.details).toMatchObject({ days: 365, before: null })
    await callRest('PUT', '/audit/retention', { body: { days: null } })
  })
  receiver.close()
})

test.describe('for others', () => {
  test.use({ role: 'viewer' })

  test('the audit log has neither integrity nor destinations', async ({ page }) => {
    await page.goto('/admin/audit?tab=destinations')
    await expect(page.getByRole('table', { name: 'Audit entries' })).toBeVisible()
    await expect(page.getByRole('tab')).toHaveCount(0)
  })
})
