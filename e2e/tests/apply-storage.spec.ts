import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessible.ts'
import { askAll } from '../support/nodes.ts'
import { callRest } from '../support/rest.ts'
import { readEndpoints } from '../support/run.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })

const policy = 'default_applied'
const draft = {
  disks: [{ name: 'applied', settings: { type: 'cache', disk: 'cold', path: 'applied/', max_size: '64Mi' } }],
  policies: [
    {
      name: policy,
      volumes: [
        { name: 'default', disks: ['default'], settings: {} },
        { name: 'cold', disks: ['applied'], settings: {} },
      ],
      settings: { move_factor: '0' },
    },
  ],
}

test('a policy is applied through the folders of the nodes, one by one, shows on every node, and is reverted', async ({
  page,
  nodes,
}) => {
  test.setTimeout(240_000)
  const { dataDir } = readEndpoints()
  const fileOf = (node: string) => join(dataDir, 'clickhouse', node, 'config.d', 'frostline-storage.xml')
  const nodesWithPolicy = async () => {
    const rows = await askAll(
      nodes,
      `SELECT DISTINCT policy_name FROM system.storage_policies WHERE policy_name = '${policy}'`,
    )
    return rows.length
  }
  const apply = page.getByRole('region', { name: 'Apply' })
  const steps = apply.getByRole('list', { name: 'Nodes of the rollout' })

  await test.step('the folders of the demo cluster exist, and a worker can write to them', async () => {
    await page.goto('/admin/clusters/edit/demo')
    const target = page.getByRole('region', { name: 'Configuration files' })
    const folders = target.getByRole('list', { name: 'Folder of each node' })
    await expect(folders.getByText('can be written')).toHaveCount(nodes.length)
    await expect(folders.getByText('restarted by Frostline')).toHaveCount(nodes.length)
    await target.getByRole('button', { name: 'Check folders' }).click()
    await expect(folders.getByText('can be written')).toHaveCount(nodes.length)
    await expectAccessible(page)
  })

  await test.step('what is written where is shown before it is written', async () => {
    const made = await callRest<{ id: string }>('POST', '/clusters/demo/storage-proposals', {
      body: { title: 'Applied by Frostline', draft },
    })
    expect(made.status).toBe(200)
    await page.goto(`/clusters/demo/storage/proposals/${made.body.id}`)
    await apply.getByRole('button', { name: 'Prepare' }).click()
    await expect(steps.getByRole('listitem')).toHaveCount(nodes.length)
    await expect(steps).toContainText('shard-1-replica-1/config.d/frostline-storage.xml')
    await expect(steps.getByText('restarted by Frostline')).toHaveCount(nodes.length)
    await apply.getByText(/^File of shard-1-replica-1: new$/).click()
    await expect(apply.getByRole('region', { name: 'Written to shard-1-replica-1' })).toContainText(policy)
    await expect(apply).toContainText('It must be approved first')
    await expect(
      page.getByRole('list', { name: 'Engine by node' }).getByText('accepted by ClickHouse'),
    ).toHaveCount(nodes.length, { timeout: 30_000 })
    await page.getByRole('button', { name: 'Approve' }).click()
    await expectAccessible(page)
  })

  await test.step('applied: every node runs it, according to the nodes themselves', async () => {
    await apply.getByRole('button', { name: `Apply to ${nodes.length} nodes` }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('one node after the other')
    await dialog.getByRole('button', { name: `Apply to ${nodes.length} nodes` }).click()
    await expect(apply.getByText('being applied')).toBeVisible()
    await expect(apply.getByText('applied to all nodes')).toBeVisible({ timeout: 120_000 })
    await expect(steps.getByText('verified')).toHaveCount(nodes.length)
    expect(await nodesWithPolicy()).toBe(nodes.length)
    expect(readFileSync(fileOf('shard-1-replica-1'), 'utf8')).toContain(`<${policy} replace="replace">`)
    await expect(
      page.getByRole('list', { name: 'Rollout by node' }).getByText('applied', { exact: true }),
    ).toHaveCount(nodes.length)
    await apply.getByText('History', { exact: true }).click()
    await expect(apply.getByText('Completed', { exact: true })).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('reverted: every node runs what it ran before', async () => {
    await apply.getByRole('button', { name: 'Revert' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revert' }).click()
    await expect(apply.getByText('reverted', { exact: true })).toBeVisible({ timeout: 120_000 })
    await expect(apply.getByText('Revert started', { exact: true })).toBeVisible()
    expect(await nodesWithPolicy()).toBe(0)
    expect(existsSync(fileOf('shard-1-replica-1'))).toBe(false)
  })
})

interface PlannedChange {
  address: string
  blocked: string | null
  notes: string[]
}

test('a policy in a file is rolled out by its change set, shows what it waits for, and is managed from the file', async ({
  page,
  nodes,
}) => {
  test.setTimeout(240_000)
  const { name, volumes, settings } = { ...draft.policies[0], name: 'default_in_file' }
  const document = {
    ...{ version: 1, name: 'e2e-storage' },
    clusters: {
      demo: {
        storage: {
          disks: { in_file: { type: 'cache', disk: 'cold', path: 'in_file/', max_size: '64Mi' } },
          policies: {
            [name]: {
              settings,
              volumes: volumes?.map((volume) =>
                volume.name === 'cold' ? { ...volume, disks: ['in_file'] } : volume,
              ),
            },
          },
        },
      },
    },
  }
  const plan = async () =>
    (await callRest<{ changes: PlannedChange[] }>('POST', '/state/plan', { body: { document } })).body.changes
  expect(await plan()).toMatchObject([
    {
      ...{ address: 'clusters.demo.storage', blocked: null },
      notes: [
        expect.stringContaining(`Writes the configuration file of ${nodes.length} nodes`),
        expect.any(String),
      ],
    },
  ])
  const { body } = await callRest<{ id: string }>('POST', '/state/apply', { body: { document } })

  await page.goto(`/admin/state/${body.id}`)
  await expect(page.getByText(new RegExp(`\\d of ${nodes.length} nodes run it`)).first()).toBeVisible()
  await expectAccessible(page)
  const link = page
    .getByRole('region', { name: 'Changes', exact: true })
    .getByRole('link', { name: 'Open the rollout' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 120_000 })
  expect(await plan()).toEqual([])
  const rows = await askAll(
    nodes,
    `SELECT DISTINCT policy_name FROM system.storage_policies WHERE policy_name = '${name}'`,
  )
  expect(rows).toHaveLength(nodes.length)

  const notice = page.getByRole('region', { name: 'Managed from a file' })
  await page.goto('/clusters/demo/storage')
  await expect(notice).toContainText('e2e-storage')
  await expectAccessible(page)
  await page.goBack()
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('From the file e2e-storage')
  const apply = page.getByRole('region', { name: 'Apply' })
  await expect(apply.getByText('applied to all nodes')).toBeVisible()
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Take over' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take over' }).click()
  await expect(notice).toHaveCount(0)
  await apply.getByRole('button', { name: 'Revert' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revert' }).click()
  await expect(apply.getByText('reverted', { exact: true })).toBeVisible({ timeout: 120_000 })
})
