// Starts a program in a process group of its own, which ends when this process is gone, however it ended.
import { spawn } from 'node:child_process'

// It waits until our end of its input closes, which happens when we end. The program itself names its group. If we named it,
// we could be killed in between, and the program would stay.
const LEASH = `
  read -r group || exit 0
  cat > /dev/null
  kill -s TERM -- "-$group" 2> /dev/null || exit 0
  for half in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
    sleep 0.5
    kill -s 0 -- "-$group" 2> /dev/null || exit 0
  done
  kill -s KILL -- "-$group"
`
const LAUNCH = 'echo $$ >&3; exec "$@" 3>&-'

/**
 * Options are those of `spawn`, with `stdio` for the input and the two outputs. Call `unleash` when the group has
 * ended. A program that does not exist ends with exit code 127 and a message on its error output.
 */
export function spawnLeashed([program, ...args], { stdio, ...options }) {
  const leash = spawn('sh', ['-c', LEASH], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  leash.on('error', () => {})
  leash.stdin.on('error', () => {})
  leash.unref()
  const three = typeof stdio === 'string' ? [stdio, stdio, stdio] : stdio
  const child = spawn('sh', ['-c', LAUNCH, 'sh', program, ...args], {
    ...options,
    stdio: [...three, leash.stdin],
    detached: true,
  })
  return { child, unleash: () => void leash.kill('SIGKILL') }
}
