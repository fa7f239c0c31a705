import { endAlertTurn, takeAlertTurn } from '@frostline/db'
import { defaultAlertRule } from '@frostline/domain'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sampleCluster } from '../history/index.ts'
import type { TestConsole } from '../reading/testing/start-console.ts'
import type { CreateCustomRuleInput } from './custom-rule-schema.ts'
import {
  createCustomRule,
  listCustomRules,
  removeCustomRule,
  tryCustomRule,
  updateCustomRule,
} from './custom-rules.ts'
import { evaluateCluster } from './evaluate/evaluate.ts'
import { listAlerts } from './list.ts'
import { listAlertRules, updateAlertRule } from './rules.ts'
import { type AlertScene, openAlertScene } from './testing/open-alert-scene.ts'

let scene: AlertScene
let at: TestConsole
let clusterId: string
let names: string[]

beforeAll(async () => {
  scene = await openAlertScene(2)
  at = scene.at
  clusterId = (await at.ctx.clusters.get(at.cluster)).id
  names = at.stack.clickhouse.nodes.map(({ name }) => name)
  for (const { kind, threshold } of await listAlertRules(at.ctx))
    await updateAlertRule(at.ctx, { ...defaultAlertRule(kind), threshold, enabled: false })
  await at.askAll('CREATE DATABASE shop')
  await at.askAll(
    "CREATE TABLE shop.kept (n UInt64) ENGINE = MergeTree ORDER BY n SETTINGS storage_policy = 'tiered'",
  )
  await at.askAll('INSERT INTO shop.kept SELECT number FROM numbers(1000)')
})
afterAll(() => scene?.stop())
beforeEach(async () => {
  await scene.reset()
  await at.ctx.db.customAlertRule.deleteMany()
  // The clock is set back.
  for (const table of ['sample_turn', 'node_reading', 'node_sample', 'disk_sample', 'table_sample'])
    await at.ctx.db.$executeRawUnsafe(`DELETE FROM ${table}`)
})

async function evaluate(): Promise<void> {
  const epoch = await takeAlertTurn(at.ctx.db, 'test', 0)
  if (epoch === null) throw new Error('It is nobody’s turn.')
  await evaluateCluster(at.ctx, clusterId, epoch)
  await endAlertTurn(at.ctx.db, epoch)
}

/** Samples twice, as rates need, and evaluates. */
async function sampleAndEvaluate(): Promise<void> {
  for (const _ of [1, 2]) {
    scene.later(60)
    await sampleCluster(at.ctx, clusterId)
  }
  await evaluate()
}

const rule = (given: Partial<CreateCustomRuleInput> = {}): CreateCustomRuleInput => ({
  ...{ name: 'Any parts', metric: 'node-parts', comparison: 'above', threshold: 0, windowMinutes: 5 },
  ...{ holdSeconds: 0, clearSeconds: 0, severity: 'critical', ...given },
})
const open = async () =>
  (await listAlerts(at.ctx, {})).alerts.map(({ subject, severity }) => `${subject} ${severity}`).sort()

it('fires for each subject beyond its threshold, and resolves when the rule is changed or removed', async () => {
  const { id } = await createCustomRule(at.ctx, rule())
  await evaluate()
  expect(await open(), 'there are no samples').toEqual([])
  await sampleAndEvaluate()
  expect(await open()).toEqual(names.map((name) => `Any parts: ${name} critical`))
  const [{ text = '', evidence = [] } = {}] = (await listAlerts(at.ctx, {})).alerts
  expect(text).toMatch(
    /^Active parts of a node of .* is \d+ parts, above 0 parts \(last value of 5 minutes\)\.$/,
  )
  expect(evidence).toHaveLength(1)
  expect((await listCustomRules(at.ctx)).rules).toMatchObject([
    { id, firing: 2, unit: 'parts', clusterName: null },
  ])

  await updateCustomRule(at.ctx, { id, ...rule({ threshold: 1e9 }) })
  await evaluate()
  expect(await open()).toEqual([])
  await updateCustomRule(at.ctx, { id, ...rule({ severity: 'warning', clusterId }) })
  await evaluate()
  expect(await open()).toEqual(names.map((name) => `Any parts: ${name} warning`))
  await removeCustomRule(at.ctx, { id })
  await evaluate()
  expect(await open()).toEqual([])
})

it('keeps an alert whose node has no samples, and holds for as long as it should', async () => {
  await createCustomRule(at.ctx, rule({ holdSeconds: 120 }))
  await sampleAndEvaluate()
  expect(await open()).toEqual([])
  await sampleAndEvaluate()
  expect(await open()).toHaveLength(2)
  scene.later(3_600)
  await evaluate()
  expect(await open(), 'an hour without samples says nothing').toHaveLength(2)
})

it('shows what a rule would say now, equal to the nodes', async () => {
  await sampleAndEvaluate()
  const disks = await at.askAll<{ name: string; used: string }>(
    "SELECT name, toString(total_space - free_space) AS used FROM system.disks WHERE name = 'default'",
  )
  const used = await tryCustomRule(at.ctx, {
    ...{ cluster: at.cluster, metric: 'disk-used-gib', comparison: 'above', threshold: 0, windowMinutes: 5 },
  })
  for (const [index, name] of names.entries()) {
    const shown = used.readings.find(({ subject }) => subject === `${name}/default`)
    const expected = Number(disks[index]?.[0]?.used) / 2 ** 30
    // Other processes write to the same file system.
    expect(Math.abs((shown?.value ?? 0) - expected)).toBeLessThan(1)
    expect(shown?.beyond).toBe(true)
  }
  const parts = await tryCustomRule(at.ctx, {
    ...{ cluster: at.cluster, metric: 'table-parts', comparison: 'above', threshold: 1.5, windowMinutes: 30 },
  })
  expect(parts.readings).toContainEqual({ subject: 'shop.kept', value: 2, beyond: true })
  expect(parts.readings.map(({ beyond }) => beyond)).toEqual(
    parts.readings.map(({ beyond }) => beyond).toSorted((a, b) => Number(b) - Number(a)),
  )
})

it('refuses a taken name, an unknown cluster, and a window that is too short', async () => {
  const { id } = await createCustomRule(at.ctx, rule())
  await expect(createCustomRule(at.ctx, rule())).rejects.toMatchObject({ code: 'conflict' })
  const other = await createCustomRule(at.ctx, rule({ name: 'Other' }))
  await expect(updateCustomRule(at.ctx, { id: other.id, ...rule() })).rejects.toMatchObject({
    code: 'conflict',
  })
  const unknown = '00000000-0000-7000-8000-000000000000'
  await expect(createCustomRule(at.ctx, rule({ name: 'c', clusterId: unknown }))).rejects.toMatchObject({
    code: 'invalid',
  })
  await expect(
    createCustomRule(at.ctx, rule({ name: 'w', metric: 'table-parts', windowMinutes: 10 })),
  ).rejects.toThrow('at least 20 minutes')
  await expect(updateCustomRule(at.ctx, { id: unknown, ...rule({ name: 'n' }) })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await listCustomRules(at.ctx)).rules.map((each) => each.id).sort()).toEqual([id, other.id].sort())
})
