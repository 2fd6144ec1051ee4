/**
 * Natures of operations for VAT: identifier, goods or services, direction, territory, rate, rule, value. The table is
 * ours: the specification gives its five levels and no row. Articles are those of the French tax code (CGI) of 2025.
 * Identifiers stay: categories keep them.
 */
export const NATURE_TABLE = `
1 | Biens | Vente | France | Taux 20 % | Exigible à la livraison | SALE-GOODS-20
2 | Biens | Vente | France | Taux 10 % | Exigible à la livraison | SALE-GOODS-10
3 | Biens | Vente | France | Taux 5,5 % | Exigible à la livraison | SALE-GOODS-5.5
4 | Biens | Vente | France | Taux 2,1 % | Exigible à la livraison | SALE-GOODS-2.1
5 | Biens | Vente | Outre-mer | Taux 8,5 % | Exigible à la livraison | SALE-GOODS-8.5
6 | Biens | Vente | Corse | Taux 13 % | Exigible à la livraison | SALE-GOODS-13
7 | Biens | Vente | Corse | Taux 0,9 % | Exigible à la livraison | SALE-GOODS-0.9
8 | Biens | Vente | Union européenne | Sans TVA | Livraison exonérée (CGI art. 262 ter I) | SALE-GOODS-EU
9 | Biens | Vente | Union européenne | Taux du pays | Vente à distance, guichet unique (CGI art. 258 A) | SALE-GOODS-OSS
10 | Biens | Vente | Hors Union européenne | Sans TVA | Exportation exonérée (CGI art. 262 I) | SALE-GOODS-EXPORT
11 | Biens | Vente | France | Sans TVA | Franchise en base (CGI art. 293 B) | SALE-GOODS-FRANCHISE
12 | Biens | Vente | France | Sans TVA | Autoliquidation par le client : déchets, gaz, électricité (CGI art. 283, 2 quinquies et sexies) | SALE-GOODS-REVERSE
13 | Biens | Vente | France | TVA sur la marge | Biens d’occasion (CGI art. 297 A) | SALE-GOODS-MARGIN
14 | Biens | Achat | France | Taux 20 % | Déductible à la livraison | BUY-GOODS-20
15 | Biens | Achat | France | Taux 10 % | Déductible à la livraison | BUY-GOODS-10
16 | Biens | Achat | France | Taux 5,5 % | Déductible à la livraison | BUY-GOODS-5.5
17 | Biens | Achat | France | Taux 2,1 % | Déductible à la livraison | BUY-GOODS-2.1
18 | Biens | Achat | Outre-mer | Taux 8,5 % | Déductible à la livraison | BUY-GOODS-8.5
19 | Biens | Achat | France | Taux 20 % | Non déductible : cadeaux, usage privé (CGI ann. II art. 206) | BUY-GOODS-EXCLUDED
20 | Biens | Achat | France | Taux 20 % | Déductible à 80 % : carburant de tourisme (CGI art. 298, 4) | BUY-GOODS-FUEL
21 | Biens | Achat | France | Sans TVA | Fournisseur en franchise ou particulier | BUY-GOODS-NONE
22 | Biens | Achat | Union européenne | Taux 20 % | Acquisition autoliquidée (CGI art. 256 bis) | BUY-GOODS-EU-20
23 | Biens | Achat | Hors Union européenne | Taux 20 % | Importation autoliquidée (CGI art. 1695 II) | BUY-GOODS-IMPORT-20
24 | Biens | Achat | Union européenne | Taux 10 % | Acquisition autoliquidée (CGI art. 256 bis) | BUY-GOODS-EU-10
25 | Biens | Achat | Hors Union européenne | Taux 10 % | Importation autoliquidée (CGI art. 1695 II) | BUY-GOODS-IMPORT-10
26 | Biens | Achat | Union européenne | Taux 5,5 % | Acquisition autoliquidée (CGI art. 256 bis) | BUY-GOODS-EU-5.5
27 | Biens | Achat | Hors Union européenne | Taux 5,5 % | Importation autoliquidée (CGI art. 1695 II) | BUY-GOODS-IMPORT-5.5
28 | Services | Vente | France | Taux 20 % | Exigible à l’encaissement | SALE-SERVICE-CASH-20
29 | Services | Vente | France | Taux 10 % | Exigible à l’encaissement | SALE-SERVICE-CASH-10
30 | Services | Vente | France | Taux 5,5 % | Exigible à l’encaissement | SALE-SERVICE-CASH-5.5
31 | Services | Vente | France | Taux 2,1 % | Exigible à l’encaissement | SALE-SERVICE-CASH-2.1
32 | Services | Vente | France | Taux 20 % | Option pour les débits | SALE-SERVICE-DEBIT-20
33 | Services | Vente | France | Taux 10 % | Option pour les débits | SALE-SERVICE-DEBIT-10
34 | Services | Vente | France | Taux 5,5 % | Option pour les débits | SALE-SERVICE-DEBIT-5.5
35 | Services | Vente | Outre-mer | Taux 8,5 % | Exigible à l’encaissement | SALE-SERVICE-CASH-8.5
36 | Services | Vente | Union européenne | Sans TVA | Preneur assujetti, déclaration européenne de services (CGI art. 259, 1°) | SALE-SERVICE-EU
37 | Services | Vente | Hors Union européenne | Sans TVA | Preneur établi hors de l’Union (CGI art. 259 et 259 B) | SALE-SERVICE-EXPORT
38 | Services | Vente | France | Sans TVA | Sous-traitance du bâtiment, autoliquidation (CGI art. 283, 2 nonies) | SALE-SERVICE-REVERSE
39 | Services | Vente | France | Sans TVA | Franchise en base (CGI art. 293 B) | SALE-SERVICE-FRANCHISE
40 | Services | Vente | France | Sans TVA | Exonéré : santé, enseignement (CGI art. 261, 4) | SALE-SERVICE-EXEMPT
41 | Services | Vente | France | Sans TVA | Exonéré : location nue d’habitation (CGI art. 261 D) | SALE-SERVICE-RENT
42 | Services | Achat | France | Taux 20 % | Déductible au paiement | BUY-SERVICE-CASH-20
43 | Services | Achat | France | Taux 10 % | Déductible au paiement | BUY-SERVICE-CASH-10
44 | Services | Achat | France | Taux 5,5 % | Déductible au paiement | BUY-SERVICE-CASH-5.5
45 | Services | Achat | France | Taux 2,1 % | Déductible au paiement | BUY-SERVICE-CASH-2.1
46 | Services | Achat | France | Taux 20 % | Prestataire aux débits | BUY-SERVICE-DEBIT-20
47 | Services | Achat | France | Taux 10 % | Prestataire aux débits | BUY-SERVICE-DEBIT-10
48 | Services | Achat | France | Taux 10 % | Non déductible : logement et transport des dirigeants et salariés (CGI ann. II art. 206) | BUY-SERVICE-EXCLUDED
49 | Services | Achat | France | Sans TVA | Banque et assurance (CGI art. 261 C) | BUY-SERVICE-FINANCE
50 | Services | Achat | France | Sans TVA | Prestataire en franchise ou exonéré | BUY-SERVICE-NONE
51 | Services | Achat | France | Taux 20 % | Sous-traitance du bâtiment, autoliquidation (CGI art. 283, 2 nonies) | BUY-SERVICE-REVERSE-20
52 | Services | Achat | Union européenne | Taux 20 % | Autoliquidation (CGI art. 283, 2) | BUY-SERVICE-EU-20
53 | Services | Achat | Hors Union européenne | Taux 20 % | Autoliquidation (CGI art. 283, 2) | BUY-SERVICE-WORLD-20
54 | Immobilisations | Achat | France | Taux 20 % | Déductible à la livraison | BUY-ASSET-20
55 | Immobilisations | Achat | Union européenne | Taux 20 % | Autoliquidation | BUY-ASSET-EU-20
56 | Immobilisations | Achat | Hors Union européenne | Taux 20 % | Autoliquidation | BUY-ASSET-IMPORT-20
57 | Immobilisations | Achat | France | Taux 20 % | Non déductible : véhicule de tourisme (CGI ann. II art. 206) | BUY-ASSET-EXCLUDED
58 | Immobilisations | Achat | France | Sans TVA | Vendeur non assujetti | BUY-ASSET-NONE
59 | Immobilisations | Vente | France | Taux 20 % | Cession taxable | SALE-ASSET-20
60 | Immobilisations | Vente | France | Sans TVA | Cession exonérée (CGI art. 261, 3) | SALE-ASSET-EXEMPT
61 | Hors champ | Paiement | France | Sans TVA | Salaires et cotisations sociales | OUT-PAYROLL
62 | Hors champ | Paiement | France | Sans TVA | Impôts et taxes | OUT-TAX
63 | Hors champ | Paiement | France | Sans TVA | Emprunts : capital et intérêts | OUT-LOAN
64 | Hors champ | Virement | France | Sans TVA | Virement interne | OUT-TRANSFER
65 | Hors champ | Encaissement | France | Sans TVA | Subvention non liée au prix | OUT-GRANT
66 | Hors champ | Encaissement | France | Sans TVA | Apport d’associé | OUT-CAPITAL
67 | Hors champ | Encaissement | France | Sans TVA | Indemnité d’assurance | OUT-INDEMNITY
`;
