// `node scripts/with-processor-time.mjs FILE COMMAND…`: runs the command, and writes the CPU seconds of it and all that it
// waited for into the file. Of stages that run in parallel only a parent of their own can tell them apart.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const [file, program, ...args] = process.argv.slice(2)
// Signals reach the whole process group: the program ends by them, and this process after it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
const child = spawn(program, args, { stdio: 'inherit' })
child.once('error', (error) => {
  console.error(error.message)
  process.exitCode = 1
})
child.once('exit', (code) => {
  process.exitCode = code ?? 1
  // Absent outside of Linux.
  if (!existsSync('/proc/self/stat')) return
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')
  writeFileSync(file, String((Number(fields[13]) + Number(fields[14])) / 100))
})
