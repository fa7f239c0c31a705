'use client'
import { AtLeast, Bytes, Count, Stat, StatRow } from '@frostline/ui'
import type { ReactNode } from 'react'
import type { LiveData } from '../hooks/use-live.ts'

/** Counts and bytes of each kind, of the nodes that responded. */
export function LiveFigures({ data }: { data: LiveData | undefined }) {
  const figures = ['Queries', 'Merges', 'Moves', 'Fetches', 'Mutations']
  const shown = data ? listFigures(data) : null
  return (
    <StatRow className="mb-4">
      {figures.map((label, index) => {
        const figure = shown?.[index]
        return (
          <Stat
            key={label}
            label={label}
            value={
              figure && data ? (
                <AtLeast complete={data.coverage.complete}>
                  <Count value={figure.count} />
                </AtLeast>
              ) : (
                '—'
              )
            }
            note={figure?.note}
          />
        )
      })}
    </StatRow>
  )
}

function listFigures(data: LiveData): { count: bigint; note: ReactNode }[] {
  const { queries, merges, moves, fetches, mutations } = data
  return [
    {
      count: queries.count,
      note: (
        <>
          <Bytes value={queries.storeBytes} /> from object storage
        </>
      ),
    },
    ...[merges, moves, fetches].map(({ count, bytes }) => ({ count, note: <Bytes value={bytes} /> })),
    {
      count: mutations.count,
      note: (
        <>
          <Count value={mutations.partsLeft} /> {mutations.partsLeft === 1n ? 'part' : 'parts'} left
        </>
      ),
    },
  ]
}
