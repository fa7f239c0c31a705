import { expect, it } from 'vitest'
import { classifyStatement } from './classify-statement.ts'
import { isSkewed, measureOffset } from './clock-offset.ts'
import { findSettingChanges, type SettingUse } from './find-setting-changes.ts'

const use = (
  name: string,
  value: string,
  firstStep: number,
  lastStep: number,
  formHash = 'a',
): SettingUse => ({
  ...{ formHash, name, value, firstStep, lastStep },
})

it('a setting that forms are sent with from some time on has changed', () => {
  const forms = [use('', '', 0, 60), use('', '', 0, 60, 'b')]
  expect(
    findSettingChanges([...forms, use('max_threads', '1', 30, 60), use('max_threads', '1', 31, 60, 'b')]),
  ).toEqual([{ name: 'max_threads', step: 30, before: null, after: '1', forms: 2 }])
  expect(findSettingChanges([...forms, use('x', '8', 0, 29), use('x', '1', 30, 60)])).toEqual([
    { name: 'x', step: 30, before: '8', after: '1', forms: 1 },
  ])
  expect(findSettingChanges([...forms, use('x', '8', 0, 29)])).toEqual([
    { name: 'x', step: 30, before: '8', after: null, forms: 1 },
  ])
})

it('nothing has changed where it is always sent, where values alternate, or where the form is new', () => {
  expect(findSettingChanges([use('', '', 0, 60), use('x', '8', 0, 60)])).toEqual([])
  expect(findSettingChanges([use('', '', 0, 60), use('x', '8', 0, 60), use('x', '1', 1, 59)])).toEqual([])
  expect(findSettingChanges([use('', '', 40, 60), use('x', '8', 40, 60)])).toEqual([])
})

it('statements are told apart by what they may cause', () => {
  const of = classifyStatement
  expect(of('System', 'SYSTEM DROP FILESYSTEM CACHE')).toBe('cache-dropped')
  expect(of('System', 'SYSTEM STOP MERGES lab.events')).toBe('merges-stopped')
  expect(of('Alter', 'ALTER TABLE t UPDATE x = ? WHERE ?')).toBe('mutation')
  expect(of('Alter', 'ALTER TABLE t MODIFY TTL d + INTERVAL ? DAY')).toBe('schema-changed')
  expect(of('Alter', 'ALTER TABLE t MOVE PARTITION ID ? TO VOLUME ?')).toBe('moves')
  expect(of('Alter', 'ALTER TABLE t MODIFY SETTING x = ?')).toBe('setting-changed')
  expect(of('Create', 'CREATE TABLE t')).toBe('audit-change')
})

it('a clock is wrong only by more than the way there and back explains', () => {
  const near = measureOffset({ sentMs: 1_000, receivedMs: 7_000, nodeMs: 8_500 })
  expect(near).toEqual({ offsetMs: 4_500, uncertaintyMs: 3_000 })
  expect(isSkewed(near)).toBe(false)
  expect(isSkewed(measureOffset({ sentMs: 1_000, receivedMs: 1_200, nodeMs: 4_500 }))).toBe(true)
})
