/** The postal address of a firm or of a folder, as operations take and give it. */
import * as z from 'zod';
import { maybe, text } from '../operation/outputs.ts';

export const given = (about: string, max = 100) => z.string().trim().max(max).nullish().describe(about);

export const ADDRESS_INPUT = {
  Street: given('Number and street: 12 rue des Lilas', 60),
  PostCode: given('Post code', 17),
  Town: given('Town', 35),
  Country: given('Two letters of ISO 3166; France unless given', 2),
};

export const ADDRESS_OUTPUT = {
  Street: maybe(text('Voie')),
  PostCode: maybe(text('Code postal')),
  Town: maybe(text('Ville')),
  Country: maybe(text('Pays')),
};
