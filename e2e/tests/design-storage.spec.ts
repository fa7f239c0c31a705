import { readFile } from 'node:fs/promises'
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessible.ts'
import { choose } from '../support/choose.ts'
import { callRest, rememberSecret } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })

const secret = 'the-secret-of-the-archive-7f3a'

test('a store, its cache and a policy are designed, linted, accepted by the engine and approved', async ({
  page,
  nodes,
}) => {
  test.setTimeout(180_000)
  await rememberSecret(secret)
  const proposal = page.getByRole('region', { name: '3. Proposal' })

  await test.step('designed from templates, with faults shown while typing', async () => {
    await page.goto('/clusters/demo/storage')
    await page.getByRole('link', { name: 'Design disks and policies' }).click()
    for (const template of [/^S3-compatible store/, /^Cache over/]) {
      await page.getByRole('button', { name: 'Add disk' }).click()
      await page.getByRole('menuitem', { name: template }).click()
    }
    await page.getByRole('button', { name: 'Add policy' }).click()
    const store = page.getByRole('region', { name: 'Disk s3', exact: true })
    const endpoint = store.getByRole('textbox', { name: 'endpoint' })
    await endpoint.fill('http://127.0.0.1:9/ab/')
    await expect(proposal).toContainText('The bucket "ab" has 2 characters.')
    await expect(proposal).toContainText(`${nodes.length} nodes would share one prefix`)
    await endpoint.fill('http://127.0.0.1:9/archive/{node}/')
    await choose(store.getByRole('combobox', { name: 'Source of secret_access_key' }), 'value')
    await store.getByRole('textbox', { name: /^secret_access_key/ }).fill(secret)
    await expect(proposal.getByRole('list', { name: 'Findings' })).not.toContainText('Error')
    await expectAccessible(page)
  })

  await test.step('the file and the changes are shown, the secret is not', async () => {
    await proposal.getByRole('tab', { name: 'File' }).click()
    const file = proposal.getByRole('region', { name: 'Configuration file' })
    await expect(file).toContainText('http://127.0.0.1:9/archive/shard-1-replica-1/')
    await expect(file).not.toContainText(secret)
    await proposal.getByRole('tab', { name: 'Changes' }).click()
    await expect(proposal).toContainText('volume default: default')
    await proposal.getByRole('textbox', { name: 'Title' }).fill('An archive on S3')
    await proposal.getByRole('button', { name: 'Save as proposal' }).click()
    await page.waitForURL(/\/storage\/proposals\/[0-9a-f-]{36}$/)
  })

  await test.step('the engine accepts it for every node, and the file is downloaded without the secret', async () => {
    const engine = page.getByRole('list', { name: 'Engine by node' })
    await expect(engine.getByText('accepted by ClickHouse')).toHaveCount(nodes.length, { timeout: 30_000 })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('shard-1-replica-1-storage.xml')
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toContain('<secret_access_key/>')
    expect(text).toContain('<s3_cache replace="replace">')
    await expectAccessible(page)
  })

  await test.step('nodes that do not run it yet are told to reload, and say why they cannot', async () => {
    const rollout = page.getByRole('list', { name: 'Rollout by node' })
    await expect(rollout.getByText('not applied')).toHaveCount(nodes.length)
    await page.getByRole('button', { name: `Reload ${nodes.length} nodes` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reload' }).click()
    await expect(rollout.getByText(/the server returned code 1 /)).toHaveCount(nodes.length)
    await expect(rollout.getByText('not applied')).toHaveCount(nodes.length)
  })

  await test.step('it is approved, and a new version keeps the secret without showing it', async () => {
    await page.getByRole('textbox', { name: 'Note' }).fill('Goes with the next restart.')
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('region', { name: 'Review' })).toContainText('Goes with the next restart.')
    await page.getByRole('link', { name: 'Edit as new proposal' }).click()
    await expect(page.getByPlaceholder('Stored sealed. It is not shown.')).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  await test.step("over REST, the engine's rejection is shown beside our findings", async () => {
    const draft = {
      disks: [],
      policies: [
        {
          name: 'broken',
          volumes: [{ name: 'hot', disks: ['nowhere'], settings: {} }],
          settings: {},
        },
      ],
    }
    const made = await callRest<{ id: string }>('POST', '/clusters/demo/storage-proposals', {
      body: { title: 'Broken', draft },
    })
    expect(made.status).toBe(200)
    const read = () =>
      callRest<{ data: { findings: { text: string }[]; engineCheck: { nodes: { code: number }[] } | null } }>(
        'GET',
        `/storage-proposals/${made.body.id}`,
      )
    await expect.poll(async () => (await read()).body.data.engineCheck?.nodes[0]?.code).toBe(479)
    expect((await read()).body.data.findings[0]?.text).toBe(
      'The disk nowhere does not exist here or on any node.',
    )
    expect((await callRest('DELETE', `/storage-proposals/${made.body.id}`)).status).toBe(200)
  })
})
