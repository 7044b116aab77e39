(** Axioms on the area under the convex hull. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Ranks Least Distances Hull.
Import ListNotations.
Open Scope R_scope.

Lemma sum_swap {A : Type} (l r : list A) (f : A -> A -> R) :
  sum l (fun x => sum r (fun z => f x z)) = sum r (fun z => sum l (fun x => f x z)).
Proof. induction l as [|x l IH]; simpl; [now rewrite sum_zero|]. now rewrite sum_plus, IH. Qed.
Lemma sum_pairs {A : Type} (l : list A) (f : A -> A -> R) :
  2 * sum l (fun x => sum l (fun z => f x z)) = sum l (fun x => sum l (fun z => f x z + f z x)).
Proof.
  rewrite (sum_ext l (fun x => sum l (fun z => f x z + f z x)) (fun x => sum l (fun z => f x z) + sum l (fun z => f z x))).
  - rewrite sum_plus, (sum_swap l l f). ring.
  - intros x _. apply sum_plus.
Qed.

(** Of two examples, the share of those of score s that come before that of score t. *)
Definition before_share (s t : R) : R := ind (Rlt_dec s t) + ind (Req_EM_T s t) / 2.
Lemma mean_cdf_pairs l u w : mean l u (cdf l w)
  = sum l (fun x => sum l (fun z => u x * w z * before_share (score z) (score x))).
Proof.
  apply sum_ext. intros x _.
  rewrite (integral_ext _ (fun a => lower l w (score x) + a * tied l w (score x))); [|lra|intros a _; apply cdf_tie].
  rewrite (proj2 (integral_affine _ _)). unfold lower, tied.
  rewrite (sum_ext l (fun z => u x * w z * before_share (score z) (score x))
    (fun z => u x * (w z * ind (Rlt_dec (score z) (score x)) + 1 / 2 * (w z * ind (Req_EM_T (score z) (score x)))))).
  - rewrite sum_scal, sum_plus, sum_scal. field.
  - intros z _. unfold before_share. field.
Qed.

(** Axiom hull_area. A is AUCH, v is pav(s) at any class proportions.
    left: pi0*pi1*AUCH
    relation: ==
    right: E(pav(s)*R(s)) - pi1**2/2 *)
Theorem hull_area l p v A : both_classes l -> proportions p -> is_pav l p v -> is_auch l A ->
  p false * p true * A = E l p (fun s a => v s * Rate l p s a) - p true ^ 2 / 2.
Proof.
  intros B P V0 HA. destruct (pav_bounded l p v B P V0) as [u [V [N Eq]]].
  pose proof (p_pos p P false) as P0. pose proof (p_pos p P true) as P1.
  rewrite (auch_pooled l p u B P V N A HA). set (w := pooled l p u).
  pose proof (pooled_counts l p u B P V N true) as C. fold (w true) in C.
  assert (Half : mean l (w true) (cdf l (w true)) = 1 / 2).
  { destruct (integral_affine 0 1) as [I J].
    assert (I' : integrable (fun r => r) 0 1) by (apply integrable_ext with (fun r => 0 + r * 1); auto; [lra|intros; ring]).
    change (cdf l (w true)) with (fun s a => (fun r => r) (cdf l (w true) s a)). rewrite ranks_uniform by auto.
    rewrite (integral_ext _ (fun r => 0 + r * 1)); [|lra|intros; ring]. rewrite J. field. }
  assert (Q : E l p (fun s a => v s * Rate l p s a)
    = p true * mean l (w true) (fun s a => p false * cdf l (w false) s a + p true * cdf l (w true) s a)).
  { unfold E, mean. rewrite <- sum_scal. apply sum_ext. intros x X. rewrite <- (Eq x X).
    assert (R : forall a, Rate l p (score x) a = p false * cdf l (w false) (score x) a + p true * cdf l (w true) (score x) a).
    { intros a. unfold Rate, cdf. rewrite <- !sum_scal, <- sum_plus. apply sum_ext. intros z _.
      rewrite (weight_pooled l p u P z). unfold w. ring. }
    rewrite (integral_ext _ (fun a => u (score x) * (p false * cdf l (w false) (score x) a + p true * cdf l (w true) (score x) a)))
      by (intros; try rewrite R; lra).
    rewrite (integral_scal (u (score x)) (fun a => p false * cdf l (w false) (score x) a + p true * cdf l (w true) (score x) a)).
    - unfold w at 3, pooled. field. lra.
    - apply (has_mean_plus l (fun s a => p false * cdf l (w false) s a) (fun s a => p true * cdf l (w true) s a)); auto;
        apply has_mean_scal, has_mean_cdf. }
  rewrite Q, (mean_plus l (w true) (fun s a => p false * cdf l (w false) s a) (fun s a => p true * cdf l (w true) s a))
    by apply has_mean_scal, has_mean_cdf.
  rewrite !mean_scal by apply has_mean_cdf. rewrite Half. unfold hull_cdf. fold w.
  change (fun t a => cdf l (w false) t a) with (cdf l (w false)). field.
Qed.

(** What the hull does not order: pairs of examples, of which the lower one is of class 1 and the higher of class 0. *)
Lemma auch_pairs l p v A : both_classes l -> proportions p -> is_pav l p v -> is_auch l A ->
  2 * p false * p true * (1 - A) = sum l (fun x => sum l (fun z => weight l p x * weight l p z *
    (Rmin (v (score x)) (v (score z)) - v (score x) * v (score z)))).
Proof.
  intros B P V0 HA. destruct (pav_bounded l p v B P V0) as [u [V [N Eq]]].
  pose proof (p_pos p P false) as P0. pose proof (p_pos p P true) as P1.
  rewrite (auch_pooled l p u B P V N A HA). change (hull_cdf l p u false) with (cdf l (pooled l p u false)).
  rewrite (mean_cdf_pairs l (pooled l p u true) (pooled l p u false)).
  destruct (pooled_counts l p u B P V N false) as [_ S0]. destruct (pooled_counts l p u B P V N true) as [_ S1].
  assert (One : 1 = sum l (fun x => sum l (fun z => pooled l p u true x * pooled l p u false z))).
  { rewrite (sum_ext l _ (fun x => pooled l p u true x * 1)); [rewrite sum_scal_r, S1; ring|].
    intros x _. now rewrite sum_scal, S0. }
  rewrite One at 1. rewrite <- sum_minus.
  replace (2 * p false * p true) with (2 * (p false * p true)) by ring. rewrite Rmult_assoc, <- sum_scal.
  rewrite (sum_ext l _ (fun x => sum l (fun z => weight l p x * weight l p z * (u (score x) * (1 - u (score z))
    * (1 - before_share (score z) (score x)))))).
  2: { intros x _. rewrite <- sum_minus, <- sum_scal. apply sum_ext. intros z _. unfold pooled. field. lra. }
  rewrite sum_pairs. apply sum_ext. intros x X. apply sum_ext. intros z Z. rewrite <- !Eq by auto.
  replace (weight l p z * weight l p x) with (weight l p x * weight l p z) by ring. rewrite <- Rmult_plus_distr_l. f_equal.
  unfold before_share, ind. destruct (Rtotal_order (score x) (score z)) as [L|[L|L]].
  - pose proof (rises _ _ _ _ _ V x z X Z (Rlt_le _ _ L)). rewrite Rmin_left by lra.
    destruct (Rlt_dec (score z) (score x)), (Req_EM_T (score z) (score x)), (Rlt_dec (score x) (score z)), (Req_EM_T (score x) (score z)); lra.
  - rewrite L. rewrite Rmin_left by lra. destruct (Rlt_dec (score z) (score z)), (Req_EM_T (score z) (score z)); try lra. 
  - pose proof (rises _ _ _ _ _ V z x Z X (Rlt_le _ _ L)). rewrite Rmin_right by lra.
    destruct (Rlt_dec (score z) (score x)), (Req_EM_T (score z) (score x)), (Rlt_dec (score x) (score z)), (Req_EM_T (score x) (score z)); lra.
Qed.

(** Axiom triangle_of_hull. A is AUCH, v is pav(s) at any class proportions.
    left: E(abs(pav(s) - pi1))
    relation: <=
    right: 2*pi0*pi1*(2*AUCH - 1) *)
Theorem triangle_of_hull l p v A : both_classes l -> proportions p -> is_pav l p v -> is_auch l A ->
  E l p (fun s _ => Rabs (v s - p true)) <= 2 * p false * p true * (2 * A - 1).
Proof.
  intros B P V HA. pose proof (auch_pairs l p v A B P V HA) as Q. pose proof (pav_mean l p v B P V) as M.
  destruct (weight_counts l p B P) as [_ S]. pose proof P as [P0 [P1 PS]].
  unfold E. rewrite (mean_plain l _ (fun s => Rabs (v s - p true))).
  assert (Mv : sum l (fun x => weight l p x * v (score x)) = p true).
  { rewrite (sum_ext l _ (fun x => weight l p x * v (score x) - p true * weight l p x)) in M by (intros; ring).
    rewrite sum_minus, sum_scal, S in M. lra. }
  assert (K : forall x, In x l -> sum l (fun z => weight l p x * weight l p z *
      (Rmin (v (score x)) (v (score z)) - v (score x) * v (score z)))
    <= weight l p x * (Rmin (v (score x)) (p true) - v (score x) * p true)).
  { intros x X. pose proof (weight_pos l p x B P) as Wx.
    rewrite (sum_ext l _ (fun z => weight l p x * (weight l p z * Rmin (v (score x)) (v (score z)))
      - weight l p x * v (score x) * (weight l p z * v (score z)))) by (intros; ring).
    rewrite sum_minus, !sum_scal, Mv.
    assert (L : sum l (fun z => weight l p z * Rmin (v (score x)) (v (score z))) <= Rmin (v (score x)) (p true)).
    { apply Rmin_glb.
      - apply Rle_trans with (sum l (fun z => v (score x) * weight l p z)); [|rewrite sum_scal, S; lra].
        apply sum_le. intros z _. pose proof (weight_pos l p z B P). pose proof (Rmin_l (v (score x)) (v (score z))). nra.
      - rewrite <- Mv. apply sum_le. intros z _. pose proof (weight_pos l p z B P).
        pose proof (Rmin_r (v (score x)) (v (score z))). nra. }
    nra. }
  assert (U : 2 * p false * p true * (1 - A)
    <= sum l (fun x => weight l p x * (Rmin (v (score x)) (p true) - v (score x) * p true))).
  { rewrite Q. apply sum_le. exact K. }
  assert (D : sum l (fun x => weight l p x * Rabs (v (score x) - p true)) = 2 * p true - 2 * p true * p true
    - 2 * sum l (fun x => weight l p x * (Rmin (v (score x)) (p true) - v (score x) * p true))).
  { rewrite (sum_ext l (fun x => weight l p x * Rabs (v (score x) - p true)) (fun x =>
      (1 - 2 * p true) * (weight l p x * v (score x)) + p true * weight l p x
      - 2 * (weight l p x * (Rmin (v (score x)) (p true) - v (score x) * p true)))).
    - rewrite sum_minus, sum_plus, !sum_scal, Mv, S. ring.
    - intros x _. assert (Ab : Rabs (v (score x) - p true) = v (score x) + p true - 2 * Rmin (v (score x)) (p true))
        by (unfold Rabs, Rmin; destruct Rcase_abs, Rle_dec; lra). rewrite Ab. ring. }
  rewrite D. replace (p false) with (1 - p true) in * by lra. nra.
Qed.

(** Axiom hull_gain. A is AUCH.
    left: AUCH
    relation: <=
    right: (1 + AUC)/2 *)
Theorem hull_gain l A : both_classes l -> is_auch l A -> A <= (1 + AUC l) / 2.
Proof.
  intros B HA. pose proof halves_proportions as P. destruct (pav_exists l halves B P) as [v0 V0].
  destruct (pav_bounded l halves v0 B P V0) as [v [V [N _]]]. set (p := halves) in *. clear v0 V0.
  pose proof (p_pos p P false) as P0. pose proof (p_pos p P true) as P1.
  pose proof (auch_pairs l p v A B P V HA) as X.
  assert (U : sum l (fun x => sum l (fun z => pooled l p v true x * pooled l p v false z * ind (Rlt_dec (v (score z)) (v (score x))))) <= AUC l).
  { unfold AUC, Ek, F. rewrite (mean_cdf_pairs l (share l true) (share l false)).
    apply Rle_trans with (sum l (fun x => share l true x * sum l (fun z => share l false z * ind (Rlt_dec (v (score z)) (v (score x)))))).
    - right. rewrite (pooled_all l p v P V true (fun r => sum l (fun z => share l false z * ind (Rlt_dec (v (score z)) r)))).
      apply sum_ext. intros x _. rewrite (pooled_all l p v P V false (fun r => ind (Rlt_dec r (v (score x))))), <- sum_scal.
      apply sum_ext. intros; ring.
    - apply sum_le. intros x Xl. rewrite <- sum_scal. apply sum_le. intros z Z.
      destruct (share_counts l true B) as [N1 _]. destruct (share_counts l false B) as [N0 _].
      rewrite <- Rmult_assoc. apply Rmult_le_compat_l; [apply Rmult_le_pos; auto|]. unfold before_share, ind.
      destruct (Rlt_dec (v (score z)) (v (score x))) as [L|_]; [|destruct Rlt_dec, Req_EM_T; lra].
      destruct (Rlt_dec (score z) (score x)) as [_|K]; [destruct Req_EM_T; lra|].
      pose proof (rises _ _ _ _ _ V x z Xl Z (Rnot_lt_le _ _ K)). lra. }
  destruct (pooled_counts l p v B P V N false) as [_ S0]. destruct (pooled_counts l p v B P V N true) as [_ S1].
  assert (One : p false * p true = sum l (fun x => sum l (fun z => weight l p x * weight l p z * (v (score x) * (1 - v (score z)))))).
  { transitivity (p false * p true * sum l (fun x => pooled l p v true x * sum l (pooled l p v false))).
    - rewrite S0. rewrite (sum_scal_r l 1 (pooled l p v true)), S1. ring.
    - rewrite <- sum_scal. apply sum_ext. intros x _. rewrite <- !sum_scal. apply sum_ext. intros z _. unfold pooled. field. lra. }
  assert (G : p false * p true - 2 * p false * p true * (1 - A) <= p false * p true * AUC l).
  { apply Rle_trans with (p false * p true * sum l (fun x => sum l (fun z => pooled l p v true x * pooled l p v false z * ind (Rlt_dec (v (score z)) (v (score x)))))).
    2: apply Rmult_le_compat_l; [left; now apply Rmult_lt_0_compat|exact U].
    rewrite X. rewrite One at 1. rewrite <- sum_minus, <- sum_scal. apply sum_le. intros x _.
    rewrite <- sum_minus, <- sum_scal. apply sum_le. intros z _.
    replace (p false * p true * (pooled l p v true x * pooled l p v false z * ind (Rlt_dec (v (score z)) (v (score x)))))
      with (weight l p x * weight l p z * (v (score x) * (1 - v (score z)) * ind (Rlt_dec (v (score z)) (v (score x)))))
      by (unfold pooled; field; lra).
    rewrite <- Rmult_minus_distr_l. apply Rmult_le_compat_l.
    - apply Rmult_le_pos; left; now apply weight_pos.
    - pose proof (N (score x)). pose proof (N (score z)). unfold ind. destruct Rlt_dec.
      + rewrite Rmin_right by lra. nra.
      + rewrite Rmin_left by lra. lra. }
  assert (0 < p false * p true) by now apply Rmult_lt_0_compat. nra.
Qed.

(** Axiom squared_errors. A is AUCH, mer is MER; any class proportions.
    left: MER**2
    relation: <=
    right: 2*pi0*pi1*(1 - AUCH) *)
Theorem squared_errors l p A mer : both_classes l -> proportions p -> is_auch l A -> is_least (error_rate l p) mer ->
  mer ^ 2 <= 2 * p false * p true * (1 - A).
Proof.
  intros B P HA M. destruct (pav_exists l p B P) as [v V].
  assert (Q : mer = E l p (fun s _ => Rmin (v s) (1 - v s))).
  { destruct (least_error l p v B P V) as [L [t T]]. destruct M as [L' [t' T']]. apply Rle_antisym.
    - rewrite <- T. apply L'.
    - rewrite <- T'. apply L. }
  rewrite (auch_pairs l p v A B P V HA), Q. unfold E. rewrite (mean_plain l _ (fun s => Rmin (v s) (1 - v s))).
  simpl. rewrite Rmult_1_r, <- sum_scal_r. apply sum_le. intros x X. rewrite <- sum_scal. apply sum_le. intros z Z.
  pose proof (pav_01 l p v x B P V X). pose proof (pav_01 l p v z B P V Z).
  replace (weight l p x * Rmin (v (score x)) (1 - v (score x)) * (weight l p z * Rmin (v (score z)) (1 - v (score z))))
    with (weight l p x * weight l p z * (Rmin (v (score x)) (1 - v (score x)) * Rmin (v (score z)) (1 - v (score z)))) by ring.
  apply Rmult_le_compat_l; [apply Rmult_le_pos; left; now apply weight_pos|].
  unfold Rmin. destruct (Rle_dec (v (score x)) (1 - v (score x))), (Rle_dec (v (score z)) (1 - v (score z))),
    (Rle_dec (v (score x)) (v (score z))); nra.
Qed.

Lemma ramp ks : 0 <= ks <= 1 -> integrable (fun x => Rmin 1 (x + ks)) 0 1 /\
  integral (fun x => Rmin 1 (x + ks)) 0 1 = 1 - (1 - ks) ^ 2 / 2.
Proof.
  intros K. destruct (integral_derivative (fun u => (u + ks) * (u + ks) / 2) (fun u => u + ks) 0 (1 - ks)) as [I J]; [lra| | |].
  - intros. auto_derive; auto. field.
  - intros. apply (ex_derive_continuous (K := R_AbsRing) (V := R_NormedModule)). now auto_derive.
  - assert (I0 : integrable (fun u => Rmin 1 (u + ks)) 0 (1 - ks)).
    { apply integrable_ext with (fun u => u + ks); [lra| |exact I]. intros u U. now rewrite Rmin_right by lra. }
    assert (I1 : integrable (fun u => Rmin 1 (u + ks)) (1 - ks) 1).
    { apply integrable_ext with (fun _ => 1); [lra| |apply integrable_const]. intros u U. now rewrite Rmin_left by lra. }
    split; [apply (ex_RInt_Chasles (V := R_NormedModule)) with (1 - ks); auto|].
    rewrite <- (integral_join _ 0 (1 - ks) 1 I0 I1).
    rewrite (integral_ext _ (fun u => u + ks) 0 (1 - ks)), (integral_ext _ (fun _ => 1) (1 - ks) 1); try lra.
    + rewrite J. unfold integral. rewrite (RInt_const (V := R_CompleteNormedModule)).
      unfold scal; simpl; unfold mult; simpl. field.
    + intros u U. now rewrite Rmin_left by lra.
    + intros u U. now rewrite Rmin_right by lra.
Qed.
(** Axiom area_below_distance. A is AUCH, ks is KS.
    left: AUCH
    relation: <=
    right: 1 - (1 - KS)**2/2 *)
Theorem area_below_distance l A ks : both_classes l -> is_auch l A -> is_ks l ks -> A <= 1 - (1 - ks) ^ 2 / 2.
Proof.
  intros B [h [[_ [_ L]] I]] K. destruct (ramp ks (ks_01 l ks B K)) as [J <-].
  rewrite <- (integral_is _ _ _ _ I). apply integral_le; auto; [lra|eexists; exact I|]. intros x X.
  apply (L (fun x => Rmin 1 (x + ks))); [| |lra].
  - intros y z r _ _ R. unfold Rmin. destruct (Rle_dec 1 (y + ks)), (Rle_dec 1 (z + ks)), (Rle_dec 1 (r * y + (1 - r) * z + ks)); nra.
  - intros t a Ha. pose proof (ks_places l ks t a B K Ha) as D. apply Rabs_le_between in D.
    pose proof (cdf_01 l _ t a (share_counts l false B) Ha). apply Rmin_glb; unfold F in *; lra.
Qed.
