import { Badge, Bytes, Count, type DataColumn, formatExactTime, type Tone } from '@frostline/ui'
import type { TtlPartView } from '../table-ttl.ts'

const looks: Record<TtlPartView['gentle'], { tone: Tone; word: string; meaning: string }> = {
  stays: { tone: 'neutral', word: 'stays', meaning: 'Nothing is due now.' },
  moves: { tone: 'accent', word: 'moves now', meaning: 'The server moves it as soon as the TTL is applied.' },
  waits: { tone: 'warn', word: 'due, stays', meaning: 'Due, but without TTL information.' },
  blocked: {
    tone: 'danger',
    word: 'cannot move',
    meaning: 'Too large for the volume, or the target is missing.',
  },
  unknown: { tone: 'unknown', word: 'unknown', meaning: 'Neither the part nor its rows could be read.' },
}

function Fate({ kind }: { kind: TtlPartView['gentle'] }) {
  const { tone, word, meaning } = looks[kind]
  return (
    <Badge tone={tone} title={meaning}>
      {word}
    </Badge>
  )
}

export const partColumns: readonly DataColumn<TtlPartView>[] = [
  {
    id: 'name',
    header: 'Part',
    minWidthPx: 170,
    cell: ({ name }) => <span className="truncate font-mono text-xs">{name}</span>,
    sortValue: ({ name }) => name,
  },
  {
    id: 'node',
    header: 'Node',
    minWidthPx: 160,
    cell: ({ node }) => <span className="truncate font-mono text-xs">{node}</span>,
    sortValue: ({ node }) => node,
  },
  {
    id: 'gentle',
    header: 'Gentle',
    minWidthPx: 100,
    grow: 0,
    cell: ({ gentle }) => <Fate kind={gentle} />,
    sortValue: ({ gentle }) => gentle,
  },
  {
    id: 'heavy',
    header: 'Heavy',
    minWidthPx: 100,
    grow: 0,
    cell: ({ heavy }) => <Fate kind={heavy} />,
    sortValue: ({ heavy }) => heavy,
  },
  {
    id: 'way',
    header: 'From → to',
    minWidthPx: 170,
    cell: ({ disk, to }) => (
      <span className="truncate font-mono text-xs">
        {disk}
        {to ? ` → ${to}` : ''}
      </span>
    ),
  },
  {
    id: 'rows',
    header: 'Rows',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    cell: ({ rows }) => <Count value={rows} />,
    sortValue: ({ rows }) => rows,
    sortDescFirst: true,
  },
  {
    id: 'bytes',
    header: 'Bytes',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    cell: ({ bytes }) => <Bytes value={bytes} />,
    sortValue: ({ bytes }) => bytes,
    sortDescFirst: true,
  },
  {
    id: 'gentle-next',
    header: 'Next move, gentle',
    description: 'By the current TTL information of the part.',
    minWidthPx: 170,
    grow: 0,
    cell: ({ gentleNextAt }) => <NextMove at={gentleNextAt} />,
    sortValue: ({ gentleNextAt }) => gentleNextAt,
  },
  {
    id: 'heavy-next',
    header: 'Next move, heavy',
    minWidthPx: 170,
    grow: 0,
    cell: ({ heavyNextAt }) => <NextMove at={heavyNextAt} />,
    sortValue: ({ heavyNextAt }) => heavyNextAt,
  },
  {
    id: 'lost-rows',
    header: 'Rows lost',
    align: 'end',
    minWidthPx: 110,
    grow: 0,
    cell: ({ lostRows }) => <Count value={lostRows} />,
    sortValue: ({ lostRows }) => lostRows,
    sortDescFirst: true,
  },
  {
    id: 'lost-values',
    header: 'Values lost',
    description: 'By column TTLs.',
    align: 'end',
    minWidthPx: 110,
    grow: 0,
    cell: ({ lostValues }) => <Count value={lostValues} />,
    sortValue: ({ lostValues }) => lostValues,
    sortDescFirst: true,
  },
]

function NextMove({ at }: { at: Date | null }) {
  return <span className="text-xs">{at ? formatExactTime(at) : '—'}</span>
}
