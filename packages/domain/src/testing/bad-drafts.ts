import type { DiskDraft, PolicyDraft, StorageDraft } from '../storage-config/storage-draft.ts'

/** A configuration that the server rejects: the error code, and what our message must mention. */
export interface BadDraft {
  what: string
  code: number
  says: RegExp
  draft: StorageDraft
}

const s3: DiskDraft = {
  name: 'store',
  settings: {
    type: 's3',
    endpoint: 'http://127.0.0.1:1/bucket/{node}/',
    access_key_id: 'key',
    secret_access_key: 'secret',
    s3_retry_attempts: '1',
  },
}
const cache: DiskDraft = {
  name: 'store_cache',
  settings: { type: 'cache', disk: 'store', path: 'store_cache/', max_size: '1Gi' },
}
const fast: DiskDraft = { name: 'fast', settings: { type: 'local', path: '/fast/' } }

const policy: PolicyDraft = {
  name: 'tiers',
  volumes: [
    { name: 'hot', disks: ['default'], settings: {} },
    { name: 'cold', disks: ['store_cache'], settings: {} },
  ],
  settings: { move_factor: '0.1' },
}

/** A configuration that the server accepts. The bad ones are this with one fault. */
export const goodDraft: StorageDraft = { disks: [fast, s3, cache], policies: [policy] }

function withDisk(disk: DiskDraft): StorageDraft {
  return { ...goodDraft, disks: goodDraft.disks.map((each) => (each.name === disk.name ? disk : each)) }
}

function withVolumes(...volumes: PolicyDraft['volumes']): StorageDraft {
  return { ...goodDraft, policies: [{ ...policy, volumes }] }
}

const [hot, cold] = policy.volumes as [PolicyDraft['volumes'][number], PolicyDraft['volumes'][number]]
const { max_size: _, ...unbounded } = cache.settings

/** Known faults of storage configurations, each with the error code of 26.7. */
export const badDrafts: readonly BadDraft[] = [
  {
    what: 'an unknown disk in a volume',
    code: 479,
    says: /disk nowhere does not exist/,
    draft: withVolumes(hot, { ...cold, disks: ['nowhere'] }),
  },
  { what: 'a policy without a volume', code: 139, says: /no volume/, draft: withVolumes() },
  {
    what: 'a disk twice in a policy',
    code: 138,
    says: /disk default is in the policy twice/,
    draft: withVolumes(hot, { ...cold, disks: ['default'] }),
  },
  {
    what: 'a move_factor over 1',
    code: 49,
    says: /move_factor is "1.5" and must be 0 to 1/,
    draft: { ...goodDraft, policies: [{ ...policy, settings: { move_factor: '1.5' } }] },
  },
  {
    what: 'a disk name with a hyphen',
    code: 138,
    says: /"fast-disk" is not a valid disk name/,
    draft: { ...goodDraft, disks: [{ ...fast, name: 'fast-disk' }, s3, cache] },
  },
  {
    what: 'a path without a slash at its end',
    code: 137,
    says: /no slash at its end/,
    draft: withDisk({ ...fast, settings: { ...fast.settings, path: '/fast' } }),
  },
  {
    what: 'an unknown type of disk',
    code: 137,
    says: /disk type "floppy" does not exist/,
    draft: withDisk({ ...fast, settings: { ...fast.settings, type: 'floppy' } }),
  },
  {
    what: 'a bucket name that is too short',
    code: 36,
    says: /bucket "bu" has 2 characters/,
    draft: withDisk({ ...s3, settings: { ...s3.settings, endpoint: 'http://127.0.0.1:1/bu/{node}/' } }),
  },
  {
    what: 'a cache over a disk that is declared later',
    code: 36,
    says: /store is declared later or not at all/,
    draft: { ...goodDraft, disks: [fast, cache, s3] },
  },
  {
    what: 'a cache without a size',
    code: 36,
    says: /no max_size/,
    draft: withDisk({ ...cache, settings: unbounded }),
  },
  {
    what: 'priorities with a gap',
    code: 318,
    says: /priorities are 1, 3/,
    draft: withVolumes(
      { ...hot, settings: { volume_priority: '1' } },
      { ...cold, settings: { volume_priority: '3' } },
    ),
  },
  {
    what: 'a part size limit in both forms',
    code: 138,
    says: /set twice/,
    draft: withVolumes(
      { ...hot, settings: { max_data_part_size_bytes: '1073741824', max_data_part_size_ratio: '0.5' } },
      cold,
    ),
  },
]
