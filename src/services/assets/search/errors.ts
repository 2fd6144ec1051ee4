/** What can be wrong with a question about the assets of a folder. */
import { defineErrors, invalid } from '../../kernel/errors.ts';

export const assetQueryErrors = defineErrors({
  InvalidAssetFilterValue: {
    kind: 'invalid',
    en: 'the filter {filter} gives {property} a value that is not of its type, {type}',
    fr: 'le filtre {filter} donne à {property} une valeur qui n’est pas de son type, {type}',
    hint: {
      en: 'Amounts are 1234.56, days YYYY-MM-DD, flags true or false, enumerations one of the values of the header.',
      fr: 'Les montants s’écrivent 1234.56, les jours AAAA-MM-JJ, les indicateurs true ou false, les énumérations une des valeurs de l’en-tête.',
    },
  },
  InvalidAssetSort: {
    kind: 'invalid',
    en: 'the sort {sort} is not of the form Property:asc or Property:desc',
    fr: 'le tri {sort} n’est pas de la forme Propriété:asc ou Propriété:desc',
    hint: {
      en: 'Name a property of the asset table, a colon, then asc or desc.',
      fr: 'Nommez une propriété du tableau des immobilisations, deux-points, puis asc ou desc.',
    },
  },
  AssetPropertyUnusable: {
    kind: 'invalid',
    en: '{property} cannot be used in {use}',
    fr: '{property} ne peut pas servir dans {use}',
    hint: {
      en: 'The options of the headers of the asset table say what each property can be used for.',
      fr: 'Les options des en-têtes du tableau des immobilisations disent à quoi sert chaque propriété.',
    },
  },
  UnknownAssetProperty: invalid(
    'assets have no property {property}',
    "les immobilisations n'ont pas de propriété {property}",
    'List the headers of the asset table to see its properties.',
    'Listez les en-têtes du tableau des immobilisations pour voir leurs propriétés.',
  ),
  InvalidAssetFilter: invalid(
    'the filter {filter} is not of the form Property:operator:Value',
    "le filtre {filter} n'est pas de la forme Propriété:opérateur:Valeur",
    'Use eq, ne, lt, le, gt, ge or in; values of in are separated by #.',
    'Utilisez eq, ne, lt, le, gt, ge ou in ; les valeurs de in sont séparées par #.',
  ),
  PageOutOfRange: invalid(
    'page {page} does not exist: pages start at 1',
    "la page {page} n'existe pas : les pages commencent à 1",
    'Ask for page 1 or more.',
    'Demandez la page 1 ou plus.',
  ),
});
