-- AlterEnum
ALTER TYPE "LoadStatementStatus" ADD VALUE 'unsent';
