"""Natural statements, by the kind of argument that they take: the true ones are proved, their false twins refuted."""

import pytest

from workbench.deciding.decide import prove
from workbench.losses.densities import DensityError
from workbench.recheck import Refused, documents, recheck

# means of functions of the score and the share of class 1
MEANS = (
    "E(min(posterior(s), 1 - posterior(s))) <= 2*RL",
    "(E(s*posterior(s)) - E(s)*pi1)**2 <= (E(s**2) - E(s)**2)*(E(posterior(s)**2) - pi1**2)",
    "E1(s) - E0(s) <= sqrt((E(s**2) - E(s)**2)/(pi0*pi1))",
    "pi0*pi1*(E1(s) - E0(s))**2 <= E(s**2) - E(s)**2",
    "RL <= E(min(posterior(s), 1 - posterior(s)))",
    "E(s*(1 - s)) <= E(s)*(1 - E(s))",
    "E(s**3) >= E(s)**3",
    "E(s**2)**2 <= E(s)*E(s**3)",
    "E(abs(s - posterior(s))) <= sqrt(CL)",
    "E(abs(s - posterior(s))) <= sqrt(BS)",
    "sqrt(BS) <= sqrt(CL) + sqrt(RL)",
    "sqrt(BS) <= sqrt(CL) + 1/2",
    "sqrt(MBS) <= sqrt(BS0) + sqrt(BS1)",
    "(E(s) - pi1)**2 <= CL",
    "abs(E(s) - pi1) <= sqrt(CL)",
    "BS - E(s*(1 - s)) <= sqrt(CL)",
    "BS0*BS1 >= (E0(s)*(1 - E1(s)))**2",
    "sqrt(BS0) + sqrt(BS1) >= 1 - E1(s) + E0(s)",
    "sqrt(BS0)*BS1 >= E0(s)*(1 - E1(s))**2",
    "sqrt(BS) + RLH >= MAE + RLH**2",
    "CL >= 1/100 given E(s) >= pi1 + 1/10",
    "BS >= 1/100 given E(s) == pi1 + 1/10",
    "BS >= RLH + 1/100 given E(s) >= pi1 + 1/10",
    "BS - RL >= 1/100 given E(s) <= pi1 - 1/10",
    "(pi0*pi1*(E1(s) - E0(s)))**2 <= (E(s**2) - E(s)**2)*(pi0*pi1 - RL)",
    "4*(pi0*pi1*(E1(s) - E0(s)))**2 <= pi0*pi1 - RL",
    "(BS - E(s*(1 - s)))**2 <= CL*(1 - 4*E(s*(1 - s)))",
)
NOT_MEANS = (
    "5*(pi0*pi1*(E1(s) - E0(s)))**2 <= pi0*pi1 - RL",
    "(BS - E(s*(1 - s)))**2 <= CL*(1 - 4*E(s*(1 - s)))*3/4",
    "(pi0*pi1*(E1(s) - E0(s)))**2 <= (E(s**2) - E(s)**2)*(pi0*pi1 - RL)/2",
    "BS0*BS1 >= 9/8*(E0(s)*(1 - E1(s)))**2",
    "sqrt(BS0) + sqrt(BS1) >= (1 - E1(s) + E0(s))*9/8",
    "sqrt(BS0)*BS1 >= E0(s)*(1 - E1(s))",
    "CL >= 1/50 given E(s) >= pi1 + 1/10",
    "BS >= 1/100 given E(s) >= pi1 - 1/10",
    "BS >= RLH + 1/100 given E(s) <= pi1 + 1/10",
    "abs(E(s) - pi1) <= CL",
    "BS - E(s*(1 - s)) <= CL",
    "E(s - R(s)/2)**2 >= E((s - R(s)/2)**2)",
    "MAE <= sqrt(CL)",
    "sqrt(BS) <= sqrt(CL)/2 + sqrt(RL)",
    "sqrt(BS) >= sqrt(CL) + sqrt(RL)",
    "CL <= E(abs(s - posterior(s)))/2",
    "pi0*pi1*(E1(s) - E0(s)) <= E(s**2) - E(s)**2",
    "E(s**3) <= E(s)**3",
    "E(abs(s - posterior(s))) <= CL",
)

# functionals of the hull
HULL = (
    "loss(optimal, cost=beta(2, 2)) <= MER - 2*MER**3 + MER**4",
    "RLH <= MER - MER**2 + MER**5",
    "loss(optimal, cost=beta(1/2, 1/2)) <= MER",
    "loss(optimal, cost=beta(1/2, 1/2)) <= min(pi0, pi1)",
    "loss(optimal, cost=beta(1/2, 3/2)) <= loss(optimal, cost=point(1/4))",
    "loss(optimal, cost=beta(a, a)) <= MER given a > 0",
    "loss(optimal, cost=beta(a, b)) <= loss(optimal, cost=point(a/(a + b))) given a > 0, b > 0",
    "E(pav(s)) < 1",
    "RLH <= pi0*pi1 - E(abs(pav(s) - pi1))**2",
    "E(s*pav(s)**2) >= E(s*posterior(s)*pav(s))",
    "E1(pav(s)) - E0(pav(s)) == h_measure(1, 1)",
    "E((posterior(s) - pav(s))**2) == RLH - RL",
    "loss(optimal, cost=point(1/4)) >= MER/2",
    "h_measure(1, 1) >= 2*pi0*pi1*(2*AUCH - 1)**2",
    "MER >= 2*pi0*pi1*(1 - AUCH)",
    "E(s*pav(s)) >= pi1*E1(s)",
    "MER == E(min(pav(s), 1 - pav(s)))",
    "E(min(posterior(s), 1 - posterior(s))) <= MER",
    "E(abs(posterior(s) - pi1)) >= E(abs(pav(s) - pi1))",
    "E(pav(s)*F0(s)) >= E(posterior(s)*F0(s))",
    "h_measure(1, 1) <= 2*AUCH - 1",
    "H <= 2*AUCH - 1",
    "h_measure(2, 3) <= 2*AUCH - 1",
    "h_measure(3, 2) <= AUC",
    "E1(pav(s)) - E0(pav(s)) <= AUC",
    "MER == 0 given AUCH == 1",
    "H == 1 given AUCH == 1",
    "H == 1 given AUC == 1, calibrated",
    "H >= 1 given AUC == 1",
    "H == 1 given MER == 0",
    "KS == 1 given AUC == 1",
    "AUC == 1 given AUCH == 1",
    "RLH == 0 given H == 1",
    "RLH == pi0*pi1 given H == 0",
    "AUCH == 1/2 given RLH == pi0*pi1",
    "pi0*pi1 - RLH <= (1 + pi0*pi1)*H",
    "(1 - H)*pi0*pi1 <= 5/4*RLH",
    "RLH == pi0*pi1 given H == 0",
    "E0(s) == 0 given MAE == 0",
    "AUCH >= 1 - MER/(2*min(pi0, pi1))",
    "E(abs(pav(s) - pi1)) <= 2*pi0*pi1*(2*AUCH - 1)",
    "(1 + KS)/2 <= AUC given calibrated",
    "H <= KS",
    "h_measure(2, 3) <= KS",
    "RLH >= pi0*pi1*(1 - KS)",
    "KS >= 1 - BS/(pi0*pi1)",
    "BS >= pi0*pi1*(1 - KS)",
    "RLH == 0 given MER == 0",
    "AUCH == 1 given RLH == 0",
    "1 - loss(score_driven, cost=beta(2, 2))/(pi0*pi1*(1 + pi0*pi1)) <= H",
    "BS <= 3/16 given calibrated, KS == 1/2",
    "BS <= pi0*pi1 - 4*(pi0*pi1*KS)**2 given calibrated",
    "MER >= 1/4 given RLH == 3/16",
    "RL <= 1/8 given BS == 1/8",
    "AUC == AUCH given RL == RLH",
    "12*(pi0*pi1*(AUCH - AUC))**2 <= RLH - RL",
    "RLH <= pi0*pi1 - 3*(pi0*pi1*GINI)**2 given AUC >= 1/2",
    "loss(optimal, condition=skew) <= 1/4 - 3*GINI**2/16 given AUC >= 1/2",
    "AUCH <= 1 - 2*MER**2",
    "H <= 1 - 5*MER/(8*min(pi0, pi1))",
)
NOT_HULL = (
    "loss(optimal, cost=beta(2, 2)) <= MER - 2*MER**3",
    "loss(optimal, cost=beta(2, 3)) <= MER - 2*MER**3 + MER**4",
    "RLH <= MER - MER**2 - MER**5",
    "loss(optimal, cost=beta(1/2, 1/2)) <= MER/2",
    "loss(optimal, cost=beta(1/2, 3/2)) <= loss(optimal, cost=point(1/3))",
    "loss(optimal, cost=beta(a, 2*a)) <= MER given a > 0",
    "AUCH <= 1 - 9/4*MER**2",
    "H <= 1 - MER/min(pi0, pi1)",
    "BS <= 5/32 given calibrated, KS == 1/2",
    "MER >= 1/3 given RLH == 3/16",
    "RL <= 1/9 given BS == 1/8",
    "AUC >= AUCH - 1/10 given RL <= RLH",
    "(pi0*pi1*(AUCH - AUC))**2 <= (RLH - RL)/24",
    "RLH <= pi0*pi1 - 3*(pi0*pi1*GINI)**2",
    "loss(optimal, condition=skew) <= 1/4 - 3*GINI**2/16",
    "loss(optimal, condition=skew) <= 1/4 - GINI**2/4 given AUC >= 1/2",
    "KS >= 1 - RL/(2*pi0*pi1)",
    "H <= GINI given no_ties",
    "h_measure(3, 2) <= 9/10*AUC",
    "MER == 0 given AUC == 1/2",
    "KS == 0 given AUCH == 1/2",
    "H == 0 given AUC == 1/2",
    "RLH == 0 given KS == 1/2",
    "CL == 0 given AUC == 1",
    "loss(optimal) == 0 given KS == 1",
    "pi0*pi1 - RLH <= 1/8*H",
    "(1 - H)*pi0*pi1 <= RLH",
    "RLH == pi0*pi1/2 given H == 0",
    "E0(s) == 0 given MER == 0",
    "loss(optimal, cost=uniform(1/4, 3/4)) <= 5/4*RLH",
    "CL <= E((posterior(s) - pav(s))**2) + E((s - pav(s))**2)",
    "BS >= RLH + E(abs(s - pav(s)))",
    "E(min(posterior(s), 1 - posterior(s))) >= MER",
    "MER == E(min(posterior(s), 1 - posterior(s)))",
    "E(pav(s)*F0(s)) <= E(posterior(s)*F0(s))",
    "RLH >= pi0*pi1*(1 - KS/2)",
    "H <= KS**2",
    "H <= 2*AUC - 1",
    "H <= AUCH - 1/4",
    "AUCH >= 1 - MER/(3*min(pi0, pi1))",
    "E(abs(pav(s) - pi1)) <= 2*pi0*pi1*(2*AUC - 1)",
    "(1 + KS)/2 <= AUC",
    "BS >= pi0*pi1",
)

# ranks against maxima
RANKS = (
    "abs(E1(sqrt(s)) - E0(sqrt(s))) <= KS",
    "E0(s**(1/3)) - E1(s**(1/3)) <= KS",
    "E0(sqrt(1 - s)) - E1(sqrt(1 - s)) <= KS",
    "E1(abs(s - 1/2)) - E0(abs(s - 1/2)) <= KS",
    "E1(min(s, 1/2)) - E0(min(s, 1/2)) >= -KS/2",
    "error(t) <= max(pi0, pi1)*(1 + KS)",
    "loss(score(u)) <= max(pi0, pi1)*(1 + KS)",
    "2*pi0*pi1*KS <= E(abs(posterior(s) - pi1))",
    "RL <= pi0*pi1 - 4*(pi0*pi1*KS)**2",
    "4*(pi0*pi1*KS)**2 <= E((posterior(s) - pi1)**2)",
    "loss(rate_fixed(r)) >= MER",
    "loss(fpr(r)) >= MER",
    "loss(tpr(r)) >= MER",
    "loss(fpr(u)) >= MER",
    "E1(F0(s)) - E0(F0(s)) == AUC - 1/2",
    "loss(rate_uniform) >= MER",
    "E1(R(s)) == pi1/2 + pi0*AUC",
    "loss(rate_uniform) >= min(pi0, pi1)*(1 - KS)",
    "E(R(s)*(1 - R(s))) == 1/6",
    "loss(rate_fixed(r), condition=skew) <= (1 + KS)/2",
    "E1(s) - E0(s) <= KS",
    "E1(s**2) - E0(s**2) <= KS",
    "E1(s)**2 - E0(s)**2 <= 2*KS",
    "E0(s)**3 - E1(s)**3 <= 3*KS",
    "E1(s*(1 - s)) - E0(s*(1 - s)) <= KS/2",
    "KS >= abs(E1(s**2) - E0(s**2))",
    "AUC <= 1 - MER**2/(2*pi0*pi1)",
    "loss(rate_fixed(r)) <= (1 + KS)/2 given pi0 == 1/2",
    "AUC == 1 given MER == 0",
    "E(indicator(r < R(s))) == 1 - r",
)
NOT_RANKS = (
    "abs(E1(sqrt(s)) - E0(sqrt(s))) <= KS/2",
    "E1(abs(s - 1/2)) - E0(abs(s - 1/2)) <= KS*3/4",
    "E0(max(1/4, min(s, 3/4))) - E1(max(1/4, min(s, 3/4))) <= KS/3",
    "error(t) <= max(pi0, pi1)*(1 + KS/2)",
    "error(t) <= pi0*(1 + KS)",
    "2*pi0*pi1*KS <= E(abs(pav(s) - pi1))",
    "3*pi0*pi1*KS <= E(abs(posterior(s) - pi1))",
    "RL <= pi0*pi1 - 5*(pi0*pi1*KS)**2",
    "AUC <= 1 - 3/4*(1 - KS)**2",
    "MER >= max(pi0, pi1)*(1 - KS)",
    "loss(fpr(r)) >= 2*MER",
    "AUC - 1/2 <= KS/2",
    "E1(s**2) - E0(s**2) <= KS/2",
    "E1(s)**2 - E0(s)**2 <= KS",
    "E0(s)**3 - E1(s)**3 <= KS",
    "E1(s*(1 - s)) - E0(s*(1 - s)) <= KS/3",
    "AUC <= 1 - MER**2/(pi0*pi1)",
    "loss(rate_fixed(r)) <= 1/2 given pi0 == 1/2",
    "AUC == 1 given MER <= 1/4",
    "E(indicator(r < R(s))) == r",
)

# skews
SKEWS = (
    "MER <= 2*max(pi0, pi1)*loss(optimal, cost=point(1/2), condition=skew)",
    "error(t) >= 2*min(pi0, pi1)*macro_error(t)",
    "BS <= 2*max(pi0, pi1)*MBS",
    "loss(optimal, condition=skew) <= loss(optimal, cost=point(1/2), condition=skew)",
    "loss(score_uniform, condition=skew) == MMAE",
    "loss(optimal, cost=beta(2, 2), condition=skew) <= 5/4*loss(optimal, condition=skew)",
    "loss(optimal, cost=point(t), condition=skew) <= min(t, 1 - t)",
    "loss(optimal, cost=point(1/2), condition=skew) <= macro_error(t)",
    "MER >= 2*min(pi0, pi1)*loss(optimal, cost=point(1/2), condition=skew)",
    "MBS >= (1 - KS)/4",
)
NOT_SKEWS = (
    "RLH <= loss(optimal, condition=skew)",
    "loss(rate_driven, condition=skew) == pi0*pi1*(1 - 2*AUC) + 1/3",
    "MBS >= (1 - AUC)/2",
    "loss(optimal, cost=point(t), condition=skew) <= t**2",
    "MER <= 2*min(pi0, pi1)*loss(optimal, cost=point(1/2), condition=skew)",
    "MBS >= (1 - KS)/3",
    "loss(optimal, cost=point(1/2), condition=skew) == (1 - KS)/2",
)

# equalities by combination, and what calibrated scores make of them
COMBINED = (
    "MAE/E(posterior(s)) == MAE/pi1",
    "loss(rate_driven, cost=beta(1, 2)) + loss(rate_driven, cost=beta(2, 1)) == 2*loss(rate_driven)",
    "BS == E(s**2) - 2*pi1*E1(s) + pi1",
    "E(s*indicator(s > 1/2)) == E(max(s, 1/2)) - 1/2 + 1/2*E(indicator(s > 1/2))",
    "pi0*pi1*KS == E(max(s - pi1, 0)) given calibrated",
    "loss(score_driven, cost=point(1/3)) == loss(optimal, cost=point(1/3)) given calibrated",
    "E(max(s, 1/2)) + E(min(s, 1/2)) == E(s) + 1/2",
    "KS == E(abs(s - pi1))/(2*pi0*pi1) given calibrated",
    "loss(optimal, cost=point(1/2), condition=skew) == (1 - KS)/2 given calibrated",
    "BS <= pi0*pi1 - 3*(pi0*pi1*(2*AUC - 1))**2 given calibrated",
    "E1(s) - E0(s) <= GINI given calibrated",
    "BS >= 2*pi0*pi1*(1 - AUC) given calibrated",
)
NOT_COMBINED = (
    "pi0*pi1*KS == E(max(s - pi1, 0))",
    "MER == 1/2 - E(abs(s - 1/2))",
    "BS == E(s*(1 - s))",
    "KS == E(abs(s - pi1))/(2*pi0*pi1)",
    "BS <= pi0*pi1 - 4*(pi0*pi1*(2*AUC - 1))**2 given calibrated",
    "E1(s) - E0(s) <= GINI",
    "BS >= 3*pi0*pi1*(1 - AUC) given calibrated",
)

# maxima, absolute values and products, term by term
TERMS = (
    "max(BS, KS) <= max(MAE, KS)",
    "min(BS, KS) <= min(MAE, KS)",
    "max(BS, RLH) == BS",
    "RL <= min(BS, MAE, pi0)",
    "RL <= min(BS, MAE, 2*MER, pi0, pi1)",
    "max(RL, CL, RLH) <= BS",
    "min(RL, RLH, CL) <= min(BS, MAE, pi0)",
    "max(max(BS, RL), MAE) == max(BS, RL, MAE)",
    "min(MER, error(t)) == MER",
    "max(E(s), H) >= max(1/2, H) given evenly_spaced",
    "max(BS, pi1/2) == max(pi0*E0(s), pi1/2) given calibrated",
    "max(E((posterior(s) - pav(s))*max(1/2, pav(s))), MAE) == max(0, MAE)",
    "pi1*E1(pav(s)**3) <= E(pav(s)**4) + abs(GINI)",
    "E0(abs(posterior(s) - s)) >= abs(E0(posterior(s)) - E0(s))",
    "error(t)*BS <= error(t)*MAE",
    "error(t)*BS/(k**2 + 1) <= error(t)*MAE/(k**2 + 1)",
    "loss(optimal, cost=density(12*c**2*(1 - c))) <= loss(rate_fixed(1/4), cost=density(12*c**2*(1 - c)))",
)
NOT_TERMS = (
    "max(BS, KS) <= max(BS/2, KS)",
    "min(MAE, KS) <= min(BS, KS)",
    "max(BS, RLH) == MAE",
    "RL <= min(BS, MAE, CL)",
    "RL <= min(BS, MAE, MER/2, pi0, pi1)",
    "max(RL, CL, KS) <= BS",
    "min(RL, MAE, BS) <= min(CL, MAE, pi0)",
    "max(min(KS, RL), CL) == max(KS, RL, CL)",
    "pi1*E1(pav(s)**3) <= E(pav(s)**4) - abs(GINI)",
    "error(t)*MAE <= error(t)*BS",
)

# scoring rules
RULES = (
    "loss(score_uniform, cost=beta(2, 1)) <= 4/3*MAE",
    "loss(score_driven, cost=density(4*min(c, 1 - c))) == loss(score_driven, cost=density(2 - 4*abs(c - 1/2)))",
    "loss(score_driven, cost=uniform(1/4, 3/4)) <= 16/9*BS",
    "error(1/2) <= 16/5*loss(score_driven, cost=beta(2, 2))",
    "loss(optimal, cost=density(4*min(c, 1 - c))) >= RLH",
    "loss(score_driven, cost=beta(2, 1)) <= 4/3*pi0*BS0 + 2*pi1*BS1",
    "loss(score_driven, cost=density(4*min(c, 1 - c))) <= 2*BS",
)
NOT_RULES = (
    "error(1/2) <= 5/2*loss(score_driven, cost=uniform(1/4, 3/4))",
    "loss(optimal, cost=density(4*min(c, 1 - c))) <= RLH",
    "loss(score_driven, cost=uniform(1/4, 3/4)) <= 7/4*BS",
)

# parameters
PARAMETERS = (
    "(1 - t)*pi1*E1(indicator(s > t)) - t*pi0*E0(indicator(s > t)) == E(max(s - t, 0)) given calibrated",
    "E((s - t)**2) >= E(s**2) - E(s)**2",
    "loss(optimal, cost=point(t)) <= 2*max(t, 1 - t)*MER",
    "loss(optimal, cost=point(t)) == 2*E(min(t*(1 - pav(s)), (1 - t)*pav(s)))",
    "error(t) >= E(min(s, 1 - s)) given calibrated",
    "loss(rate_fixed(0)) == pi0",
)
NOT_PARAMETERS = (
    "loss(score_driven, cost=point(t)) <= 2*min(t*pi0, (1 - t)*pi1)",
    "error(t) <= 1 - MER",
    "loss(mix(q, score_driven, score_uniform)) <= BS",
)

# what is assumed of means, of metrics of one class and of figures at a threshold, which are quotients
GIVEN = (
    "pi0*sensitivity(t) > 0 given sensitivity(t) > 0",
    "1 - E(s) > 0 given 1 - E0(s) > 0",
    "E(s) > 1/4 given E0(s) > 1/4, E1(s) > 1/4",
    "E0(s) >= 1/2 given E0(s) > E1(s), E1(s) > 1/2",
    "E1(s)/E(s) >= 1 given E1(s) >= E0(s), E(s) > 0",
    "MAE >= 1/4 given MAE0 >= 1/4, MAE1 >= 1/4",
    "MAE > MAE0 given MAE1 > MAE0",
    "MBS == BS given BS0 == BS1",
    "BS > 0 given BS0 > 0",
    "precision(t) <= 1 given sensitivity(t) > 0",
    "precision(t) > pi0 given sensitivity(t) > 1 - specificity(t)",
    "precision(t) == pi0 given sensitivity(t) == 1 - specificity(t), sensitivity(t) > 0",
    "npv(t) == pi1*specificity(t)/(pi1*specificity(t) + pi0*(1 - sensitivity(t))) given specificity(t) > 0",
    "1/f1(t) == (1/precision(t) + 1/sensitivity(t))/2 given sensitivity(t) > 0",
    "f1(t) <= (precision(t) + sensitivity(t))/2 given sensitivity(t) > 0",
    "f1(t) >= sensitivity(t)*precision(t) given sensitivity(t) > 0",
    "f1(t)/(2 - f1(t)) <= accuracy(t)",
    "1/(1 - 1/(2 + BS)) >= 1",
    "precision(t)/(1 - precision(t)) == pi0/pi1*sensitivity(t)/(1 - specificity(t)) given specificity(t) < 1,"
    " sensitivity(t) > 0",
    "sensitivity(t)/(1 - specificity(t)) >= 1 given sensitivity(t) >= 1 - specificity(t), specificity(t) < 1",
    "error(1/2) <= 1/4 given BS == 1/16",
    "MER <= 1/4 given MAE <= 1/4",
    "MAE <= t given BS <= t**2",
    "MAE <= 1/4 given BS <= 1/16",
)
NOT_GIVEN = (
    "error(1/2) <= 1/5 given BS <= 1/16",
    "MER <= 1/5 given MAE <= 1/4",
    "MAE <= t/2 given BS <= t**2",
    "MAE <= 1/5 given BS <= 1/16",
    "E(s) > 1/4 given E0(s) > 1/4",
    "E0(s) > 1/2 given E0(s) >= E1(s), E1(s) >= 1/2",
    "MAE > MAE0 given MAE1 >= MAE0",
    "BS <= 1/4 given BS0 <= 1/4",
    "precision(t) <= pi0 given sensitivity(t) >= 1 - specificity(t), sensitivity(t) > 0",
    "precision(t) >= 1/2 given sensitivity(t) > 0",
    "1/f1(t) == (1/precision(t) + 1/sensitivity(t)) given sensitivity(t) > 0",
    "f1(t) == (precision(t) + sensitivity(t))/2 given sensitivity(t) > 0",
    "f1(t) >= sensitivity(t) given sensitivity(t) > 0",
    "accuracy(t) >= pi0*f1(t)",
    "1/(1 - 1/(2 + BS)) >= 2",
)

# what is given of sizes, or of calibrated scores without ties
SIZES = (
    "MAE == 0 given calibrated, no_ties",
    "E1(sqrt(s)*F1(s)) == 1/2 given calibrated, no_ties",
    "AUC == 1 given calibrated, no_ties",
    "pi0 == 1/2 given n0 == n1",
    "pi0 == 1/3 given n1 == 2*n0",
    "MBS == BS given n == 2*n1",
    "RLH <= 1/4 - 3*(2*AUCH - 1)**2/16 given n0 == n1",
)
NOT_SIZES = (
    "MAE == 0 given calibrated",
    "MAE == 0 given no_ties",
    "E0(F1(s)) == 1/2 given calibrated, no_ties",
    "pi0 == 1/3 given n0 == n1",
    "pi0 == 1/2 given n0 == n1 + 1",
    "MBS == BS given n == 3*n1",
    "RLH <= 1/5 given n0 == n1",
)

# roots of numbers and of parameters, and roots that are simplified before anything is looked at
ROOTS = (
    "2**(1/2) < 3/2",
    "2**(1/2) + 3**(1/2) <= 63/20",
    "sqrt(2)*BS <= 3/2*MAE",
    "sqrt(t*r) <= (t + r)/2",
    "sqrt(x*y) <= (x + y)/2 given x >= 0, y >= 0",
    "sqrt(x**2) == abs(x)",
    "sqrt(x**2*BS) == abs(x)*sqrt(BS)",
    "sqrt(2*BS) == sqrt(2)*sqrt(BS)",
    "(4*BS*t)**(1/2) <= 2*sqrt(MAE*t)",
    "MER <= sqrt(2*pi0*pi1*(1 - AUCH))",
)
NOT_ROOTS = (
    "2**(1/2) < 7/5",
    "2**(1/2) + 3**(1/2) <= 31/10",
    "sqrt(2)*BS <= 7/5*BS",
    "sqrt(t*r) <= (t + r)/3",
    "sqrt(x*y) <= (x + y)/2 - 1/100 given x >= 0, y >= 0",
    "sqrt(x**2) == x",
    "sqrt(x**2*BS) == x*sqrt(BS)",
    "sqrt(2*BS) == 2*sqrt(BS)",
    "(5*BS*t)**(1/2) <= 2*sqrt(MAE*t)",
    "MER <= sqrt(pi0*pi1*(1 - AUCH))",
)

# losses as they stand, and optimal ones against constant classifiers
CONSTANTS = (
    "loss(score(y*c)) >= 0",
    "loss(rate(u**2), cost=beta(a, 2), rates=nearest) >= 0",
    "loss(optimal, cost=beta(a, b)) <= 2*pi0*pi1",
    "loss(optimal, cost=beta(a, b)) <= 1",
    "loss(optimal, cost=any) <= 1/2",
    "loss(optimal, cost=density(12*c**2*(1 - c))) <= 2*pi0*pi1",
    "loss(optimal, cost=beta(a, b), condition=skew) <= 1/2",
    "h_measure(a, b) <= 1 given a > 0, b > 0",
)
NOT_CONSTANTS = (
    "loss(score(y*c)) > 0",
    "loss(rate(u**2), cost=beta(a, 2), rates=nearest) >= 1/100",
    "loss(optimal, cost=beta(a, b)) <= pi0*pi1",
    "loss(optimal, cost=beta(a, b)) <= 1/4",
    "loss(optimal, cost=any) <= 1/3",
    "loss(optimal, cost=beta(a, b), condition=skew) <= 1/4",
)

# rates that ignore the condition, however they are read
READINGS = (
    "loss(rate_fixed(1/3), cost=beta(2, 2), rates=step) == loss(rate_fixed(1/3), rates=step)",
    "loss(rate_fixed(r), cost=beta(2, 1), rates=nearest, condition=skew) == loss(rate_fixed(r), cost=point(2/3), "
    "rates=nearest, condition=skew)",
    "2*loss(rate(u**2), rates=step) == loss(rate(u**2), cost=beta(2, 1), rates=step) + loss(rate(u**2), "
    "cost=beta(1, 2), rates=step)",
    "MER <= loss(rate_fixed(1/3), rates=step)",
    "MER <= loss(rate_fixed(r), rates=nearest)",
    "MER <= loss(rate_uniform, rates=cutpoints)",
    "min(pi0, pi1)*(1 - AUC) <= loss(rate_fixed(1/3), rates=step)",
)
NOT_READINGS = (
    "loss(rate_fixed(1/3), cost=beta(2, 1), rates=step) == loss(rate_fixed(1/3), rates=step)",
    "loss(rate_driven, cost=beta(2, 2), rates=step) == loss(rate_driven, rates=step)",
    "loss(rate_fixed(1/3), rates=step) == loss(rate_fixed(1/3), rates=nearest)",
    "MER <= loss(rate_fixed(1/3), cost=beta(2, 1), rates=step)",
    "MER <= loss(rate_driven, rates=step)",
    "2*MER <= loss(rate_fixed(r), rates=nearest)",
)

# decided in little work: bounds by the least error rate, products with parameters, a fact and what is assumed, known
# values of means, losses that are the same however rates are read
AT_ONCE = (
    "E(R(s) - s/2)**2 <= E((R(s) - s/2)**2)",
    "E(s - R(s)/2)**2 <= E((s - R(s)/2)**2) given evenly_spaced, pi0 == 1/2, auc >= 4/5",
    "BS0 <= MAE0 given evenly_spaced, pi0 == 1/2",
    "BS >= pi0*pi1*(1 - KS)",
    "H <= AUC",
    "H <= GINI given calibrated",
    "loss(optimal) - MBS <= loss(score_driven) - (BS0 + BS1)/2 + pi0",
    "loss(rate_fixed(r), rates=step) >= min(pi0, pi1)*(1 - KS)",
    "loss(rate(u**2), rates=nearest) >= min(pi0, pi1)*(1 - AUC)",
    "loss(rate_fixed(r), rates=step) >= 2*min(pi0, pi1)*(1 - AUCH)",
    "loss(rate_fixed(r), rates=nearest) >= RLH",
    "loss(rate_fixed(r), rates=nearest) + loss(rate_uniform, rates=step) >= 2*MER",
    "2*loss(rate_fixed(r), rates=nearest) + BS >= MER + RLH",
    "loss(rate_uniform, cost=point(1/2), rates=cutpoints) >= MER",
    "loss(rate_fixed(1/3), rates=cutpoints) >= MER given pi0 == 1/2, auc >= 9/10",
    "a*RLH <= b*RLH given a <= b",
    "MAE*RLH <= t*RLH given MAE <= t",
    "(a - b)*(RLH - KS) >= 0 given a <= b, RLH <= KS",
    "a*AUC*RLH <= b*AUC given RLH <= 1/2, a <= b, a >= 0",
    "H <= KS + RLH given H <= KS",
    "AUCH + E(s) >= 9/10 + E(s) given auc >= 9/10",
    "2*AUCH + E(s**2*F0(s)) >= 9/5 + E(s**2*F0(s)) given auc >= 9/10",
    "AUCH + KS > 9/10 + KS given auc > 9/10",
    "KS + E(s)/2 >= 1/4 + E(s)/2 given auc >= 3/4",
    "BS <= MAE**2 + 1/4",
    "2*BS1 <= MAE1**2 + MAE1 + 1/4",
    "a*MAE >= a*BS given a >= 0",
    "(1 - t)*a*MAE <= (1 - t)*a*BS given a <= 0",
    "loss(optimal)*(k**2 + 1)**2 <= error(t)*(1 + k**2)**2",
    "pi1*(MAE - 1/2) <= 0 given calibrated",
    "loss(rate_fixed(0))/pi1 >= min(pi0, pi1)*(1 - KS)/pi1",
    "error(t) + error(r) >= 2*MER",
    "E(R(s)**5) == 1/6",
    "BS - E(R(s)**2) <= MAE - 1/3",
    "E(s**2) - 2*error(1)*E1(s) + pi1 <= (1 + 3*error(1/2))/4 + 1 - AUC",
    "RLH <= E(pav(s))*pi0",
    "BS >= pi0*E(posterior(s))/2 given auc <= 1/2",
    "BS >= 1/8 given auc <= 1/2, pi0 == 1/2",
    "E((posterior(s) - pav(s))*(pav(s) + 1/2)) == 0",
    "E0(s)/E1(s) < 1 given E0(s) < E1(s)",
    "BS >= pi0*pi1*(1 - AUC)/(1 - min(pi0, pi1)*AUC)",
    "2*pi0*pi1*(1 - AUC)/(max(pi0, pi1) + 2*min(pi0, pi1)*(1 - AUC)) <= BS given calibrated",
    "RLH <= pi0*pi1 - 3*(pi0*pi1*(2*AUC - 1))**2 given auc >= 1/2",
    "MER + BS0 <= pi0 + MAE0",
    "loss(rate_fixed(0), rates=nearest) == pi0",
    "loss(rate_fixed(1), rates=cutpoints, cost=beta(2, 1), condition=skew) == 1/3",
    "loss(rate_uniform, rates=nearest) == loss(rate_uniform)",
    "loss(rate_uniform, rates=nearest, condition=skew) == 3/4 - AUC/2",
)
NOT_AT_ONCE = (
    "loss(rate_fixed(r), rates=step) >= max(pi0, pi1)*(1 - KS)",
    "loss(rate_fixed(r), cost=point(1/3), rates=nearest) >= MER",
    "loss(rate_fixed(r), rates=nearest) >= MER + RLH",
    "loss(rate_fixed(r), rates=nearest) + loss(rate_driven, rates=step) >= 2*MER",
    "a*RLH <= b*RLH given a >= b",
    "a*(KS - 1/2) <= b*(KS - 1/2) given a <= b",
    "MAE*(RLH - MER) <= t*(RLH - MER) given MAE <= t",
    "H <= KS - RLH given H <= KS",
    "AUCH + E(s) > 9/10 + E(s**2) + E(s)*E(1 - s) given auc >= 9/10",
    "KS + E(s)/2 >= 1/2 + E(s)/2 given auc >= 3/4",
    "BS <= MAE**2 + 1/5",
    "BS <= MAE**2",
    "a*MAE >= a*BS given a >= -1",
    "(1 - t)*a*MAE <= (1 - t)*a*BS given a >= 0",
    "RLH*(k**2 - 1) <= error(t)*(k**2 - 1)",
    "pi1*(MAE - 2/5) <= 0 given calibrated",
    "loss(rate_fixed(0))/pi1 >= max(pi0, pi1)*(1 - KS)/pi1",
    "error(t) + error(r) >= 3*MER",
    "E(R(s)**5) == 1/5",
    "E(s**2) - 2*error(0)*E1(s) + pi1 <= (1 + 3*error(1/2))/4 + 1 - AUC",
    "E0(R(s)**5) == 1/6",
    "RLH <= E(pav(s))*pi0/2",
    "BS >= 1/4 given auc <= 1/2, pi0 == 1/2",
    "E((posterior(s) - pav(s))*(s + 1/2)) == 0",
    "E(posterior(s)*pav(s)**2*s) == E(pav(s)**3*s)",
    "E0(s)/E1(s) < 9/10 given E0(s) < E1(s)",
    "2*BS >= 3*pi0*pi1*(1 - AUC)/(1 - min(pi0, pi1)*AUC)",
    "2*pi0*pi1*(1 - AUC)/(max(pi0, pi1) + 2*min(pi0, pi1)*(1 - AUC)) <= BS",
    "RLH <= pi0*pi1 - 3*(pi0*pi1*(2*AUC - 1))**2",
    "MER + BS0 <= pi0/2 + MAE0",
    "loss(rate_fixed(0), rates=nearest) == pi1",
    "loss(rate_fixed(1/2), rates=step) == loss(rate_fixed(1/2))",
    "loss(rate_uniform, rates=step) == loss(rate_uniform)",
    "loss(rate_driven, rates=nearest) == loss(rate_driven)",
)

# what trips a prover that is not sound
TRAPS = (
    "CL == E((posterior(s) - pav(s))**2) + E((s - pav(s))**2) given pi0 == 1/2, auc >= 19/20",
    "E(s*pav(s)**2) <= pi1*E1(s*pav(s)) given pi0 == 1/2, auc >= 9/10",
    "AUC != 1/2 given no_ties, pi0 == 1/3",
    "h_measure(2, 1) == h_measure(1, 2) given pi0 == 1/2",
    "loss(score_fixed(t)) < 1",
    "1/n0 + 1/n1 <= 4/n",
    "E(indicator(s < 1)) == 1 given no_ties",
    "E(pav(s)**2) == E(posterior(s)**2) given auc >= 99/100",
    "BS == loss(rate_driven) - 1/(12*n) given evenly_spaced",
    "E((posterior(s) - pav(s))*s**2) == 0 given auc >= 9/10",
    "MER == 2*RLH given calibrated",
    "MBS == BS given calibrated",
    "RLH <= MER*(1 - MER)*(1 - 1/n**2) given calibrated",
    "2*n0*n1*AUC != 1",
    "MER/(1 - AUC) <= 1 given auc < 1",
    "E1(1/(2 - s)) <= 1/(2 - E1(s)) given evenly_spaced",
    "GINI == KS given calibrated",
)

# false too, and no data set that shows it is found
UNSEEN_TRAPS = (
    "KS >= 9/10 given auc >= 99/100",
    "2*loss(optimal, cost=point(1/2), condition=skew) == 1 - KS given auc >= 3/5",
)

TRUE = (
    *(*MEANS, *HULL, *RANKS, *SKEWS, *COMBINED, *TERMS, *RULES, *PARAMETERS, *GIVEN),
    *(*SIZES, *ROOTS, *CONSTANTS, *READINGS, *AT_ONCE),
)
FALSE = (
    *(*NOT_MEANS, *NOT_HULL, *NOT_RANKS, *NOT_SKEWS, *NOT_COMBINED, *NOT_TERMS, *NOT_RULES, *NOT_PARAMETERS),
    *(*NOT_GIVEN, *NOT_SIZES, *NOT_ROOTS, *NOT_CONSTANTS, *NOT_READINGS, *NOT_AT_ONCE),
)


def test_what_is_no_less_than_the_greater_of_two() -> None:
    found = prove("pi1*E1(indicator(1/4 < s)) - pi0*E0(indicator(1/4 < s))/3 >= max(0, pi1 - pi0/3) given calibrated")
    assert found.verdict == "proved"
    last = found.document["steps"][-1]
    turned = {**last["by"], "above": last["by"]["below"], "below": last["by"]["above"]}
    with pytest.raises(Refused):
        recheck({**found.document, "steps": [*found.document["steps"][:-1], {**last, "by": turned}]})
    assert [step["why"][:8] for step in found.to_json()["proof"]].count("with the") == 2


def test_what_is_true_of_one_of_two_is_not_true_of_the_greater() -> None:
    both = "net_benefit(1/4) >= max(pi1 - pi0/3, {}) given calibrated"
    assert prove(both.format("1/8 - AUC")).verdict == "proved"
    assert prove(both.format("pi1 - pi0/4")).verdict == "refuted"
    assert prove("min(MAE, BS) >= RLH").verdict == "proved"
    assert prove("min(MAE, BS/2) >= RLH").verdict == "refuted"


@pytest.mark.parametrize("statement", TRUE)
def test_what_is_true_is_proved(statement: str) -> None:
    found = prove(statement)
    assert found.verdict == "proved", found.note
    assert found.document is not None
    assert documents.recheck(found.document) == str(found.statement)


@pytest.mark.parametrize("statement", AT_ONCE)
def test_what_is_true_at_once_is_proved_in_little_work(statement: str) -> None:
    found = prove(statement, seconds=1.5)
    assert found.verdict == "proved", found.note


@pytest.mark.parametrize("statement", FALSE)
def test_what_is_false_is_refuted(statement: str) -> None:
    assert prove(statement).verdict == "refuted"


@pytest.mark.parametrize("statement", TRAPS)
def test_a_trap_is_refuted(statement: str) -> None:
    assert prove(statement).verdict == "refuted"


@pytest.mark.parametrize("statement", UNSEEN_TRAPS)
def test_a_trap_whose_witness_is_not_found_is_not_proved(statement: str) -> None:
    assert prove(statement).verdict != "proved"


def test_what_is_negative_somewhere_is_no_density() -> None:
    with pytest.raises(DensityError, match="negative at c = 1/6"):
        prove("loss(score_driven, cost=density(6*c**2 - 2*c)) >= 0")


@pytest.mark.parametrize(
    "text",
    [
        "E(sqrt(1 - s)) <= 1",
        "E(sqrt(1 - s))**2 <= 1 - E(s)",
        "E1(sqrt(1 - F0(s))) <= 1",
        "h_measure(1 + pi1, 1 + pi0) >= 0",
        "h_measure(2, 1 + pi0/pi1) <= 1",
        "loss(optimal, cost=beta(1 + pi1, 1 + pi0)) <= loss(score_driven, cost=beta(1 + pi1, 1 + pi0))",
        "loss(optimal, cost=beta(1 + pi1, 1)) == loss(score_driven, cost=beta(1 + pi1, 1)) given calibrated",
        "E0(s) >= 0 given KS >= 1/2",
        "E1(s**2) - E0(s**2) <= KS given KS >= 1/2",
        "AUC >= 9/10 given auc >= 1 - 1/10",
    ],
)
def test_roots_shapes_and_what_is_given_of_something_else(text: str) -> None:
    assert prove(text).verdict == "proved"


@pytest.mark.parametrize(
    "text",
    [
        "E(log(1 - s)) <= 0",
        "E(sqrt(s - 1/2)) >= 0",
        "h_measure(1 + pi1, pi0 - 1/2) >= 0",
        "precision(t) <= 1",
        "precision(t) <= 1 given specificity(t) > 0",
        "precision(t) <= 1 given sensitivity(t) >= 0",
        "1/precision(t) >= 1 given specificity(t) < 1",
        "npv(t) <= 1 given sensitivity(t) > 0",
    ],
)
def test_what_has_no_value_everywhere_is_not_proved(text: str) -> None:
    assert prove(text, seconds=4).verdict != "proved"


def test_thresholds_up_to_a_parameter_that_is_given() -> None:
    """No crash: whether the greatest threshold is 1 is not known at sight."""
    assert prove("loss(score_uniform(0, t)) == MAE given t == 1").verdict in ("proved", "undecided")
    assert prove("loss(optimal, cost=uniform(0, t))*t <= RLH given t > 0").verdict == "proved"
