import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runKinds, statesThatAreNoRuns } from './run-kinds.ts'

interface Model {
  name: string
  hasState: boolean
  columns: string[]
  /** Models that it references by a foreign key of its own, and the ON DELETE action. */
  parents: { model: string; onDelete: string }[]
}

const schema = readFileSync(new URL('../../../../../prisma/schema.prisma', import.meta.url), 'utf8')
const models: Model[] = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(
  ([, name = '', body = '']) => ({
    name,
    hasState: /^ {2}(status|state|droppedAt|activeKey)\s/m.test(body),
    columns: [...body.matchAll(/^ {2}(\w+)\s/gm)].map(([, column = '']) => column),
    parents: [...body.matchAll(/^ {2}\w+\s+(\w+)\??\s+@relation\(.*fields:.*onDelete: (\w+)/gm)].map(
      ([, model = '', onDelete = '']) => ({ model, onDelete }),
    ),
  }),
)
/** The model of a kind of run, or the model itself. */
const modelOf = (key: string) => key.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())
/** `Run` is in the list by each of its kinds. */
const guarded = new Set(['Run', ...Object.keys(runKinds).map(modelOf)])
const named = (name: string) => models.find((model) => model.name === name)

/** Whether it reaches one of the roots by foreign keys without passing a run that is in the list. */
function belongsUnguarded(
  { name, parents }: Model,
  roots: readonly string[],
  seen = new Set<string>(),
): boolean {
  if (seen.has(name)) return false
  seen.add(name)
  return parents.some(({ model }) => {
    if (roots.includes(model)) return true
    const parent = named(model)
    return parent !== undefined && !guarded.has(model) && belongsUnguarded(parent, roots, seen)
  })
}

describe('the list of open runs', () => {
  it('has every model with a state that belongs to a cluster, a source, a user or a token', () => {
    const roots = ['Cluster', 'Source', 'User', 'ApiToken']
    const wanted = models.filter((model) => model.hasState && belongsUnguarded(model, roots))
    expect(wanted.map(({ name }) => name)).toEqual(expect.arrayContaining(['Run', 'StorageRollout']))
    const known = new Set([...guarded, ...Object.keys(statesThatAreNoRuns)])
    expect(wanted.filter(({ name }) => !known.has(name)).map(({ name }) => name)).toEqual([])
  })

  it('has every model with a state that names a source or a cluster without a foreign key', () => {
    const loose = models.filter(
      ({ name, hasState, columns, parents }) =>
        hasState &&
        columns.some((column) => column === 'sourceId' || column === 'clusterId') &&
        !guarded.has(name) &&
        !(name in statesThatAreNoRuns) &&
        !parents.some(({ model }) => guarded.has(model) || model === 'Cluster'),
    )
    expect(loose.map(({ name }) => name)).toEqual([])
  })

  it('knows the source of every run that has one', () => {
    for (const [name, { hasSource }] of Object.entries(runKinds))
      expect([name, hasSource]).toEqual([name, named(modelOf(name))?.columns.includes('sourceId')])
  })

  it('contains no name that the schema lacks', () => {
    for (const name of [...guarded, ...Object.keys(statesThatAreNoRuns)]) expect(named(name)).toBeDefined()
  })
})

it('lets no cascade delete the backups of files on nodes', () => {
  const reaching = (name: string): Model[] => {
    const own = models.filter((model) => model.name === name)
    return [...own, ...own.flatMap(({ parents }) => parents.flatMap(({ model }) => reaching(model)))]
  }
  const rollout = reaching('StorageRolloutStep').filter(({ name }) => name.startsWith('StorageRollout'))
  expect(rollout.flatMap(({ parents }) => parents.map(({ onDelete }) => onDelete))).toEqual(
    Array(3).fill('Restrict'),
  )
})
