(** Thresholds: losses, error rates, the least of them; the greatest distance of both cdfs. *)
Require Import Reals Lra List Psatz Bool.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares.
Import ListNotations.
Open Scope R_scope.

(** The loss at cost proportion c, and at skew z, at the place (t, a); at a threshold, a number, a is 1. *)
Definition Q_place (l : sample) (p : bool -> R) (t a c : R) : R :=
  2 * c * p false * (1 - F l false t a) + 2 * (1 - c) * p true * F l true t a.
Definition Qc (l : sample) (p : bool -> R) (t c : R) : R := Q_place l p t 1 c.
Definition Qz (l : sample) (t z : R) : R := Qc l halves t z.
(** The error rate at a threshold: the examples of class 0 above it and those of class 1 up to it. *)
Definition error_rate (l : sample) (p : bool -> R) (t : R) : R :=
  sum l (fun x => weight l p x * (if Rlt_dec t (score x) then 1 - is true x else is true x)).
(** x is the least of f over all thresholds; least_loss(c) is the least Qc, MER the least error rate. *)
Definition is_least (f : R -> R) (x : R) : Prop := (forall t, x <= f t) /\ exists t, f t = x.
Definition AUC (l : sample) : R := Ek l true (F l false).

(** Axiom loss_at_threshold.
    left: Qc(t, b)
    relation: ==
    right: 2*b*pi0*(1 - F0(t)) + 2*(1 - b)*pi1*F1(t) *)
Theorem loss_at_threshold l p t b :
  Qc l p t b = 2 * b * p false * (1 - F_at l false t) + 2 * (1 - b) * p true * F_at l true t.
Proof. reflexivity. Qed.

(** Axiom loss_at_threshold_for_skews.
    left: Qz(t, b)
    relation: ==
    right: b*(1 - F0(t)) + (1 - b)*F1(t) *)
Theorem loss_at_threshold_for_skews l t b :
  Qz l t b = b * (1 - F_at l false t) + (1 - b) * F_at l true t.
Proof. unfold Qz, Qc, Q_place, halves, F_at. field. Qed.

(** Axiom cdf_is_a_mean.
    left: Fk(t)
    relation: ==
    right: 1 - Ek(indicator(t < s)) *)
Theorem cdf_is_a_mean l k t : both_classes l -> F_at l k t = 1 - Ek l k (fun s _ => ind (Rlt_dec t s)).
Proof.
  intros B. unfold Ek. rewrite (mean_plain l _ (fun s => ind (Rlt_dec t s))).
  destruct (share_counts l k B) as [_ S]. transitivity (sum l (share l k) - sum l (fun x => share l k x * ind (Rlt_dec t (score x)))).
  - rewrite <- sum_minus. unfold F_at, F, cdf. apply sum_ext. intros x _. rewrite passed_threshold. ring.
  - now rewrite S.
Qed.

(** Axiom error.
    left: error(t)
    relation: ==
    right: pi0*E0(indicator(t < s)) + pi1*E1(indicator(s <= t)) *)
Theorem error l p t : error_rate l p t = p false * Ek l false (fun s _ => ind (Rlt_dec t s))
  + p true * Ek l true (fun s _ => ind (Rle_dec s t)).
Proof.
  rewrite Ek0_sum, Ek1_sum, <- sum_plus. apply sum_ext. intros x _. rewrite !integral_const. unfold ind.
  destruct (Rlt_dec t (score x)), (Rle_dec (score x) t); try lra; ring.
Qed.

(** Axiom macro_error. The mean of both error rates: the error rate with both class proportions 1/2.
    left: macro_error(t)
    relation: ==
    right: (E0(indicator(t < s)) + E1(indicator(s <= t)))/2 *)
Theorem macro_error l t : error_rate l halves t
  = (Ek l false (fun s _ => ind (Rlt_dec t s)) + Ek l true (fun s _ => ind (Rle_dec s t))) / 2.
Proof. rewrite error. unfold halves. field. Qed.

(** Axiom balanced_already. x is any function of the class proportions; equal_classes puts them to 1/2.
    given: equal_classes
    left: balanced(x)
    relation: ==
    right: x *)
Theorem balanced_already (x : R -> R) (pi0 : R) : pi0 = 1 / 2 -> x (1 / 2) = x pi0.
Proof. now intros ->. Qed.

(** What the examples above a place lose when those of class 0 above cost A and those of class 1 not above cost B. *)
Definition cost (l : sample) (p : bool -> R) (A B t a : R) : R :=
  A * p false * (1 - F l false t a) + B * p true * F l true t a.
Lemma cost_sum l p A B t a : both_classes l -> cost l p A B t a = sum l (fun x => weight l p x *
  (B * is true x + (1 - passed (score x) t a) * (A - (A + B) * is true x))).
Proof.
  intros C. destruct (share_counts l false C) as [_ S0]. unfold cost.
  replace (1 - F l false t a) with (sum l (fun x => share l false x - share l false x * passed (score x) t a))
    by (rewrite sum_minus, S0; reflexivity).
  unfold F, cdf.
  replace (A * p false * sum l (fun x => share l false x - share l false x * passed (score x) t a))
    with (sum l (fun x => A * (p false * share l false x) * (1 - passed (score x) t a))).
  2: { rewrite <- sum_scal. apply sum_ext. intros; ring. }
  replace (B * p true * sum l (fun x => share l true x * passed (score x) t a))
    with (sum l (fun x => B * (p true * share l true x) * passed (score x) t a)).
  2: { rewrite <- sum_scal. apply sum_ext. intros; ring. }
  rewrite <- sum_plus. apply sum_ext. intros x _. rewrite share_0, share_1. ring.
Qed.
(** The least of it, by the calibrated score. *)
Definition least_cost (l : sample) (p : bool -> R) (v : R -> R) (A B : R) : R :=
  sum l (fun x => weight l p x * Rmin (A * (1 - v (score x))) (B * v (score x))).
Lemma least_cost_below l p v A B t a : both_classes l -> proportions p -> is_pav l p v -> 0 <= A -> 0 <= B ->
  0 <= a <= 1 -> least_cost l p v A B <= cost l p A B t a.
Proof.
  intros C P V HA HB Ha. rewrite cost_sum by auto.
  pose proof (of_increasing score (is true) (weight l p) l v (fun x => 1 - passed (score x) t a) V) as I.
  assert (M : forall x z, In x l -> In z l -> score x <= score z ->
    1 - passed (score x) t a <= 1 - passed (score z) t a).
  { intros x z _ _ K. unfold passed.
    destruct (Rlt_dec (score x) t), (Rlt_dec t (score x)), (Rlt_dec (score z) t), (Rlt_dec t (score z)); lra. }
  specialize (I M). pose proof (of_all score (is true) (weight l p) l v V) as O.
  apply Rle_trans with (sum l (fun x => weight l p x *
    (B * v (score x) + (1 - passed (score x) t a) * (A - (A + B) * v (score x))))).
  - apply sum_le. intros x _. apply Rmult_le_compat_l; [left; now apply weight_pos|].
    pose proof (passed_01 (score x) t a Ha). unfold Rmin. destruct Rle_dec; nra.
  - apply Rminus_le_0. rewrite <- sum_minus.
    rewrite (sum_ext l _ (fun x => B * (weight l p x * (is true x - v (score x)))
      - (A + B) * ((1 - passed (score x) t a) * (weight l p x * (is true x - v (score x))))))
      by (intros; ring).
    rewrite sum_minus, !sum_scal, O. nra.
Qed.
(** Where an increasing function of the calibrated score is positive, the score is above a threshold. *)
Lemma rising_threshold l p v (g : R -> R) : is_pav l p v -> both_classes l -> (forall r q, r <= q -> g r <= g q) ->
  exists t, forall x, In x l -> ind (Rlt_dec t (score x)) = ind (Rlt_dec 0 (g (v (score x)))).
Proof.
  intros V C M. set (up := fun x => Rlt_dec 0 (g (v (score x)))).
  set (down := filter (fun x => if up x then false else true) l). destruct down as [|d0 ds] eqn:D.
  - destruct (least_of l score) as [z [Z L]]; [intros ->; destruct (C true) as [x [[] _]]|].
    exists (score z - 1). intros x X. pose proof (L x X). fold (up x). unfold ind.
    destruct (Rlt_dec (score z - 1) (score x)), (up x) eqn:U; try lra.
    exfalso. assert (I : In x down) by (apply filter_In; rewrite U; auto). rewrite D in I. destruct I.
  - destruct (greatest_of down score) as [z [Z G]]; [rewrite D; discriminate|]. exists (score z).
    apply filter_In in Z as [Z Zd]. destruct (up z) as [|Nz]; [discriminate|].
    intros x X. fold (up x). unfold ind. destruct (Rlt_dec (score z) (score x)) as [K|K], (up x) as [U|U] eqn:E0; try lra.
    + exfalso. assert (I : In x down) by (apply filter_In; rewrite E0; auto). pose proof (G x I). lra.
    + exfalso. pose proof (M _ _ (rises _ _ _ _ _ V x z X Z (Rnot_lt_le _ _ K))). lra.
Qed.
Lemma threshold_of l p v q : is_pav l p v -> both_classes l ->
  exists t, forall x, In x l -> ind (Rlt_dec t (score x)) = ind (Rlt_dec q (v (score x))).
Proof.
  intros V C. destruct (rising_threshold l p v (fun r => r - q) V C) as [t T]; [intros; lra|].
  exists t. intros x X. rewrite T by auto. unfold ind. destruct (Rlt_dec 0 (v (score x) - q)), (Rlt_dec q (v (score x))); lra.
Qed.
Lemma least_cost_attained l p v A B : both_classes l -> proportions p -> is_pav l p v -> 0 <= A -> 0 <= B ->
  exists t, cost l p A B t 1 = least_cost l p v A B.
Proof.
  intros C P V HA HB.
  destruct (rising_threshold l p v (fun r => B * r - A * (1 - r)) V C) as [t T].
  { intros r q K. assert ((A + B) * r <= (A + B) * q) by (apply Rmult_le_compat_l; lra). lra. }
  set (up := fun x => Rlt_dec (A * (1 - v (score x))) (B * v (score x))).
  assert (U : forall x, In x l -> ind (Rlt_dec t (score x)) = ind (up x)).
  { intros x X. rewrite T by auto. unfold ind. destruct (Rlt_dec 0 _), (up x); lra. }
  exists t. rewrite cost_sum by auto. unfold least_cost.
  pose proof (of_all score (is true) (weight l p) l v V) as O.
  pose proof (of_blocks score (is true) (weight l p) l v (fun r => ind (Rlt_dec (A * (1 - r)) (B * r))) V) as L.
  rewrite (sum_ext l _ (fun x => (weight l p x * Rmin (A * (1 - v (score x))) (B * v (score x)))
    + (B * (weight l p x * (is true x - v (score x)))
    - (A + B) * (ind (up x) * (weight l p x * (is true x - v (score x))))))).
  - rewrite sum_plus, sum_minus, !sum_scal, O. cbv beta in L. unfold up. rewrite L. ring.
  - intros x X. rewrite passed_threshold, U by auto. unfold ind, Rmin.
    destruct (up x), (Rle_dec (A * (1 - v (score x))) (B * v (score x))); try lra; try ring.
    assert (Q : A * (1 - v (score x)) = B * v (score x)) by lra. rewrite Q. ring.
Qed.
Lemma least_cost_least l p v A B : both_classes l -> proportions p -> is_pav l p v -> 0 <= A -> 0 <= B ->
  is_least (fun t => cost l p A B t 1) (least_cost l p v A B).
Proof.
  intros C P V HA HB. split; [|now apply least_cost_attained]. intros t. apply least_cost_below; auto; lra.
Qed.
Lemma Qc_cost l p t c : Qc l p t c = cost l p (2 * c) (2 * (1 - c)) t 1.
Proof. unfold Qc, Q_place, cost. ring. Qed.
Lemma is_least_ext f g x y : is_least f x -> (forall t, f t = g t) -> x = y -> is_least g y.
Proof. intros [L [t T]] H <-. split; [intros r; now rewrite <- H|exists t; now rewrite <- H]. Qed.

(** Axiom least_loss. At each operating condition; any class proportions. The right side is the least loss, and is attained.
    left: least_loss(c)
    relation: ==
    right: 2*c*pi0*E0(indicator(c < pav(s))) + 2*(1 - c)*pi1*E1(indicator(pav(s) <= c)) *)
Theorem least_loss l p v c : both_classes l -> proportions p -> is_pav l p v -> 0 <= c <= 1 ->
  is_least (fun t => Qc l p t c) (2 * c * p false * Ek l false (fun s _ => ind (Rlt_dec c (v s)))
    + 2 * (1 - c) * p true * Ek l true (fun s _ => ind (Rle_dec (v s) c))).
Proof.
  intros C P V H. apply (is_least_ext _ _ _ _ (least_cost_least l p v (2 * c) (2 * (1 - c)) C P V
    (ltac:(lra)) (ltac:(lra)))); [intros; now rewrite Qc_cost|].
  pose proof (of_blocks score (is true) (weight l p) l v (fun r => ind (Rlt_dec c r)) V) as L.
  pose proof (of_all score (is true) (weight l p) l v V) as O. cbv beta in L.
  replace (2 * c * p false * Ek l false (fun s _ => ind (Rlt_dec c (v s)))) with
    (2 * c * (p false * Ek l false (fun s _ => ind (Rlt_dec c (v s))))) by ring.
  replace (2 * (1 - c) * p true * Ek l true (fun s _ => ind (Rle_dec (v s) c))) with
    (2 * (1 - c) * (p true * Ek l true (fun s _ => ind (Rle_dec (v s) c)))) by ring.
  rewrite Ek0_sum, Ek1_sum, <- !sum_scal, <- sum_plus. unfold least_cost.
  rewrite (sum_ext l (fun x => weight l p x * _) (fun x =>
    (2 * c * (weight l p x * (1 - is true x) * integral ((fun s _ => ind (Rlt_dec c (v s))) (score x)) 0 1)
     + 2 * (1 - c) * (weight l p x * is true x * integral ((fun s _ => ind (Rle_dec (v s) c)) (score x)) 0 1))
    - (2 * (1 - c) * (weight l p x * (is true x - v (score x)))
    - 2 * (ind (Rlt_dec c (v (score x))) * (weight l p x * (is true x - v (score x))))))).
  - rewrite sum_minus, (sum_minus l (fun x => 2 * (1 - c) * _)), !sum_scal, O, L. ring.
  - intros x _. cbv beta. rewrite !integral_const. unfold ind, Rmin.
    destruct (Rlt_dec c (v (score x))), (Rle_dec (v (score x)) c), (Rle_dec (2 * c * (1 - v (score x))) (2 * (1 - c) * v (score x))); try lra; try ring.
    assert (v (score x) = c) as -> by lra. ring.
Qed.

Lemma error_Qc l p t : both_classes l -> error_rate l p t = cost l p 1 1 t 1.
Proof.
  intros C. rewrite cost_sum by auto. apply sum_ext. intros x _. rewrite passed_threshold. unfold ind.
  destruct (Rlt_dec t (score x)); ring.
Qed.
(** Axiom least_error. MER is the least error rate; it is attained.
    left: MER
    relation: ==
    right: E(min(pav(s), 1 - pav(s))) *)
Theorem least_error l p v : both_classes l -> proportions p -> is_pav l p v ->
  is_least (error_rate l p) (E l p (fun s _ => Rmin (v s) (1 - v s))).
Proof.
  intros C P V. apply (is_least_ext _ _ _ _ (least_cost_least l p v 1 1 C P V (ltac:(lra)) (ltac:(lra)))).
  - intros. now rewrite error_Qc.
  - unfold E. rewrite (mean_plain l _ (fun s => Rmin (v s) (1 - v s))). apply sum_ext. intros x _.
    rewrite Rmin_comm. now rewrite !Rmult_1_l.
Qed.

(** Axiom misordered_pairs. mer is MER; any class proportions.
    left: min(pi0, pi1)*(1 - AUC)
    relation: <=
    right: MER *)
Theorem misordered_pairs l p mer : both_classes l -> proportions p -> is_least (error_rate l p) mer ->
  Rmin (p false) (p true) * (1 - AUC l) <= mer.
Proof.
  intros C P [_ [t <-]]. rewrite error_Qc by auto. unfold cost, AUC.
  destruct P as [P0 [P1 PS]]. set (F0 := F l false t 1). set (F1 := F l true t 1).
  assert (B0 : 0 <= F0 <= 1) by (apply cdf_01; [now apply share_counts|lra]).
  assert (B1 : 0 <= F1 <= 1) by (apply cdf_01; [now apply share_counts|lra]).
  assert (A : F0 * (1 - F1) <= Ek l true (F l false)).
  { assert (F1E : 1 - F1 = Ek l true (fun s _ => ind (Rlt_dec t s))).
    { unfold F1. pose proof (cdf_is_a_mean l true t C) as Z. unfold F_at in Z. rewrite Z. ring. }
    rewrite F1E. unfold Ek. rewrite <- (mean_scal l (share l true) F0 (fun s _ => ind (Rlt_dec t s))).
    2: apply (has_mean_plain l (fun s => ind (Rlt_dec t s))).
    apply mean_le.
    - now apply share_counts.
    - apply (has_mean_plain l (fun s => F0 * ind (Rlt_dec t s))).
    - apply has_mean_cdf.
    - intros x a X A. unfold ind. destruct (Rlt_dec t (score x)).
      + rewrite Rmult_1_r. apply cdf_upto; [now apply share_counts|lra|lra|now left].
      + rewrite Rmult_0_r. apply cdf_01; [now apply share_counts|lra]. }
  pose proof (Rmin_l (p false) (p true)). pose proof (Rmin_r (p false) (p true)).
  assert (0 < Rmin (p false) (p true)) by (apply Rmin_glb_lt; auto).
  assert (1 - Ek l true (F l false) <= (1 - F0) + F1) by nra.
  assert (Rmin (p false) (p true) * (1 - F0) <= p false * (1 - F0)) by nra.
  assert (Rmin (p false) (p true) * F1 <= p true * F1) by nra. nra.
Qed.
