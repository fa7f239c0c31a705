'use client'
import { lazy } from 'react'
import { ChartFrame } from './chart-frame.tsx'
import type { ChartProps } from './chart-series.ts'
import type { TreemapTile } from './treemap-drawing.tsx'

const TreemapDrawing = lazy(() => import('./treemap-drawing.tsx'))

interface TileMapProps extends ChartProps {
  tiles: readonly TreemapTile[]
}

/** Areas proportional to their values. Empty tiles are not drawn, but are in the table for screen readers. */
export function TileMap({ label, tiles, formatValue, heightPx = 260, className }: TileMapProps) {
  return (
    <ChartFrame
      label={label}
      heightPx={heightPx}
      className={className}
      columns={['Name', 'Value']}
      rows={tiles.map((tile) => ({
        key: tile.key,
        cells: [tile.title ?? tile.label, formatValue(tile.value)],
      }))}
    >
      <TreemapDrawing tiles={tiles.filter(({ value }) => value > 0)} formatValue={formatValue} />
    </ChartFrame>
  )
}
