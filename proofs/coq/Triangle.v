(** The ROC curve of calibrated scores lies above the triangle of its ends and any of its points. *)
Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Workbench Require Import Integral Sums Sample Pav Shares Least Ranks Distances.
Import ListNotations.
Open Scope R_scope.

(** The mean of F0 in a tie at s. *)
Definition middle (l : sample) (s : R) : R := lower l (share l false) s + tied l (share l false) s / 2.
Lemma middle_is l s : integral (F l false s) 0 1 = middle l s.
Proof.
  rewrite (integral_ext _ (fun a => lower l (share l false) s + a * tied l (share l false) s)); [|lra|].
  - apply integral_affine.
  - intros a _. apply cdf_tie.
Qed.
Lemma middle_upto l s t : both_classes l -> s <= t -> middle l s <= middle l t.
Proof.
  intros B [L | ->]; [|lra]. pose proof (share_counts l false B) as C.
  pose proof (cdf_upto l _ s 1 t 0 C (ltac:(lra)) (ltac:(lra)) (or_introl L)) as K.
  rewrite !cdf_tie in K. pose proof (tied_ge0 l _ s C). pose proof (tied_ge0 l _ t C). unfold middle. lra.
Qed.

(** Chebyshev's inequality on a part of the examples: chi is 0 or 1, or any weight. *)
Lemma chebyshev (l : sample) (w : example -> R) (g : R -> R) : (forall x, In x l -> 0 <= w x) ->
  (forall r q, r <= q -> g r <= g q) ->
  sum l (fun x => w x * g (score x)) * sum l (fun x => w x * score x)
  <= sum l (fun x => w x * (score x * g (score x))) * sum l w.
Proof.
  intros N M. set (W := sum l w). assert (W0 : 0 <= W) by now apply sum_ge0.
  destruct W0 as [W0 | W0].
  - set (m := sum l (fun x => w x * score x) / W). assert (Hm : m * W = sum l (fun x => w x * score x)).
    { unfold m. field. lra. }
    assert (K : 0 <= sum l (fun x => w x * ((score x - m) * (g (score x) - g m)))).
    { apply sum_ge0. intros x X. apply Rmult_le_pos; [now apply N|].
      destruct (Rle_dec (score x) m) as [L|L].
      - pose proof (M _ _ L). nra.
      - pose proof (M m (score x) (ltac:(lra))). nra. }
    rewrite (sum_ext l _ (fun x => w x * (score x * g (score x)) - m * (w x * g (score x))
      - (g m * (w x * score x) - g m * m * w x))) in K by (intros; ring).
    rewrite !sum_minus, !sum_scal, <- Hm in K. fold W in K. rewrite <- Hm. nra.
  - assert (Z : forall x, In x l -> w x = 0).
    { intros x X. apply Rle_antisym; [|now apply N]. rewrite W0. now apply sum_ge_one. }
    rewrite (sum_ext l (fun x => w x * score x) (fun _ => 0)); [|intros x X; rewrite Z by auto; ring].
    rewrite sum_zero, <- W0. lra.
Qed.

(** Of class 0, those up to t have ranks that run evenly up to F0(t). *)
Lemma ranks_upto l t : both_classes l ->
  sum l (fun x => share l false x * (1 - ind (Rlt_dec t (score x))) * middle l (score x)) = F_at l false t ^ 2 / 2.
Proof.
  intros B. destruct (share_counts l false B) as [N _].
  set (low := filter (fun x => if Rlt_dec t (score x) then false else true) l).
  assert (In_low : forall x, In x low -> In x l /\ score x <= t).
  { intros x X. apply filter_In in X as [X K]. destruct (Rlt_dec t (score x)); [discriminate|split; auto; lra]. }
  assert (S : forall f, sum low f = sum l (fun x => (1 - ind (Rlt_dec t (score x))) * f x)).
  { intros f. unfold low. rewrite sum_filter. apply sum_ext. intros x _. unfold ind.
    destruct (Rlt_dec t (score x)); ring. }
  assert (Y : sum low (share l false) = F_at l false t).
  { rewrite S. unfold F_at, F, cdf. apply sum_ext. intros x _. rewrite passed_threshold. ring. }
  assert (I : integrable (fun u => u) 0 (sum low (share l false)) /\
    integral (fun u => u) 0 (sum low (share l false)) = F_at l false t ^ 2 / 2).
  { rewrite Y. destruct (integral_derivative (fun u => u * u / 2) (fun u => u) 0 (F_at l false t)) as [I J].
    - apply (cdf_01 l (share l false) t 1); [now apply share_counts|lra].
    - intros. auto_derive; auto. field.
    - intros. apply continuous_id.
    - split; auto. rewrite J. field. }
  destruct I as [I <-]. rewrite <- (even_ranks (share l false) (fun u => u) N low I).
  rewrite (sum_ext low _ (fun x => share l false x * middle l (score x))).
  - rewrite S. apply sum_ext. intros; ring.
  - intros x X. f_equal. rewrite <- middle_is. apply integral_ext; [lra|]. intros a _. unfold F, cdf. rewrite S.
    apply sum_ext. intros z _. unfold ind. destruct (Rlt_dec t (score z)); [|ring].
    destruct (In_low x X). rewrite passed_above by lra. ring.
Qed.

(** Axiom triangle_of_calibrated. ks is KS; any class proportions.
    given: calibrated
    left: (1 + KS)/2
    relation: <=
    right: AUC *)
Theorem triangle_of_calibrated l p ks : both_classes l -> proportions p -> is_ks l ks -> calibrated_scores l p ->
  (1 + ks) / 2 <= AUC l.
Proof.
  intros B P K C. pose proof P as [P0 [P1 PS]].
  assert (C1 : forall f : R -> R, p true * sum l (fun x => share l true x * f (score x))
    = sum l (fun x => weight l p x * score x * f (score x))).
  { intros f. rewrite <- sum_scal. apply Rminus_diag_uniq. rewrite <- sum_minus.
    etransitivity; [|exact (posterior_levels l p f B P)]. apply sum_ext. intros x X. rewrite (C x X).
    replace (p true * (share l true x * f (score x))) with (p true * share l true x * f (score x)) by ring.
    rewrite share_1. ring. }
  assert (C0 : forall f : R -> R, p false * sum l (fun x => share l false x * f (score x))
    = sum l (fun x => weight l p x * f (score x)) - sum l (fun x => weight l p x * score x * f (score x))).
  { intros f. rewrite <- C1. rewrite <- !sum_scal, <- sum_minus. apply sum_ext. intros x _.
    replace (p true * (share l true x * f (score x))) with (p true * share l true x * f (score x)) by ring.
    replace (p false * (share l false x * f (score x))) with (p false * share l false x * f (score x)) by ring.
    rewrite share_0, share_1. ring. }
  (* on any set of scores, class 1 has the greater ranks *)
  assert (T : forall chi : R -> R, (forall s, 0 <= chi s) ->
    sum l (fun x => share l false x * (chi (score x) * middle l (score x))) * sum l (fun x => share l true x * chi (score x))
    <= sum l (fun x => share l true x * (chi (score x) * middle l (score x))) * sum l (fun x => share l false x * chi (score x))).
  { intros chi N. pose proof (chebyshev l (fun x => weight l p x * chi (score x)) (middle l)) as H.
    assert (H1 : forall x, In x l -> 0 <= weight l p x * chi (score x)).
    { intros x _. pose proof (weight_pos l p x B P). pose proof (N (score x)). nra. }
    specialize (H H1 (fun r q => middle_upto l r q B)). cbv beta in H.
    pose proof (C0 (fun s => chi s * middle l s)) as A0. pose proof (C0 chi) as D0.
    pose proof (C1 (fun s => chi s * middle l s)) as A1. pose proof (C1 chi) as D1. cbv beta in A0, A1.
    rewrite (sum_ext l (fun x => weight l p x * chi (score x) * middle l (score x))
      (fun x => weight l p x * (chi (score x) * middle l (score x)))) in H by (intros; ring).
    rewrite (sum_ext l (fun x => weight l p x * chi (score x) * score x)
      (fun x => weight l p x * score x * chi (score x))) in H by (intros; ring).
    rewrite (sum_ext l (fun x => weight l p x * chi (score x) * (score x * middle l (score x)))
      (fun x => weight l p x * score x * (chi (score x) * middle l (score x)))) in H by (intros; ring).
    set (a0 := sum l (fun x => share l false x * (chi (score x) * middle l (score x)))) in *.
    set (a1 := sum l (fun x => share l true x * (chi (score x) * middle l (score x)))) in *.
    set (d0 := sum l (fun x => share l false x * chi (score x))) in *.
    set (d1 := sum l (fun x => share l true x * chi (score x))) in *.
    set (A := sum l (fun x => weight l p x * (chi (score x) * middle l (score x)))) in *.
    set (D := sum l (fun x => weight l p x * chi (score x))) in *.
    rewrite <- A1, <- D1 in H. assert (EA : A = p false * a0 + p true * a1) by lra.
    assert (ED : D = p false * d0 + p true * d1) by lra. rewrite EA, ED in H.
    apply Rmult_le_reg_l with (p false * p true); [now apply Rmult_lt_0_compat|]. nra. }
  assert (Auc : AUC l = sum l (fun x => share l true x * middle l (score x))).
  { apply sum_ext. intros x _. now rewrite <- middle_is. }
  (* at any threshold *)
  assert (G : forall t, (1 + (F_at l false t - F_at l true t)) / 2 <= AUC l).
  { intros t. set (y := F_at l false t). set (z := F_at l true t).
    assert (Hy : 0 <= y <= 1) by (apply (cdf_01 l (share l false) t 1); [now apply share_counts|lra]).
    assert (Hz : 0 <= z <= 1) by (apply (cdf_01 l (share l true) t 1); [now apply share_counts|lra]).
    set (up := fun s => ind (Rlt_dec t s)).
    assert (U : forall s, up s = 0 \/ up s = 1) by (intros s; unfold up, ind; destruct (Rlt_dec t s); auto).
    pose proof (T (fun s => 1 - up s) (fun s => ltac:(destruct (U s); lra))) as T0.
    pose proof (T up (fun s => ltac:(destruct (U s); lra))) as T1. cbv beta in T0.
    assert (R0 : sum l (fun x => share l false x * ((1 - up (score x)) * middle l (score x))) = y ^ 2 / 2).
    { unfold y. rewrite <- (ranks_upto l t B). apply sum_ext. intros; unfold up; ring. }
    assert (Half : sum l (fun x => share l false x * middle l (score x)) = 1 / 2).
    { pose proof (cdf_is_uniform l false (fun u => u) B) as H.
      destruct (integral_affine 0 1) as [I J].
      assert (I' : integrable (fun u => u) 0 1) by (apply integrable_ext with (fun u => 0 + u * 1); auto; [lra|intros; ring]).
      specialize (H I'). rewrite (integral_ext (fun u => u) (fun u => 0 + u * 1)) in H; [|lra|intros; ring].
      rewrite J in H. transitivity (0 + 1 / 2); [|lra]. rewrite <- H. apply sum_ext. intros x _. now rewrite <- middle_is. }
    assert (R1 : sum l (fun x => share l false x * (up (score x) * middle l (score x))) = (1 - y ^ 2) / 2).
    { replace ((1 - y ^ 2) / 2) with (1 / 2 - y ^ 2 / 2) by field. rewrite <- Half, <- R0, <- sum_minus.
      apply sum_ext. intros; ring. }
    assert (Pas : forall k, sum l (fun x => share l k x * (1 - up (score x))) = F_at l k t).
    { intros k. apply sum_ext. intros x _. now rewrite passed_threshold. }
    assert (Ups : forall k, sum l (fun x => share l k x * up (score x)) = 1 - F_at l k t).
    { intros k. rewrite (cdf_is_a_mean l k t B). unfold Ek. rewrite (mean_plain l _ up). lra. }
    rewrite R0, !Pas in T0. rewrite R1, !Ups in T1. fold y z in T0, T1.
    set (b0 := sum l (fun x => share l true x * ((1 - up (score x)) * middle l (score x)))) in *.
    set (b1 := sum l (fun x => share l true x * (up (score x) * middle l (score x)))) in *.
    assert (Sum : AUC l = b0 + b1).
    { rewrite Auc. unfold b0, b1. rewrite <- sum_plus. apply sum_ext. intros; ring. }
    pose proof (share_counts l true B) as [N1 _]. pose proof (share_counts l false B) as Cf.
    assert (Mid : forall s, 0 <= middle l s).
    { intros s. pose proof (lower_ge0 l _ s Cf). pose proof (tied_ge0 l _ s Cf). unfold middle. lra. }
    assert (Q0 : z * y / 2 <= b0).
    { destruct (Req_dec y 0) as [Y | Y].
      - rewrite Y. replace (z * 0 / 2) with 0 by field. apply sum_ge0. intros x _. pose proof (N1 x).
        pose proof (Mid (score x)). destruct (U (score x)) as [-> | ->]; nra.
      - apply Rmult_le_reg_r with y; [lra|]. nra. }
    assert (Q1 : (1 - z) * (1 + y) / 2 <= b1).
    { destruct (Req_dec y 1) as [Y | Y].
      - rewrite Y. replace ((1 - z) * (1 + 1) / 2) with (1 - z) by field. unfold z. rewrite <- Ups.
        apply sum_le. intros x _. apply Rmult_le_compat_l; [apply N1|].
        unfold up, ind. destruct (Rlt_dec t (score x)) as [L|]; [|lra].
        pose proof (cdf_upto l _ t 1 (score x) 0 Cf (ltac:(lra)) (ltac:(lra)) (or_introl L)) as Q.
        change (cdf l (share l false) t 1) with y in Q. rewrite cdf_tie in Q.
        pose proof (tied_ge0 l _ (score x) Cf). unfold middle. lra.
      - apply Rmult_le_reg_r with (1 - y); [lra|]. nra. }
    rewrite Sum. lra. }
  (* F0 >= F1 for calibrated scores *)
  destruct K as [_ [t <-]]. pose proof (G t) as Gt.
  assert (D : 0 <= F_at l false t - F_at l true t).
  { pose proof (above_threshold l p t B P) as A. pose proof (posterior_levels l p (fun s => ind (Rlt_dec t s)) B P) as L.
    assert (A' : sum l (fun x => ind (Rlt_dec t (score x)) * (weight l p x * (score x - p true)))
      = p false * p true * (F_at l false t - F_at l true t)).
    { rewrite <- A. apply Rminus_diag_uniq. rewrite <- sum_minus.
      transitivity (- sum l (fun x => ind (Rlt_dec t (score x)) * (weight l p x * (is true x - posterior l p (score x))))).
      2: rewrite L; ring.
      replace (- sum l (fun x => ind (Rlt_dec t (score x)) * (weight l p x * (is true x - posterior l p (score x)))))
        with (sum l (fun x => -1 * (ind (Rlt_dec t (score x)) * (weight l p x * (is true x - posterior l p (score x))))))
        by (rewrite sum_scal; ring).
      apply sum_ext. intros x X. rewrite (C x X). ring. }
    assert (Z : sum l (fun x => weight l p x * (score x - p true)) = 0).
    { destruct (pav_exists l p B P) as [v V]. rewrite <- (pav_mean l p v B P V). apply sum_ext. intros x X.
      now rewrite (calibrated_hull l p v x B P V C X). }
    assert (S : 0 <= sum l (fun x => ind (Rlt_dec t (score x)) * (weight l p x * (score x - p true)))).
    { destruct (Rle_dec (p true) t) as [Ht | Ht].
      - apply sum_ge0. intros x _. pose proof (weight_pos l p x B P). unfold ind. destruct (Rlt_dec t (score x)); nra.
      - apply Rle_trans with (sum l (fun x => weight l p x * (score x - p true))); [rewrite Z; lra|]. apply sum_le.
        intros x _. pose proof (weight_pos l p x B P). unfold ind. destruct (Rlt_dec t (score x)); nra. }
    rewrite A' in S. assert (0 < p false * p true) by now apply Rmult_lt_0_compat. nra. }
  rewrite Rabs_pos_eq by exact D. exact Gt.
Qed.
