import { createHash } from 'node:crypto'
import type { RemoteFileRow } from '@frostline/clickhouse'
import type { NewPlace, NewReference } from '@frostline/db'
import { explainLocalPath } from '@frostline/domain'

/** The same place has the same id in every batch and at every reading. */
export function placeIdOf(node: number, disk: string, folder: string): string {
  const hex = createHash('md5').update(`${node}\n${disk}\n${folder}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Files as they come, with the places that they lie in, each once. */
export function nameReferences(
  node: number,
  files: readonly RemoteFileRow[],
): { places: NewPlace[]; references: NewReference[] } {
  const places = new Map<string, NewPlace>()
  const references = files.map(({ disk_name: disk, local_path, remote_path: key, size: sizeBytes }) => {
    const { file, ...rest } = explainLocalPath(local_path)
    const id = placeIdOf(node, disk, local_path.slice(0, local_path.length - file.length - 1))
    if (!places.has(id)) places.set(id, { id, disk, ...rest })
    return { key, place: id, file, sizeBytes }
  })
  return { places: [...places.values()], references }
}
