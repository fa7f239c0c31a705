import type { ComponentType } from 'react'
import { joinClasses } from './join-classes.ts'

type Tone = 'plain' | 'hot' | 'cold' | 'cache' | 'accent'

const tones: Record<Tone, string> = {
  plain: 'bg-sunken text-ink-2',
  hot: 'bg-hot-soft text-hot-ink',
  cold: 'bg-cold-soft text-cold-ink',
  cache: 'bg-cache-soft text-cache-ink',
  accent: 'bg-accent-soft text-accent-ink',
}

interface EmptyPictureProps {
  /** From left to right, with an arrow between each two. */
  of: readonly (readonly [icon: ComponentType<{ className?: string }>, tone: Tone])[]
}

/** What a page is for, as a row of tiles: a hot disk, an arrow, a bucket. Decoration: the words beside it say the same. */
export function EmptyPicture({ of }: EmptyPictureProps) {
  return (
    <span aria-hidden className="mb-3 flex items-center">
      {of.map(([Icon, tone], index) => (
        // The order of tiles never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: two tiles may be alike
        <span key={index} className="flex items-center">
          {index === 0 ? null : <Arrow />}
          <span
            className={joinClasses('flex size-11 items-center justify-center rounded-xl border', tones[tone])}
          >
            <Icon className="size-5" />
          </span>
        </span>
      ))}
    </span>
  )
}

function Arrow() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 32 12"
      className="h-3 w-8 text-line-strong"
      fill="none"
      stroke="currentColor"
    >
      <path d="M4 6h22m-4-4 4 4-4 4" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
