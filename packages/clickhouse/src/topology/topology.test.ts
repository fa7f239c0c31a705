import { expect, test } from 'vitest'
import type { ClusterRow } from '../queries/distributed-tables.ts'
import type { DiskRow, StoragePolicyRow } from '../queries/storage.ts'
import { groupMembers } from './discover-members.ts'
import { placeNode } from './observe-node-identity.ts'
import { cacheOfDisk, configuredDisk, sameStorage, volumeOfDisk } from './volume-of-disk.ts'

const member = (
  cluster: string,
  shard: number,
  replica: number,
  host: string,
  local = false,
): ClusterRow => ({
  cluster,
  shard_num: shard,
  shard_weight: 1,
  internal_replication: true,
  replica_num: replica,
  host_name: host,
  host_address: host,
  port: 9000,
  is_local: local,
  errors_count: 0,
})

test('macros identify a node before anything else', () => {
  const identity = { display_name: 'n1', macros: { shard: '01', replica: 'a' } }
  expect(placeNode(identity, [member('c', 2, 1, 'h', true)])).toMatchObject({
    shard: '01',
    replica: 'a',
    identifiedBy: 'macros',
    memberships: [{ cluster: 'c', shardNum: 2, replicaNum: 1 }],
  })
})

test('without macros the largest cluster identifies it, and without that only its name is left', () => {
  const clusters = [
    member('alone', 1, 1, 'h2', true),
    member('all', 1, 1, 'h1'),
    member('all', 2, 1, 'h2', true),
  ]
  expect(placeNode({ display_name: 'n', macros: {} }, clusters)).toMatchObject({
    shard: '2',
    replica: '1',
    identifiedBy: 'clusters',
  })
  expect(placeNode({ display_name: 'n', macros: {} }, [])).toMatchObject({
    shard: null,
    replica: 'n',
    identifiedBy: 'display-name',
  })
})

test('members get the scheme and port of the connection on their own host', () => {
  const rows = [member('c', 1, 1, 'h1', true), member('c', 1, 2, 'h2'), member('c', 2, 1, 'fd00::1')]
  const [cluster] = groupMembers(rows, 'https://gateway:8443')
  expect(cluster?.members.map((one) => one.candidateUrl)).toEqual([
    'https://gateway:8443',
    'https://h2:8443',
    'https://[fd00::1]:8443',
  ])
})

const disk = (name: string, path: string, cache = '', cachedBy = ''): DiskRow => ({
  name,
  path,
  type: 'ObjectStorage',
  object_storage_type: 'S3',
  metadata_type: 'Local',
  is_remote: true,
  is_read_only: false,
  is_write_once: false,
  is_encrypted: false,
  is_broken: false,
  cache_path: cache,
  cached_by: cachedBy,
  free_space: 0n,
  total_space: 0n,
  unreserved_space: 0n,
  keep_free_space: 0n,
})

const volume = (policy: string, name: string, disks: string[]): StoragePolicyRow => ({
  policy_name: policy,
  volume_name: name,
  volume_priority: 1,
  disks,
  volume_type: 'JBOD',
  max_data_part_size: 0n,
  move_factor: 0,
  prefer_not_to_merge: false,
  perform_ttl_move_on_insert: true,
  load_balancing: 'ROUND_ROBIN',
})

test('a store and the cache over it are one storage, whichever name part and policy use', () => {
  const disks = [disk('default', '/d/'), disk('s3', '/d/disks/s3/'), disk('s3_cache', '/d/disks/s3/', '/c/')]
  const policies = [
    volume('by_cache', 'hot', ['default']),
    volume('by_cache', 'cold', ['s3_cache']),
    volume('by_store', 'cold', ['s3']),
  ]
  expect(sameStorage('s3', disks)).toEqual(new Set(['s3', 's3_cache']))
  expect(volumeOfDisk('by_cache', 's3', policies, disks)).toBe('cold')
  expect(volumeOfDisk('by_store', 's3_cache', policies, disks)).toBe('cold')
  expect(volumeOfDisk('by_cache', 'default', policies, disks)).toBe('hot')
  expect(volumeOfDisk('by_store', 'default', policies, disks)).toBeNull()
  expect(volumeOfDisk('by_cache', 'gone', policies, disks)).toBeNull()
})

test('before 26.2 parts on a cached disk have the name of the disk behind the cache', () => {
  const older = [disk('s3', '/d/disks/s3/', '', 's3_cache'), disk('s3_cache', '/d/disks/s3/', '/c/')]
  const newer = [disk('s3', '/d/disks/s3/'), disk('s3_cache', '/d/disks/s3/', '/c/')]
  const caches = (disks: DiskRow[]) => disks.map((each) => cacheOfDisk(each, disks)?.name)
  expect(caches(older)).toEqual(['s3_cache', 's3_cache'])
  expect(caches(newer)).toEqual([undefined, 's3_cache'])
  expect(configuredDisk('s3', older)).toBe('s3_cache')
  expect(configuredDisk('s3', newer)).toBe('s3')
  expect(configuredDisk('gone', older)).toBe('gone')
})
