import {
  copyableSql,
  materializeTtlInPartitionStatement,
  optimizePartitionStatement,
  type Statement,
  startMovesStatement,
} from '@frostline/clickhouse'
import type { PlacementFix } from '@frostline/domain'
import type { PlacementFixView } from './schema.ts'

/** A fix with all that one click needs: the statement as people would paste it, or where to go. */
export function renderFix(
  fix: PlacementFix,
  at: { database: string; table: string },
  partitionId: string,
): PlacementFixView {
  switch (fix.kind) {
    case 'plan-move':
      return { ...fix, partitionId }
    case 'start-moves':
      return { kind: fix.kind, statement: print(startMovesStatement(at)) }
    case 'materialize-ttl':
      return { kind: fix.kind, statement: print(materializeTtlInPartitionStatement(at, partitionId)) }
    case 'optimize-partition':
      return { kind: fix.kind, statement: print(optimizePartitionStatement(at, partitionId)) }
    default:
      return fix
  }
}

function print({ sql, params }: Statement): string {
  return copyableSql(sql, params)
}
