(** Axioms on the distance of both cdfs. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Least Ranks.
Import ListNotations.
Open Scope R_scope.

(** ks is KS: the greatest distance of both cdfs over all thresholds, from either side. *)
Definition is_ks (l : sample) (ks : R) : Prop :=
  (forall t, Rabs (F_at l false t - F_at l true t) <= ks) /\
  exists t, Rabs (F_at l false t - F_at l true t) = ks.

Lemma before l t : l <> [] -> exists r, forall v, lower l v t = cdf l v r 1.
Proof.
  intros N. enough (T : exists r, forall x, In x l -> ind (Rlt_dec (score x) t) = passed (score x) r 1).
  { destruct T as [r T]. exists r. intros v. apply sum_ext. intros x X. now rewrite T. }
  destruct (filter (fun x => if Rlt_dec (score x) t then true else false) l) as [|d ds] eqn:D.
  - destruct (least_of l score N) as [z [Z L]]. exists (score z - 1). intros x X. pose proof (L x X).
    rewrite passed_above by lra. unfold ind. destruct (Rlt_dec (score x) t) as [K|]; auto. exfalso.
    assert (I : In x (filter (fun x => if Rlt_dec (score x) t then true else false) l)).
    { apply filter_In. split; auto. destruct (Rlt_dec (score x) t); auto. }
    rewrite D in I. destruct I.
  - destruct (greatest_of (d :: ds) score) as [z [Z G]]; [discriminate|]. exists (score z).
    rewrite <- D in Z, G. apply filter_In in Z as [Z Zt]. destruct (Rlt_dec (score z) t); [|discriminate].
    intros x X. unfold ind, passed. destruct (Rlt_dec (score x) t) as [K|K].
    + assert (I : score x <= score z).
      { apply G, filter_In. split; auto. destruct (Rlt_dec (score x) t); auto. }
      destruct (Rlt_dec (score x) (score z)), (Rlt_dec (score z) (score x)); lra.
    + destruct (Rlt_dec (score x) (score z)), (Rlt_dec (score z) (score x)); lra.
Qed.
Lemma not_empty l : both_classes l -> l <> [].
Proof. intros B ->. destruct (B true) as [x [[] _]]. Qed.
(** No place, also within a tie, has a greater distance. *)
Lemma ks_places l ks t a : both_classes l -> is_ks l ks -> 0 <= a <= 1 ->
  Rabs (F l false t a - F l true t a) <= ks.
Proof.
  intros B [K _] A. destruct (before l t (not_empty l B)) as [r Rr].
  pose proof (K r) as H0. pose proof (K t) as H1. unfold F_at, F in *. rewrite <- !Rr in H0.
  rewrite (cdf_tie l _ t 1), (cdf_tie l _ t 1) in H1. rewrite (cdf_tie l _ t a), (cdf_tie l _ t a).
  apply Rabs_le. apply Rabs_le_between in H0, H1. nra.
Qed.
Lemma ks_01 l ks : both_classes l -> is_ks l ks -> 0 <= ks <= 1.
Proof.
  intros B [_ [t <-]]. pose proof (cdf_01 l (share l false) t 1 (share_counts l false B)).
  pose proof (cdf_01 l (share l true) t 1 (share_counts l true B)). split; [apply Rabs_pos|].
  unfold F_at, F. apply Rabs_le. lra.
Qed.

Lemma hinge ks : 0 <= ks <= 1 -> integrable (fun u => Rmax 0 (u - ks)) 0 1 /\
  integral (fun u => Rmax 0 (u - ks)) 0 1 = (1 - ks) ^ 2 / 2.
Proof.
  intros K. destruct (integral_derivative (fun u => (u - ks) * (u - ks) / 2) (fun u => u - ks) ks 1) as [I J]; [lra| | |].
  - intros. auto_derive; auto. field.
  - intros. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
  - assert (I0 : integrable (fun u => Rmax 0 (u - ks)) 0 ks).
    { apply integrable_ext with (fun _ => 0); [lra| |apply integrable_const].
      intros u U. now rewrite Rmax_left by lra. }
    assert (I1 : integrable (fun u => Rmax 0 (u - ks)) ks 1).
    { apply integrable_ext with (fun u => u - ks); [lra| |exact I]. intros u U. now rewrite Rmax_right by lra. }
    split; [apply (ex_RInt_Chasles (V := R_NormedModule)) with ks; auto|].
    rewrite <- (integral_join _ 0 ks 1 I0 I1).
    rewrite (integral_ext _ (fun _ => 0) 0 ks), (integral_ext _ (fun u => u - ks) ks 1); try lra.
    + rewrite J. unfold integral. rewrite (RInt_const (V := R_CompleteNormedModule)).
      unfold scal; simpl; unfold mult; simpl. field.
    + intros u U. now rewrite Rmax_right by lra.
    + intros u U. now rewrite Rmax_left by lra.
Qed.

(** Axiom area_above_distance. ks is KS.
    left: (1 - KS)**2/2
    relation: <=
    right: AUC *)
Theorem area_above_distance l ks : both_classes l -> is_ks l ks -> (1 - ks) ^ 2 / 2 <= AUC l.
Proof.
  intros B K. destruct (hinge ks (ks_01 l ks B K)) as [I J]. rewrite <- J.
  rewrite <- (cdf_is_uniform l true (fun u => Rmax 0 (u - ks)) B I). unfold AUC.
  apply mean_le; [now apply share_counts| |apply has_mean_cdf|].
  - apply (has_mean_rank l (share l true) (fun u => Rmax 0 (u - ks))); [now apply share_counts|exact I].
  - intros x a X A. apply Rmax_lub; [apply cdf_01; [now apply share_counts|lra]|].
    assert (A' : 0 <= a <= 1) by lra. pose proof (ks_places l ks (score x) a B K A') as H.
    apply Rabs_le_between in H. lra.
Qed.

(** A point of the ROC curve bounds the area from both sides. *)
Lemma auc_below_point l t : both_classes l -> F_at l false t * (1 - F_at l true t) <= AUC l.
Proof.
  intros C. pose proof (cdf_is_a_mean l true t C) as Z.
  replace (1 - F_at l true t) with (Ek l true (fun s _ => ind (Rlt_dec t s))) by (rewrite Z; ring).
  unfold Ek, AUC. rewrite <- (mean_scal l (share l true) (F_at l false t) (fun s _ => ind (Rlt_dec t s))).
  2: apply (has_mean_plain l (fun s => ind (Rlt_dec t s))).
  apply mean_le; [now apply share_counts| |apply has_mean_cdf|].
  - apply (has_mean_plain l (fun s => F_at l false t * ind (Rlt_dec t s))).
  - intros x a X A. unfold ind. destruct (Rlt_dec t (score x)).
    + rewrite Rmult_1_r. apply cdf_upto; [now apply share_counts|lra|lra|now left].
    + rewrite Rmult_0_r. apply cdf_01; [now apply share_counts|lra].
Qed.
Lemma auc_above_point l t : both_classes l -> AUC l <= 1 - F_at l true t * (1 - F_at l false t).
Proof.
  intros C. pose proof (cdf_is_a_mean l true t C) as Z.
  replace (1 - F_at l true t * (1 - F_at l false t)) with
    (mean l (share l true) (fun s _ => F_at l false t + (1 - F_at l false t) * ind (Rlt_dec t s))).
  2: { rewrite (mean_plus l _ (fun _ _ => F_at l false t) (fun s _ => (1 - F_at l false t) * ind (Rlt_dec t s))).
    - rewrite (mean_scal l (share l true) (1 - F_at l false t) (fun s _ => ind (Rlt_dec t s))).
      + rewrite mean_const by (now apply share_counts). unfold Ek in Z.
        replace (mean l (share l true) (fun s _ => ind (Rlt_dec t s))) with (1 - F_at l true t) by lra. ring.
      + apply (has_mean_plain l (fun s => ind (Rlt_dec t s))).
    - apply (has_mean_plain l (fun _ => F_at l false t)).
    - apply (has_mean_plain l (fun s => (1 - F_at l false t) * ind (Rlt_dec t s))). }
  apply mean_le; [now apply share_counts|apply has_mean_cdf| |].
  - apply (has_mean_plain l (fun s => F_at l false t + (1 - F_at l false t) * ind (Rlt_dec t s))).
  - intros x a X A. assert (A' : 0 <= a <= 1) by lra. unfold ind. destruct (Rlt_dec t (score x)) as [K|K].
    + pose proof (cdf_01 l (share l false) (score x) a (share_counts l false C) A'). unfold F in *. lra.
    + rewrite Rmult_0_r, Rplus_0_r. apply cdf_upto; [now apply share_counts|lra|lra|].
      unfold upto. destruct (Req_dec (score x) t); [right|left]; lra.
Qed.

(** Axiom distance_below_area. ks is KS.
    left: KS
    relation: <=
    right: max(AUC, 1 - AUC) *)
Theorem distance_below_area l ks : both_classes l -> is_ks l ks -> ks <= Rmax (AUC l) (1 - AUC l).
Proof.
  intros B [_ [t <-]]. pose proof (auc_below_point l t B) as L. pose proof (auc_above_point l t B) as U.
  pose proof (cdf_01 l (share l false) t 1 (share_counts l false B)).
  pose proof (cdf_01 l (share l true) t 1 (share_counts l true B)).
  fold (F l false t 1) in H. fold (F l true t 1) in H0. fold (F_at l false t) in H. fold (F_at l true t) in H0.
  pose proof (Rmax_l (AUC l) (1 - AUC l)). pose proof (Rmax_r (AUC l) (1 - AUC l)).
  unfold Rabs. destruct Rcase_abs; nra.
Qed.

(** The mean of y - pi1 above a threshold is pi0 pi1 (F0 - F1). *)
Lemma above_threshold l p t : both_classes l -> proportions p ->
  sum l (fun x => ind (Rlt_dec t (score x)) * (weight l p x * (is true x - p true)))
  = p false * p true * (F_at l false t - F_at l true t).
Proof.
  intros B [P0 [P1 PS]]. rewrite !cdf_is_a_mean by auto. unfold Ek.
  rewrite !(mean_plain l _ (fun s => ind (Rlt_dec t s))).
  replace (p false * p true * _) with
    (p false * (p true * sum l (fun x => share l true x * ind (Rlt_dec t (score x))))
     - p true * (p false * sum l (fun x => share l false x * ind (Rlt_dec t (score x))))) by ring.
  rewrite <- !sum_scal, <- sum_minus. apply sum_ext. intros x _.
  replace (p true * (share l true x * ind (Rlt_dec t (score x))))
    with (weight l p x * is true x * ind (Rlt_dec t (score x))) by (rewrite <- share_1; ring).
  replace (p false * (share l false x * ind (Rlt_dec t (score x))))
    with (weight l p x * (1 - is true x) * ind (Rlt_dec t (score x))) by (rewrite <- share_0; ring).
  replace (p false) with (1 - p true) by lra. ring.
Qed.
Lemma abs_pos x : Rabs x = 2 * Rmax 0 x - x.
Proof. unfold Rabs, Rmax. destruct Rcase_abs, Rle_dec; lra. Qed.
Lemma pav_mean l p v : both_classes l -> proportions p -> is_pav l p v ->
  sum l (fun x => weight l p x * (v (score x) - p true)) = 0.
Proof.
  intros B P V. pose proof (of_all score (is true) (weight l p) l v V) as O.
  destruct (weight_counts l p B P) as [_ S].
  assert (Y : sum l (fun x => weight l p x * is true x) = p true).
  { rewrite (sum_ext l _ (fun x => p true * share l true x)) by (intros; now rewrite share_1).
    rewrite sum_scal. destruct (share_counts l true B) as [_ ->]. ring. }
  rewrite (sum_ext l _ (fun x => (weight l p x * is true x - weight l p x * (is true x - v (score x))) - p true * weight l p x))
    by (intros; ring).
  rewrite !sum_minus, sum_scal, O, S, Y. ring.
Qed.

(** Axiom distance_of_hull. ks is KS; any class proportions.
    left: E(abs(pav(s) - pi1))
    relation: <=
    right: 2*pi0*pi1*KS *)
Theorem distance_of_hull l p v ks : both_classes l -> proportions p -> is_pav l p v -> is_ks l ks ->
  E l p (fun s _ => Rabs (v s - p true)) <= 2 * p false * p true * ks.
Proof.
  intros B P V [K _]. unfold E. rewrite (mean_plain l _ (fun s => Rabs (v s - p true))).
  destruct (threshold_of l p v (p true) V B) as [t T].
  pose proof (above_threshold l p t B P) as A. pose proof (pav_mean l p v B P V) as M.
  pose proof (of_blocks score (is true) (weight l p) l v (fun r => ind (Rlt_dec (p true) r)) V) as L. cbv beta in L.
  assert (Z : sum l (fun x => weight l p x * Rmax 0 (v (score x) - p true)) = p false * p true * (F_at l false t - F_at l true t)).
  { rewrite <- A. apply Rminus_diag_uniq. rewrite <- sum_minus.
    transitivity (- sum l (fun x => ind (Rlt_dec (p true) (v (score x))) * (weight l p x * (is true x - v (score x))))).
    2: rewrite L; ring.
    replace (- sum l _) with (sum l (fun x => -1 * (ind (Rlt_dec (p true) (v (score x))) * (weight l p x * (is true x - v (score x))))))
      by (rewrite sum_scal; ring).
    apply sum_ext. intros x X. rewrite T by auto. unfold ind, Rmax.
    destruct (Rlt_dec (p true) (v (score x))), (Rle_dec 0 (v (score x) - p true)); try lra; try ring.
    replace (v (score x)) with (p true) by lra. ring. }
  rewrite (sum_ext l _ (fun x => 2 * (weight l p x * Rmax 0 (v (score x) - p true)) - weight l p x * (v (score x) - p true)))
    by (intros; rewrite abs_pos; ring).
  rewrite sum_minus, sum_scal, M, Z. pose proof (K t) as Kt. apply Rabs_le_between in Kt.
  destruct P as [P0 [P1 PS]]. assert (0 < p false * p true) by nra. nra.
Qed.

(** Axiom distance_of_shares. ks is KS; any class proportions.
    left: 2*pi0*pi1*KS
    relation: <=
    right: E(abs(posterior(s) - pi1)) *)
Theorem distance_of_shares l p ks : both_classes l -> proportions p -> is_ks l ks ->
  2 * p false * p true * ks <= E l p (fun s _ => Rabs (posterior l p s - p true)).
Proof.
  intros B P [_ [t <-]]. pose proof P as [P0 [P1 _]].
  assert (D : 0 < p false * p true) by (now apply Rmult_lt_0_compat).
  unfold E. rewrite (mean_plain l _ (fun s => Rabs (posterior l p s - p true))).
  pose proof (above_threshold l p t B P) as A.
  pose proof (posterior_levels l p (fun s => ind (Rlt_dec t s)) B P) as L.
  pose proof (posterior_levels l p (fun _ => 1) B P) as L1.
  destruct (pav_exists l p B P) as [v V]. pose proof (of_all score (is true) (weight l p) l v V) as O.
  pose proof (pav_mean l p v B P V) as M0.
  assert (M : sum l (fun x => weight l p x * (posterior l p (score x) - p true)) = 0).
  { rewrite <- M0. rewrite (sum_ext l _ (fun x => weight l p x * (v (score x) - p true)
        + (weight l p x * (is true x - v (score x)) - 1 * (weight l p x * (is true x - posterior l p (score x))))))
      by (intros; ring).
    rewrite sum_plus, sum_minus, O, L1. ring. }
  assert (A' : sum l (fun x => ind (Rlt_dec t (score x)) * (weight l p x * (posterior l p (score x) - p true)))
    = p false * p true * (F_at l false t - F_at l true t)).
  { rewrite <- A. rewrite (sum_ext l (fun x => ind (Rlt_dec t (score x)) * (weight l p x * (is true x - p true)))
      (fun x => ind (Rlt_dec t (score x)) * (weight l p x * (posterior l p (score x) - p true))
        + ind (Rlt_dec t (score x)) * (weight l p x * (is true x - posterior l p (score x))))) by (intros; ring).
    rewrite sum_plus, L. ring. }
  set (S := sum l (fun x => weight l p x * Rabs (posterior l p (score x) - p true))).
  assert (U : 2 * sum l (fun x => ind (Rlt_dec t (score x)) * (weight l p x * (posterior l p (score x) - p true))) <= S).
  { apply Rle_trans with (S + sum l (fun x => weight l p x * (posterior l p (score x) - p true))); [|rewrite M; lra].
    unfold S. rewrite <- sum_scal, <- sum_plus. apply sum_le. intros x _. pose proof (weight_pos l p x B P).
    unfold ind, Rabs. destruct (Rlt_dec t (score x)), Rcase_abs; nra. }
  assert (W : - 2 * sum l (fun x => ind (Rlt_dec t (score x)) * (weight l p x * (posterior l p (score x) - p true))) <= S).
  { apply Rle_trans with (S - sum l (fun x => weight l p x * (posterior l p (score x) - p true))); [|rewrite M; lra].
    unfold S. rewrite <- sum_scal, <- sum_minus. apply sum_le. intros x _. pose proof (weight_pos l p x B P).
    unfold ind, Rabs. destruct (Rlt_dec t (score x)), Rcase_abs; nra. }
  rewrite A' in U, W. unfold Rabs. destruct Rcase_abs; nra.
Qed.
