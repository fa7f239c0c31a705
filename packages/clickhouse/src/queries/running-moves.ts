import { z } from 'zod'
import { atPlace, placeParams } from '../query/at-place.ts'
import { defineQuery, type RowOf } from '../query/define-query.ts'
import { float, uint64 } from '../query/scalars.ts'

/** Moves under way, ours and the server's: the part that is being copied now, one row per mover thread. */
export const runningMoves = defineQuery({
  name: 'running_moves',
  params: placeParams,
  row: z.object({
    database: z.string(),
    table: z.string(),
    elapsed: float,
    target_disk_name: z.string(),
    target_disk_path: z.string(),
    part_name: z.string(),
    part_size: uint64,
  }),
  sql: `
SELECT database, table, elapsed, target_disk_name, target_disk_path, part_name, part_size
FROM system.moves
WHERE ${atPlace}
ORDER BY elapsed DESC`,
})
export type RunningMoveRow = RowOf<typeof runningMoves>
