import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explainLocalPath } from './explain-local-path.ts'

const uuid = '72b35a18-f908-42c3-99e1-9080da52d39f'
const store = `store/72b/${uuid}`

describe('a path on a disk', () => {
  it.each([
    [`${store}/20260101_1_1_0/n.bin`, 'part', '20260101_1_1_0', 'n.bin'],
    [`${store}/detached/20260103_3_3_0_4/n.bin`, 'detached', '20260103_3_3_0_4', 'n.bin'],
    [`${store}/moving/20260103_3_3_0/n.bin`, 'moving', '20260103_3_3_0', 'n.bin'],
    [`${store}/tmp_insert_all_1_1_0/n.bin`, 'temporary', 'tmp_insert_all_1_1_0', 'n.bin'],
    [`${store}/delete_tmp_all_1_1_0/n.bin`, 'temporary', 'delete_tmp_all_1_1_0', 'n.bin'],
    [`shadow/monday/${store}/20260102_2_2_0/n.bin`, 'frozen', '20260102_2_2_0', 'n.bin'],
    [`${store}/all_1_1_0/sums.proj/n.bin`, 'part', 'all_1_1_0', 'sums.proj/n.bin'],
    [`${store}/format_version.txt`, 'other', '', 'format_version.txt'],
  ])('%s', (path, state, part, file) => {
    expect(explainLocalPath(path)).toMatchObject({ state, part, file, tableUuid: uuid })
  })

  it('old-style table paths', () => {
    expect(explainLocalPath('data/my%2Ddb/trips/all_1_1_0/n.bin')).toMatchObject({
      ...{ database: 'my-db', table: 'trips', tableUuid: '', part: 'all_1_1_0', state: 'part' },
    })
  })

  it('returns null for unknown paths, and never throws', () => {
    expect(explainLocalPath('data/%E0%A4%A/t/p/f')).toMatchObject({ database: '%E0%A4%A' })
    fc.assert(fc.property(fc.string(), (path) => explainLocalPath(path).file.length <= path.length))
  })
})
