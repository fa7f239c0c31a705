import {
  Badge,
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  formatExactTime,
  monoColumn,
  type Tone,
} from '@frostline/ui'
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
  monoColumn('name', 'Part', { minWidthPx: 170, sorted: true }, ({ name }) => name),
  monoColumn('node', 'Node', { minWidthPx: 160, sorted: true }, ({ node }) => node),
  column(
    'gentle',
    'Gentle',
    { minWidthPx: 100, grow: 0, sortValue: ({ gentle }) => gentle },
    ({ gentle }) => <Fate kind={gentle} />,
  ),
  column('heavy', 'Heavy', { minWidthPx: 100, grow: 0, sortValue: ({ heavy }) => heavy }, ({ heavy }) => (
    <Fate kind={heavy} />
  )),
  column('way', 'From → to', 170, ({ disk, to }) => (
    <span className="truncate font-mono text-xs">
      {disk}
      {to ? ` → ${to}` : ''}
    </span>
  )),
  countColumn('rows', 'Rows', { minWidthPx: 90, sorted: true }, ({ rows }) => rows),
  bytesColumn('bytes', 'Bytes', { minWidthPx: 90, sorted: true }, ({ bytes }) => bytes),
  column(
    'gentle-next',
    'Next move, gentle',
    {
      minWidthPx: 170,
      grow: 0,
      description: 'By the current TTL information of the part.',
      sortValue: ({ gentleNextAt }) => gentleNextAt,
    },
    ({ gentleNextAt }) => <NextMove at={gentleNextAt} />,
  ),
  column(
    'heavy-next',
    'Next move, heavy',
    { minWidthPx: 170, grow: 0, sortValue: ({ heavyNextAt }) => heavyNextAt },
    ({ heavyNextAt }) => <NextMove at={heavyNextAt} />,
  ),
  countColumn('lost-rows', 'Rows lost', { minWidthPx: 110, sorted: true }, ({ lostRows }) => lostRows),
  countColumn(
    'lost-values',
    'Values lost',
    { minWidthPx: 110, description: 'By column TTLs.', sorted: true },
    ({ lostValues }) => lostValues,
  ),
]

function NextMove({ at }: { at: Date | null }) {
  return <span className="text-xs">{at ? formatExactTime(at) : '—'}</span>
}
