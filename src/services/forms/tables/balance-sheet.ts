/** Balance sheet of the normal regime: forms 2050 and 2051. Read by `cell-table.ts`, which says what the columns hold. */
export const BALANCE_SHEET = `
## 2050
AA | Capital subscribed, not called | gross | MOA | D:109 |  |  | S2
DG | Capital subscribed, not called | net | MOA |  | AA |  | S1
AB | Formation costs | gross | MOA | D:201 |  |  | S2
AC | Formation costs | deduction | MOA | C:2801,2901 |  |  | S2
DH | Formation costs | net | MOA |  | AB-AC |  | S1
GV | Development costs | gross | MOA | D:203 |  |  | S2
GW | Development costs | deduction | MOA | C:2803,2903 |  |  | S2
GX | Development costs | net | MOA |  | GV-GW |  | S1
AF | Concessions, patents, software | gross | MOA | D:205 |  |  | S2
AG | Concessions, patents, software | deduction | MOA | C:2805,2905 |  |  | S2
DK | Concessions, patents, software | net | MOA |  | AF-AG |  | S1
AH | Goodwill and lease right | gross | MOA | D:206,207 |  |  | S2
AI | Goodwill and lease right | deduction | MOA | C:2806,2807,2906,2907 |  |  | S2
DL | Goodwill and lease right | net | MOA |  | AH-AI |  | S1
AJ | Other intangible assets | gross | MOA | D:20,232 |  |  | S2+C
AK | Other intangible assets | deduction | MOA | C:280,290,2932 |  |  | S2+C
DM | Other intangible assets | net | MOA |  | AJ-AK |  | S1
AL | Advances on intangible assets | gross | MOA | D:237 |  |  | S2+C
AM | Advances on intangible assets | deduction | MOA | C:2937 |  |  | S2+C
DN | Advances on intangible assets | net | MOA |  | AL-AM |  | S1
AN | Land | gross | MOA | D:211,212 |  |  | S2
AO | Land | deduction | MOA | C:2811,2812,2911,2912 |  |  | S2
DP | Land | net | MOA |  | AN-AO |  | S1
AP | Buildings | gross | MOA | D:213,214 |  |  | S2
AQ | Buildings | deduction | MOA | C:2813,2814,2913,2914 |  |  | S2
DQ | Buildings | net | MOA |  | AP-AQ |  | S1
AR | Plant, machinery, tools | gross | MOA | D:215 |  |  | S2
AS | Plant, machinery, tools | deduction | MOA | C:2815,2915 |  |  | S2
DR | Plant, machinery, tools | net | MOA |  | AR-AS |  | S1
AT | Other tangible assets | gross | MOA | D:21,22 |  |  | S2+C
AU | Other tangible assets | deduction | MOA | C:281,282,291,292 |  |  | S2+C
DS | Other tangible assets | net | MOA |  | AT-AU |  | S1
AV | Tangible assets in progress | gross | MOA | D:23 |  |  | S2+C
AW | Tangible assets in progress | deduction | MOA | C:293 |  |  | S2+C
DT | Tangible assets in progress | net | MOA |  | AV-AW |  | S1
AX | Advances on tangible assets | gross | MOA | D:238 |  |  | S2+C
AY | Advances on tangible assets | deduction | MOA | C:2938 |  |  | S2+C
DU | Advances on tangible assets | net | MOA |  | AX-AY |  | S1
CS | Holdings at equity value | gross | MOA | D:262 |  |  | S2
CT | Holdings at equity value | deduction | MOA | C:2962 |  |  | S2
DV | Holdings at equity value | net | MOA |  | CS-CT |  | S1
CU | Other holdings | gross | MOA | D:25,26 |  |  | S2+C
CV | Other holdings | deduction | MOA | C:296 |  |  | S2+C
DW | Other holdings | net | MOA |  | CU-CV |  | S1
BB | Receivables tied to holdings | gross | MOA | D:267,268 |  |  | S2
BC | Receivables tied to holdings | deduction | MOA | C:2967,2968 |  |  | S2
DX | Receivables tied to holdings | net | MOA |  | BB-BC |  | S1
BD | Other long-term securities | gross | MOA | D:271,272,273,27682,277,278 |  |  | S2+C
BE | Other long-term securities | deduction | MOA | C:2971,2972,2973,2978 |  |  | S2+C
DY | Other long-term securities | net | MOA |  | BD-BE |  | S1
BF | Loans granted | gross | MOA | D:274,27684 |  |  | S2
BG | Loans granted | deduction | MOA | C:2974 |  |  | S2
DZ | Loans granted | net | MOA |  | BF-BG |  | S1
BH | Other financial assets | gross | MOA | D:27 |  |  | S2+C
BI | Other financial assets | deduction | MOA | C:297 |  |  | S2+C
EA | Other financial assets | net | MOA |  | BH-BI |  | S1
BJ | Total fixed assets | gross | MOA |  | AB+GV+AF+AH+AJ+AL+AN+AP+AR+AT+AV+AX+CS+CU+BB+BD+BF+BH |  | S1
BK | Total fixed assets | deduction | MOA |  | AC+GW+AG+AI+AK+AM+AO+AQ+AS+AU+AW+AY+CT+CV+BC+BE+BG+BI |  | S1
EB | Total fixed assets | net | MOA |  | BJ-BK |  | S1
BL | Raw materials, supplies | gross | MOA | D:31,32 |  |  | S2
BM | Raw materials, supplies | deduction | MOA | C:391,392 |  |  | S2
EC | Raw materials, supplies | net | MOA |  | BL-BM |  | S1
BN | Work in progress, goods | gross | MOA | D:33 |  |  | S2
BO | Work in progress, goods | deduction | MOA | C:393 |  |  | S2
ED | Work in progress, goods | net | MOA |  | BN-BO |  | S1
BP | Work in progress, services | gross | MOA | D:34 |  |  | S2
BQ | Work in progress, services | deduction | MOA | C:394 |  |  | S2
EE | Work in progress, services | net | MOA |  | BP-BQ |  | S1
BR | Finished and semi-finished goods | gross | MOA | D:35 |  |  | S2
BS | Finished and semi-finished goods | deduction | MOA | C:395 |  |  | S2
EF | Finished and semi-finished goods | net | MOA |  | BR-BS |  | S1
BT | Goods for resale | gross | MOA | D:3 |  |  | S2+C
BU | Goods for resale | deduction | MOA | C:39 |  |  | S2+C
EG | Goods for resale | net | MOA |  | BT-BU |  | S1
BV | Advances paid on orders | gross | MOA | D:4091 |  |  | S2+C
BW | Advances paid on orders | deduction | MOA | C:4909 |  |  | S2+C
EH | Advances paid on orders | net | MOA |  | BV-BW |  | S1
BX | Trade receivables | gross | MOA | D+:41 |  |  | S2+C
BY | Trade receivables | deduction | MOA | C:490,491 |  |  | S2+C
EJ | Trade receivables | net | MOA |  | BX-BY |  | S1
BZ | Other receivables | gross | MOA | D+:400,401,403,404,405,408,409,419,42,43,44,451,455,456,457,458,46,47,488,18 |  |  | S2+C
CA | Other receivables | deduction | MOA | C:49 |  |  | S2+C
EK | Other receivables | net | MOA |  | BZ-CA |  | S1
CB | Called capital not paid | gross | MOA | D:4562 |  |  | S2
CC | Called capital not paid | deduction | MOA |  |  |  | S2
EL | Called capital not paid | net | MOA |  | CB-CC |  | S1
CD | Short-term securities | gross | MOA | D:50 |  |  | S2
CE | Short-term securities | deduction | MOA | C:59 |  |  | S2
EM | Short-term securities | net | MOA |  | CD-CE |  | S1
CF | Cash and banks | gross | MOA | D+:51,52,53,54,58 |  |  | S2+C
CG | Cash and banks | deduction | MOA | C:591 |  |  | S2+C
EN | Cash and banks | net | MOA |  | CF-CG |  | S1
CH | Prepaid expenses | gross | MOA | D:486 |  |  | S2
CI | Prepaid expenses | deduction | MOA |  |  |  | S2
EP | Prepaid expenses | net | MOA |  | CH-CI |  | S1
CJ | Total current assets | gross | MOA |  | BL+BN+BP+BR+BT+BV+BX+BZ+CB+CD+CF+CH |  | S1
CK | Total current assets | deduction | MOA |  | BM+BO+BQ+BS+BU+BW+BY+CA+CC+CE+CG+CI |  | S1
EQ | Total current assets | net | MOA |  | CJ-CK |  | S1
GS | Loan issue costs to spread | gross | MOA | D:481 |  |  | S2
GT | Loan issue costs to spread | net | MOA |  | GS |  | S1
CM | Bond redemption premiums | gross | MOA | D:169 |  |  | S2
ES | Bond redemption premiums | net | MOA |  | CM |  | S1
CN | Translation (and from 2025 valuation) differences, asset | gross | MOA | D:476 |  |  | S2
CN | Translation (and from 2025 valuation) differences, asset | gross | MOA | D:4746,4786 |  | -2024 | C
CN | Translation (and from 2025 valuation) differences, asset | gross | MOA | D:474 |  | 2025- | S3+C
ET | Translation differences, asset | net | MOA |  | CN |  | S1
CO | General total | gross | MOA |  | AA+BJ+CJ+GS+CM+CN |  | S1
GH | General total | deduction | MOA |  | BK+CK |  | S1
GJ | General total | net | MOA |  | CO-GH |  | S1
CP | of financial assets (net): due within one year | memo | MOA |  |  |  | S1+K
CR | of receivables: due after one year | memo | MOA |  |  |  | S1+K
GL | of goodwill: lease right (206) | memo | MOA | ? D:206 |  |  | S1+K
GM | reserved-title clause: fixed assets | memo | MOA |  |  |  | S1+K
GN | reserved-title clause: stocks | memo | MOA |  |  |  | S1+K
GP | reserved-title clause: receivables | memo | MOA |  |  |  | S1+K
GQ | of securities: own shares (502) | memo | MOA | ? D:502 |  |  | S1+K
GR | Form filed as nil | tick | CCI |  |  |  | S1

## 2051
DA | Share or individual capital | N | MOA | C:10 |  |  | S2+C
DB | Premiums (issue, merger, contribution) | N | MOA | C:104 |  |  | S2
DC | Revaluation differences (and equity difference) | N | MOA | C:105,107 |  |  | S2
DD | Legal reserve | N | MOA | C:1061 |  |  | S2
DE | Statutory or contractual reserves | N | MOA | C:1063 |  |  | S2
DF | Regulated reserves | N | MOA | C:1062,1064 |  |  | S2
DG | Other reserves | N | MOA | C:106 |  |  | S2+C
DH | Retained earnings | N | MOA | C:11,12 |  |  | S2+C
DI | Result of the year | N | MOA |  | 2053.HN |  | C
DJ | Investment grants | N | MOA | C:13 |  |  | S2
DK | Regulated provisions | N | MOA | C:14 |  |  | S2
DL | Total equity | N | MOA |  | DA+DB+DC+DD+DE+DF+DG+DH+DI+DJ+DK |  | S1
DM | Participating securities issued | N | MOA | C:1671 |  | -2024 | S2
DM | Non-refundable funds (titres participatifs and others) | N | MOA | C:1671 |  | 2025- | S3+C
DN | Conditional advances | N | MOA | C:1674 |  | -2024 | S2
DN | Conditional advances (principal and accrued interest) | N | MOA | C:1673,1674 |  | 2025- | S3
DO | Total other own funds | N | MOA |  | DM+DN |  | S1
DP | Provisions for risks | N | MOA | C:151 |  |  | S2
DQ | Provisions for charges | N | MOA | C:15 |  |  | S2+C
DR | Total provisions | N | MOA |  | DP+DQ |  | S1
DS | Convertible bonds | N | MOA | C:161,16881 |  |  | S2
DT | Other bonds | N | MOA | C:162,163,16883 |  |  | S2+C
DU | Loans from credit institutions | N | MOA | C:164,16884,519;C+:51,52,53,54,58 |  |  | S2+C
DV | Other loans and financial debts | N | MOA | C:16,17,426;C+:18,451,455,456 |  |  | S2+C
DW | Advances received on orders | N | MOA | C:4191 |  |  | S2
DX | Trade payables | N | MOA | C+:400,401,403,408 |  |  | S2+C
DY | Tax and social debts | N | MOA | C+:42,43,44 |  |  | S2+C
DZ | Debts on fixed assets | N | MOA | C:269,279,4084;C+:404,405 |  |  | S2+C
EA | Other debts | N | MOA | C:489,509;C+:409,41,419,457,458,46,47,488 |  |  | S2+C
EB | Deferred income | N | MOA | C:487 |  |  | S2
EC | Total debts and deferred income | N | MOA |  | DS+DT+DU+DV+DW+DX+DY+DZ+EA+EB |  | S1
ED | Translation (and from 2025 valuation) differences, liability | N | MOA | C:477 |  |  | S2
ED | Translation (and from 2025 valuation) differences, liability | N | MOA | C:4747,4787 |  | -2024 | C
ED | Translation (and from 2025 valuation) differences, liability | N | MOA | C:475 |  | 2025- | S3+C
EE | General total | N | MOA |  | DL+DO+DR+EC+ED |  | S1
FA | of capital: paid up (1013) | memo | MOA | ? C:1013 |  |  | S1+K
FC | revaluation difference included in capital | memo | MOA |  |  |  | S1+K
FD | special revaluation reserve 1959 | memo | MOA |  |  |  | S1+K
FE | free revaluation difference (1052) | memo | MOA | ? C:1052 |  |  | S1+K
FF | revaluation reserve 1976 (1053) | memo | MOA | ? C:1053 |  |  | S1+K
EK | of DC: equity difference (107) | memo | MOA | ? C:107 |  |  | S1+K
EL | of DF: reserve for price fluctuation provisions | memo | MOA |  |  |  | S1+K
EJ | of DG: purchase of works of living artists | memo | MOA |  |  |  | S1+K
EF | of DF: long-term gains special reserve (1064) | memo | MOA | ? C:10641 |  |  | S1+K
EG | of debts and deferred income: within one year | memo | MOA |  |  |  | S1+K
EH | of DU: bank overdrafts (51 and 519 credit) | memo | MOA | ? C:519;C+:51 |  |  | S1+K
EI | of DV: participating loans | memo | MOA | ? C:1675 |  |  | S1+K
GX | Form filed as nil | tick | CCI |  |  |  | S1
`;
