import { Badge, RadioGroup } from '@frostline/ui'
import type { PolicyChoice } from '../hooks/use-table-policy.ts'

const rank = { finish: 0, allowed: 1, refused: 2, current: 3 }

interface Props {
  choices: readonly PolicyChoice[]
  value: string
  onValueChange: (policy: string) => void
}

/** What the server would take first; of the rest, what is missing. Those can be chosen too, to read all of it. */
export function PolicyChoices({ choices, value, onValueChange }: Props) {
  const sorted = choices
    .filter(({ verdict }) => verdict !== 'current')
    .toSorted((a, b) => rank[a.verdict] - rank[b.verdict])
  if (sorted.length === 0)
    return (
      <p className="text-ink-2 text-sm">The nodes have no other policy. Design one on the Storage page.</p>
    )
  return (
    <RadioGroup
      label="Policy"
      value={sorted.some(({ policy }) => policy === value) ? value : null}
      onValueChange={onValueChange}
      options={sorted.map((choice) => ({
        value: choice.policy,
        label: (
          <span className="inline-flex flex-wrap items-center gap-2">
            <span className="font-mono">{choice.policy}</span>
            {choice.verdict === 'refused' ? <Badge tone="danger">not possible</Badge> : null}
            {choice.verdict === 'finish' ? <Badge tone="warn">partly applied</Badge> : null}
          </span>
        ),
        description: describe(choice),
      }))}
    />
  )
}

function describe({ verdict, checks, volumes }: PolicyChoice): string {
  const blocking = checks.find(({ outcome }) => outcome === 'blocking')
  if (verdict === 'refused' && blocking) return blocking.text
  const gain = checks.find(({ id }) => id === 'gains')
  return [gain?.text, `Volumes: ${volumes.join(' → ')}.`].filter(Boolean).join(' ')
}
