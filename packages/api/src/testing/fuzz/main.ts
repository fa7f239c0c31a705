import { parseArgs } from 'node:util'
import { runFuzz } from './fuzz.ts'
import { openProductTarget } from './product-target.ts'

/**
 * `npm run fuzz [-- --inputs 10000 --seed 1 --only tables.]`: generated inputs to every procedure and endpoint of a
 * separate installation. The same seed generates the same. Exits with 1 for a status of 500 and above, no response in
 * time, or a process that has ended.
 */
const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const inputs = Number(values.inputs)
const seed = Number(values.seed)
if (!Number.isInteger(inputs) || inputs < 1 || !Number.isInteger(seed))
  throw new Error('Give --inputs a whole number from 1 and --seed a whole number.')

const target = await openProductTarget()
try {
  const report = await runFuzz(target, { seed, inputs, only: values.only, report: console.log })
  for (const [at, { sent, answers, slowestMs }] of Object.entries(report.procedures)) {
    const statuses = Object.entries(answers).map(([status, count]) => `${status}: ${count}`)
    console.log(`${at}: ${sent} sent, ${statuses.join(', ')}, slowest ${slowestMs} ms`)
  }
  console.log(
    `${report.inputs} inputs of seed ${seed} in ${Math.round(report.elapsedMs / 1000)} s, ${report.faults.length} faults`,
  )
  if (report.faults.length > 0) process.exitCode = 1
} finally {
  await target.close()
}
