(** Axioms on places of the ROC curve: those of rates, of false and of true positive rates. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Least Losses Ranks Distances.
Import ListNotations.
Open Scope R_scope.

(** Axiom thresholds_are_rates. (t, a) is threshold_at(r), a place at which R is r; an example of score s is met at the
    places (s, b), b from 0 on, and the equation holds at all of them but b = 0, and so in each mean.
    left: indicator(threshold_at(r) < s)
    relation: ==
    right: indicator(r < R(s)) *)
Theorem thresholds_are_rates l p r t a x b : both_classes l -> proportions p -> 0 <= a <= 1 -> Rate l p t a = r ->
  In x l -> 0 < b <= 1 -> ~ upto (score x) b t a <-> r < Rate l p (score x) b.
Proof.
  intros B P A <- X Hb. pose proof (weight_counts l p B P) as C. assert (B' : 0 <= b <= 1) by lra. split.
  - intros N. assert (T : 0 < tied l (weight l p) (score x)).
    { apply sum_pos with x; auto.
      - intros z _. pose proof (weight_pos l p z B P). pose proof (ind_01 (Req_EM_T (score z) (score x))). nra.
      - unfold ind. destruct (Req_EM_T (score x) (score x)); [|congruence]. pose proof (weight_pos l p x B P). lra. }
    destruct (Rtotal_order t (score x)) as [L | [Q | L]].
    + apply Rle_lt_trans with (Rate l p (score x) 0).
      * apply cdf_upto; auto; [lra|now left].
      * unfold Rate. rewrite !cdf_tie. nra.
    + subst t. assert (a < b). { apply Rnot_le_lt. intros K. apply N. now right. }
      unfold Rate. rewrite !cdf_tie. nra.
    + exfalso. apply N. now left.
  - intros L U. pose proof (cdf_upto l (weight l p) (score x) b t a C B' A U). unfold Rate in *. lra.
Qed.

(** What is zero up to a and one beyond has the integral 1 - a. *)
Lemma integral_step f a : 0 <= a <= 1 -> (forall b, 0 < b < 1 -> b < a -> f b = 0) ->
  (forall b, 0 < b < 1 -> a < b -> f b = 1) -> integral f 0 1 = 1 - a.
Proof.
  intros A H0 H1. assert (I0 : integrable f 0 a).
  { apply integrable_ext with (fun _ => 0); [lra| |apply integrable_const]. intros b Hb. symmetry. apply H0; lra. }
  assert (I1 : integrable f a 1).
  { apply integrable_ext with (fun _ => 1); [lra| |apply integrable_const]. intros b Hb. symmetry. apply H1; lra. }
  rewrite <- (integral_join f 0 a 1 I0 I1).
  rewrite (integral_ext f (fun _ => 0) 0 a), (integral_ext f (fun _ => 1) a 1); try lra.
  - unfold integral. rewrite !(RInt_const (V := R_CompleteNormedModule)).
    unfold scal; simpl; unfold mult; simpl. ring.
  - intros; apply H1; lra.
  - intros; apply H0; lra.
Qed.
Lemma integral_step_down f a : 0 <= a <= 1 -> (forall b, 0 < b < 1 -> b < a -> f b = 1) ->
  (forall b, 0 < b < 1 -> a < b -> f b = 0) -> integral f 0 1 = a.
Proof.
  intros A H0 H1. assert (I0 : integrable f 0 a).
  { apply integrable_ext with (fun _ => 1); [lra| |apply integrable_const]. intros b Hb. symmetry. apply H0; lra. }
  assert (I1 : integrable f a 1).
  { apply integrable_ext with (fun _ => 0); [lra| |apply integrable_const]. intros b Hb. symmetry. apply H1; lra. }
  rewrite <- (integral_join f 0 a 1 I0 I1).
  rewrite (integral_ext f (fun _ => 1) 0 a), (integral_ext f (fun _ => 0) a 1); try lra.
  - unfold integral. rewrite !(RInt_const (V := R_CompleteNormedModule)).
    unfold scal; simpl; unfold mult; simpl. ring.
  - intros; apply H1; lra.
  - intros; apply H0; lra.
Qed.

Lemma above_fpr l r t a : both_classes l -> 0 <= a <= 1 -> greatest_at_fpr l r t a ->
  1 - F l false t a = Ek l false (fun s b => ind (Rlt_dec r (F l true s b))).
Proof.
  intros B A [Q G]. destruct (share_counts l false B) as [_ S].
  transitivity (sum l (fun x => share l false x * (1 - passed (score x) t a))).
  { rewrite (sum_ext l _ (fun x => share l false x - share l false x * passed (score x) t a)) by (intros; ring).
    now rewrite sum_minus, S. }
  apply sum_ext. intros x X. f_equal. symmetry. pose proof (share_counts l true B) as C. unfold passed.
  destruct (Rlt_dec (score x) t) as [L|L]; [|destruct (Rlt_dec t (score x)) as [K|K]].
  - rewrite (integral_ext _ (fun _ => 0)); [rewrite integral_const; ring|lra|]. intros b Hb. unfold ind.
    destruct (Rlt_dec r (F l true (score x) b)) as [M|]; auto. exfalso.
    pose proof (cdf_upto l _ (score x) b t a C (ltac:(lra)) A (or_introl L)). unfold F in *. lra.
  - rewrite (integral_ext _ (fun _ => 1)); [rewrite integral_const; ring|lra|]. intros b Hb. unfold ind.
    destruct (Rlt_dec r (F l true (score x) b)) as [M|M]; auto. exfalso. apply M, G; auto; [lra|].
    unfold upto. lra.
  - assert (T : score x = t) by lra. apply integral_step; auto; intros b Hb K'; unfold ind;
      destruct (Rlt_dec r (F l true (score x) b)) as [M|M]; auto; exfalso.
    + assert (U : upto (score x) b t a) by (right; lra).
      pose proof (cdf_upto l _ (score x) b t a C (ltac:(lra)) A U). unfold F in *. lra.
    + apply M, G; auto; [lra|]. unfold upto. lra.
Qed.
Lemma below_tpr l r t a : both_classes l -> 0 <= a <= 1 -> least_at_tpr l r t a ->
  F l true t a = Ek l true (fun s b => ind (Rlt_dec (F l false s b) r)).
Proof.
  intros B A [Q G]. apply sum_ext. intros x X. f_equal. symmetry. pose proof (share_counts l false B) as C. unfold passed.
  destruct (Rlt_dec (score x) t) as [L|L]; [|destruct (Rlt_dec t (score x)) as [K|K]].
  - rewrite (integral_ext _ (fun _ => 1)); [rewrite integral_const; ring|lra|]. intros b Hb. unfold ind.
    destruct (Rlt_dec (F l false (score x) b) r) as [M|M]; auto. exfalso. apply M, G; auto; [lra|].
    unfold upto. lra.
  - rewrite (integral_ext _ (fun _ => 0)); [rewrite integral_const; ring|lra|]. intros b Hb. unfold ind.
    destruct (Rlt_dec (F l false (score x) b) r) as [M|]; auto. exfalso.
    pose proof (cdf_upto l _ t a (score x) b C A (ltac:(lra)) (or_introl K)). unfold F in *. lra.
  - assert (T : score x = t) by lra. apply integral_step_down; auto; intros b Hb K'; unfold ind;
      destruct (Rlt_dec (F l false (score x) b) r) as [M|M]; auto; exfalso.
    + apply M, G; auto; [lra|]. unfold upto. lra.
    + assert (U : upto t a (score x) b) by (right; lra).
      pose proof (cdf_upto l _ t a (score x) b C A (ltac:(lra)) U). unfold F in *. lra.
Qed.

(** Axiom loss_at_false_positive_rates. If the left side has a value, the right side has it; any density and class proportions.
    left: loss(fpr(T), cost=w)
    relation: ==
    right: Ec(2*c*pi0*E0(indicator(T < F1(s))) + 2*(1 - c)*pi1*T, w) *)
Theorem loss_at_false_positive_rates l p v w T x : both_classes l -> loss l p v w (on_fpr T) x ->
  expects w (fun c u => 2 * c * p false * Ek l false (fun s b => ind (Rlt_dec (T c u) (F l true s b)))
    + 2 * (1 - c) * p true * T c u) x.
Proof.
  intros B [f [H X]]. apply (expects_same w f); auto. intros c u C U. destruct (H c u C U) as [t [a [A [G ->]]]].
  unfold Q_place. rewrite (above_fpr l (T c u) t a B A G). destruct G as [-> _]. reflexivity.
Qed.

(** Axiom loss_at_true_positive_rates. If the left side has a value, the right side has it; any density and class proportions.
    left: loss(tpr(T), cost=w)
    relation: ==
    right: Ec(2*c*pi0*(1 - T) + 2*(1 - c)*pi1*E1(indicator(F0(s) < T)), w) *)
Theorem loss_at_true_positive_rates l p v w T x : both_classes l -> loss l p v w (on_tpr T) x ->
  expects w (fun c u => 2 * c * p false * (1 - T c u)
    + 2 * (1 - c) * p true * Ek l true (fun s b => ind (Rlt_dec (F l false s b) (T c u)))) x.
Proof.
  intros B [f [H X]]. apply (expects_same w f); auto. intros c u C U. destruct (H c u C U) as [t [a [A [G ->]]]].
  unfold Q_place. rewrite (below_tpr l (T c u) t a B A G). destruct G as [-> _]. reflexivity.
Qed.

(** The calibrated score under both classes of the same weight is that of the same blocks: the least loss at a skew. *)
Lemma least_skew l p v z : both_classes l -> proportions p -> is_pav l p v -> 0 <= z <= 1 ->
  is_least (fun t => Qz l t z)
    (E l p (fun s _ => Rmin (z * p true * (1 - v s)) ((1 - z) * p false * v s)) / (p false * p true)).
Proof.
  intros B P V Z. pose proof P as [P0 [P1 _]].
  assert (Z0 : 0 <= z / p false) by (apply Rdiv_le_0_compat; lra).
  assert (Z1 : 0 <= (1 - z) / p true) by (apply Rdiv_le_0_compat; lra).
  apply (is_least_ext _ _ _ _ (least_cost_least l p v (z / p false) ((1 - z) / p true) B P V Z0 Z1)).
  - intros t. rewrite loss_at_threshold_for_skews. unfold cost, F_at. field. lra.
  - unfold E. rewrite (mean_plain l _ (fun s => Rmin (z * p true * (1 - v s)) ((1 - z) * p false * v s))).
    unfold Rdiv. rewrite <- sum_scal_r. apply sum_ext. intros x _.
    assert (K : 0 < p false * p true) by (now apply Rmult_lt_0_compat).
    transitivity (weight l p x * (Rmin (z * p true * (1 - v (score x))) ((1 - z) * p false * v (score x))
      * / (p false * p true))); [f_equal|ring].
    assert (E1 : z * / p false * (1 - v (score x)) = z * p true * (1 - v (score x)) * / (p false * p true)) by (field; lra).
    assert (E2 : (1 - z) * / p true * v (score x) = (1 - z) * p false * v (score x) * / (p false * p true)) by (field; lra).
    rewrite E1, E2. pose proof (Rinv_0_lt_compat _ K). unfold Rmin.
    destruct (Rle_dec (z * p true * (1 - v (score x)) * / (p false * p true)) ((1 - z) * p false * v (score x) * / (p false * p true))),
      (Rle_dec (z * p true * (1 - v (score x))) ((1 - z) * p false * v (score x))); auto; exfalso; nra.
Qed.
(** Axiom optimal_for_skews. v is pav(s) at the class proportions p, y is Ec(E(...), w); any density.
    left: loss(optimal, cost=w, condition=skew)
    relation: ==
    right: Ec(E(min(c*pi1*(1 - pav(s)), (1 - c)*pi0*pav(s))), w)/(pi0*pi1) *)
Theorem optimal_for_skews l p v rates w y : both_classes l -> proportions p -> is_pav l p v ->
  expects w (fun c _ => E l p (fun s _ => Rmin (c * p true * (1 - v s)) ((1 - c) * p false * v s))) y ->
  loss_for_skews l rates w optimal (y / (p false * p true)).
Proof.
  intros B P V H. rewrite skews_balance_classes. apply (loss_of_optimal l halves rates w
    (fun c => E l p (fun s _ => Rmin (c * p true * (1 - v s)) ((1 - c) * p false * v s)) / (p false * p true))).
  - intros c C. exact (least_skew l p v c B P V C).
  - pose proof (expects_linear w (1 / (p false * p true)) 0 _ _ _ _ H (expects_number w 0)) as L.
    replace (y / (p false * p true)) with (1 / (p false * p true) * y + 0 * 0) by (unfold Rdiv; ring).
    eapply expects_same; [|exact L]. intros c u _ _. cbv beta. unfold Rdiv. ring.
Qed.

(** Axiom distance_of_thresholds. T, a place (t, a) that may be within a tie, and x are any functions of u; ks is KS.
    left: Ec(x*(F0(T) - F1(T)))
    relation: <=
    right: Ec(abs(x))*KS *)
Theorem distance_of_thresholds l ks (t a x : R -> R) y z : both_classes l -> is_ks l ks ->
  (forall u, 0 <= u <= 1 -> 0 <= a u <= 1) ->
  expects uniform (fun _ u => x u * (F l false (t u) (a u) - F l true (t u) (a u))) y ->
  expects uniform (fun _ u => Rabs (x u)) z -> y <= z * ks.
Proof.
  intros B K A Y Z. pose proof (expects_linear uniform ks 0 _ _ _ _ Z (expects_number uniform 0)) as L.
  replace (z * ks) with (ks * z + 0 * 0) by ring.
  refine (expects_le uniform _ _ _ _ _ Y L). intros _ u _ U. pose proof (ks_places l ks (t u) (a u) B K (A u U)) as D.
  eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_mult. pose proof (Rabs_pos (x u)). nra.
Qed.

(** Axiom distance_of_calibrated. ks is KS; any class proportions.
    given: calibrated
    left: 2*pi0*pi1*KS
    relation: ==
    right: E(abs(s - pi1)) *)
Theorem distance_of_calibrated l p ks : both_classes l -> proportions p -> is_ks l ks -> calibrated_scores l p ->
  2 * p false * p true * ks = E l p (fun s _ => Rabs (s - p true)).
Proof.
  intros B P K C. destruct (pav_exists l p B P) as [v V].
  assert (Vs : forall x, In x l -> v (score x) = score x) by (intros; now apply (calibrated_hull l p v)).
  assert (Q : E l p (fun s _ => Rabs (s - p true)) = E l p (fun s _ => Rabs (v s - p true))).
  { unfold E. rewrite (mean_plain l _ (fun s => Rabs (s - p true))), (mean_plain l _ (fun s => Rabs (v s - p true))).
    apply sum_ext. intros x X. now rewrite Vs. }
  apply Rle_antisym; [|rewrite Q; now apply distance_of_hull].
  replace (E l p (fun s _ => Rabs (s - p true))) with (E l p (fun s _ => Rabs (posterior l p s - p true)));
    [now apply distance_of_shares|].
  unfold E. rewrite (mean_plain l _ (fun s => Rabs (s - p true))), (mean_plain l _ (fun s => Rabs (posterior l p s - p true))).
  apply sum_ext. intros x X. now rewrite (C x X).
Qed.
