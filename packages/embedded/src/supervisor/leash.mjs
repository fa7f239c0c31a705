// Loaded into set-up, web and worker before their own code: when the supervisor is gone, however it ended, the IPC
// channel closes and the program ends itself like on SIGTERM.
const GRACE_MS = 8000

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), GRACE_MS).unref()
})
process.channel?.unref()
