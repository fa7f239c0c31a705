import { parseArgs } from 'node:util'
import { incidentKinds } from '../src/testing/incidents/incident-kinds.ts'
import { replicatedKinds } from '../src/testing/incidents/replicated-kinds.ts'
import { runIncidents } from '../src/testing/incidents/run-incidents.ts'

/**
 * `npm run incidents [-- --seed 1 --quiet 3 --hours 10 --only 'slow store,mutation']`: makes incidents on real engines and prints
 * whether Explain finds their true causes, as the table of docs/guide/incident.md.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    quiet: { type: 'string', default: '3' },
    hours: { type: 'string', default: '0' },
    only: { type: 'string' },
  },
})
const seed = Number(values.seed)
const quietPeriods = Number(values.quiet)
const quietHours = Number(values.hours)
if (!Number.isInteger(seed) || [quietPeriods, quietHours].some((each) => !Number.isInteger(each) || each < 0))
  throw new Error('Give --seed a whole number, and --quiet and --hours whole numbers from 0.')
const names = [...incidentKinds, ...replicatedKinds].map(({ name }) => name)
const only = values.only?.split(',').flatMap((name) => name.trim() || [])
const unknown = only?.find((name) => !names.includes(name))
if (unknown !== undefined)
  throw new Error(`There is no incident ${unknown}. Give some of: ${names.join(', ')}.`)

const { outcomes, quiet, skipped } = await runIncidents({
  ...{ seed, quietPeriods, quietHours },
  whyNoReplicas: process.env.FROSTLINE_INCIDENTS_NO_REPLICAS ?? null,
  ...{ report: (line) => console.log(line) },
  ...(only ? { kinds: only } : {}),
})
console.log('\n| incident | fault | true cause | what Explain says |\n| --- | --- | --- | --- |')
for (const { name, fault, place, sentence } of outcomes)
  console.log(
    `| ${name} | ${fault} | ${place === null ? 'not found' : place === 1 ? 'first' : `place ${place}`} | ${sentence.replaceAll('|', '\\|')} |`,
  )
const inThree = outcomes.filter(({ place }) => place !== null && place <= 3).length
console.log(
  `\nFirst: ${outcomes.filter(({ place }) => place === 1).length} of ${outcomes.length}. In the first three: ${inThree}. Quiet periods that accuse: ${quiet.accused.length} of ${quiet.periods}. Not made: ${skipped.length}.`,
)
if (inThree < outcomes.length || quiet.accused.length > 0) process.exitCode = 1
