'use client'
import { ResponsiveContainer, Tooltip, Treemap, type TreemapNode } from 'recharts'

export interface TreemapTile {
  key: string
  label: string
  /** The label in full, where a tile has no room for it. */
  title?: string | undefined
  value: number
  /** Of CSS: `tierColors.cache`. */
  color: string
  /** A second line of the tooltip. */
  note?: string | undefined
}

interface TreemapDrawingProps {
  tiles: readonly TreemapTile[]
  formatValue: (value: number | null) => string
}

/** Only the picture; use TileMap. */
export default function TreemapDrawing({ tiles, formatValue }: TreemapDrawingProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <Treemap
        data={tiles.map((tile) => ({ ...tile, name: tile.label }))}
        dataKey="value"
        nodeGap={2}
        isAnimationActive={false}
        content={(node) => <Tile node={node} text={formatValue(node.value)} />}
      >
        <Tooltip
          isAnimationActive={false}
          content={({ active, payload }) => {
            const tile = payload?.[0]?.payload as TreemapTile | undefined
            if (!active || !tile) return null
            return (
              <div className="rounded-md bg-raised px-2.5 py-2 text-xs shadow-float">
                <p className="max-w-80 break-all font-mono">{tile.title ?? tile.label}</p>
                <p className="mt-1 font-medium">{formatValue(tile.value)}</p>
                {tile.note ? <p className="text-ink-3">{tile.note}</p> : null}
              </div>
            )
          }}
        />
      </Treemap>
    </ResponsiveContainer>
  )
}

const characterPx = 6.6

function Tile({ node, text }: { node: TreemapNode; text: string }) {
  if (node.depth !== 1) return <g />
  const { x, y, width, height, name, color } = node
  const fits = width > 46 && height > 20
  const letters = Math.floor((width - 12) / characterPx)
  return (
    <g>
      <rect x={x} y={y} width={width} height={height} rx={3} fill={String(color)} fillOpacity={0.28} />
      <rect x={x} y={y} width={Math.min(3, width)} height={height} rx={1} fill={String(color)} />
      {fits ? (
        // It cuts what is wider than estimated.
        <svg aria-hidden="true" x={x} y={y} width={width - 4} height={height}>
          <text x={8} y={15} fontSize={11} fill="var(--color-ink)">
            {name.length > letters ? `${name.slice(0, Math.max(1, letters - 1))}…` : name}
          </text>
          {height > 36 && text.length <= letters ? (
            <text x={8} y={29} fontSize={10.5} fill="var(--color-ink-2)">
              {text}
            </text>
          ) : null}
        </svg>
      ) : null}
    </g>
  )
}
