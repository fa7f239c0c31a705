// Ends a process group when this process is gone, however it ended.
import { spawn } from 'node:child_process'

// It waits until our pipe closes, which happens when we end.
const LEASH = `
  cat > /dev/null
  kill -s TERM -- "-$1" 2> /dev/null || exit 0
  for half in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do sleep 0.5; kill -s 0 -- "-$1" 2> /dev/null || exit 0; done
  kill -s KILL -- "-$1"
`

/** Removes the leash; call it when the group has ended. */
export function leashGroup(pid) {
  const shell = spawn('sh', ['-c', LEASH, 'leash', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.on('error', () => {})
  shell.stdin.on('error', () => {})
  shell.unref()
  return () => void shell.kill('SIGKILL')
}
