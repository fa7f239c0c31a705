import { diskTemplates, lintDraft, type StorageDraft } from '@frostline/domain'
import { describe, expect, it } from 'vitest'
import { addDisk, freeName, moveUp, newPolicy, withSetting } from './edit-draft.ts'

const empty: StorageDraft = { disks: [], policies: [] }
const template = (id: string) => {
  const found = diskTemplates.find((each) => each.id === id)
  if (!found) throw new Error(`There is no template ${id}.`)
  return found.disk
}

describe('the designer', () => {
  it('builds from a store, a cache and a policy what the lints accept', () => {
    const disks = addDisk(addDisk(empty, template('minio'), []), template('cache'), [])
    expect(disks.disks.map(({ name }) => name)).toEqual(['s3', 's3_cache'])
    const draft = { ...disks, policies: [newPolicy(disks, [])] }
    expect(draft.policies[0]?.volumes.map(({ disks: [disk] }) => disk)).toEqual(['default', 's3_cache'])
    expect(lintDraft(draft, []).filter(({ level }) => level === 'error')).toEqual([])
  })
  it('never uses a name twice', () => {
    expect(freeName('s3', ['s3', 's3_2'])).toBe('s3_3')
    expect(addDisk(empty, template('aws'), ['s3']).disks[0]?.name).toBe('s3_2')
  })
  it('removes a setting when it is cleared', () => {
    expect(withSetting({ a: '1' }, 'a', '')).toEqual({})
    expect(withSetting({}, 'a', { fromEnv: '' })).toEqual({ a: { fromEnv: '' } })
  })
  it('moves up, and the first stays', () => {
    expect(moveUp(['a', 'b', 'c'], 2)).toEqual(['a', 'c', 'b'])
    expect(moveUp(['a', 'b'], 0)).toEqual(['a', 'b'])
  })
})
