import { z } from 'zod'
import { defineQuery } from '../query/define-query.ts'
import { uint64 } from '../query/scalars.ts'

/**
 * Disks that a BACKUP … TO Disk has written to, as far as the server remembers: system.backups to its restart,
 * system.backup_log, where it is kept, for longer. What lies there is in no other table.
 */
export const listDiskBackups = defineQuery({
  name: 'list_disk_backups',
  params: z.object({ table: z.enum(['backups', 'backup_log']) }),
  row: z.object({ disk: z.string(), backups: uint64, example: z.string() }),
  maxExecutionSeconds: 30,
  sql: ({ table }) => `
SELECT extract(name, '^Disk\\\\(\\'([^\\']+)') AS disk, uniqExact(name) AS backups, any(name) AS example
FROM system.${table}
WHERE startsWith(name, 'Disk(') AND status = 'BACKUP_CREATED'
GROUP BY disk`,
})
