/** Simplified regime: forms 2033-A to 2033-D. Read by `cell-table.ts`, which says what the columns hold. */
export const SIMPLIFIED = `
## 2033A
AA | Goodwill | gross | MOA | D:206,207 |  |  | S2+C
BA | Goodwill | deduction | MOA | C:2806,2807,2906,2907 |  |  | S2+C
CA | Goodwill | net | MOA |  | AA-BA |  | S1
AB | Other intangible assets | gross | MOA | D:20,232,237 |  |  | S2+C
BB | Other intangible assets | deduction | MOA | C:280,290,2932,2937 |  |  | S2+C
CB | Other intangible assets | net | MOA |  | AB-BB |  | S1
AC | Tangible assets | gross | MOA | D:21,22,23 |  |  | S2+C
BC | Tangible assets | deduction | MOA | C:281,282,291,292,293 |  |  | S2+C
CC | Tangible assets | net | MOA |  | AC-BC |  | S1
AD | Financial assets | gross | MOA | D:25,26,27 |  |  | S2+C
BD | Financial assets | deduction | MOA | C:296,297 |  |  | S2+C
CD | Financial assets | net | MOA |  | AD-BD |  | S1
AE | Total fixed assets | gross | MOA |  | AA+AB+AC+AD |  | S1
BE | Total fixed assets | deduction | MOA |  | BA+BB+BC+BD |  | S1
CE | Total fixed assets | net | MOA |  | AE-BE |  | S1
AF | Raw materials and work in progress | gross | MOA | D:31,32,33,34,35 |  |  | S2+C
BF | Raw materials and work in progress | deduction | MOA | C:391,392,393,394,395 |  |  | S2+C
CF | Raw materials and work in progress | net | MOA |  | AF-BF |  | S1
AG | Goods for resale | gross | MOA | D:3 |  |  | S2+C
BG | Goods for resale | deduction | MOA | C:39 |  |  | S2+C
CG | Goods for resale | net | MOA |  | AG-BG |  | S1
AH | Advances paid on orders | gross | MOA | D:4091 |  |  | S2+C
BH | Advances paid on orders | deduction | MOA | C:4909 |  |  | S2+C
CH | Advances paid on orders | net | MOA |  | AH-BH |  | S1
AJ | Trade receivables | gross | MOA | D+:41 |  |  | S2+C
BJ | Trade receivables | deduction | MOA | C:490,491 |  |  | S2+C
CJ | Trade receivables | net | MOA |  | AJ-BJ |  | S1
AK | Other receivables | gross | MOA | D+:400,401,403,404,405,408,409,419,42,43,44,451,455,456,457,458,46,47,488,18;D:109,4562 |  |  | S2+C
BK | Other receivables | deduction | MOA | C:49 |  |  | S2+C
CK | Other receivables | net | MOA |  | AK-BK |  | S1
AL | Short-term securities | gross | MOA | D:50 |  |  | S2+C
BL | Short-term securities | deduction | MOA | C:59 |  |  | S2+C
CL | Short-term securities | net | MOA |  | AL-BL |  | S1
AM | Cash and banks | gross | MOA | D+:51,52,53,54,58 |  |  | S2+C
BM | Cash and banks | deduction | MOA | C:591 |  |  | S2+C
CM | Cash and banks | net | MOA |  | AM-BM |  | S1
AP | Prepaid expenses (with 169, 476, 481) | gross | MOA | D:486,169,476,481 |  |  | S2+C
BP | Prepaid expenses (with 169, 476, 481) | deduction | MOA |  |  |  | S2+C
CP | Prepaid expenses (with 169, 476, 481) | net | MOA |  | AP-BP |  | S1
AQ | Total current assets | gross | MOA |  | AF+AG+AH+AJ+AK+AL+AM+AP |  | S1
BQ | Total current assets | deduction | MOA |  | BF+BG+BH+BJ+BK+BL+BM+BP |  | S1
CQ | Total current assets | net | MOA |  | AQ-BQ |  | S1
AP | Prepaid expenses (with 169, 476, 481) | gross | MOA | D:4746,4786 |  | -2024 | C
AP | Prepaid expenses (with 169, 476, 481) | gross | MOA | D:474 |  | 2025- | C
AR | General total | gross | MOA |  | AE+AQ |  | S1
BR | General total | deduction | MOA |  | BE+BQ |  | S1
CR | General total | net | MOA |  | AR-BR |  | S1
FA | Share or individual capital | N | MOA | C:10 |  |  | S2+C
FB | Revaluation differences | N | MOA | C:105,107 |  |  | S2+C
FC | Legal reserve | N | MOA | C:1061 |  |  | S2+C
FD | Regulated reserves | N | MOA | C:1062,1064 |  |  | S2+C
FE | Other reserves (with premiums 104) | N | MOA | C:106,104 |  |  | S2+C
FF | Retained earnings | N | MOA | C:11,12 |  |  | S2+C
FG | Result of the year | N | MOA |  | 2033B.CC |  | S2+C
FH | Regulated provisions (with investment grants 13) | N | MOA | C:13,14 |  |  | S2+C
FJ | Total equity | N | MOA |  | FA+FB+FC+FD+FE+FF+FG+FH |  | S1
FK | Provisions for risks and charges | N | MOA | C:15 |  |  | S2+C
FL | Loans and similar debts | N | MOA | C:16,17,426,519;C+:51,52,53,54,58 |  |  | S2+C
FM | Advances received on orders | N | MOA | C:4191 |  |  | S2+C
FN | Trade payables | N | MOA | C+:400,401,403,408 |  |  | S2+C
FP | Other debts | N | MOA | C:269,279,4084,489,509;C+:18,404,405,409,41,419,42,43,44,451,455,456,457,458,46,47,488 |  |  | S2+C
FQ | Deferred income (with 477) | N | MOA | C:477,487 |  |  | S2+C
FQ | Deferred income (with 477) | N | MOA | C:4747,4787 |  | -2024 | S2+C
FQ | Deferred income (with 477) | N | MOA | C:475 |  | 2025- | S2+C
FR | Total debts | N | MOA |  | FL+FM+FN+FP+FQ |  | S1
FS | General total | N | MOA |  | FJ+FK+FR |  | S1
EB | reserve for works of living artists | memo | MOA |  |  |  | S1+K
EE | of other debts: shareholder current accounts | memo | MOA | ? C+:455 |  |  | S1+K
HA | financial assets within one year | memo | MOA |  |  |  | S1+K
HB | receivables after one year | memo | MOA |  |  |  | S1+K
HC | of other receivables: shareholder current accounts in debit | memo | MOA | ? D+:455 |  |  | S1+K
JA | debts after one year | memo | MOA |  |  |  | S1+K
JB | cost of fixed assets acquired or created in the year | memo | MOA |  |  |  | S1+K
JC | sale price before VAT of fixed assets sold | memo | MOA |  |  |  | S1+K
JD | Form filed as nil | tick | CCI |  |  |  | S1

## 2033B
BA | Sales of goods for resale | N | MOA | C:707,7097 |  |  | S2
BB | Production sold, goods | N | MOA | C:701,702,703,7091,7092,7093 |  |  | S2
BC | Production sold, services | N | MOA | C:70 |  |  | S2+C
BD | Stored production | N | MOA | C:71 |  |  | S2
BE | Capitalised production | N | MOA | C:72 |  |  | S2
BF | Operating grants | N | MOA | C:74 |  |  | S2
BG | Other income | N | MOA | C:73,75,78,79 |  |  | S2+C
BH | Total operating income | N | MOA |  | BA+BB+BC+BD+BE+BF+BG |  | S1
BJ | Purchases of goods | N | MOA | D:607,608,6097 |  |  | S2
BK | Change in stock of goods | N | MOA | D:6037 |  |  | S2
BL | Purchases of raw materials | N | MOA | D:601,602,6091,6092 |  |  | S2
BM | Change in stock of raw materials | N | MOA | D:603 |  |  | S2+C
BN | Other external charges | N | MOA | D:60,61,62 |  |  | S2+C
BP | Taxes and duties | N | MOA | D:63 |  |  | S2
BQ | Staff pay | N | MOA | D:64 |  |  | S2+C
BR | Social charges | N | MOA | D:645,646,647,649 |  |  | S2
BS | Depreciation | N | MOA | D:68 |  |  | S2+C
BT | Provisions | N | MOA | D:6815,6816,6817 |  |  | S2
BU | Other charges | N | MOA | D:65 |  |  | S2+C
BV | Total operating charges | N | MOA |  | BJ+BK+BL+BM+BN+BP+BQ+BR+BS+BT+BU |  | S1
BW | Operating result | N | MOA |  | BH-BV |  | S1
BX | Financial income | N | MOA | C:76,786,796 |  |  | S2
BY | Exceptional income | N | MOA | C:77,787,797 |  |  | S2
BZ | Financial charges | N | MOA | D:66,686 |  |  | S2
CA | Exceptional charges (with profit sharing 691) | N | MOA | D:67,687,691 |  |  | S2
CB | Income tax | N | MOA | D:69 |  |  | S2
CC | Profit or loss | N | MOA |  | BH+BX+BY-BV-BZ-CA-CB |  | S1
AA | of BA: export and intra-EU | memo | MOA | export:BA |  |  | S1+K
AB | of BB: export and intra-EU | memo | MOA | export:BB |  |  | S1+K
AC | of BC: export and intra-EU | memo | MOA | export:BC |  |  | S1+K
AP | of BP: CFE and CVAE (63511, 63512) | memo | MOA | ? D:63511,63512 |  |  | S1+K
GN | of BN: equipment leasing (6122) | memo | MOA | ? D:6122 |  |  | S1+K
AN | of BN: property leasing (6125) | memo | MOA | ? D:6125 |  |  | S1+K
CD | accounting profit | tax | MOA |  | max(CC, 0) |  | S1+C
ED | accounting loss | tax | MOA |  | max(-CC, 0) |  | S1+C
CE | add-back: personal pay and benefits | tax | MOA |  |  |  | S1+C
CF | add-back: excess depreciation | tax | MOA |  |  |  | S1+C
CG | add-back: provisions | tax | MOA |  |  |  | S1+C
CH | add-back: taxes (with income tax CB) | tax | MOA |  | ? CB |  | S1+C
CJ | add-back: other (detail LA, LB) | tax | MOA |  |  |  | S1+C
EK | deduction: exemptions and zones | tax | MOA |  |  |  | S1+C
EL | deduction: other (detail MA, MB) | tax | MOA |  |  |  | S1+C
CM | tax profit before losses | tax | MOA |  | max(CC+CE+CF+CG+CH+CJ-EK-EL, 0) |  | S1+C
EM | tax loss before losses | tax | MOA |  | max(-(CC+CE+CF+CG+CH+CJ-EK-EL), 0) |  | S1+C
CN | loss carried back (company tax) | tax | MOA |  |  |  | S1+C
EP | earlier losses used | tax | MOA |  |  |  | S1+C
JA | earlier losses available, company tax (memo) [?] | tax | MOA |  |  |  | S1+C
CR | tax profit after losses | tax | MOA |  | CM-EP |  | S1+C
ER | tax loss after losses | tax | MOA |  | EM-CN |  | S1+C
JB | Form filed as nil | tick | CCI |  |  |  | S1

## 2033C
AA | Goodwill | start | MOA |  |  |  | S1
BA | Goodwill | increase | MOA |  |  |  | S1
CA | Goodwill | decrease | MOA |  |  |  | S1
DA | Goodwill | end | MOA |  | AA+BA-CA |  | S1
EA | Goodwill | legal value | MOA |  |  |  | S1
AB | Other intangible assets | start | MOA |  |  |  | S1
BB | Other intangible assets | increase | MOA |  |  |  | S1
CB | Other intangible assets | decrease | MOA |  |  |  | S1
DB | Other intangible assets | end | MOA |  | AB+BB-CB |  | S1
EB | Other intangible assets | legal value | MOA |  |  |  | S1
AC | Land | start | MOA |  |  |  | S1
BC | Land | increase | MOA |  |  |  | S1
CC | Land | decrease | MOA |  |  |  | S1
DC | Land | end | MOA |  | AC+BC-CC |  | S1
EC | Land | legal value | MOA |  |  |  | S1
AD | Buildings | start | MOA |  |  |  | S1
BD | Buildings | increase | MOA |  |  |  | S1
CD | Buildings | decrease | MOA |  |  |  | S1
DD | Buildings | end | MOA |  | AD+BD-CD |  | S1
ED | Buildings | legal value | MOA |  |  |  | S1
AE | Plant, machinery, tools | start | MOA |  |  |  | S1
BE | Plant, machinery, tools | increase | MOA |  |  |  | S1
CE | Plant, machinery, tools | decrease | MOA |  |  |  | S1
DE | Plant, machinery, tools | end | MOA |  | AE+BE-CE |  | S1
EE | Plant, machinery, tools | legal value | MOA |  |  |  | S1
AF | General installations | start | MOA |  |  |  | S1
BF | General installations | increase | MOA |  |  |  | S1
CF | General installations | decrease | MOA |  |  |  | S1
DF | General installations | end | MOA |  | AF+BF-CF |  | S1
EF | General installations | legal value | MOA |  |  |  | S1
AG | Vehicles | start | MOA |  |  |  | S1
BG | Vehicles | increase | MOA |  |  |  | S1
CG | Vehicles | decrease | MOA |  |  |  | S1
DG | Vehicles | end | MOA |  | AG+BG-CG |  | S1
EG | Vehicles | legal value | MOA |  |  |  | S1
AH | Other tangible assets | start | MOA |  |  |  | S1
BH | Other tangible assets | increase | MOA |  |  |  | S1
CH | Other tangible assets | decrease | MOA |  |  |  | S1
DH | Other tangible assets | end | MOA |  | AH+BH-CH |  | S1
EH | Other tangible assets | legal value | MOA |  |  |  | S1
AJ | Financial assets | start | MOA |  |  |  | S1
BJ | Financial assets | increase | MOA |  |  |  | S1
CJ | Financial assets | decrease | MOA |  |  |  | S1
DJ | Financial assets | end | MOA |  | AJ+BJ-CJ |  | S1
EJ | Financial assets | legal value | MOA |  |  |  | S1
AK | Total | start | MOA |  | AA+AB+AC+AD+AE+AF+AG+AH+AJ |  | S1
BK | Total | increase | MOA |  | BA+BB+BC+BD+BE+BF+BG+BH+BJ |  | S1
CK | Total | decrease | MOA |  | CA+CB+CC+CD+CE+CF+CG+CH+CJ |  | S1
DK | Total | end | MOA |  | AK+BK-CK |  | S1
EK | Total | legal value | MOA |  | EA+EB+EC+ED+EE+EF+EG+EH+EJ |  | S1
FA | Depreciation: intangible assets | start | MOA |  |  |  | S1
GA | Depreciation: intangible assets | charge | MOA |  |  |  | S1
HA | Depreciation: intangible assets | release | MOA |  |  |  | S1
JA | Depreciation: intangible assets | end | MOA |  | FA+GA-HA |  | S1
FB | Depreciation: land | start | MOA |  |  |  | S1
GB | Depreciation: land | charge | MOA |  |  |  | S1
HB | Depreciation: land | release | MOA |  |  |  | S1
JB | Depreciation: land | end | MOA |  | FB+GB-HB |  | S1
FC | Depreciation: buildings | start | MOA |  |  |  | S1
GC | Depreciation: buildings | charge | MOA |  |  |  | S1
HC | Depreciation: buildings | release | MOA |  |  |  | S1
JC | Depreciation: buildings | end | MOA |  | FC+GC-HC |  | S1
FD | Depreciation: plant | start | MOA |  |  |  | S1
GD | Depreciation: plant | charge | MOA |  |  |  | S1
HD | Depreciation: plant | release | MOA |  |  |  | S1
JD | Depreciation: plant | end | MOA |  | FD+GD-HD |  | S1
FE | Depreciation: installations | start | MOA |  |  |  | S1
GE | Depreciation: installations | charge | MOA |  |  |  | S1
HE | Depreciation: installations | release | MOA |  |  |  | S1
JE | Depreciation: installations | end | MOA |  | FE+GE-HE |  | S1
FF | Depreciation: vehicles | start | MOA |  |  |  | S1
GF | Depreciation: vehicles | charge | MOA |  |  |  | S1
HF | Depreciation: vehicles | release | MOA |  |  |  | S1
JF | Depreciation: vehicles | end | MOA |  | FF+GF-HF |  | S1
FG | Depreciation: other | start | MOA |  |  |  | S1
GG | Depreciation: other | charge | MOA |  |  |  | S1
HG | Depreciation: other | release | MOA |  |  |  | S1
JG | Depreciation: other | end | MOA |  | FG+GG-HG |  | S1
FH | Depreciation: total | start | MOA |  | FA+FB+FC+FD+FE+FF+FG |  | S1
GH | Depreciation: total | charge | MOA |  | GA+GB+GC+GD+GE+GF+GG |  | S1
HH | Depreciation: total | release | MOA |  | HA+HB+HC+HD+HE+HF+HG |  | S1
JH | Depreciation: total | end | MOA |  | FH+GH-HH |  | S1
KA | Disposal: nature | line | FTX |  |  |  | S1
LA | Disposal: value | line | MOA |  |  |  | S1
MA | Disposal: depreciation | line | MOA |  |  |  | S1
NA | Disposal: residual value | line | MOA |  | LA-MA |  | S1
PA | Disposal: price | line | MOA |  |  |  | S1
QA | Disposal: short-term part | line | MOA |  |  |  | S1
SA | Disposal: long-term part at 15 % | line | MOA |  |  |  | S1
TA | Disposal: long-term part at 0 % | line | MOA |  |  |  | S1
UA | Disposal: long-term part at 16.5 % | line | MOA |  |  |  | S1
LL | Disposals: total | total | MOA |  | sum(LA) |  | S1
ML | Disposals: total | total | MOA |  | sum(MA) |  | S1
NL | Disposals: total | total | MOA |  | sum(NA) |  | S1
PL | Disposals: total | total | MOA |  | sum(PA) |  | S1
QL | Disposals: total | total | MOA |  | sum(QA) |  | S1
RQ | Form filed as nil | tick | CCI |  |  |  | S1

## 2033D
AA | Special depreciation | start | MOA |  |  |  | S1
BA | Special depreciation | charge | MOA |  |  |  | S1
CA | Special depreciation | reversal | MOA |  |  |  | S1
DA | Special depreciation | end | MOA |  | AA+BA-CA |  | S1
AB | Other regulated provisions | start | MOA |  |  |  | S1
BB | Other regulated provisions | charge | MOA |  |  |  | S1
CB | Other regulated provisions | reversal | MOA |  |  |  | S1
DB | Other regulated provisions | end | MOA |  | AB+BB-CB |  | S1
AC | Risks and charges | start | MOA |  |  |  | S1
BC | Risks and charges | charge | MOA |  |  |  | S1
CC | Risks and charges | reversal | MOA |  |  |  | S1
DC | Risks and charges | end | MOA |  | AC+BC-CC |  | S1
AD | Impairment of fixed assets | start | MOA |  |  |  | S1
BD | Impairment of fixed assets | charge | MOA |  |  |  | S1
CD | Impairment of fixed assets | reversal | MOA |  |  |  | S1
DD | Impairment of fixed assets | end | MOA |  | AD+BD-CD |  | S1
AE | Impairment of stocks | start | MOA |  |  |  | S1
BE | Impairment of stocks | charge | MOA |  |  |  | S1
CE | Impairment of stocks | reversal | MOA |  |  |  | S1
DE | Impairment of stocks | end | MOA |  | AE+BE-CE |  | S1
AF | Impairment of customers | start | MOA |  |  |  | S1
BF | Impairment of customers | charge | MOA |  |  |  | S1
CF | Impairment of customers | reversal | MOA |  |  |  | S1
DF | Impairment of customers | end | MOA |  | AF+BF-CF |  | S1
AG | Other impairment | start | MOA |  |  |  | S1
BG | Other impairment | charge | MOA |  |  |  | S1
CG | Other impairment | reversal | MOA |  |  |  | S1
DG | Other impairment | end | MOA |  | AG+BG-CG |  | S1
AH | Total | start | MOA |  | AA+AB+AC+AD+AE+AF+AG |  | S1
BH | Total | charge | MOA |  | BA+BB+BC+BD+BE+BF+BG |  | S1
CH | Total | reversal | MOA |  | CA+CB+CC+CD+CE+CF+CG |  | S1
DH | Total | end | MOA |  | AH+BH-CH |  | S1
PG | losses left from the year before | N | MOA |  | ? $lossesLeft |  | S1
PH | losses used | N | MOA |  | 2033B.EP |  | S1
PJ | losses carried forward | N | MOA |  | PG-PH |  | S1
MG | loss of the year | N | MOA |  | 2033B.ER |  | S1
MH | total losses left | N | MOA |  | PJ+MG |  | S1
AS | VAT collected | N | MOA |  |  |  | S1
AT | VAT deductible on goods and services | N | MOA |  |  |  | S1
PF | Form filed as nil | tick | CCI |  |  |  | S1
`;
