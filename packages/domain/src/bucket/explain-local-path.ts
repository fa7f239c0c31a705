type PlaceState = 'part' | 'moving' | 'temporary' | 'detached' | 'frozen' | 'other'

/** Where a file of a disk lies, as its path tells. */
export interface FilePlace {
  state: PlaceState
  /** Of a table in a database of kind Atomic or later; else empty, and the path has its names. */
  tableUuid: string
  database: string
  table: string
  /** A part, or the folder that is none. */
  part: string
  /** Below the part; a file of a projection has its folder before it. */
  file: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const temporary = /^(tmp|delete_tmp|clone|broken|ignored)[_-]/

/**
 * Reads a path as system.remote_data_paths writes it (26.7): `store/<abc>/<uuid>/<part>/<file>` or
 * `data/<database>/<table>/<part>/<file>`; before the part `detached/` or `moving/`, and `shadow/<name>/` before all of it
 * for what a FREEZE keeps.
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

/** Files of a part that bytes_on_disk leaves out (26.7). */
export const uncountedFiles: readonly string[] = [
  'checksums.txt',
  'columns.txt',
  'columns_substreams.txt',
  'default_compression_codec.txt',
  'metadata_version.txt',
  'txn_version.txt',
]
