-- AlterEnum. By itself: a new value may not be used in the transaction that adds it.
ALTER TYPE "RunStatus" ADD VALUE 'waiting' AFTER 'paused';
