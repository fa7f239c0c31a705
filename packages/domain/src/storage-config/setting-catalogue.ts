export const diskKinds = ['local', 's3', 'cache', 'azure_blob_storage'] as const
export type DiskKind = (typeof diskKinds)[number]

export type SettingForm =
  | 'text'
  | 'url'
  /** A folder, with a slash at its end. */
  | 'folder'
  /** A number of bytes: the server takes no unit here. */
  | 'bytes'
  /** Bytes, as a number or with a unit such as 10Gi. */
  | 'size'
  | 'integer'
  /** 0 to 1. */
  | 'share'
  | 'flag'
  | 'secret'
  | 'disk'

/** One setting of disks, volumes or policies: what it means, what it may be, and what a change of it takes. */
export interface SettingExplanation {
  /** As in the server's configuration. */
  name: string
  of: 'policy' | 'volume' | 'disk'
  /** Kinds of disks that have it; all where it is missing. */
  kinds?: readonly DiskKind[]
  form: SettingForm
  choices?: readonly string[]
  required?: true
  /** Seldom touched: folded away in the designer. */
  expert?: true
  /** What the server takes when the configuration says nothing. */
  default: string
  /** What it may be, in words. */
  range: string
  meaning: string
  /** What to beware of; empty when there is nothing. */
  caution: string
  /** What makes a running server take a change of it. A new disk or policy always comes with a reload. */
  takes: 'reload' | 'restart'
}

const s3: readonly DiskKind[] = ['s3']
const azure: readonly DiskKind[] = ['azure_blob_storage']
const cache: readonly DiskKind[] = ['cache']
const local: readonly DiskKind[] = ['local']
const stores: readonly DiskKind[] = ['s3', 'azure_blob_storage']
const yesNo = 'true or false'
const bytes = 'a number of bytes, without a unit'
const size = 'bytes, as a number or with a unit: 10Gi'

/**
 * Every setting that the designer offers and the pages explain.
 * Source: https://clickhouse.com/docs/engines/table-engines/mergetree-family/mergetree#table_engine-mergetree-multiple-volumes_configure
 * and https://clickhouse.com/docs/operations/storing-data, held to 26.7 by tests with the engine.
 */
export const settingCatalogue: readonly SettingExplanation[] = [
  {
    name: 'path',
    of: 'disk',
    kinds: local,
    form: 'folder',
    required: true,
    default: 'none',
    range: 'an absolute folder with a slash at its end',
    meaning: 'The folder that holds the parts. The server must be allowed to write it.',
    caution: 'A folder of its own for each disk: two disks on one folder destroy each other.',
    takes: 'restart',
  },
  {
    name: 'keep_free_space_bytes',
    of: 'disk',
    kinds: local,
    form: 'bytes',
    default: '0',
    range: bytes,
    meaning: 'Space of the disk that the server leaves alone. It counts as not available for parts.',
    caution: '',
    takes: 'restart',
  },
  {
    name: 'endpoint',
    of: 'disk',
    kinds: s3,
    form: 'url',
    required: true,
    default: 'none',
    range: 'https://host/bucket/prefix/ with a slash at its end',
    meaning:
      'Where the objects go: store, bucket and prefix. {node}, {shard} and {replica} are filled in for each node.',
    caution: 'Each node needs a prefix of its own. No lifecycle rule of the bucket may expire these objects.',
    takes: 'restart',
  },
  {
    name: 'region',
    of: 'disk',
    kinds: s3,
    form: 'text',
    default: 'read from the endpoint',
    range: 'such as us-east-1',
    meaning: 'The region that requests are signed for. Stores that are not AWS mostly take us-east-1.',
    caution: '',
    takes: 'reload',
  },
  {
    name: 'use_environment_credentials',
    of: 'disk',
    kinds: s3,
    form: 'flag',
    default: 'false',
    range: yesNo,
    meaning: 'Takes credentials from the machine: an instance profile, or AWS_… variables of the server.',
    caution: '',
    takes: 'reload',
  },
  {
    name: 'access_key_id',
    of: 'disk',
    kinds: s3,
    form: 'text',
    default: 'none',
    range: 'text, or the name of a variable of the server',
    meaning: 'Who asks the store.',
    caution: '',
    takes: 'reload',
  },
  {
    name: 'secret_access_key',
    of: 'disk',
    kinds: s3,
    form: 'secret',
    default: 'none',
    range: 'text, or the name of a variable of the server',
    meaning: 'The secret of that key. Given here, it is sealed and never shown back.',
    caution: 'It lies in clear text in the file on each node; a variable of the server keeps it out.',
    takes: 'reload',
  },
  {
    name: 's3_retry_attempts',
    of: 'disk',
    kinds: s3,
    form: 'integer',
    default: '500',
    range: '0 or more',
    meaning: 'How often the server repeats a failed request to the store.',
    caution: 'With the default every query on the disk hangs for minutes while the store is away.',
    takes: 'reload',
  },
  {
    name: 'storage_account_url',
    of: 'disk',
    kinds: azure,
    form: 'url',
    required: true,
    default: 'none',
    range: 'https://account.blob.core.windows.net',
    meaning: 'The storage account.',
    caution: '',
    takes: 'restart',
  },
  {
    name: 'container_name',
    of: 'disk',
    kinds: azure,
    form: 'text',
    required: true,
    default: 'default-container',
    range: '3 to 63 small letters, digits and hyphens',
    meaning: 'The container that holds the blobs. {node}, {shard} and {replica} are filled in for each node.',
    caution: 'Each node needs a container of its own.',
    takes: 'restart',
  },
  {
    name: 'account_name',
    of: 'disk',
    kinds: azure,
    form: 'text',
    default: 'managed identity',
    range: 'text, or the name of a variable of the server',
    meaning: 'The account that asks. Without it the managed identity of the machine does.',
    caution: '',
    takes: 'reload',
  },
  {
    name: 'account_key',
    of: 'disk',
    kinds: azure,
    form: 'secret',
    default: 'managed identity',
    range: 'text, or the name of a variable of the server',
    meaning: 'Its key. Given here, it is sealed and never shown back.',
    caution: 'It lies in clear text in the file on each node; a variable of the server keeps it out.',
    takes: 'reload',
  },
  {
    name: 'disk',
    of: 'disk',
    kinds: cache,
    form: 'disk',
    required: true,
    default: 'none',
    range: 'a disk that is declared before',
    meaning: 'The object storage under the cache.',
    caution: 'Policies must name the cache, not the disk under it, or it is never used.',
    takes: 'restart',
  },
  {
    name: 'path',
    of: 'disk',
    kinds: cache,
    form: 'folder',
    required: true,
    default: 'none',
    range: 'relative, or inside the cache folder of the data path',
    meaning: 'Where the copies lie, on a local disk.',
    caution: 'Each cache needs a folder of its own.',
    takes: 'restart',
  },
  {
    name: 'max_size',
    of: 'disk',
    kinds: cache,
    form: 'size',
    default: 'none: this or max_size_ratio_to_total_space',
    range: size,
    meaning: 'The most that the cache keeps.',
    caution: 'It shares the local disk with the hot volume: leave room for both.',
    takes: 'reload',
  },
  {
    name: 'max_size_ratio_to_total_space',
    of: 'disk',
    kinds: cache,
    form: 'share',
    expert: true,
    default: 'none',
    range: '0 to 1',
    meaning: 'The most that the cache keeps, as a share of its file system. Instead of max_size.',
    caution: '',
    takes: 'restart',
  },
  {
    name: 'cache_on_write_operations',
    of: 'disk',
    kinds: cache,
    form: 'flag',
    default: 'false',
    range: yesNo,
    meaning: 'Lets inserts and merges on the disk fill the cache too, where the query setting allows it.',
    caution: 'A large backfill then pushes out what people read.',
    takes: 'restart',
  },
  {
    name: 'cache_policy',
    of: 'disk',
    kinds: cache,
    form: 'text',
    choices: ['LRU', 'SLRU'],
    expert: true,
    default: 'LRU',
    range: 'LRU or SLRU',
    meaning:
      'What leaves a full cache first. SLRU keeps what was read twice when one query reads everything.',
    caution: '',
    takes: 'restart',
  },
  {
    name: 'max_file_segment_size',
    of: 'disk',
    kinds: cache,
    form: 'size',
    expert: true,
    default: '32Mi',
    range: size,
    meaning: 'The largest piece of a file that is kept as one.',
    caution: 'Not under boundary_alignment, which is 4Mi by default.',
    takes: 'restart',
  },
  {
    name: 'skip_access_check',
    of: 'disk',
    kinds: stores,
    form: 'flag',
    expert: true,
    default: 'false',
    range: yesNo,
    meaning: 'Starts the server without writing, reading and deleting a test object first.',
    caution: 'Without it a node does not start while its store is away; with it wrong keys show only later.',
    takes: 'restart',
  },
  {
    name: 'metadata_path',
    of: 'disk',
    kinds: stores,
    form: 'folder',
    expert: true,
    default: 'disks/<name>/ in the data path',
    range: 'an absolute folder with a slash at its end',
    meaning: 'Where the server keeps what tells which objects make up which file.',
    caution: 'Losing this folder loses the data, though all objects are still there.',
    takes: 'restart',
  },
  {
    name: 'volume_priority',
    of: 'volume',
    form: 'integer',
    expert: true,
    default: 'the order in which the volumes are written',
    range: '1, 2, 3 … without gaps, for all volumes or for none',
    meaning: 'The order in which the server fills volumes and moves parts on. 1 comes first.',
    caution: 'Given for all volumes or for none, and without gaps.',
    takes: 'reload',
  },
  {
    name: 'max_data_part_size_bytes',
    of: 'volume',
    form: 'bytes',
    default: '0 (no limit)',
    range: bytes,
    meaning: 'The largest part that the volume takes. A larger one is written to the next volume at once.',
    caution: 'Under 1 MiB even small inserts go to the next volume.',
    takes: 'reload',
  },
  {
    name: 'max_data_part_size_ratio',
    of: 'volume',
    form: 'share',
    expert: true,
    default: 'none',
    range: '0 to 1',
    meaning: 'The same as a share of the space of the volume. Instead of max_data_part_size_bytes.',
    caution: '',
    takes: 'reload',
  },
  {
    name: 'perform_ttl_move_on_insert',
    of: 'volume',
    form: 'flag',
    default: 'true',
    range: yesNo,
    meaning:
      'Rows that are already past their move TTL are written straight to this volume. Where not, they come in on the first volume and move later.',
    caution:
      'A backfill of old rows then writes to object storage part by part. Turn it off, or tier afterwards.',
    takes: 'reload',
  },
  {
    name: 'prefer_not_to_merge',
    of: 'volume',
    form: 'flag',
    default: 'false',
    range: yesNo,
    meaning: 'The server does not merge parts on this volume.',
    caution: 'The documentation advises against it: parts pile up, and OPTIMIZE is refused (code 388).',
    takes: 'reload',
  },
  {
    name: 'load_balancing',
    of: 'volume',
    form: 'text',
    choices: ['round_robin', 'least_used'],
    default: 'round_robin',
    range: 'round_robin or least_used',
    meaning:
      'How a volume of several disks chooses: in turn (round_robin), or the disk with most space (least_used).',
    caution: 'With round_robin the smallest disk is full first.',
    takes: 'reload',
  },
  {
    name: 'move_factor',
    of: 'policy',
    form: 'share',
    default: '0.1',
    range: '0 to 1',
    meaning:
      'When less than this share of a volume is free, the server moves parts on to the next volume by itself. 0 turns that off.',
    caution:
      'It looks at every volume but the last. A high value empties the hot volume; nothing ever comes back by itself.',
    takes: 'reload',
  },
]

export function listSettingsOfDisk(kind: DiskKind): SettingExplanation[] {
  return settingCatalogue.filter(({ of, kinds }) => of === 'disk' && (kinds?.includes(kind) ?? true))
}

export function listSettingsOf(of: 'policy' | 'volume'): SettingExplanation[] {
  return settingCatalogue.filter((setting) => setting.of === of)
}

/** By the name of a setting as the pages show it. A name that two kinds of disks share gives the first. */
export function explainSetting(name: string): SettingExplanation | undefined {
  return [...settingCatalogue, ...shownOnly].find((setting) => setting.name === name)
}

/** What system tables tell and nobody sets. */
const shownOnly: readonly SettingExplanation[] = [
  {
    name: 'disks',
    of: 'volume',
    form: 'text',
    default: 'none: a volume names at least one disk',
    range: 'names of disks',
    meaning: 'The disks of the volume. With several, new parts are spread over them as load_balancing says.',
    caution:
      'A disk cannot leave a policy that a table uses: a table only changes to a policy that holds all its disks.',
    takes: 'reload',
  },
  {
    name: 'volume_type',
    of: 'volume',
    form: 'text',
    default: 'JBOD',
    range: 'JBOD, or single_disk for a table with a disk setting of its own',
    meaning:
      'JBOD: each part lies whole on one disk of the volume. single_disk: the server made the volume for one table.',
    caution: 'JBOD keeps no copy: a lost disk is lost data, unless a replica has it.',
    takes: 'reload',
  },
]

/** Values that must never be shown back. */
export function isSecretSetting(name: string): boolean {
  return /secret|account_key|password|token|connection_string|customer_key|sas|private_key/i.test(name)
}
