import {
  Bytes,
  Count,
  formatBytes,
  formatCountOf,
  formatDuration,
  RelativeTime,
  Stat,
  StatRow,
} from '@frostline/ui'
import type { NodeFigures } from '../hooks/use-nodes.ts'
import { HitRatio } from './node-overview-tile.tsx'

/** The same layout before and after the figures arrive. */
export function NodeStats({ figures }: { figures: NodeFigures | null }) {
  const errors = figures?.errors.reduce((sum, error) => sum + error.count, 0n)
  const last = figures?.errors.find((error) => error.lastAt !== null)
  return (
    <StatRow>
      <Stat
        label="Hot"
        tier="hot"
        value={figures ? <Bytes value={figures.tiers.hot.bytes} /> : '—'}
        note={figures ? formatCountOf(figures.tiers.hot.parts, 'part') : ' '}
      />
      <Stat
        label="Cold"
        tier="cold"
        value={figures ? <Bytes value={figures.tiers.cold.bytes} /> : '—'}
        note={figures ? formatCountOf(figures.tiers.cold.parts, 'part') : ' '}
      />
      <Stat
        label="Cache hits since start"
        tier="cache"
        value={figures ? <HitRatio ratio={figures.cache.hitRatio} /> : '—'}
        note={
          figures
            ? `holds ${formatBytes(figures.cache.sizeBytes)} of ${formatBytes(figures.cache.limitBytes)}`
            : ' '
        }
      />
      <Stat
        label="Uptime"
        value={figures ? formatDuration(figures.uptimeSeconds * 1000) : '—'}
        note={figures ? formatCountOf(figures.tables, 'table') : ' '}
      />
      <Stat
        label="Errors since start"
        value={errors === undefined ? '—' : <Count value={errors} short />}
        note={
          last ? (
            <>
              last <RelativeTime at={last.lastAt} />
            </>
          ) : (
            ' '
          )
        }
      />
    </StatRow>
  )
}
