import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { findFreePort } from './ports.ts'

const program = `
  const { findFreePort } = await import(${JSON.stringify(new URL('./ports.ts', import.meta.url).href)})
  const ports = []
  for (let taken = 0; taken < 400; taken++) ports.push(await findFreePort())
  console.log(JSON.stringify(ports))
  await new Promise((resolve) => process.stdin.on('end', resolve).resume())`

it('gives no port to two processes while both run', async () => {
  const others = Array.from({ length: 3 }, () =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program]),
  )
  const own = []
  for (let taken = 0; taken < 400; taken++) own.push(await findFreePort())
  // Each has chosen all of its ports before any ends.
  await Promise.all(others.map(({ child }) => new Promise((resolve) => child.stdout?.once('data', resolve))))
  for (const { child } of others) child.stdin?.end()
  const all = [...own, ...(await Promise.all(others)).flatMap(({ stdout }) => JSON.parse(stdout) as number[])]
  expect(new Set(all).size).toBe(all.length)
})
