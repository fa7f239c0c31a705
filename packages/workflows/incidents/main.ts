import { parseArgs } from 'node:util'
import { incidentKinds } from '../src/testing/incidents/incident-kinds.ts'
import { runIncidents } from '../src/testing/incidents/run-incidents.ts'

/**
 * `npm run incidents [-- --seed 1 --quiet 3 --only 'slow store,mutation']`: makes incidents on real engines and prints
 * whether Explain finds their true causes, as the table of docs/guide/incident.md.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    quiet: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
})
const seed = Number(values.seed)
const quietPeriods = Number(values.quiet)
if (!Number.isInteger(seed) || !Number.isInteger(quietPeriods) || quietPeriods < 0)
  throw new Error('Give --seed a whole number and --quiet a whole number from 0.')
const only = values.only?.split(',').map((name) => name.trim())
const unknown = only?.find((name) => incidentKinds.every((kind) => kind.name !== name))
if (unknown !== undefined)
  throw new Error(
    `There is no incident ${unknown}. Give some of: ${incidentKinds.map(({ name }) => name).join(', ')}.`,
  )

const { outcomes, quiet } = await runIncidents({
  ...{ seed, quietPeriods, report: (line) => console.log(line) },
  ...(only ? { kinds: only } : {}),
})
console.log('\n| incident | fault | true cause | what Explain says |\n| --- | --- | --- | --- |')
for (const { name, fault, place, sentence } of outcomes)
  console.log(
    `| ${name} | ${fault} | ${place === null ? 'not found' : place === 1 ? 'first' : `place ${place}`} | ${sentence.replaceAll('|', '\\|')} |`,
  )
const inThree = outcomes.filter(({ place }) => place !== null && place <= 3).length
console.log(
  `\nFirst: ${outcomes.filter(({ place }) => place === 1).length} of ${outcomes.length}. In the first three: ${inThree}. Quiet periods that accuse: ${quiet.accused.length} of ${quiet.periods}.`,
)
if (inThree < outcomes.length || quiet.accused.length > 0) process.exitCode = 1
