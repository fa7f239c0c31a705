'use client'
import { AtLeast, Bytes, Count, Stat, StatRow, Unknown } from '@frostline/ui'
import type { ReactNode } from 'react'
import type { LiveData } from '../hooks/use-live.ts'

const labels = ['Queries', 'Merges', 'Moves', 'Fetches', 'Mutations'] as const

/**
 * Counts and bytes of each kind.
 * @param data undefined: not read yet. Null: no node has responded.
 */
export function LiveFigures({ data }: { data: LiveData | null | undefined }) {
  const figures = data ? listFigures(data) : []
  return (
    <StatRow className="mb-4">
      {labels.map((label, index) => {
        const { value, note } = figures[index] ?? { value: data === null ? <Unknown /> : '—', note: null }
        return <Stat key={label} label={label} value={value} note={note} />
      })}
    </StatRow>
  )
}

function listFigures(data: LiveData): { value: ReactNode; note: ReactNode }[] {
  const { coverage, queries, merges, moves, fetches, mutations } = data
  const atLeast = (amount: ReactNode) => <AtLeast complete={coverage.complete}>{amount}</AtLeast>
  const countOf = ({ count }: { count: bigint }) => atLeast(<Count value={count} />)
  return [
    {
      value: countOf(queries),
      note: <>{atLeast(<Bytes value={queries.storeBytes} />)} from object storage</>,
    },
    ...[merges, moves, fetches].map((kind) => ({
      value: countOf(kind),
      note: atLeast(<Bytes value={kind.bytes} />),
    })),
    {
      value: countOf(mutations),
      note: (
        <>
          {atLeast(<Count value={mutations.partsLeft} />)} {mutations.partsLeft === 1n ? 'part' : 'parts'}{' '}
          left
        </>
      ),
    },
  ]
}
