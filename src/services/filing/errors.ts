import { defineErrors } from '../kernel/errors.ts';

export const filingErrors = defineErrors({
  AlreadyFiled: {
    kind: 'conflict',
    en: '{type} of the period ending {end} is {status}: it is not sent twice.',
    fr: '{type} de la période close le {end} est {status} : elle n’est pas envoyée deux fois.',
    hint: {
      en: 'Only a rejected declaration is sent again.',
      fr: 'Seule une déclaration rejetée est renvoyée.',
    },
  },
  SendUnderWay: {
    kind: 'conflict',
    en: '{type} of the period ending {end} is being sent, or its answer was lost and the channel is still to be asked.',
    fr: '{type} de la période close le {end} est en cours d’envoi, ou sa réponse s’est perdue et le canal reste à interroger.',
    hint: {
      en: 'Try again in {seconds} s: the channel is asked before anything is sent again.',
      fr: 'Réessayez dans {seconds} s : le canal est interrogé avant tout nouvel envoi.',
    },
  },
  SendInDoubt: {
    kind: 'upstream',
    en: '{channel} may have taken the declaration: its answer was lost ({code}).',
    fr: '{channel} a peut-être pris la déclaration : sa réponse s’est perdue ({code}).',
    hint: {
      en: 'Do nothing: the channel is asked at the next call, refresh or run of poll-notices.',
      fr: 'Ne faites rien : le canal est interrogé au prochain appel, rafraîchissement ou passage de poll-notices.',
    },
  },
  FilingRefused: {
    kind: 'unprocessable',
    en: '{channel} refused the declaration: {message}',
    fr: '{channel} a refusé la déclaration : {message}',
    hint: { en: 'Correct it and send it again.', fr: 'Corrigez-la et renvoyez-la.' },
  },
});
