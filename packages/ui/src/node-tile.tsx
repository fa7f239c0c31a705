'use client'
import type { ReactElement, ReactNode } from 'react'
import { StatusPill, type Tone } from './badge.tsx'
import type { Quantity } from './format/quantity.ts'
import { joinClasses } from './join-classes.ts'
import { Bytes } from './quantity-text.tsx'
import { TierBar } from './tier-bar.tsx'

export type NodeHealth = 'healthy' | 'degraded' | 'unreachable'

export interface NodeTileProps {
  name: string
  health: NodeHealth
  /** "shard 1 · replica 1 · 26.7.2.1 · up 3 d". */
  meta?: ReactNode
  /** Why it is degraded or unreachable, in a sentence. */
  problem?: string | undefined
  hotBytes: Quantity
  coldBytes: Quantity
  freeBytes: Quantity
  /** Link around the name. */
  link?: ((children: ReactNode) => ReactElement) | undefined
  children?: ReactNode
}

const tones: Record<NodeHealth, { tone: Tone; word: string }> = {
  healthy: { tone: 'ok', word: 'healthy' },
  degraded: { tone: 'warn', word: 'degraded' },
  unreachable: { tone: 'unknown', word: 'unreachable' },
}

export function NodeTile(props: NodeTileProps) {
  const { name, health, meta, problem, hotBytes, coldBytes, freeBytes, link, children } = props
  const away = health === 'unreachable'
  const known = <T,>(value: T) => (away ? null : value)
  const title = <span className="truncate font-medium font-mono text-sm">{name}</span>
  return (
    <article
      aria-label={`Node ${name}, ${tones[health].word}`}
      className={joinClasses(
        'flex min-w-0 flex-col gap-2 rounded-lg border bg-surface p-3',
        away && 'border-line-strong border-dashed',
      )}
    >
      <div className="flex items-center justify-between gap-2">
        {link ? link(title) : title}
        <StatusPill tone={tones[health].tone}>{tones[health].word}</StatusPill>
      </div>
      {meta ? <p className="truncate text-ink-3 text-xs">{meta}</p> : null}
      <TierBar
        label={`Bytes on ${name}`}
        amounts={[
          { tier: 'hot', sizeBytes: known(hotBytes) },
          { tier: 'cold', sizeBytes: known(coldBytes) },
        ]}
      />
      <dl className="grid grid-cols-3 gap-2 text-xs">
        <TileFigure label="hot" value={known(hotBytes)} />
        <TileFigure label="cold" value={known(coldBytes)} />
        <TileFigure label="free" value={known(freeBytes)} />
      </dl>
      {problem ? (
        <p className={joinClasses('text-xs', away ? 'text-ink-2' : 'text-warn-ink')}>{problem}</p>
      ) : null}
      {children}
    </article>
  )
}

function TileFigure({ label, value }: { label: string; value: Quantity }) {
  return (
    <div className="min-w-0">
      <dt className="text-2xs text-ink-3">{label}</dt>
      <dd className="truncate font-medium">
        <Bytes value={value} />
      </dd>
    </div>
  )
}
