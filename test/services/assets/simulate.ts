/** Bodies of `asset simulate` as the product reads them, and what it answers. */
import type * as z from 'zod';
import { assetSimulate } from '../../../src/commands/asset/simulate.ts';
import { Comparison, Explanations, Simulation } from '../../../src/commands/asset/simulation-wire.ts';
import { parseInput } from '../../../src/commands/operation/invoke.ts';
import { toWire } from '../../../src/commands/operation/wire.ts';
import { explainFigures } from '../../../src/services/assets/explain/explain.ts';
import { compareScenarios } from '../../../src/services/assets/simulation/compare.ts';
import type { SimulationInput } from '../../../src/services/assets/simulation/facts.ts';
import { simulate, studySimulation } from '../../../src/services/assets/simulation/simulate.ts';
import type { Language } from '../../../src/services/kernel/errors.ts';

export type SimulationResult = z.output<typeof Simulation>;
export type ScheduleLine = SimulationResult['Economic'][number];
export type ExerciseEntryLines = SimulationResult['Entries'][number];

export const parseSimulation = (body: unknown): SimulationInput =>
  parseInput(assetSimulate, { body }).body as SimulationInput;

export const simulateAsset = (body: unknown, language: Language = 'fr'): SimulationResult =>
  toWire(Simulation, simulate(parseSimulation(body), language));

export const compareAsset = (body: unknown) =>
  toWire(Comparison, { scenarios: compareScenarios(parseSimulation(body)) }).Scenarios;

export const explainAsset = (body: unknown, figure = '', language: Language = 'fr') =>
  toWire(Explanations, { figures: explainFigures(studySimulation(parseSimulation(body)), figure, language) }).Figures;
