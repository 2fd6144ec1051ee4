/** `asset simulate`: every figure of one asset, without database. Same input, same figures, whatever was asked before. */
import type { Language } from '../../kernel/errors.ts';
import { type SimulationInput, simulationFacts } from './facts.ts';
import { resultOf, type SimulationResult } from './result.ts';
import { type AssetStudy, studyAsset } from './study.ts';

/** Throws the specific error of what is wrong with the asset; `language` is that of the alerts. */
export const simulate = (input: SimulationInput, language: Language): SimulationResult =>
  resultOf(studySimulation(input), language);

export const studySimulation = (input: SimulationInput): AssetStudy =>
  studyAsset(simulationFacts(input), input.exercises, input.windows);
