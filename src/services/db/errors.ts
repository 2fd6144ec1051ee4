import { defineErrors } from '../kernel/errors.ts';

/** What can fail between the program and its database, with what to do about it. */
export const databaseErrors = defineErrors({
  DatabaseUnavailable: {
    kind: 'unavailable',
    en: 'The database does not answer: {reason}.',
    fr: 'La base de données ne répond pas : {reason}.',
    hint: {
      en: 'With TAXOPS_DATABASE_URL, check it, that the server runs and that it accepts this user; without, run: taxops db status',
      fr: 'Avec TAXOPS_DATABASE_URL, vérifiez-la, que le serveur tourne et qu’il accepte cet utilisateur ; sans, lancez : taxops db status',
    },
  },
  DatabaseConnectionLost: {
    kind: 'unavailable',
    en: 'The connection to the database broke during the work: {reason}. What was not committed is undone.',
    fr: 'La connexion à la base a été coupée pendant le travail : {reason}. Ce qui n’était pas validé est annulé.',
    hint: { en: 'Run the command again.', fr: 'Relancez la commande.' },
  },
  DatabaseBusy: {
    kind: 'unavailable',
    en: 'Every database connection is in use; none became free in {seconds} s.',
    fr: 'Toutes les connexions à la base sont prises ; aucune ne s’est libérée en {seconds} s.',
    hint: {
      en: 'Try again later, or raise the number of connections of the server.',
      fr: 'Réessayez plus tard, ou augmentez le nombre de connexions du serveur.',
    },
  },
  DatabaseTooOld: {
    kind: 'unavailable',
    en: 'The database server is PostgreSQL {version}; {required} or later is needed.',
    fr: 'Le serveur est PostgreSQL {version} ; il faut {required} ou plus récent.',
    hint: {
      en: 'Upgrade the server, or unset TAXOPS_DATABASE_URL to use the private database.',
      fr: 'Mettez le serveur à jour, ou retirez TAXOPS_DATABASE_URL pour utiliser la base privée.',
    },
  },
  DatabaseEncoding: {
    kind: 'unavailable',
    en: 'The database is encoded in {encoding}; UTF8 is needed.',
    fr: 'La base est encodée en {encoding} ; il faut UTF8.',
    hint: {
      en: "Create it with: create database … encoding 'UTF8' template template0.",
      fr: "Créez-la avec : create database … encoding 'UTF8' template template0.",
    },
  },
  DatabaseNotMigrated: {
    kind: 'unavailable',
    en: 'The database is at schema version {current}; this program needs {wanted}.',
    fr: 'La base est à la version de schéma {current} ; ce programme demande {wanted}.',
    hint: { en: 'Run: taxops db migrate', fr: 'Lancez : taxops db migrate' },
  },
  DatabaseNewerSchema: {
    kind: 'conflict',
    en: 'The database is at schema version {current}; this program knows only {wanted}.',
    fr: 'La base est à la version de schéma {current} ; ce programme ne connaît que la {wanted}.',
    hint: {
      en: 'Use the release that migrated it, or a later one.',
      fr: 'Utilisez la version du programme qui l’a migrée, ou une plus récente.',
    },
  },
  MigrationChanged: {
    kind: 'conflict',
    en: 'Migration {file} is not the file that was applied to this database.',
    fr: 'La migration {file} n’est pas le fichier appliqué à cette base.',
    hint: {
      en: 'Restore the file as it was released; a correction goes into a new migration.',
      fr: 'Remettez le fichier tel qu’il a été publié ; une correction va dans une nouvelle migration.',
    },
  },
  MigrationFailed: {
    kind: 'internal',
    en: 'Migration {file} failed and left nothing behind: {reason}.',
    fr: 'La migration {file} a échoué et n’a rien laissé : {reason}.',
    hint: {
      en: 'The migrations before it are applied. Correct the cause, then run: taxops db migrate',
      fr: 'Les migrations précédentes sont appliquées. Corrigez la cause, puis lancez : taxops db migrate',
    },
  },
  MigrationsUnreadable: {
    kind: 'internal',
    en: 'The migrations in {folder} cannot be used: {reason}.',
    fr: 'Les migrations de {folder} sont inutilisables : {reason}.',
    hint: { en: 'Install the program again.', fr: 'Réinstallez le programme.' },
  },
  LockHeld: {
    kind: 'lockHeld',
    en: 'Another process holds the lock «{name}».',
    fr: 'Un autre processus tient le verrou « {name} ».',
    hint: {
      en: 'Wait for it to end, or run again with a waiting time.',
      fr: 'Attendez qu’il se termine, ou relancez avec un délai d’attente.',
    },
  },
  PostgresMissing: {
    kind: 'unavailable',
    en: 'No PostgreSQL program fits this machine ({platform}): {tried}.',
    fr: 'Aucun programme PostgreSQL ne convient à cette machine ({platform}) : {tried}.',
    hint: {
      en: 'Install PostgreSQL 15 or later, name its folder in TAXOPS_PG_BIN, or set TAXOPS_DATABASE_URL.',
      fr: 'Installez PostgreSQL 15 ou plus récent, donnez son dossier dans TAXOPS_PG_BIN, ou renseignez TAXOPS_DATABASE_URL.',
    },
  },
  PostgresMajorMismatch: {
    kind: 'conflict',
    en: 'The data in {folder} belong to PostgreSQL {cluster}; the programs found are {found}.',
    fr: 'Les données de {folder} sont de PostgreSQL {cluster} ; les programmes trouvés sont {found}.',
    hint: {
      en: 'With the release that made them (or TAXOPS_PG_BIN on PostgreSQL {cluster}): taxops db backup; then, with an empty TAXOPS_HOME: taxops db restore.',
      fr: 'Avec la version qui les a créées (ou TAXOPS_PG_BIN sur PostgreSQL {cluster}) : taxops db backup ; puis, avec un TAXOPS_HOME vide : taxops db restore.',
    },
  },
  PostgresRefusesRoot: {
    kind: 'unavailable',
    en: 'PostgreSQL does not run as root, and this sandbox lets root become no other user ({reason}).',
    fr: 'PostgreSQL ne tourne pas en root, et ce bac à sable ne laisse root devenir aucun autre utilisateur ({reason}).',
    hint: {
      en: 'Run as an ordinary user, or set TAXOPS_DATABASE_URL.',
      fr: 'Lancez sous un utilisateur ordinaire, ou renseignez TAXOPS_DATABASE_URL.',
    },
  },
  PostgresUserUnknown: {
    kind: 'unavailable',
    en: 'PostgreSQL cannot create its data under user number {uid}, which the system does not know by name.',
    fr: 'PostgreSQL ne peut créer ses données sous l’utilisateur numéro {uid}, dont le système ne connaît pas le nom.',
    hint: {
      en: 'Add it to /etc/passwd, run once as root, or set TAXOPS_DATABASE_URL.',
      fr: 'Ajoutez-le à /etc/passwd, lancez une fois en root, ou renseignez TAXOPS_DATABASE_URL.',
    },
  },
  DatabaseFolderUnreachable: {
    kind: 'unavailable',
    en: 'The database runs as user number {uid}, which cannot enter {folder}.',
    fr: 'La base tourne sous l’utilisateur numéro {uid}, qui ne peut entrer dans {folder}.',
    hint: {
      en: 'Run: chmod o+x {folder} — or choose another TAXOPS_HOME, for example /var/lib/taxops.',
      fr: 'Lancez : chmod o+x {folder} — ou choisissez un autre TAXOPS_HOME, par exemple /var/lib/taxops.',
    },
  },
  DatabaseFolderForeign: {
    kind: 'unavailable',
    en: 'The database folder {folder} belongs to user number {owner}, not to this one ({uid}).',
    fr: 'Le dossier de base {folder} appartient à l’utilisateur numéro {owner}, pas à celui-ci ({uid}).',
    hint: {
      en: 'Run as that user or as root, or choose another TAXOPS_HOME.',
      fr: 'Lancez sous cet utilisateur ou en root, ou choisissez un autre TAXOPS_HOME.',
    },
  },
  DatabaseFolderUnusable: {
    kind: 'unavailable',
    en: 'The database folder {folder} cannot be used: {reason}.',
    fr: 'Le dossier de base {folder} est inutilisable : {reason}.',
    hint: {
      en: 'Check its rights and the free space, or choose another TAXOPS_HOME.',
      fr: 'Vérifiez ses droits et la place libre, ou choisissez un autre TAXOPS_HOME.',
    },
  },
  ClusterCreationFailed: {
    kind: 'unavailable',
    en: 'The private database could not be created in {folder}: {reason}.',
    fr: 'La base privée n’a pu être créée dans {folder} : {reason}.',
    hint: {
      en: 'Check the rights of the folder and the free space, then run again.',
      fr: 'Vérifiez les droits du dossier et la place libre, puis relancez.',
    },
  },
  ServerStartFailed: {
    kind: 'unavailable',
    en: 'The private database server did not start. Last lines of {log}:\n{tail}',
    fr: 'Le serveur de base privé n’a pas démarré. Dernières lignes de {log} :\n{tail}',
    hint: {
      en: 'Correct what the log says, or set TAXOPS_DATABASE_URL.',
      fr: 'Corrigez ce que dit le journal, ou renseignez TAXOPS_DATABASE_URL.',
    },
  },
  BackupForeign: {
    kind: 'invalid',
    en: 'The file is not a backup made by this program.',
    fr: 'Le fichier n’est pas une sauvegarde faite par ce programme.',
    hint: { en: 'Give a file made by: taxops db backup', fr: 'Donnez un fichier fait par : taxops db backup' },
  },
  BackupDamaged: {
    kind: 'invalid',
    en: 'The backup is damaged: {reason}. Nothing was restored.',
    fr: 'La sauvegarde est abîmée : {reason}. Rien n’a été restauré.',
    hint: { en: 'Use another copy of it.', fr: 'Utilisez-en une autre copie.' },
  },
  BackupNewer: {
    kind: 'conflict',
    en: 'The backup is of version {found}; this program knows only {known}. Nothing was restored.',
    fr: 'La sauvegarde est de version {found} ; ce programme ne connaît que la {known}. Rien n’a été restauré.',
    hint: {
      en: 'Restore it with the release that made it, or a later one.',
      fr: 'Restaurez-la avec la version qui l’a faite, ou une plus récente.',
    },
  },
  BackupMismatch: {
    kind: 'conflict',
    en: 'The backup does not fit this program’s schema: {what}. Nothing was restored.',
    fr: 'La sauvegarde ne correspond pas au schéma de ce programme : {what}. Rien n’a été restauré.',
    hint: { en: 'Restore it with the release that made it.', fr: 'Restaurez-la avec la version qui l’a faite.' },
  },
  BackupTargetNotEmpty: {
    kind: 'conflict',
    en: 'The database already has tables ({table}); a backup goes only into an empty one.',
    fr: 'La base a déjà des tables ({table}) ; une sauvegarde ne va que dans une base vide.',
    hint: {
      en: 'Name a new folder in TAXOPS_HOME, or a new database in TAXOPS_DATABASE_URL.',
      fr: 'Donnez un dossier neuf dans TAXOPS_HOME, ou une base neuve dans TAXOPS_DATABASE_URL.',
    },
  },
});
