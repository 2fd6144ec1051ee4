/** `asset simulate`: every figure of one asset, without database. Same input, same figures, whatever was asked before. */
import type { Issue, Language } from '../../kernel/errors.ts';
import type { Exercise } from '../engine/calendar.ts';
import { assetErrors } from '../errors.ts';
import { simulationFacts } from './facts.ts';
import type { SimulationResult } from './result.ts';
import { type SimulationInput, simulationSchema } from './schema.ts';
import { type AssetStudy, studyAsset } from './study.ts';
import { resultOf } from './wire.ts';

const MOST_ISSUES = 50;

/** Reads a body of `asset simulate`. Throws InvalidAsset with every faulty place. */
export function parseSimulation(body: unknown): SimulationInput {
  const parsed = simulationSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issues: Issue[] = parsed.error.issues
    .slice(0, MOST_ISSUES)
    .map(({ path, code, message }) => ({ path: ['Body', ...path].map(String).join('.'), code, message }));
  throw assetErrors.InvalidAsset({ count: parsed.error.issues.length }, issues);
}

/**
 * Simulates an asset from a raw body. Throws InvalidAsset or the specific error of what is wrong with the asset;
 * `language` is that of the alerts.
 */
export const simulateAsset = (body: unknown, language: Language = 'fr'): SimulationResult =>
  simulateParsed(parseSimulation(body), language);

/** The same from an input already read by `simulationSchema`. */
export const simulateParsed = (input: SimulationInput, language: Language = 'fr'): SimulationResult =>
  resultOf(studySimulation(input), language);

export const studySimulation = (input: SimulationInput): AssetStudy =>
  studyAsset(simulationFacts(input), input.Exercises.map(exerciseOf), input.Windows.map(exerciseOf));

const exerciseOf = ({ Start, End }: SimulationInput['Exercises'][number]): Exercise => ({ start: Start, end: End });
