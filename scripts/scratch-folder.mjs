import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const GIB = 2 ** 30
const inMemory = '/dev/shm'
/** Three concurrent integration tests, the e2e installation and two labs use about 5 GiB at a time. */
const neededGib = 6
/** For the processes themselves. */
const sparedGib = 6

/**
 * Folder for temporary test data. Engines constantly create and remove small files; in memory a stage takes a quarter
 * less time than on ext4. Without enough memory: the usual folder.
 */
export function chooseScratchFolder() {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    const available = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))
    if (bavail * bsize > neededGib * GIB && Number(available?.[1]) * 1024 > (neededGib + sparedGib) * GIB)
      return inMemory
  } catch {
    // No such folder on this system.
  }
  return tmpdir()
}
