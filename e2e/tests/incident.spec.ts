import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../support/accessible.ts'
import { callRest } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'operator' })

const path = '/clusters/demo/incident'
const form = 'incident_journey'

interface Answer {
  data: {
    explanation: { sentence: string; symptom: object | null; causes: { kind: string; text: string }[] }
    marks: { label: string; fromMs: number }[]
    series: { measure: string; subject: string; values: (number | null)[] }[]
  }
}

/** Sends a query form once a second: quick at first, and slow after someone dropped a cache. */
async function makeIncident(run: (sql: string) => Promise<void>): Promise<{ from: Date; to: Date }> {
  const from = new Date()
  const send = async (times: number, sleep: number) => {
    for (let time = 0; time < times; time++) {
      const started = Date.now()
      await run(`SELECT sleep(${sleep}) AS ${form}`)
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1_000 - (Date.now() - started))))
    }
  }
  await send(12, 0.01)
  await run('SYSTEM DROP MARK CACHE')
  await send(6, 0.9)
  await run('SYSTEM FLUSH LOGS')
  return { from, to: new Date() }
}

test('says what became slow, what changed just before, and shows, replays, freezes, shares and saves it', async ({
  page,
  nodes,
}) => {
  const [node] = nodes
  if (!node) throw new Error('There is no node.')
  const { from, to } = await makeIncident((sql) => node.run(sql))
  const { body } = await callRest<Answer>(
    'GET',
    `/clusters/demo/incident?from=${from.toISOString()}&to=${to.toISOString()}&fresh=true`,
  )
  const own = body.data.series.find(({ measure, values }) => measure === 'query-p99' && values.length > 0)
  expect(own).toBeDefined()
  expect(body.data.explanation.symptom).not.toBe(null)
  expect(body.data.explanation.sentence).toContain(form)
  expect(body.data.explanation.causes[0]?.text).toContain('DROP MARK CACHE')

  const minute = (at: number) => new Date(Math.floor(at / 60_000) * 60_000).toISOString().slice(0, 16)
  const address = `${path}?from=${minute(from.getTime())}&to=${minute(to.getTime() + 60_000)}`
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Incident')
  const explain = page.getByRole('region', { name: 'Explain' })
  await expect(explain).toContainText(/went .+ → .+ at \d\d:\d\d:\d\d/)
  const causes = explain.getByRole('region', { name: 'What changed just before' })
  const drop = causes.getByRole('listitem').filter({ hasText: 'DROP MARK CACHE' })
  await expect(drop).toBeVisible()
  await expect(drop.getByRole('button', { name: /^Copy the query of cause/ })).toBeVisible()

  const timeline = page.getByRole('region', { name: 'Timeline' })
  const cursor = timeline.getByRole('slider', { name: 'Timeline: time' })
  await drop.getByRole('button', { name: /^\d\d:\d\d:\d\d$/ }).click()
  await expect(page.getByRole('region', { name: 'At the chosen time' })).toContainText('DROP MARK CACHE')
  await expectAccessible(page)

  const replay = timeline.getByRole('group', { name: 'Replay' })
  const second = replay.getByRole('slider', { name: 'Replay: second' })
  const values = page.getByRole('region', { name: 'At the chosen time' })
  await second.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(second).toHaveValue('1')
  // Work of another test may take seconds.
  await expect(values).toContainText(/Query latency\s*p99\s*(not measured|[\d.,]+ \S+)/)
  await replay.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(second).not.toHaveValue('1')
  await replay.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(replay.getByRole('button', { name: 'Play', exact: true })).toBeVisible()

  await cursor.focus()
  await page.keyboard.press('Home')
  await expect(cursor).toHaveAttribute('aria-valuetext', /UTC, p99/)
  await page.keyboard.press('Escape')

  const download = page.waitForEvent('download')
  await explain.getByRole('button', { name: 'Postmortem' }).click()
  const file = await (await download).path()
  const text = await readFile(file, 'utf8')
  expect(text).toContain('# Incident on demo')
  expect(text).toContain('DROP MARK CACHE')
  expect(text).toContain('FROM system.query_log')

  await explain.getByRole('button', { name: 'Freeze', exact: true }).click()
  const freeze = page.getByRole('dialog', { name: 'Freeze this incident' })
  await freeze.getByRole('textbox', { name: 'Title' }).fill('Dropped marks')
  await expect(freeze.getByRole('region', { name: 'Contents' })).toContainText(/KiB of at most 512 KiB/)
  await freeze.getByRole('button', { name: 'Freeze', exact: true }).click()
  const notice = page.getByRole('region', { name: 'Frozen incident', exact: true })
  await expect(notice).toContainText('Dropped marks Frozen data of')
  await expect(page).toHaveURL(/frozen=/)
  await page.reload()
  await expect(notice).toContainText('Dropped marks')
  await expect(drop).toBeVisible()
  await expectAccessible(page)

  const exported = page.waitForEvent('download')
  await explain.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
  const incidentFile = await (await exported).path()
  const list = page.getByRole('region', { name: 'Frozen incidents', exact: true })
  await list.getByRole('button', { name: 'Import', exact: true }).click()
  const importing = page.getByRole('dialog', { name: 'Import an incident' })
  await importing.getByLabel('File').setInputFiles(incidentFile)
  await importing.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(notice).toContainText('Imported: data of the cluster')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await notice.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(notice).toHaveCount(0)
  await expect(page).not.toHaveURL(/frozen=/)

  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('combobox', { name: 'Time range' })).toHaveText('Last hour')
})
