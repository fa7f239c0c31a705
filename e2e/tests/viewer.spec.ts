import { selectOnMap } from '../support/planner.ts'
import { callRest, createToken } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'
import { listHotPartitions, listParts, moveRequest, tablePath } from '../support/trips.ts'

test.use({ role: 'viewer' })

test('a viewer sees plans but can start nothing, by page, tRPC or REST; each refusal is in the audit', async ({
  page,
  nodes,
  run,
}) => {
  const [partition] = await listHotPartitions(nodes)
  if (!partition) throw new Error('No partition is hot any more.')
  const request = moveRequest([partition])
  const planned = await callRest<{ id: string }>('POST', '/tier-migrations', { body: request })
  const before = await listParts(nodes)

  await test.step('the pages offer no start', async () => {
    await page.goto(tablePath)
    await selectOnMap(page, [partition])
    await page.getByRole('link', { name: 'Move 1 selected' }).click()
    await page.getByRole('radio', { name: /^cold\b/ }).click()
    const plan = page.getByRole('region', { name: '3. Plan' })
    await expect(plan).toContainText('Only operators and admins can start it')
    await expect(plan.getByRole('button', { name: /^(Move|Save)/ })).toHaveCount(0)

    await page.goto(`/clusters/demo/migrations/${planned.body.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('planned')
    await expect(page.getByRole('main').getByRole('button', { name: /^(Start|Cancel|Retry)/ })).toHaveCount(0)
  })

  await test.step('mutations are refused by tRPC', async () => {
    const calls = { plan: request, start: planned.body, cancel: planned.body, retry: planned.body }
    for (const [name, json] of Object.entries(calls)) {
      const response = await page.request.post(`/api/trpc/tierMigrations.${name}`, { data: { json } })
      expect(response.status(), name).toBe(403)
    }
  })

  await test.step("and by REST with a viewer's token", async () => {
    const token = await createToken('viewer', 'only looks')
    const { status, body } = await callRest('POST', '/tier-migrations', { body: request, token })
    expect(status).toBe(403)
    expect(body).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('needs the role operator'),
    })
    const start = `/tier-migrations/${planned.body.id}/start`
    expect((await callRest('POST', start, { body: {}, token })).status).toBe(403)
    expect((await callRest('GET', '/clusters', { token })).status, 'reading').toBe(200)
  })

  await test.step('the rejections are audited, and nothing has moved', async () => {
    const { email } = run.people.viewer
    await page.goto(`/admin/audit?outcome=denied&actor=${encodeURIComponent(email)}`)
    const entries = page
      .getByRole('table', { name: 'Audit entries' })
      .getByRole('row')
      .filter({ hasText: email })
    await expect(entries).toHaveCount(4)
    for (const row of await entries.all()) await expect(row).toContainText('denied')
    await page.getByRole('searchbox', { name: 'Who' }).fill('only looks')
    await expect(page.getByRole('row').filter({ hasText: 'only looks' })).toHaveCount(2)
    expect(await listParts(nodes)).toEqual(before)
    expect((await callRest('POST', `/tier-migrations/${planned.body.id}/cancel`, { body: {} })).status).toBe(
      200,
    )
  })
})
