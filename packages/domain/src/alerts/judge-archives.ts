import { type AlertCondition, makeCondition } from './alert-condition.ts'

/** An archive with files that the bucket does not have as they were proved. */
export interface WatchedArchive {
  id: string
  database: string
  table: string
  bucket: string
  missing: number
  changed: number
  /** One of them. */
  key: string
  /** Rows of the partitions with a fault that ClickHouse does not have. */
  lostRows: bigint
  /** Rows of such partitions that are detached on the replicas. */
  heldRows: bigint
}

export function judgeArchives(archives: readonly WatchedArchive[]): AlertCondition[] {
  return archives.map(({ id, database, table, bucket, missing, changed, key, lostRows, heldRows }) => {
    const counts = [
      ...(missing > 0 ? [`${filesOf(missing)} missing`] : []),
      ...(changed > 0 ? [`${filesOf(changed)} changed`] : []),
    ].join(' and ')
    const advice = [
      ...(lostRows > 0n
        ? [
            `${lostRows} rows are nowhere else: bring the files back from a version or a copy of the bucket, then compare again.`,
          ]
        : []),
      ...(heldRows > 0n ? [`${heldRows} rows are still detached on the replicas: attach them again.`] : []),
      ...(lostRows + heldRows === 0n
        ? ['The rows are in the table. Archive the partitions again, or bring the files back.']
        : []),
    ]
    return makeCondition('archive-files', {
      subject: `${database}.${table} (${id.slice(0, 8)})`,
      text: `Archive of ${database}.${table}: ${counts} in ${bucket}, for example ${key}. ${advice.join(' ')}`,
      nodes: [],
      evidence: [],
      table: { database, table },
    })
  })
}

function filesOf(count: number): string {
  return count === 1 ? '1 file' : `${count} files`
}
