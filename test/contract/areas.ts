/** Every area of the contract. */

import { assetImport } from './cases/asset-import.ts';
import { assetLedger } from './cases/asset-ledger.ts';
import { assetQueries } from './cases/asset-queries.ts';
import { assetRegister } from './cases/asset-register.ts';
import { assetSimulation } from './cases/asset-simulation.ts';
import { bankComplements } from './cases/bank-complements.ts';
import { bankConnections } from './cases/bank-connections.ts';
import { bankQuery } from './cases/bank-query.ts';
import { bankReconciliation } from './cases/bank-reconciliation.ts';
import { bankStatements } from './cases/bank-statements.ts';
import { bankTransactions } from './cases/bank-transactions.ts';
import { declarationSending } from './cases/declaration-sending.ts';
import { declarations } from './cases/declarations.ts';
import { folders } from './cases/folders.ts';
import { ledger } from './cases/ledger.ts';
import { operator } from './cases/operator.ts';
import { vatAllocation } from './cases/vat-allocation.ts';
import { vatAssistant } from './cases/vat-assistant.ts';
import { vatConfiguration } from './cases/vat-configuration.ts';
import { vatDeadlines } from './cases/vat-deadlines.ts';
import { vatFiling } from './cases/vat-filing.ts';
import { vatLines } from './cases/vat-lines.ts';
import { vatProcedures } from './cases/vat-procedures.ts';
import { vatSimulation } from './cases/vat-simulation.ts';
import type { Area } from './requests.ts';

export const AREAS: readonly Area[] = [
  folders,
  operator,
  ledger,
  bankStatements,
  bankTransactions,
  bankQuery,
  bankComplements,
  bankReconciliation,
  bankConnections,
  assetSimulation,
  assetRegister,
  assetImport,
  assetLedger,
  assetQueries,
  declarations,
  declarationSending,
  vatSimulation,
  vatLines,
  vatConfiguration,
  vatAllocation,
  vatAssistant,
  vatProcedures,
  vatDeadlines,
  vatFiling,
];
