/**
 * The general chart of accounts (plan comptable général): number, label, system that requires the account, and the
 * first and last year of opening of the exercises it applies to, blank when unbounded. Rows are those of the official
 * chart for 2024 and 2026 as listed in the public repository arrhes/PCG (public domain); regulation ANC 2022-06
 * applies to exercises opened from 1 January 2025.
 */
export const PCG_ROWS = `\
1	Comptes de capitaux	minimal		
10	Capital et réserves	minimal		
101	Capital	minimal		
1011	Capital souscrit - non appelé	facultatif		
1012	Capital souscrit - appelé, non versé	facultatif		
1013	Capital souscrit - appelé, versé	facultatif		
10131	Capital non amorti	facultatif		
10132	Capital amorti	facultatif		
1018	Capital souscrit soumis à des réglementations particulières	facultatif		
102	Fonds fiduciaires	facultatif		
104	Primes liées au capital social	base		2024
104	Primes liées au capital	minimal	2025	
1041	Primes d'émission	facultatif		
1042	Primes de fusion	facultatif		
1043	Primes d'apport	facultatif		
1044	Primes de conversion d'obligations en actions	facultatif		
1045	Bons de souscription d'actions	developed		2024
1045	Bons de souscription de titres en capital	facultatif	2025	
105	Écarts de réévaluation	minimal		
1051	Réserve spéciale de réévaluation	developed		2024
1052	Écart de réévaluation libre	developed		2024
1053	Réserve de réévaluation	developed		2024
1055	Écarts de réévaluation (autres opérations légales)	developed		2024
1057	Autres écarts de réévaluation en France	developed		2024
1058	Autres écarts de réévaluation à l'étranger	developed		2024
106	Réserves	minimal		
1061	Réserve légale	minimal		
10611	Réserve légale proprement dite	developed		2024
10612	Plus-values nettes à long terme	developed		2024
1062	Réserves indisponibles	minimal		
1063	Réserves statutaires ou contractuelles	minimal		
1064	Réserves réglementées	minimal		
10641	Plus-values nettes à long terme	developed		2024
10643	Réserves consécutives à l'octroi de subventions d'investissement	developed		2024
10648	Autres réserves réglementées	developed		2024
1068	Autres réserves	minimal		
10681	Réserve de propre assureur	developed		2024
10688	Réserves diverses	developed		2024
107	Écart d'équivalence	minimal		
108	Compte de l'exploitant	minimal		
109	Actionnaires : Capital souscrit - non appelé	base		2024
109	Actionnaires : capital souscrit - non appelé	minimal	2025	
11	Report à nouveau (solde créditeur ou débiteur)	base		2024
11	Report à nouveau	minimal	2025	
110	Report à nouveau (solde créditeur)	developed		2024
110	Report à nouveau - solde créditeur	minimal	2025	
119	Report à nouveau (solde débiteur)	developed		2024
119	Report à nouveau - solde débiteur	minimal	2025	
12	Résultat de l'exercice (bénéfice ou perte)	condensed		2024
12	Résultat de l'exercice	minimal	2025	
120	Résultat de l'exercice (bénéfice)	developed		2024
120	Résultat de l'exercice - bénéfice	minimal	2025	
1209	Acomptes sur dividendes	facultatif	2025	
129	Résultat de l'exercice (perte)	developed		2024
129	Résultat de l'exercice – perte	minimal	2025	
13	Subventions d'investissement	minimal		
131	Subventions d'équipement	base		2024
131	Subventions d'investissement octroyées	minimal	2025	
1311	État	developed		2024
1312	Régions	developed		2024
1313	Départements	developed		2024
1314	Communes	developed		2024
1315	Collectivités publiques	developed		2024
1316	Entreprises publiques	developed		2024
1317	Entreprises et organismes privés	developed		2024
1318	Autres	developed		2024
138	Autres subventions d'investissement (même ventilation que celle du compte 131)	base		2024
139	Subventions d'investissement inscrites au compte de résultat	minimal		
1391	Subventions d'équipement	base		2024
13911	État	developed		2024
13912	Régions	developed		2024
13913	Départements	developed		2024
13914	Communes	developed		2024
13915	Collectivités publiques	developed		2024
13916	Entreprises publiques	developed		2024
13917	Entreprises et organismes privés	developed		2024
13918	Autres	developed		2024
1398	Autres subventions d'investissement (même ventilation que celle du compte 1391)	base		2024
14	Provisions réglementées	minimal		
142	Provisions réglementées relatives aux immobilisations	base		2024
1423	Provisions pour reconstitution des gisements miniers et pétroliers	developed		2024
1424	Provisions pour investissement (participation des salariés)	developed		2024
143	Provisions réglementées relatives aux stocks	base		2024
143	Provisions réglementées pour hausse de prix	minimal	2025	
1431	Hausse des prix	developed		2024
1432	Fluctuation des cours	developed		2024
144	Provisions réglementées relatives aux autres éléments de l'actif	base		2024
145	Amortissements dérogatoires	minimal		
146	Provision spéciale de réévaluation	condensed		2024
147	Plus-values réinvesties	condensed		2024
148	Autres provisions réglementées	minimal		
15	Provisions pour risques et charges	condensed		2024
15	Provisions	minimal	2025	
151	Provisions pour risques	minimal		
1511	Provisions pour litiges	facultatif		
1512	Provisions pour garanties données aux clients	facultatif		
1513	Provisions pour pertes sur marchés à terme	developed		2024
1514	Provisions pour amendes et pénalités	facultatif		
1515	Provisions pour pertes de change	facultatif		
1516	Provisions pour pertes sur contrats	facultatif		
1518	Autres provisions pour risques	facultatif		
152	Provisions pour charges	minimal	2025	
1521	Provisions pour pensions et obligations similaires	facultatif	2025	
1522	Provisions pour restructurations	facultatif	2025	
1523	Provisions pour impôts	facultatif	2025	
1524	Provisions pour renouvellement des immobilisations - entreprises concessionnaires	facultatif	2025	
1525	Provisions pour gros entretien ou grandes révisions	facultatif	2025	
1526	Provisions pour remise en état	facultatif	2025	
1527	Autres provisions pour charges	facultatif	2025	
153	Provisions pour pensions et obligations similaires	base		2024
154	Provisions pour restructurations	base		2024
155	Provisions pour impôts	base		2024
156	Provisions pour renouvellement des immobilisations (entreprises concessionnaires)	base		2024
157	Provisions pour charges à répartir sur plusieurs exercices	base		2024
1572	Provisions pour gros entretien ou grandes révisions	developed		2024
158	Autres provisions pour charges	base		2024
1581	Provisions pour remises en état	developed		2024
16	Emprunts et dettes assimilées	condensed		2024
16	Emprunts et dettes assimilées, fonds non remboursables et avances conditionnées	minimal	2025	
161	Emprunts obligataires convertibles	base		2024
161	Emprunts obligataires convertibles si non-inscrits dans le compte 167	minimal	2025	
1618	Intérêts courus sur emprunts obligataires convertibles	facultatif	2025	
162	Obligations représentatives de passifs nets remis en fiducie	base		2024
162	Obligations représentatives de passifs nets remis en fiducie si non-inscrites dans le compte 167	minimal	2025	
163	Autres emprunts obligataires	base		2024
163	Autres emprunts obligataires si non-inscrits dans le compte 167	minimal	2025	
1638	Intérêts courus sur autres emprunts obligataires	facultatif	2025	
164	Émprunts auprès des établissements de crédit	base		2024
164	Emprunts auprès des établissements de crédit si non-inscrits dans le compte 167	minimal	2025	
1648	Intérêts courus sur emprunts auprès des établissements de crédit	facultatif	2025	
165	Dépôts et cautionnements reçus	minimal		
1651	Dépôts	facultatif		
1655	Cautionnements	facultatif		
1658	Intérêts courus sur dépôts et cautionnements reçus	facultatif	2025	
166	Participation des salariés aux résultats	minimal		
1661	Comptes bloqués	facultatif		
1662	Fonds de participation	facultatif		
1668	Intérêts courus sur participation des salariés aux résultats	facultatif	2025	
167	Emprunts et dettes assortis de conditions particulières	base		2024
167	Fonds non remboursables et avances conditionnées	minimal	2025	
1671	Émissions de titres participatifs	base		2024
1671	Fonds non remboursables montant principal	minimal	2025	
16711	Titres participatifs montant principal	facultatif	2025	
16712	Autres fonds non remboursables montant principal	facultatif	2025	
1673	Avances conditionnées montant principal	minimal	2025	
1674	Avances conditionnées de l'État	base		2024
1674	Avances conditionnées intérêts courus	minimal	2025	
1675	Emprunts participatifs	base		2024
168	Autres emprunts et dettes assimilées	minimal		
1681	Autres emprunts	facultatif		
1682	Emprunts participatifs	facultatif	2025	
1685	Rentes viagères capitalisées	facultatif		
1687	Autres dettes	facultatif		
1688	Intérêts courus	developed		2024
1688	Intérêts courus sur autres emprunts et dettes assimilées	facultatif	2025	
16881	Sur emprunts obligataires convertibles	developed		2024
16883	Sur autres emprunts obligataires	developed		2024
16884	Sur emprunts auprès des établissements de crédit	developed		2024
16885	Sur dépôts et cautionnements reçus	developed		2024
16886	Sur participation des salariés aux résultats	developed		2024
16887	Sur emprunts et dettes assortis de conditions particulières	developed		2024
16888	Sur autres emprunts et dettes assimilées	developed		2024
169	Primes de remboursement des obligations	base		2024
169	Primes de remboursement des emprunts	minimal	2025	
17	Dettes rattachées à des participations	minimal		
171	Dettes rattachées à des participations (groupe)	base		2024
171	Dettes rattachées à des participations - groupe	facultatif	2025	
174	Dettes rattachées à des participations (hors groupe)	base		2024
174	Dettes rattachées à des participations - hors groupe	facultatif	2025	
178	Dettes rattachées à des sociétés en participation	facultatif		
1781	Principal	developed		2024
1788	Intérêts courus	developed		2024
18	Comptes de liaison des établissements et sociétés en participation	minimal		
181	Comptes de liaison des établissements	facultatif		
186	Biens et prestations de services échangés entre établissements (charges)	developed		2024
186	Biens et prestations de services échangés entre établissements - charges	facultatif	2025	
187	Biens et prestations de services échangés entre établissements (produits)	developed		2024
187	Biens et prestations de services échangés entre établissements - produits	facultatif	2025	
188	Comptes de liaison des sociétés en participation	facultatif		
2	Comptes d'immobilisations	minimal		
20	Immobilisations incorporelles	condensed		2024
20	Immobilisations incorporelles et frais d’établissement	minimal	2025	
201	Frais d'établissement	minimal		
2011	Frais de constitution	facultatif		
2012	Frais de premier établissement	facultatif		
20121	Frais de prospection	facultatif		
20122	Frais de publicité	facultatif		
2013	Frais d'augmentation de capital et d'opérations diverses (fusions, scissions, transformations)	developed		2024
2013	Frais d'augmentation de capital et d'opérations diverses - fusions, scissions, transformations	facultatif	2025	
203	Frais de recherche et de développement	base		2024
203	Frais de développement	minimal	2025	
205	Concessions et droits similaires, brevets, licences, marques, procédés, logiciels, droits et valeurs similaires	base		2024
205	Concessions et droits similaires, brevets, licences, marques, procédés, solutions informatiques, droits et valeurs similaires	minimal	2025	
206	Droit au bail	minimal		
207	Fonds commercial	minimal		
208	Autres immobilisations incorporelles	minimal		
2081	Mali de fusion sur actifs incorporels	facultatif		
21	Immobilisations corporelles	minimal		
211	Terrains	minimal		
2111	Terrains nus	facultatif		
2112	Terrains aménagés	facultatif		
2113	Sous-sols et sursols	base		2024
2113	Sous-sols et sur-sols	facultatif	2025	
2114	Terrains de de carrières (tréfonds)	base		2024
2114	Terrains de carrières (Tréfonds)	facultatif	2025	
2115	Terrains bâtis	facultatif		
21151	Ensembles immobiliers industriels (A, B, ...)	developed		2024
21155	Ensembles immobiliers administratifs et commerciaux (A, B, ...)	developed		2024
21158	Autres ensembles immobiliers	developed		2024
211581	affectés aux opérations professionnelles (A, B, ...)	developed		2024
211588	affectés aux opérations non professionnelles (A, B, ...)	developed		2024
2116	Compte d'ordre sur immobilisations	base		2024
212	Agencements et aménagements de terrains (même ventilation que celle du compte 211)	minimal		
213	Constructions	minimal		
2131	Bâtiments	facultatif		
21311	Ensembles immobiliers industriels (A, B, ...)	developed		2024
21315	Ensembles immobiliers administratifs et commerciaux (A, B, ...)	developed		2024
21318	Autres ensembles immobiliers	developed		2024
213181	affectés aux opérations professionnelles (A, B, ...)	developed		2024
213188	affectés aux opérations non professionnelles (A, B, ...)	developed		2024
2135	Installations générales - agencements - aménagements des constructions	facultatif		
21351	Ensembles immobiliers industriels (A, B, ...)	developed		2024
21355	Ensembles immobiliers administratifs et commerciaux (A, B, ...)	developed		2024
21358	Autres ensembles immobiliers	developed		2024
213581	affectés aux opérations professionnelles (A, B)	developed		2024
213588	affectés aux opérations non professionnelles (A, B)	developed		2024
2138	Ouvrages d'infrastructure	facultatif		
21381	Voies de terre	developed		2024
21382	Voies de fer	developed		2024
21383	Voies d'eau	developed		2024
21384	Barrages	developed		2024
21385	Pistes d'aérodromes	developed		2024
214	Constructions sur sol d'autrui (même ventilation que celle du compte 213)	minimal		
215	Installations techniques, matériels et outillage industriels	base		2024
215	Installations techniques, matériels et outillages industriels	minimal	2025	
2151	Installations complexes spécialisées	facultatif		
21511	sur sol propre	developed		2024
21511	Installations complexes spécialisées sur sol propre	facultatif	2025	
21514	sur sol d'autrui	developed		2024
21514	Installations complexes spécialisées sur sol d'autrui	facultatif	2025	
2153	Installations à caractère spécifique	facultatif		
21531	sur sol propre	developed		2024
21531	Installations à caractère spécifique sur sol propre	facultatif	2025	
21534	sur sol d'autrui	developed		2024
21534	Installations à caractère spécifique sur sol d'autrui	facultatif	2025	
2154	Matériel industriel	base		2024
2154	Matériels industriels	facultatif	2025	
2155	Outillage industriel	base		2024
2155	Outillages industriels	facultatif	2025	
2157	Agencements et aménagements du matériel et outillage industriels	base		2024
2157	Agencements et aménagements des matériels et outillages industriels	facultatif	2025	
218	Autres immobilisations corporelles	minimal		
2181	Installations générales, agencements, aménagements divers	facultatif		
2182	Matériel de transport	facultatif		
2183	Matériel de bureau et matériel informatique	facultatif		
2184	Mobilier	facultatif		
2185	Cheptel	facultatif		
2186	Emballages récupérables	facultatif		
2187	Mali de fusions sur actifs corporels	base		2024
2187	Mali de fusion sur actifs corporels	facultatif	2025	
22	Immobilisations mises en concession	minimal		
229	Droits du concédant (présentés dans la rubrique autres fonds propres)	minimal	2025	
23	Immobilisations en cours	condensed		2024
23	Immobilisations en cours, avances et acomptes	minimal	2025	
231	Immobilisations corporelles en cours	minimal		
2312	Terrains	developed		2024
2313	Constructions	developed		2024
2315	Installations techniques, matériel et outillage industriels	developed		2024
2318	Autres immobilisations corporelles	developed		2024
232	Immobilisations incorporelles en cours	minimal		
237	Avances et acomptes versés sur immobilisations incorporelles	base		2024
237	Avances et acomptes versés sur commandes d'immobilisations incorporelles	minimal	2025	
238	Avances et acomptes versés sur commandes d'immobilisations corporelles	minimal		
2382	Terrains	developed		2024
2383	Constructions	developed		2024
2385	Installations techniques, matériel et outillage industriels	developed		2024
2388	Autres immobilisations corporelles	developed		2024
25	Parts dans des entreprises liées et créances sur des entreprises liées	base		2024
26	Participations et créances rattachées à des participations	minimal		
261	Titres de participation	minimal		
2611	Actions	facultatif		
2618	Autres titres	facultatif		
262	Titres évalués par équivalence	minimal	2025	
266	Autres formes de participation	minimal		
2661	Droits représentatifs d'actifs nets remis en fiducie	facultatif		
267	Créances rattachées à des participations	minimal		
2671	Créances rattachées à des participations (groupe)	developed		2024
2671	Créances rattachées à des participations - groupe	facultatif	2025	
2674	Créances rattachées à des participations (hors groupe)	developed		2024
2674	Créances rattachées à des participations - hors groupe	facultatif	2025	
2675	Versements représentatifs d'apports non capitalisés (appel de fonds)	developed		2024
2675	Versements représentatifs d'apports non capitalisés - appel de fonds	facultatif	2025	
2676	Avances consolidables	facultatif		
2677	Autres créances rattachées à des participations	facultatif		
2678	Intérêts courus	facultatif		
268	Créances rattachées à des sociétés en participation	minimal		
2681	Principal	facultatif		
2688	Intérêts courus	facultatif		
269	Versements restant à effectuer sur titres de participation non libérés	minimal		
27	Autres immobilisations financières	minimal		
271	Titres immobilisés autres que les titres immobilisés de l'activité de portefeuille (droit de propriété)	minimal		
2711	Actions	facultatif		
2718	Autres titres	facultatif		
272	Titres immobilisés (droit de créance)	minimal		
2721	Obligations	facultatif		
2722	Bons	facultatif		
273	Titres immobilisés de l'activité de portefeuille	minimal		
274	Prêts	minimal		
2741	Prêts participatifs	facultatif		
2742	Prêts aux associés	facultatif		
2743	Prêts au personnel	facultatif		
2748	Autres prêts	facultatif		
275	Dépôts et cautionnements versés	minimal		
2751	Dépôts	facultatif		
2755	Cautionnements	facultatif		
276	Autres créances immobilisées	minimal		
2761	Créances diverses	minimal		
2768	Intérêts courus	minimal		
27682	sur titres immobilisés (droit de créance)	developed		2024
27682	Intérêts courus sur titres immobilisés (droit de créance)	minimal	2025	
27684	sur prêts	developed		2024
27684	Intérêts courus sur prêts	minimal	2025	
27685	sur dépôts et cautionnements	developed		2024
27685	Intérêts courus sur dépôts et cautionnements	minimal	2025	
27688	sur créances diverses	developed		2024
27688	Intérêts courus sur créances diverses	minimal	2025	
277	Actions propres ou parts propres	minimal		
2771	Actions propres ou parts propres	facultatif		
2772	Actions propres ou parts propres en voie d'annulation	developed		2024
2772	Actions propres ou parts propres en voie d’annulation	facultatif	2025	
278	Mali de fusion sur actifs financiers	facultatif		
279	Versements restant à effectuer sur titres immobilisés non libérés	minimal		
28	Amortissements des immobilisations	minimal		
280	Amortissements des immobilisations incorporelles	condensed		2024
280	Amortissements des immobilisations incorporelles et des frais d’établissement (même ventilation que celle du compte 20)	minimal	2025	
2801	Frais d'établissement (même ventilation que celle du compte 201)	minimal		
2803	Frais de recherche et de développement	base		2024
2803	Frais de développement	minimal	2025	
2805	Concessions et droits similaires, brevets, licences, logiciels, droits et valeurs similaires	base		2024
2805	Concessions et droits similaires, brevets, licences, solutions informatiques, droits et valeurs similaires	minimal	2025	
2806	Droit au bail	minimal	2025	
2807	Fonds commercial	minimal		
2808	Autres immobilisations incorporelles	minimal		
28081	Amortissements du mali de fusion sur actifs incorporels	base		2024
281	Amortissements des immobilisations corporelles	condensed		2024
281	Amortissements des immobilisations corporelles (même ventilation que celle du compte 21)	minimal	2025	
2812	Agencements, aménagements de terrains (même ventilation que celle du compte 212)	minimal		
2813	Constructions (même ventilation que celle du compte 213)	minimal		
2814	Constructions sur sol d'autrui (même ventilation que celle du compte 214)	minimal		
2815	Installations, matériel et outillage industriels (même ventilation que celle du compte 215)	minimal		
2818	Autres immobilisations corporelles (même ventilation que celle du compte 218)	minimal		
28187	Amortissement du mali de fusion sur actifs corporels	facultatif		
282	Amortissements des immobilisations mises en concession	minimal		
29	Dépréciations des immobilisations	minimal		
290	Dépréciations des immobilisations incorporelles	minimal		
2901	Frais d’établissement	minimal	2025	
2903	Frais de développement	minimal	2025	
2905	Marques, procédés, droits et valeurs similaires	minimal		
2906	Droit au bail	minimal		
2907	Fonds commercial	minimal		
2908	Autres immobilisations incorporelles	minimal		
29081	Dépréciation du mali de fusion sur actifs incorporels	facultatif		
291	Dépréciations des immobilisations corporelles (même ventilation que celle du compte 21)	condensed		2024
291	Dépréciations des immobilisations corporelles	minimal	2025	
2911	Terrains	minimal	2025	
2912	Agencements et aménagements de terrains	minimal	2025	
2913	Constructions	minimal	2025	
2914	Constructions sur sol d'autrui	minimal	2025	
2915	Installations techniques, matériels et outillages industriels	minimal	2025	
2918	Autres immobilisations corporelles	minimal	2025	
29187	Dépréciation du mali de fusion sur actifs corporels	facultatif		
292	Dépréciations des immobilisations mises en concession	minimal		
293	Dépréciations des immobilisations en cours	minimal		
2931	Immobilisations corporelles en cours	minimal		
2932	Immobilisations incorporelles en cours	minimal		
296	Dépréciations des participations et créances rattachées à des participations	minimal		
2961	Titres de participation	minimal		
2962	Titres évalués par équivalence	minimal	2025	
2966	Autres formes de participation	minimal		
2967	Créances rattachées à des participations (même ventilation que celle du compte 267)	minimal		
2968	Créances rattachées à des sociétés en participation (même ventilation que celle du compte 268)	minimal		
297	Dépréciations des autres immobilisations financières	minimal		
2971	Titres immobilisés autres que les titres immobilisés de l'activité de portefeuille, droit de propriété (même ventilation que celle du compte 271)	base		2024
2971	Titres immobilisés autres que les titres immobilisés de l'activité de portefeuille (droit de propriété)	minimal	2025	
2972	Droit de créance (même ventilation que celle du compte 272)	base		2024
2972	Titres immobilisés (droit de créance)	minimal	2025	
2973	Titres immobilisés de l'activité de portefeuille	minimal		
2974	Prêts (même ventilation que celle du compte 274)	base		2024
2974	Prêts	minimal	2025	
2975	Dépôts et cautionnements versés (même ventilation que celle du compte 275)	base		2024
2975	Dépôts et cautionnements versés	minimal	2025	
2976	Autres créances immobilisées (même ventilation que celle du compte 276)	base		2024
2976	Autres créances immobilisées	minimal	2025	
2978	Dépréciation du mali de fusion sur actifs financiers	base		2024
29787	Dépréciation du mali de fusion sur actifs financiers	base		2024
3	Comptes de stocks et en-cours	minimal		
31	Matières premières et fournitures	minimal		
311	Matières (ou groupe) A	base		2024
312	Matières (ou groupe) B	base		2024
317	Fournitures A, B, C, ...	base		2024
32	Autres approvisionnements	minimal		
321	Matières consommables	minimal		
3211	Matières (ou groupe) C	developed		2024
3212	Matières (ou groupe) D	developed		2024
322	Fournitures consommables	minimal		
3221	Combustibles	facultatif		
3222	Produits d'entretien	facultatif		
3223	Fournitures d'atelier et d'usine	facultatif		
3224	Fournitures de magasin	facultatif		
3225	Fournitures de bureau	facultatif		
326	Emballages	minimal		
3261	Emballages perdus	facultatif		
3265	Emballages récupérables non identifiables	facultatif		
3267	Emballages à usage mixte	facultatif		
33	En-cours de production de biens	minimal		
331	Produits en cours	minimal		
3311	Produits en cours P1	developed		2024
3312	Produits en cours P2	developed		2024
335	Travaux en cours	minimal		
3351	Travaux en cours T1	developed		2024
3352	Travaux en cours T2	developed		2024
34	En-cours de production de services	minimal		
341	Études en cours	minimal		
3411	Études en cours E1	developed		2024
3412	Études en cours E2	developed		2024
345	Prestations de services en cours	minimal		
3451	Prestations de services S1	developed		2024
3452	Prestations de services S2	developed		2024
35	Stocks de produits	minimal		
351	Produits intermédiaires	minimal		
3511	Produits intermédiaires (ou groupe) A	developed		2024
3512	Produits intermédiaires (ou groupe) B	developed		2024
355	Produits finis	minimal		
3551	Produits finis (ou groupe) A	developed		2024
3552	Produits finis (ou groupe) B	developed		2024
358	Produits résiduels (ou matières de récupération)	base		2024
358	Produits résiduels ou matières de récupération	minimal	2025	
3581	Déchets	facultatif		
3585	Rebuts	facultatif		
3586	Matières de récupération	facultatif		
36	Stocks provenant d'immobilisations	base		2024
36	(Compte à ouvrir, le cas échéant, sous l'intitulé « Stocks provenant d'immobilisations »)	minimal	2025	
37	Stocks de marchandises	minimal		
371	Marchandises (ou groupe) A	developed		2024
372	Marchandises (ou groupe) B	developed		2024
38	Stocks en voie d'acheminement, mis en dépôt ou donnés en consignation	base		2024
38	(Le compte 38 peut être utilisé pour comptabiliser les stocks en voie d'acheminement, mis en dépôt ou donnés en consignation)	minimal	2025	
39	Dépréciations des stocks et en-cours	minimal		
391	Dépréciations des matières premières (et fournitures)	condensed		2024
391	Dépréciations des matières premières et fournitures	minimal	2025	
3911	Matières (ou groupe) A	developed		2024
3912	Matières (ou groupe) B	developed		2024
3917	Fournitures A, B, C, ...	developed		2024
392	Dépréciations des autres approvisionnements	minimal		
3921	Matières consommables (même ventilation que celle du compte 321)	developed		2024
3922	Fournitures consommables (même ventilation que celle du compte 322)	developed		2024
3926	Emballages (même ventilation que celle du compte 326)	developed		2024
393	Dépréciations des en-cours de production de biens	minimal		
3931	Produits en cours (même ventilation que celle du compte 331)	developed		2024
3935	Travaux en cours (même ventilation que celle du compte 335)	developed		2024
394	Dépréciations des en-cours de production de services	minimal		
3941	Études en cours (même ventilation que celle du compte 341)	developed		2024
3945	Prestations de services en cours (même ventilation que celle du compte 345)	developed		2024
395	Dépréciations des stocks de produits	minimal		
3951	Produits intermédiaires (même ventilation que celle du compte 351)	developed		2024
3955	Produits finis (même ventilation que celle du compte 355)	developed		2024
397	Dépréciations des stocks de marchandises	minimal		
3971	Marchandise (ou groupe) A	developed		2024
3972	Marchandise (ou groupe) B	developed		2024
4	Comptes de tiers	minimal		
40	Fournisseurs et comptes rattachés	minimal		
400	Fournisseurs et comptes rattachés	condensed		2024
401	Fournisseurs	minimal		
4011	Fournisseurs - Achats de biens et prestations de services	facultatif		
4017	Fournisseurs - Retenues de garantie	facultatif		
403	Fournisseurs - Effets à payer	minimal		
404	Fournisseurs d'immobilisations	minimal		
4041	Fournisseurs - Achats d'immobilisations	facultatif		
4047	Fournisseurs d'immobilisations - Retenues de garantie	facultatif		
405	Fournisseurs d'immobilisations - Effets à payer	minimal		
408	Fournisseurs - Factures non parvenues	minimal		
4081	Fournisseurs	minimal		
4084	Fournisseurs d'immobilisations	minimal		
4088	Fournisseurs - Intérêts courus	minimal		
409	Fournisseurs débiteurs	minimal		
4091	Fournisseurs - Avances et acomptes versés sur commandes	minimal		
4096	Fournisseurs - Créances pour emballages et matériel à rendre	minimal		
4097	Fournisseurs - Autres avoirs	minimal		
40971	Fournisseurs d'exploitation	facultatif		
40974	Fournisseurs d'immobilisations	facultatif		
4098	Rabais, remises, ristournes à obtenir et autres avoirs non encore reçus	minimal		
41	Clients et comptes rattachés	minimal		
410	Clients et comptes rattachés	condensed		2024
411	Clients	minimal		
4111	Clients - Ventes de biens ou de prestations de services	facultatif		
4117	Clients - Retenues de garantie	facultatif		
413	Clients - Effets à recevoir	minimal		
416	Clients douteux ou litigieux	minimal		
418	Clients - Produits non encore facturés	minimal		
4181	Clients - Factures à établir	facultatif		
4188	Clients - Intérêts courus	facultatif		
419	Clients créditeurs	minimal		
4191	Clients - Avances et acomptes reçus sur commandes	minimal		
4196	Clients - Dettes sur emballages et matériels consignés	minimal		
4197	Clients - Autres avoirs	minimal		
4198	Rabais, remises, ristournes à accorder et autres avoirs à établir	minimal		
42	Personnel et comptes rattachés	minimal		
421	Personnel - Rémunérations dues	minimal		
422	Comités d'entreprises, d'établissement, ...	base		2024
422	Comité social et économique	minimal	2025	
424	Participation des salariés aux résultats	minimal		
4246	Réserve spéciale	facultatif		
4248	Comptes courants	facultatif		
425	Personnel - Avances et acomptes	base		2024
425	Personnel - Avances et acomptes et autres comptes débiteurs	minimal	2025	
426	Personnel - Dépôts	minimal		
427	Personnel - Oppositions	minimal		
428	Personnel - Charges à payer et produits à recevoir	condensed		2024
428	Personnel - Charges à payer	minimal	2025	
4282	Dettes provisionnées pour congés à payer	facultatif		
4284	Dettes provisionnées pour participation des salariés aux résultats	facultatif		
4286	Autres charges à payer	facultatif		
4287	Produits à recevoir	developed		2024
43	Sécurité sociale et autres organismes sociaux	minimal		
431	Sécurité sociale	minimal		
437	Autres organismes sociaux	minimal		
438	Organismes sociaux - Charges à payer et produits à recevoir	base		2024
438	Organismes sociaux - Charges à payer	minimal	2025	
4382	Charges sociales sur congés à payer	facultatif		
4386	Autres charges à payer	facultatif		
4387	Produits à recevoir	developed		2024
439	Organismes sociaux - Produits à recevoir	minimal	2025	
44	État et autres collectivités publiques	minimal		
441	État - Subventions à recevoir	base		2024
441	État - Subventions et aides à recevoir	minimal	2025	
4411	Subventions d'investissement	developed		2024
4417	Subventions d'exploitation	developed		2024
4418	Subventions d'équilibre	developed		2024
4419	Avances sur subventions	developed		2024
442	Contributions, impôts et taxes recouvrés pour le compte de l'État	minimal		
4421	Prélèvements à la source (Impôt sur le revenu)	facultatif		
4422	Prélèvements forfaitaires non libératoires	facultatif		
4423	Retenues et prélèvements sur les distributions	facultatif		
4424	Obligataires	developed		2024
4425	Associés	developed		2024
443	Opérations particulières avec l'État, les collectivités publiques, les organismes internationaux	base		2024
4431	Créances sur l'État résultant de la suppression de la règle du décalage d'un mois en matière de TVA	base		2024
4438	Intérêts courus sur créances figurant au 4431	base		2024
444	État - Impôts sur les bénéfices	minimal		
445	État - Taxes sur le chiffre d'affaires	minimal		
4452	TVA due intracommunautaire	minimal		
4455	Taxes sur le chiffre d'affaires à décaisser	minimal		
44551	TVA à décaisser	facultatif		
44558	Taxes assimilées à la TVA	facultatif		
4456	Taxes sur le chiffre d'affaires déductibles	minimal		
44562	TVA sur immobilisations	facultatif		
44563	TVA transférée par d'autres entreprises	developed		2024
44563	TVA transférée par d'autres entités	facultatif	2025	
44566	TVA sur autres biens et services	facultatif		
44567	Crédit de TVA à reporter	facultatif		
44568	Taxes assimilées à la TVA	facultatif		
4457	Taxes sur le chiffre d'affaires collectées par l'entreprise	base		2024
4457	Taxes sur le chiffre d'affaires collectées	minimal	2025	
44571	TVA collectée	facultatif		
44578	Taxes assimilées à la TVA	facultatif		
4458	Taxes sur le chiffre d'affaires à régulariser ou en attente	minimal		
44581	Acomptes - Régime simplifié d'imposition	facultatif		
44582	Acomptes - Régime de forfait	developed		2024
44583	Remboursement de taxes sur le chiffre d'affaires demandé	facultatif		
44584	TVA récupérée d'avance	developed		2024
44584	TVA récupérée d’avance	facultatif	2025	
44586	Taxes sur le chiffre d'affaires sur factures non parvenues	developed		2024
44586	Taxes sur le chiffre d’affaires sur factures non parvenues	facultatif	2025	
44587	Taxes sur le chiffre d'affaires sur factures à établir	developed		2024
44587	Taxes sur le chiffre d’affaires sur factures à établir	facultatif	2025	
446	Obligations cautionnées	minimal		
447	Autres impôts, taxes et versements assimilés	minimal		
448	État - Charges à payer et produits à recevoir	minimal		
4481	État - Charges à Payer	minimal	2025	
44811	Charges fiscales sur congés à payer	facultatif	2025	
44812	Charges à payer	facultatif	2025	
4482	Charges fiscales sur congés à payer	developed		2024
4482	État - Produits à recevoir	minimal	2025	
4486	Charges à payer	developed		2024
4487	Produits à recevoir	developed		2024
449	Quotas d'émission à acquérir	base		2024
449	Quotas d’émission à acquérir	facultatif	2025	
45	Groupe et associés	minimal		
451	Groupe	minimal		
455	Associés - Comptes courants	minimal		
4551	Principal	facultatif		
4558	Intérêts courus	facultatif		
456	Associés - Opérations sur le capital	minimal		
4561	Associés - Comptes d'apport en société	facultatif		
45611	Apports en nature	facultatif		
45615	Apports en numéraire	facultatif		
4562	Apporteurs - Capital appelé, non versé	minimal		
45621	Actionnaires - Capital souscrit et appelé, non versé	facultatif		
45625	Associés - Capital appelé, non versé	facultatif		
4563	Associés - Versements reçus sur augmentation de capital	facultatif		
4564	Associés - Versements anticipés	facultatif		
4566	Actionnaires défaillants	facultatif		
4567	Associés - Capital à rembourser	facultatif		
457	Associés - Dividendes à payer	minimal		
458	Associés - Opérations faites en commun et en GIE	minimal		
4581	Opérations courantes	facultatif		
4588	Intérêts courus	facultatif		
46	Débiteurs divers et créditeurs divers	minimal		
462	Créances sur cessions d'immobilisations	minimal		
464	Dettes sur acquisitions de valeurs mobilières de placement	minimal		
465	Créances sur cessions de valeurs mobilières de placement	minimal		
467	Autres comptes débiteurs ou créditeurs	developed		2024
467	Divers comptes débiteurs et produits à recevoir	minimal	2025	
468	Divers - Charges à payer et produits à recevoir	developed		2024
468	Divers comptes créditeurs et charges à payer	minimal	2025	
4686	Charges à payer	developed		2024
4687	Produits à recevoir	developed		2024
47	Comptes transitoires ou d'attente	minimal		
471	Comptes d'attente	facultatif		
472	Comptes d'attente	facultatif		
473	Comptes d'attente	facultatif		
474	Différences d'évaluation de jetons sur des passifs	base		2024
474	Différences d’évaluation – Actif	minimal	2025	
4741	Différences d'évaluation sur instruments financiers à terme - Actif	facultatif	2025	
4742	Différences d'évaluation sur jetons détenus - Actif	facultatif	2025	
4746	Différence d'évaluation de jetons sur des passifs - Actif	developed		2024
4746	Différences d’évaluation de jetons sur des passifs - Actif	facultatif	2025	
4747	Différence d'évaluation de jetons sur des passifs - Passif	developed		2024
475	Comptes d'attente	base		2024
475	Différences d’évaluation – Passif	minimal	2025	
4751	Différences d'évaluation sur instruments financiers à terme - Passif	facultatif	2025	
4752	Différences d'évaluation sur jetons détenus - Passif	facultatif	2025	
4756	Différences d’évaluation de jetons sur des passifs - Passif	facultatif	2025	
476	Différence de conversion - Actif	minimal		
4761	Diminution des créances	facultatif		
4762	Augmentation des dettes	facultatif		
4768	Différences compensées par couverture de change	facultatif		
477	Différences de conversion - Passif	minimal		
4771	Augmentation des créances	facultatif		
4772	Diminution des dettes	facultatif		
4778	Différences compensées par couverture de change	facultatif		
478	Autres comptes transitoires	minimal		
4781	Mali de fusion sur actif circulant	facultatif	2025	
4786	Différences d'évaluation - Actif	developed		2024
47861	Différences d'évaluation sur instruments financier à terme - Actif	developed		2024
47862	Différences d'évaluation sur jetons détenus - Actif	developed		2024
4787	Différences d'évaluation - Passif	developed		2024
47871	Différences d'évaluation sur instruments financier à terme - Passif	developed		2024
47872	Différences d'évaluation sur jetons détenus - Passif	developed		2024
48	Comptes de régularisation	minimal		
481	Charges à répartir sur plusieurs exercices	condensed		2024
481	Frais d’émission des emprunts	minimal	2025	
4811	Charges différées	developed		2024
4812	Frais d'acquisition des immobilisations	developed		2024
4816	Frais d'émission des emprunts	developed		2024
4818	Charges à étaler	developed		2024
486	Charges constatées d'avance	minimal		
487	Produits constatés d'avance	minimal		
4871	Produits constatés d'avance sur jetons émis	base		2024
4871	Produits constatés d’avance sur jetons émis	facultatif	2025	
488	Comptes de répartition périodique des charges et des produits	facultatif		
4886	Charges	facultatif		
4887	Produits	facultatif		
489	Quotas d'émission alloués par l'État	base		2024
49	Dépréciations des comptes de tiers	minimal		
491	Dépréciations des comptes de clients	minimal		
495	Dépréciations des comptes du groupe et des associés	minimal		
4951	Comptes du groupe	facultatif		
4955	Comptes courants des associés	facultatif		
4958	Opérations faites en commun et en GIE	facultatif		
496	Dépréciations des comptes de débiteurs divers	minimal		
4962	Créances sur cessions d'immobilisations	facultatif		
4965	Créances sur cessions de valeurs mobilières de placement	facultatif		
4967	Autres comptes débiteurs	facultatif		
5	Comptes financiers	minimal		
50	Valeurs mobilières de placement	minimal		
501	Parts dans des entreprises liées	base		2024
502	Actions propres	minimal		
5021	Actions destinées à être attribuées aux employés et affectées à des plans déterminés	facultatif		
5022	Actions disponibles pour être attribuées aux employés ou pour la régularisation des cours de bourse	facultatif		
503	Actions	minimal		
5031	Titres cotés	facultatif		
5035	Titres non cotés	facultatif		
504	Autres titres conférant un droit de propriété	minimal		
505	Obligations et bons émis par la société et rachetés par elle	minimal		
506	Obligations	minimal		
5061	Titres cotés	facultatif		
5065	Titres non cotés	facultatif		
507	Bons du Trésor et bons de caisse à court terme	minimal		
508	Autres valeurs mobilières de placement et autres créances assimilées	minimal		
5081	Autres valeurs mobilières	facultatif		
5082	Bons de souscription	facultatif		
5088	Intérêts courus sur obligations, bons et valeurs assimilés	facultatif		
509	Versements restant à effectuer sur valeurs mobilières de placement non libérées	minimal		
51	Banques, établissements financiers et assimilés	minimal		
511	Valeurs à l'encaissement	minimal		
5111	Coupons échus à l'encaissement	facultatif		
5112	Chèques à encaisser	facultatif		
5113	Effets à l'encaissement	facultatif		
5114	Effets à l'escompte	facultatif		
512	Banques	minimal		
5121	Comptes en monnaie nationale	developed		2024
5121	Comptes en euros	facultatif	2025	
5124	Comptes en devises	facultatif		
514	Chèques postaux	base		2024
515	Caisses du Trésor et des établissements publics	base		2024
516	Sociétés de bourse	base		2024
517	Autres organismes financiers	minimal		
518	Intérêts courus	minimal		
5181	Intérêts courus à payer	facultatif		
5188	Intérêts courus à recevoir	facultatif		
519	Concours bancaires courants	minimal		
5191	Crédit de mobilisation de créances commerciales	facultatif		
5193	Mobilisation de créances nées à l'étranger	facultatif		
5198	Intérêts courus sur concours bancaires courants	facultatif		
52	Instruments financiers à terme et jetons détenus	minimal		
521	Instruments financiers à terme	minimal		
522	Jetons détenus	minimal		
523	Jetons auto-détenus	minimal		
524	Jetons empruntés	minimal		
53	Caisse	minimal		
531	Caisse siège social	base		2024
5311	Caisse en monnaie nationale	developed		2024
5314	Caisse en devises	developed		2024
532	Caisse succursale (ou usine) A	developed		2024
533	Caisse succursale (ou usine) B	developed		2024
54	Régies d'avance et accréditifs	condensed		2024
58	Virements internes	minimal		
59	Dépréciations des comptes financiers	minimal		
590	Dépréciations des valeurs mobilières de placement	minimal		
5903	Actions	facultatif		
5904	Autres titres conférant un droit de propriété	facultatif		
5906	Obligations	facultatif		
5908	Autres valeurs mobilières de placement et créances assimilées	facultatif		
6	Comptes de charges	minimal		
60	Achats (sauf 603)	minimal		
601	Achats stockés - Matières premières (et fournitures)	base		2024
601	Achats stockés - Matières premières et fournitures	minimal	2025	
6011	Matières (ou groupe) A	developed		2024
6012	Matières (ou groupe) B	developed		2024
6017	Fournitures A, B, C, ...	developed		2024
602	Achats stockés - Autres approvisionnements	minimal		
6021	Matières consommables	facultatif		
60211	Matières (ou groupe) C	developed		2024
60212	Matières (ou groupe) D	developed		2024
6022	Fournitures consommables	facultatif		
60221	Combustibles	facultatif		
60222	Produits d'entretien	facultatif		
60223	Fournitures d'atelier et d'usine	facultatif		
60224	Fournitures de magasin	facultatif		
60225	Fourniture de bureau	facultatif		
6026	Emballages	facultatif		
60261	Emballages perdus	facultatif		
60262	Malis sur emballage	facultatif	2025	
60265	Emballages récupérables non identifiables	facultatif		
60267	Emballages à usage mixte	facultatif		
603	Variations des stocks (approvisionnements et marchandises)	condensed		2024
603	Variation des stocks d'approvisionnements et de marchandises	minimal	2025	
6031	Variation des stocks de matières premières (et fournitures)	base		2024
6031	Variation des stocks de matières premières et fournitures	minimal	2025	
6032	Variation des stocks des autres approvisionnements	minimal		
6037	Variation des stocks de marchandises	minimal		
604	Achats d'études et prestations de services	minimal		
605	Achats de matériel, équipements et travaux	minimal		
606	Achats non stockés de matière et fournitures	minimal		
6061	Fournitures non stockables (eau, énergie, ...)	developed		2024
6061	Fournitures non stockables (eau, énergie, etc.)	facultatif	2025	
6063	Fournitures d'entretien et de petit équipement	facultatif		
6064	Fournitures administratives	facultatif		
6068	Autres matières et fournitures	facultatif		
607	Achats de marchandises	minimal		
6071	Marchandise (ou groupe) A	developed		2024
6072	Marchandise (ou groupe) B	developed		2024
608	Récapitulation des frais accessoires incorporés aux achats	base		2024
608	(Compte réservé, le cas échéant, au regroupement des frais accessoires incorporés aux achats)	minimal	2025	
609	Rabais, remises et ristournes obtenus sur achats	base		2024
609	Rabais, remises et ristournes obtenus sur achats (même ventilation que celle du compte 60)	minimal	2025	
6091	de matières premières (et fournitures)	developed		2024
6092	d'autres approvisionnements stockés	developed		2024
6094	d'études et prestations de services	developed		2024
6095	de matériel, équipements et travaux	developed		2024
6096	d'approvisionnements non stockés	developed		2024
6097	de marchandises	developed		2024
6098	Rabais, remises et ristournes non affectés	facultatif		
61	Services extérieurs	minimal		
611	Sous-traitance générale	minimal		
612	Redevances de crédit-bail	minimal		
6122	Crédit-bail mobilier	minimal		
6125	Crédit-bail immobilier	minimal		
613	Locations	minimal		
6132	Locations immobilières	facultatif		
6135	Locations mobilières	facultatif		
6136	Malis sur emballages	developed		2024
614	Charges locatives et de copropriété	minimal		
615	Entretien et réparations	base		2024
615	Entretien et réparation	minimal	2025	
6152	sur biens immobiliers	developed		2024
6152	Entretien et réparation sur biens immobiliers	facultatif	2025	
6155	sur biens mobiliers	developed		2024
6155	Entretien et réparation sur biens mobiliers	facultatif	2025	
6156	Maintenance	facultatif		
616	Primes d'assurances	minimal		
6161	Multirisques	facultatif		
6162	Assurance obligatoire dommage construction	facultatif		
6163	Assurance transport	developed		2024
6163	Assurance - transport	facultatif	2025	
61636	sur achats	facultatif		
61637	sur ventes	facultatif		
61638	sur autres biens	facultatif		
6164	Risques d'exploitation	facultatif		
6165	Insolvabilité clients	facultatif		
617	Études et recherches	minimal		
618	Divers	minimal		
6181	Documentation générale	facultatif		
6183	Documentation technique	facultatif		
6185	Frais de colloques, séminaires, conférences	facultatif		
619	Rabais, remises et ristournes obtenus sur services extérieurs	minimal		
62	Autres services extérieurs	minimal		
621	Personnel extérieur à l'entreprise	base		2024
621	Personnel extérieur à l'entité	minimal	2025	
6211	Personnel intérimaire	facultatif		
6214	Personnel détaché ou prêté à l'entreprise	developed		2024
6214	Personnel détaché ou prêté à l'entité	facultatif	2025	
622	Rémunérations d'intermédiaires et honoraires	minimal		
6221	Commissions et courtages sur achats	facultatif		
6222	Commissions et courtages sur ventes	facultatif		
6224	Rémunérations des transitaires	facultatif		
6225	Rémunérations d'affacturage	facultatif		
6226	Honoraires	facultatif		
6227	Frais d'actes et de contentieux	facultatif		
6228	Divers	facultatif		
623	Publicité, publications, relations publiques	minimal		
6231	Annonces et insertions	facultatif		
6232	Échantillons	facultatif		
6233	Foires et expositions	facultatif		
6234	Cadeaux à la clientèle	facultatif		
6235	Primes	facultatif		
6236	Catalogues et imprimés	facultatif		
6237	Publications	facultatif		
6238	Divers (pourboires, dons courants, ...)	developed		2024
6238	Divers (pourboires, dons courants)	facultatif	2025	
624	Transports de biens et transports collectifs du personnel	minimal		
6241	Transports sur achats	facultatif		
6242	Transports sur ventes	facultatif		
6243	Transports entre établissements ou chantiers	facultatif		
6244	Transports administratifs	facultatif		
6247	Transports collectifs du personnel	facultatif		
6248	Divers	facultatif		
625	Déplacements, missions et réceptions	minimal		
6251	Voyages et déplacements	facultatif		
6255	Frais de déménagement	facultatif		
6256	Missions	facultatif		
6257	Réceptions	facultatif		
626	Frais postaux et de télécommunications	minimal		
627	Services bancaires et assimilés	minimal		
6271	Frais sur titres (achat, vente, garde)	facultatif		
6272	Commissions et frais sur émission d'emprunts	facultatif		
6275	Frais sur effets	facultatif		
6276	Location de coffres	facultatif		
6278	Autres frais et commissions sur prestations de services	facultatif		
628	Divers	minimal		
6281	Concours divers (cotisations, ...)	developed		2024
6281	Concours divers (cotisations)	facultatif	2025	
6284	Frais de recrutement de personnel	facultatif		
629	Rabais, remises et ristournes obtenus sur autres services extérieurs	minimal		
63	Impôts, taxes et versements assimilés	minimal		
631	Impôts, taxes et versements assimilés sur rémunérations (administrations des impôts)	minimal		
6311	Taxe sur les salaires	facultatif		
6312	Taxe d'apprentissage	developed		2024
6313	Participation des employeurs à la formation professionnelle continue	developed		2024
6314	Cotisation pour défaut d'investissement obligatoire dans la construction	facultatif		
6318	Autres	facultatif		
633	Impôts, taxes et versements assimilés sur rémunérations (autres organismes)	minimal		
6331	Versement de transport	facultatif		
6332	Allocations logement	facultatif		
6333	Contribution unique des employeurs à la formation professionnelle	facultatif		
6334	Participation des employeurs à l'effort de construction	facultatif		
6335	Versements libératoires ouvrant droit à l'exonération de la taxe d'apprentissage	facultatif		
6338	Autres	facultatif		
635	Autres impôts, taxes et versements assimilés (administrations des impôts)	minimal		
6351	Impôts directs (sauf impôts sur les bénéfices)	facultatif		
63511	Contribution économique territoriale	facultatif		
63512	Taxes foncières	facultatif		
63513	Autres impôts locaux	facultatif		
63514	Taxe sur les véhicules des sociétés	facultatif		
6352	Taxe sur le chiffre d'affaires non récupérables	facultatif		
6353	Impôts indirects	facultatif		
6354	Droits d'enregistrement et de timbre	facultatif		
63541	Droits de mutation	facultatif		
6358	Autres droits	facultatif		
637	Autres impôts, taxes et versements assimilés (autres organismes)	minimal		
6371	Contribution sociale de solidarité à la charge des sociétés	facultatif		
6372	Taxes perçues par les organismes publics internationaux	facultatif		
6374	Impôts et taxes exigibles à l'Étranger	developed		2024
6374	Impôts et taxes exigibles à l'étranger	facultatif	2025	
6378	Taxes diverses	facultatif		
638	Rappel d’impôts (autres qu’impôts sur les bénéfices)	minimal	2025	
64	Charges de personnel	minimal		
641	Rémunérations du personnel	minimal		
6411	Salaires, appointements	facultatif		
6412	Congés payés	facultatif		
6413	Primes et gratifications	facultatif		
6414	Indemnités et avantages divers	facultatif		
6415	Supplément familial	facultatif		
644	Rémunération du travail de l'exploitant	facultatif		
645	Charges de sécurité sociale et de prévoyance	condensed		2024
645	Cotisations de sécurité sociale et de prévoyance	minimal	2025	
6451	Cotisations à l'URSSAF	developed		2024
6451	Cotisations à l'Urssaf	facultatif	2025	
6452	Cotisations aux mutuelles	facultatif		
6453	Cotisations aux caisses de retraites	facultatif		
6454	Cotisations aux ASSEDIC	developed		2024
6454	Cotisations à Pôle emploi	facultatif	2025	
6458	Cotisations aux autres organismes sociaux	facultatif		
646	Cotisations sociales personnelles de l'exploitant	facultatif		
647	Autres charges sociales	base		2024
647	Autres cotisations sociales	minimal	2025	
6471	Prestations directes	facultatif		
6472	Versements aux comités d'entreprise et d'établissement	developed		2024
6472	Versements au comité social et économique	facultatif	2025	
6473	Versements aux comités d'hygiène et de sécurité	developed		2024
6474	Versements aux autres œuvres sociales	facultatif		
6475	Médecine du travail, pharmacie	facultatif		
648	Autres charges de personnel	minimal		
649	Remboursements de charges de personnel	minimal	2025	
65	Autres charges de gestion courante	minimal		
651	Redevances pour concessions, brevets, licences, marques, procédés, logiciels, droits et valeurs similaires	base		2024
651	Redevances pour concessions, brevets, licences, marques, procédés, solutions informatiques, droits et valeurs similaires	minimal	2025	
6511	Redevances pour concessions, brevets, licences, marques, procédés, logiciels	developed		2024
6511	Redevances pour concessions, brevets, licences, marques, procédés, solutions informatiques	facultatif	2025	
6516	Droits d'auteur et de reproduction	facultatif		
6518	Autres droits et valeurs similaires	facultatif		
653	Jetons de présence	base		2024
653	Rémunérations de l’activité des administrateurs et des gérants	minimal	2025	
654	Pertes sur créances irrécouvrables	minimal		
6541	Créances de l'exercice	facultatif		
6544	Créances des exercices antérieurs	facultatif		
655	Quote-part de résultat sur opérations faites en commun	minimal		
6551	Quote-part de bénéfice transférée (comptabilité du gérant)	developed		2024
6551	Quote-part de bénéfice transférée - comptabilité du gérant	facultatif	2025	
6555	Quote-part de perte supportée (comptabilité des associés non gérants)	developed		2024
6555	Quote-part de perte supportée - comptabilité des associés non gérants	facultatif	2025	
656	Pertes de change sur créances commerciales	base		2024
656	Pertes de change sur créances et dettes commerciales	minimal	2025	
657	Valeurs comptables des immobilisations incorporelles et corporelles cédées	minimal	2025	
658	Charges diverses de gestion courante	base		2024
658	Pénalités et autres charges	minimal	2025	
6581	Pénalités sur marchés (et dédits payés sur achats et ventes)	facultatif	2025	
6582	Pénalités, amendes fiscales et pénales	facultatif	2025	
6583	Malis provenant de clauses d’indexation	facultatif	2025	
6584	Lots	facultatif	2025	
6588	Opérations de constitution ou liquidation des fiducies	facultatif	2025	
66	Charges financières	minimal		
661	Charges d'intérêts	minimal		
6611	Intérêts des emprunts et dettes	facultatif		
66116	des emprunts et dettes assimilées	developed		2024
66116	Intérêts des emprunts et dettes assimilées	facultatif	2025	
66117	des dettes rattachées à des participations	developed		2024
66117	Intérêts des dettes rattachées à des participations	facultatif	2025	
6612	Charges de la fiducie, résultat de la période	facultatif		
6615	Intérêts des comptes courants et des dépôts créditeurs	facultatif		
6616	Intérêts bancaires et sur opérations de financement (escompte, ...)	developed		2024
6616	Intérêts bancaires et sur opérations de financement (escompte…)	facultatif	2025	
6617	Intérêts des obligations cautionnées	facultatif		
6618	Intérêts des autres dettes	facultatif		
66181	des dettes commerciales	developed		2024
66181	Intérêts des dettes commerciales	facultatif	2025	
66188	des dettes diverses	developed		2024
66188	Intérêts des dettes diverses	facultatif	2025	
664	Pertes sur créances liées à des participations	minimal		
665	Escomptes accordés	minimal		
666	Pertes de change financières	minimal		
667	Charges nettes sur cessions de valeurs mobilières de placement	base		2024
667	Charges sur cession d’éléments financiers	minimal	2025	
6671	Valeurs comptables des immobilisations financières cédées	minimal	2025	
6672	Charges nettes sur cessions de titres immobilisés de l’activité de portefeuille	minimal	2025	
6673	Charges nettes sur cessions de valeurs mobilières de placement	minimal	2025	
6674	Charges nettes sur cessions de jetons	minimal	2025	
668	Autres charges financières	minimal		
6683	Mali provenant du rachat par l’entité d’actions et obligations émises par elle- même	facultatif	2025	
67	Charges exceptionnelles	minimal		
671	Charges exceptionnelles sur opérations de gestion	base		2024
6711	Pénalités sur marchés (et dédits payés sur achats et ventes)	developed		2024
6712	Pénalités, amendes fiscales et pénales	developed		2024
6713	Dons, libéralités	developed		2024
6714	Créances devenues irrécouvrables dans l'exercice	developed		2024
6715	Subventions accordées	developed		2024
6717	Rappel d'impôts (autres qu'impôts sur les bénéfices)	developed		2024
6718	Autres charges exceptionnelles sur opérations de gestion	developed		2024
672	(Compte à la disposition des entités pour enregistrer, en cours d'exercice, les charges sur exercices antérieurs)	minimal		
674	Opérations de constitution ou liquidation des fiducies	base		2024
6741	Opérations liées à la constitution de fiducie - Transfert des éléments	developed		2024
6742	Opérations liées à la liquidation de la fiducie	developed		2024
675	Valeurs comptables des éléments d'actif cédés	base		2024
6751	Immobilisations incorporelles	developed		2024
6752	Immobilisations corporelles	developed		2024
6756	Immobilisations financières	developed		2024
6758	Autres éléments d'actif	developed		2024
678	Autres charges exceptionnelles	minimal		
6781	Malis provenant de clauses d'indexation	developed		2024
6782	Lots	developed		2024
6783	Malis provenant du rachat par l'entreprise d'actions et obligations émises par elle-même	developed		2024
6788	Charges exceptionnelles diverses	developed		2024
68	Dotations aux amortissements, aux dépréciations et aux provisions	minimal		
681	Dotations aux amortissements, aux dépréciations et aux provisions - Charges d'exploitation	condensed		2024
681	Dotations aux amortissements, aux dépréciations et aux provisions (à inscrire dans les charges d'exploitation)	minimal	2025	
6811	Dotations aux amortissements sur immobilisations incorporelles et corporelles	minimal		
68111	Immobilisations incorporelles	developed		2024
68111	Immobilisations incorporelles et frais d’établissement	facultatif	2025	
68112	Immobilisations corporelles	facultatif		
6812	Dotations aux amortissements des charges d'exploitation à répartir	base		2024
6815	Dotations aux provisions d'exploitation	minimal		
6816	Dotations pour dépréciations des immobilisations incorporelles et corporelles	minimal		
68161	Immobilisations incorporelles	facultatif		
68162	Immobilisations corporelles	facultatif		
6817	Dotations pour dépréciations des actifs circulants	minimal		
68173	Stocks et en-cours	facultatif		
68174	Créances	facultatif		
686	Dotations aux amortissements, aux dépréciations et aux provisions - Charges financières	condensed		2024
686	Dotations aux amortissements, aux dépréciations et aux provisions (à inscrire dans les charges financières)	minimal	2025	
6861	Dotations aux amortissements des primes de remboursement des obligations	base		2024
6861	Dotations aux amortissements des primes de remboursement des emprunts	minimal	2025	
6862	Dotations aux amortissements des frais d'émission des emprunts	minimal	2025	
6865	Dotations aux provisions financières	minimal		
6866	Dotations pour dépréciations des éléments financiers	base		2024
6866	Dotations pour dépréciation des éléments financiers	minimal	2025	
68662	Immobilisations financières	facultatif		
68665	Valeurs mobilières de placement	facultatif		
6868	Autres dotations	base		2024
687	Dotations aux amortissements, aux dépréciations et aux provisions - Charges exceptionnelles	condensed		2024
687	Dotations aux amortissements, aux dépréciations et aux provisions (à inscrire dans les charges exceptionnelles)	minimal	2025	
6871	Dotations aux amortissements exceptionnels des immobilisations	minimal		
6872	Dotations aux provisions réglementées (immobilisations)	minimal		
68725	Amortissements dérogatoires	facultatif		
6873	Dotations aux provisions réglementées (stocks)	minimal		
6874	Dotations aux autres provisions réglementées	minimal		
6875	Dotations aux provisions exceptionnelles	minimal		
6876	Dotations pour dépréciations exceptionnelles	minimal		
69	Participation des salariés - Impôts sur les bénéfices et assimilés	minimal		
691	Participation des salariés aux résultats	minimal		
695	Impôts sur les bénéfices	minimal		
6951	Impôts dus en France	facultatif		
6952	Contribution additionnelle à l'impôt sur les bénéfices	facultatif		
6954	Impôts dus à l'étranger	facultatif		
696	Suppléments d'impôt sur les sociétés liés aux distributions	minimal		
698	Intégration fiscale	minimal		
6981	Intégration fiscale - Charges	minimal		
6989	Intégration fiscale - Produits	minimal		
699	Produits - Reports en arrière des déficits	minimal		
7	Comptes de produits	minimal		
70	Ventes de produits fabriqués, prestations de services, marchandises	minimal		
701	Ventes de produits finis	minimal		
7011	Produits finis (ou groupe) A	developed		2024
7012	Produits finis (ou groupe) B	developed		2024
702	Ventes de produits intermédiaires	minimal		
703	Ventes de produits résiduels	minimal		
704	Travaux	minimal		
7041	Travaux de catégorie (ou activité) A	base		2024
7042	Travaux de catégorie (ou activité) B	base		2024
705	Études	minimal		
706	Prestations de services	minimal		
707	Ventes de marchandises	minimal		
7071	Marchandises (ou groupe) A	developed		2024
7072	Marchandises (ou groupe) B	developed		2024
708	Produits des activités annexes	minimal		
7081	Produits des services exploités dans l'intérêt du personnel	facultatif		
7082	Commissions et courtages	facultatif		
7083	Locations diverses	facultatif		
7084	Mise à disposition de personnel facturée	facultatif		
7085	Ports et frais accessoires facturés	facultatif		
7086	Bonis sur reprises d'emballages consignés	facultatif		
7087	Bonifications obtenues des clients et primes sur ventes	facultatif		
7088	Autres produits d'activités annexes (cessions d'approvisionnements, ...)	developed		2024
7088	Autres produits d'activités annexes (cessions d'approvisionnements)	facultatif	2025	
709	Rabais, remises et ristournes accordés par l'entreprise	condensed		2024
709	Rabais, remises et ristournes accordés	minimal	2025	
7091	sur ventes de produits finis	developed		2024
7091	Rabais, remises et ristournes accordés sur ventes de produits finis	minimal	2025	
7092	sur ventes de produits intermédiaires	developed		2024
7092	Rabais, remises et ristournes accordés sur ventes de produits intermédiaires	minimal	2025	
7094	sur travaux	developed		2024
7094	Rabais, remises et ristournes accordés sur travaux	minimal	2025	
7095	sur études	developed		2024
7095	Rabais, remises et ristournes accordés sur études	minimal	2025	
7096	sur prestations de services	developed		2024
7096	Rabais, remises et ristournes accordés sur prestations de services	minimal	2025	
7097	sur ventes de marchandises	developed		2024
7097	Rabais, remises et ristournes accordés sur ventes de marchandises	minimal	2025	
7098	sur produits des activités annexes	developed		2024
7098	Rabais, remises et ristournes accordés sur produits des activités annexes	minimal	2025	
71	Production stockée (ou déstockage)	minimal		
713	Variation des stocks (en-cours de production, produits)	condensed		2024
713	Variation des stocks des en-cours de production et de produits	minimal	2025	
7133	Variation des en-cours de production de biens	minimal		
71331	Produits en cours	facultatif		
71335	Travaux en cours	facultatif		
7134	Variation des en-cours de production de services	minimal		
71341	Études en cours	facultatif		
71345	Prestations de services en cours	facultatif		
7135	Variation des stocks de produits	minimal		
71351	Produits intermédiaires	facultatif		
71355	Produits finis	facultatif		
71358	Produits résiduels	facultatif		
72	Production immobilisée	minimal		
721	Immobilisations incorporelles	minimal		
722	Immobilisations corporelles	minimal		
74	Subventions d'exploitation	condensed		2024
74	Subventions	minimal	2025	
741	Subventions d’exploitation	minimal	2025	
742	Subventions d’équilibre	minimal	2025	
747	Quote-part des subventions d’investissement virée au résultat de l’exercice	minimal	2025	
75	Autres produits de gestion courante	minimal		
751	Redevances pour concessions, brevets, licences, marques, procédés, logiciels, droits et valeurs similaires	base		2024
751	Redevances pour concessions, brevets, licences, marques, procédés, solutions informatiques, droits et valeurs similaires	minimal	2025	
7511	Redevances pour concessions, brevets, licences, marques, procédés, logiciels	developed		2024
7511	Redevances pour concessions, brevets, licences, marques, procédés, solutions informatiques	facultatif	2025	
7516	Droits d'auteur et de reproduction	facultatif		
7518	Autres droits et valeurs similaires	facultatif		
752	Revenus des immeubles non affectés à des activités professionnelles	minimal		
753	Jetons de présence et rémunérations d'administrateurs, gérants	condensed		2024
753	Rémunérations de l’activité des administrateurs et des gérants	minimal	2025	
754	Ristournes perçues des coopératives (provenant des excédents)	condensed		2024
754	Ristournes perçues des coopératives provenant des excédents	minimal	2025	
755	Quote-parts de résultat sur opérations faites en commun	condensed		2024
755	Quote-part de résultat sur opérations faites en commun	minimal	2025	
7551	Quote-part de perte transférée (comptabilité du gérant)	developed		2024
7551	Quote-part de perte transférée - comptabilité du gérant	facultatif	2025	
7555	Quote-part de bénéfice attribuée (comptabilité des associés non-gérants)	developed		2024
7555	Quote-part de bénéfice attribuée - comptabilité des associés non-gérants	facultatif	2025	
756	Gains de change sur créances commerciales	base		2024
756	Gains de change sur créances et dettes commerciales	minimal	2025	
757	Produits des cessions d’immobilisations incorporelles et corporelles	minimal	2025	
758	Produits divers de gestion courante	base		2024
758	Indemnités et autres produits	minimal	2025	
7581	Dédits et pénalités perçus sur achats et ventes	facultatif	2025	
7582	Libéralités reçues	facultatif	2025	
7583	Rentrées sur créances amorties	facultatif	2025	
7584	Dégrèvements d’impôts autres qu’impôts sur les bénéfices	facultatif	2025	
7585	Bonis provenant de clauses d’indexation	facultatif	2025	
7586	Lots	facultatif	2025	
7587	Indemnités d’assurance	facultatif	2025	
7588	Opérations de constitution ou liquidation des fiducies	facultatif	2025	
76	Produits financiers	minimal		
761	Produits de participations	minimal		
7611	Revenus des titres de participation	facultatif		
7612	Produits de la fiducie, résultat de la période	facultatif		
7616	Revenus sur autres formes de participation	facultatif		
7617	Revenus des créances rattachées à des participations	facultatif		
762	Produits des autres immobilisations financières	minimal		
7621	Revenus des titres immobilisés	facultatif		
7626	Revenus des prêts	facultatif		
7627	Revenus des créances immobilisées	facultatif		
763	Revenus des autres créances	minimal		
7631	Revenus des créances commerciales	facultatif		
7638	Revenus des créances diverses	facultatif		
764	Revenus des valeurs mobilières de placement	minimal		
765	Escomptes obtenus	minimal		
766	Gains de change financiers	minimal		
767	Produits nets sur cessions de valeurs mobilières de placement	base		2024
767	Produits sur cession d’éléments financiers	minimal	2025	
7671	Produits des cessions d’immobilisations financières	minimal	2025	
7672	Produits nets sur cessions de titres immobilisés de l’activité de portefeuille	minimal	2025	
7673	Produits nets sur cessions de valeurs mobilières de placement	minimal	2025	
7674	Produits nets sur cessions de jetons	minimal	2025	
768	Autres produits financiers	minimal		
7683	Bonis provenant du rachat par l’entreprise d’actions et d’obligations émises par elle-même	facultatif	2025	
77	Produits exceptionnels	minimal		
771	Produits exceptionnels sur opérations de gestion	base		2024
7711	Dédits et pénalités perçus sur achats et sur ventes	developed		2024
7713	Libéralités reçues	developed		2024
7714	Rentrées sur créances amorties	developed		2024
7715	Subventions d'équilibre	developed		2024
7717	Dégrèvements d'impôts autres qu'impôts sur les bénéfices	developed		2024
7718	Autres produits exceptionnels sur opérations de gestion	developed		2024
772	(Compte à la disposition des entités pour enregistrer, en cours d'exercice, les produits sur exercices antérieurs)	minimal		
774	Opérations de constitution ou liquidation des fiducies	base		2024
7741	Opérations liées à la constitution de fiducie - Transfert des éléments	developed		2024
7742	Opérations liées à la liquidation de la fiducie	developed		2024
775	Produits des cessions d'éléments d'actif	base		2024
7751	Immobilisations incorporelles	developed		2024
7752	Immobilisations corporelles	developed		2024
7756	Immobilisations financières	developed		2024
7758	Autres éléments d'actif	developed		2024
777	Quote-part des subventions d'investissement virée au résultat de l'exercice	base		2024
778	Autres produits exceptionnels	minimal		
7781	Bonis provenant de clauses d'indexation	developed		2024
7782	Lots	developed		2024
7783	Bonis provenant du rachat par l'entreprise d'actions et d'obligations émises par elle-même	developed		2024
7788	Produits exceptionnels divers	developed		2024
78	Reprises sur amortissements, dépréciations et provisions	minimal		
781	Reprises sur amortissements, dépréciations et provisions (à inscrire dans les produits d'exploitation)	minimal		
7811	Reprises sur amortissements des immobilisations incorporelles et corporelles	minimal		
78111	Immobilisations incorporelles	facultatif		
78112	Immobilisations corporelles	facultatif		
7815	Reprises sur provisions d'exploitation	minimal		
7816	Reprises sur dépréciations des immobilisations incorporelles et corporelles	minimal		
78161	Immobilisations incorporelles	facultatif		
78162	Immobilisations corporelles	facultatif		
7817	Reprises sur dépréciations des actifs circulants	minimal		
78173	Stocks et en-cours	facultatif		
78174	Créances	facultatif		
786	Reprises sur provisions pour risques et dépréciations (à inscrire dans les produits financiers)	condensed		2024
786	Reprises sur dépréciations et provisions (à inscrire dans les produits financiers)	minimal	2025	
7865	Reprises sur provisions financières	minimal		
7866	Reprises sur dépréciations des éléments financiers	minimal		
78662	Immobilisations financières	facultatif		
78665	Valeurs mobilières de placements	developed		2024
78665	Valeurs mobilières de placement	facultatif	2025	
787	Reprises sur provisions et dépréciations (à inscrire dans les produits exceptionnels)	condensed		2024
787	Reprises sur dépréciations et provisions (à inscrire dans les produits exceptionnels)	minimal	2025	
7872	Reprises sur provisions réglementées (immobilisations)	minimal		
78725	Amortissements dérogatoires	facultatif		
78726	Provision spéciale de réévaluation	developed		2024
78727	Plus-values réinvesties	developed		2024
7873	Reprises sur provisions réglementées (stocks)	minimal		
7874	Reprises sur autres provisions réglementées	minimal		
7875	Reprises sur provisions exceptionnelles	minimal		
7876	Reprises sur dépréciations exceptionnelles	minimal		
79	Transferts de charges	condensed		2024
791	Transferts de charges d'exploitation	base		2024
796	Transferts de charges financières	base		2024
797	Transferts de charges exceptionnelles	base		2024
8	Comptes spéciaux	condensed		2024
80	Engagements	base		2024
801	Engagements donnés par l'entité	condensed		2024
8011	Avals, cautions, garanties	developed		2024
8014	Effets circulant sous l'endos de l'entité	developed		2024
8016	Redevances crédit-bail restant à courir	developed		2024
80161	Crédit-bail mobilier	developed		2024
80165	Crédit-bail immobilier	developed		2024
8018	Autres engagements donnés	developed		2024
802	Engagements reçus par l'entité	condensed		2024
8021	Avals, cautions, garanties	developed		2024
8024	Créances escomptées non échues	developed		2024
8026	Engagements reçus pour utilisation en crédit-bail	developed		2024
80261	Crédit-bail mobilier	developed		2024
80265	Crédit-bail immobilier	developed		2024
8028	Autres engagements reçus	developed		2024
809	Contrepartie des engagements	condensed		2024
8091	Contrepartie 801	developed		2024
8092	Contrepartie 802	developed		2024
88	Résultat en instance d'affectation	base		2024
89	Bilan	base		2024
890	Bilan d'ouverture	base		2024
891	Bilan de clôture	base		2024
`;
