import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { findFreePort } from './ports.ts'

/** Runs `count` processes at once that each print what `choose` gives. None ends before all have printed. */
async function runProcesses(count: number, choose: string): Promise<unknown[]> {
  const program = `
    const { findFreePort, keepOrFindPort } = await import(${JSON.stringify(new URL('./ports.ts', import.meta.url).href)})
    console.log(JSON.stringify(${choose}))
    await new Promise((resolve) => process.stdin.on('end', resolve).resume())`
  const all = Array.from({ length: count }, () =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]),
  )
  await Promise.all(all.map(({ child }) => child.stdout && once(child.stdout, 'data')))
  for (const { child } of all) child.stdin?.end()
  return (await Promise.all(all)).map(({ stdout }) => JSON.parse(stdout))
}

it('gives no port to two processes while both run', async () => {
  const own = Promise.all(Array.from({ length: 400 }, findFreePort))
  const others = runProcesses(3, 'await Promise.all(Array.from({ length: 400 }, findFreePort))')
  const all = [...(await own), ...(await others)].flat()
  expect(all).toHaveLength(1600)
  expect(new Set(all).size).toBe(1600)
})

it('lets one of several processes keep a port that all of them had before', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  const whileUsed = await runProcesses(1, `await keepOrFindPort(${port})`)
  expect(whileUsed).not.toContain(port)
  await new Promise((resolve) => holder.close(resolve))
  const kept = await runProcesses(4, `await keepOrFindPort(${port})`)
  expect(kept.filter((each) => each === port)).toHaveLength(1)
  expect(new Set(kept).size).toBe(4)
})
