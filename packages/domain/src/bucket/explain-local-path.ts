type PlaceState = 'part' | 'moving' | 'temporary' | 'detached' | 'frozen' | 'other'

/** Where a file on a disk belongs, parsed from its path. */
export interface FilePlace {
  state: PlaceState
  /** For tables of Atomic and later databases; otherwise empty, and the path has the names. */
  tableUuid: string
  database: string
  table: string
  /** The part, or another folder. */
  part: string
  /** Relative to the part; a projection's file includes the projection folder. */
  file: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const temporary = /^(tmp|delete_tmp|clone|broken|ignored)[_-]/

/**
 * Parses a path of system.remote_data_paths (26.7): `store/<abc>/<uuid>/<part>/<file>` or
 * `data/<database>/<table>/<part>/<file>`, with `detached/` or `moving/` before the part, and `shadow/<name>/` in front
 * of a path kept by FREEZE.
 */
export function explainLocalPath(path: string): FilePlace {
  const steps = path.split('/')
  const frozen = steps[0] === 'shadow'
  const [root = '', first = '', second = '', ...rest] = frozen ? steps.slice(2) : steps
  const owner = readOwner(root, first, second)
  if (!owner || rest.length === 0)
    return {
      ...{ state: frozen ? 'frozen' : 'other', tableUuid: '', database: '', table: '', part: '' },
      file: path,
    }
  const [folder = ''] = rest
  const inside = folder === 'detached' || folder === 'moving' ? rest.slice(1) : rest
  const [part = '', ...below] = inside
  // A file beside the parts, such as format_version.txt or the data of a Log table.
  if (below.length === 0)
    return { ...owner, state: frozen ? 'frozen' : 'other', part: '', file: rest.join('/') }
  const state = frozen
    ? 'frozen'
    : folder === 'detached'
      ? 'detached'
      : folder === 'moving'
        ? 'moving'
        : temporary.test(part)
          ? 'temporary'
          : 'part'
  return { ...owner, state, part, file: below.join('/') }
}

function readOwner(root: string, first: string, second: string) {
  if (root === 'store' && uuid.test(second)) return { tableUuid: second, database: '', table: '' }
  if (root === 'data' && first !== '' && second !== '')
    return { tableUuid: '', database: decode(first), table: decode(second) }
  return null
}

/** Names are percent-encoded in folders. */
function decode(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/** Files of a part that bytes_on_disk does not count (26.7). */
export const uncountedFiles: readonly string[] = [
  'checksums.txt',
  'columns.txt',
  'columns_substreams.txt',
  'default_compression_codec.txt',
  'metadata_version.txt',
  'txn_version.txt',
]
